//! How letters and drawings are written down in the source: strokes as short texts.
//!
//! A stroke is a list of knots `x,y`, through which the pen runs in smooth curves; y grows upwards from the baseline.
//! `!` behind a knot makes it a corner, `/` lifts the pen. Knots in parentheses are only drawn when the letter is
//! joined to its neighbour on that side, and `>` at an end says that it can be.

/// One place that the pen passes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Knot {
    pub(super) x: f32,
    pub(super) y: f32,
    pub(super) corner: bool,
}

/// One movement of the pen.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Path {
    /// Comes before `knots` when the letter before leads into this one.
    pub(super) lead_in: Vec<Knot>,
    pub(super) knots: Vec<Knot>,
    /// Follows `knots` when this letter leads into the next.
    pub(super) lead_out: Vec<Knot>,
    pub(super) joins_before: bool,
    pub(super) joins_after: bool,
}

/// The strokes of a text in this notation.
pub(super) fn paths(text: &str) -> Vec<Path> {
    text.split('/').map(path).collect()
}

fn path(text: &str) -> Path {
    let (before, text, after) = ends(text.trim());
    let mut path = Path { joins_before: before, joins_after: after, ..Path::default() };
    let mut optional = false;
    for word in text.split_whitespace() {
        optional |= word.starts_with('(');
        let knot = knot(word.trim_matches(['(', ')']));
        match (optional, path.knots.is_empty()) {
            (true, true) => path.lead_in.push(knot),
            (true, false) => path.lead_out.push(knot),
            (false, _) => path.knots.push(knot),
        }
        optional &= !word.ends_with(')');
    }
    path
}

fn ends(text: &str) -> (bool, &str, bool) {
    let inner = text.trim_start_matches('>').trim_end_matches('>');
    (text.starts_with('>'), inner, text.ends_with('>'))
}

fn knot(word: &str) -> Knot {
    const WELL_FORMED: &str = "a test reads every letter and every drawing";
    let (place, corner) = word.strip_suffix('!').map_or((word, false), |place| (place, true));
    let (x, y) = place.split_once(',').expect(WELL_FORMED);
    Knot { x: x.parse().expect(WELL_FORMED), y: y.parse().expect(WELL_FORMED), corner }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_is_read_as_written() {
        let [body, dot] =
            <[Path; 2]>::try_from(paths("> (1,2) 3,4! 5,-6 (7,8) > / 9,9 9,10")).unwrap();
        assert_eq!(body.lead_in, [Knot { x: 1.0, y: 2.0, corner: false }]);
        assert_eq!(body.knots[0], Knot { x: 3.0, y: 4.0, corner: true });
        assert_eq!(body.lead_out, [Knot { x: 7.0, y: 8.0, corner: false }]);
        assert!(body.joins_before && body.joins_after);
        assert_eq!((dot.knots.len(), dot.joins_before, dot.joins_after), (2, false, false));
    }
}
