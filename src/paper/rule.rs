//! Pieces of the straight lines that are printed all over a form: the frames of its boxes and the guides in them. Each says
//! how far a page is displaced across the line.

use super::grey::Grey;
use super::transform::peak;
use super::warp::Axis;

/// A piece of a printed line in the blank's half-size picture.
#[derive(Clone, Debug)]
pub(super) struct Rule {
    /// Its middle, between two pixels.
    pub(super) x: f64,
    pub(super) y: f64,
    /// Along which axis it can be displaced: across a line that runs down, down from a line that runs across.
    pub(super) axis: Axis,
    /// The luma across it, less the mean.
    profile: [f32; SIDE],
    contrast: f32,
}

/// Pixels from a rule's middle to the ends of its piece.
const REACH: usize = 12;
const SIDE: usize = 2 * REACH;
/// Pixels along a line between two pieces.
const EVERY: usize = 36;
/// What is lighter on the blank is paper; a guide is hardly darker.
const PAPER: u8 = 250;
/// Rows of paper on either side of a line.
const CLEAR: usize = 3;
/// A page shows a rule if its profile correlates so well.
const MIN_LIKENESS: f32 = 0.85;
/// How far a rule may run aside on a page, per pixel along it: where paper is bent the line is no longer upright.
const SLANTS: [f64; 5] = [0.0, -0.04, 0.04, -0.08, 0.08];
/// Flatter than this is paper.
const MIN_CONTRAST: f32 = 8.0;

/// All rules of a blank page.
pub(super) fn rules_of(half: &Grey) -> Vec<Rule> {
    let across = pieces(half, Axis::Down);
    across.into_iter().chain(pieces(&half.transposed(), Axis::Across)).collect()
}

/// The pieces of lines that run along the rows of a picture.
fn pieces(picture: &Grey, axis: Axis) -> Vec<Rule> {
    let margin = REACH + 1;
    let columns = (margin..picture.width.saturating_sub(margin)).step_by(EVERY);
    let mut rules = Vec::new();
    for x in columns {
        let is_dark = |y: usize| picture.row(y)[x - REACH..x + REACH].iter().all(|l| *l < PAPER);
        let is_paper = |y: usize| picture.row(y)[x - REACH..x + REACH].iter().all(|l| *l >= PAPER);
        let mut y = margin;
        while y + margin < picture.height {
            let thick = (0..CLEAR).take_while(|down| is_dark(y + down)).count();
            if thick > 0 && is_paper(y - 2) && is_paper(y + thick + 1) {
                rules.push(Rule::cut(picture, x, y, axis));
            }
            y += thick.max(1);
        }
    }
    rules
}

impl Rule {
    fn cut(picture: &Grey, x: usize, y: usize, axis: Axis) -> Self {
        let rows = y - REACH..y + REACH;
        let mean = |y: usize| {
            let pixels = &picture.row(y)[x - REACH..x + REACH];
            pixels.iter().map(|luma| f32::from(*luma)).sum::<f32>() / SIDE as f32
        };
        let luma: Vec<f32> = rows.map(mean).collect();
        let (profile, contrast) = without_mean(&std::array::from_fn(|at| luma[at]));
        let (x, y) = (x as f64, y as f64);
        let (x, y) = if axis == Axis::Down { (x, y) } else { (y, x) };
        Self { x, y, axis, profile, contrast }
    }

    /// How far the rule is displaced on a page, in half-size pixels, and how well it is seen; `None` if it is not seen at most
    /// `search` pixels from where `from_half` expects it.
    pub(super) fn find(
        &self,
        look: &Grey,
        from_half: &impl Fn(f64, f64) -> (f64, f64),
        search: usize,
    ) -> Option<(f64, f32)> {
        SLANTS.iter().find_map(|slant| {
            let luma: Vec<f32> = (0..SIDE + 2 * search)
                .map(|at| at as f64 + 0.5 - (REACH + search) as f64)
                .map(|beside| self.luma(look, from_half, beside, *slant))
                .collect();
            let likeness: Vec<f32> = luma.windows(SIDE).map(|seen| self.likeness(seen)).collect();
            let places = likeness.iter().copied().enumerate();
            let (best, highest) = places.max_by(|one, other| one.1.total_cmp(&other.1))?;
            let off = best as f64 - search as f64 + peak(&likeness, best);
            (highest >= MIN_LIKENESS).then_some((off, highest))
        })
    }

    /// The median luma along a line beside the rule: strokes that cross it leave the median alone.
    fn luma(
        &self,
        look: &Grey,
        from_half: &impl Fn(f64, f64) -> (f64, f64),
        beside: f64,
        slant: f64,
    ) -> f32 {
        let mut along: [f32; SIDE] = std::array::from_fn(|at| {
            let along = at as f64 + 0.5 - REACH as f64;
            let beside = beside + slant * along;
            let (x, y) = match self.axis {
                Axis::Down => from_half(self.x + along, self.y + beside),
                Axis::Across => from_half(self.x + beside, self.y + along),
            };
            look.sample(x - 0.5, y - 0.5)
        });
        *along.select_nth_unstable_by(REACH, f32::total_cmp).1
    }

    fn likeness(&self, seen: &[f32]) -> f32 {
        let (seen, contrast) = without_mean(&std::array::from_fn(|at| seen[at]));
        if contrast < MIN_CONTRAST || self.contrast < MIN_CONTRAST {
            return 0.0;
        }
        let product: f32 = self.profile.iter().zip(seen).map(|(one, other)| one * other).sum();
        product / (self.contrast * contrast)
    }
}

/// A profile without its mean, and its length as a vector.
fn without_mean(luma: &[f32; SIDE]) -> ([f32; SIDE], f32) {
    let mean = luma.iter().sum::<f32>() / SIDE as f32;
    let profile = luma.map(|luma| luma - mean);
    (profile, profile.iter().map(|luma| luma * luma).sum::<f32>().sqrt())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A frame and a guide in it, `down` pixels lower than they belong, with a stroke across both.
    fn page(down: usize, stroke: bool) -> Grey {
        let mut page = Grey::white(120, 120);
        for (y, luma) in [(30, 178), (60, 236)] {
            page.pixels[(y + down) * 120..][..120].fill(luma);
        }
        if stroke {
            (0..120).for_each(|y| page.pixels[y * 120 + 45..][..4].fill(50));
        }
        page
    }

    #[test]
    fn rule_is_found_where_the_page_shows_it() {
        let rules = rules_of(&page(0, false));
        assert!(rules.iter().all(|rule| rule.axis == Axis::Down));
        assert_eq!(rules.len(), 6);
        for rule in &rules {
            let (off, _) = rule.find(&page(3, true), &|x, y| (x, y), 5).unwrap();
            assert!((off - 3.0).abs() < 0.1, "{off}");
            assert!(rule.find(&Grey::white(120, 120), &|x, y| (x, y), 5).is_none());
        }
    }
}
