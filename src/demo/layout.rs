//! Where the lines of a memo break, and how large somebody writes so that they fit.

use super::alphabet::{self, X_HEIGHT};
use super::hand::Hand;

/// Who has little to say writes larger; lines then get smaller in these steps until the words fill no more than this of
/// the room. Below the smallest size nobody could read them.
const LARGER: f32 = 1.3;
const SMALLER: f32 = 0.95;
const MIN_SCALE: f32 = 0.5;
const FILLED: f32 = 0.85;
/// Descenders of the last line need this much room, in heights of small letters.
const LAST_DESCENDER: f32 = 1.3;

/// Lines with their measures in pixels.
pub(super) struct Layout {
    pub(super) lines: Vec<String>,
    /// Pixels to a unit of the alphabet's grid.
    pub(super) unit: f32,
    /// From the top of the first line to its baseline.
    pub(super) ascent: f32,
    /// From baseline to baseline.
    pub(super) leading: f32,
    /// The height that is left over.
    pub(super) spare: f32,
}

impl Layout {
    /// The words in as large a writing as this hand takes for them in so much room.
    pub(super) fn fit(hand: &Hand, text: &str, width: f32, height: f32) -> Self {
        let mut unit = hand.size / X_HEIGHT * LARGER;
        loop {
            let lines = wrap(hand, text, width / unit);
            let leading = hand.leading * X_HEIGHT * unit;
            let ascent = unit * if hand.capitals { 38.0 } else { X_HEIGHT + 22.0 * hand.reach };
            let below = leading * lines.len().saturating_sub(1) as f32;
            let needed = ascent + below + LAST_DESCENDER * X_HEIGHT * unit;
            if needed <= height * FILLED || unit < MIN_SCALE {
                let spare = (height - needed).max(0.0);
                return Self { lines, unit, ascent, leading, spare };
            }
            unit *= SMALLER;
        }
    }
}

/// Lines of at most `width` units; a word that is longer has one of its own.
fn wrap(hand: &Hand, text: &str, width: f32) -> Vec<String> {
    let mut lines = Vec::new();
    for paragraph in text.lines() {
        let (mut line, mut used) = (String::new(), 0.0);
        for word in paragraph.split_whitespace() {
            let needed = length(hand, word);
            if !line.is_empty() && used + needed > width {
                lines.push(std::mem::take(&mut line));
                used = 0.0;
            }
            if !line.is_empty() {
                line.push(' ');
            }
            line.push_str(word);
            used += needed + hand.gaps.1;
        }
        lines.push(line);
    }
    lines
}

fn length(hand: &Hand, word: &str) -> f32 {
    word.chars().filter_map(alphabet::glyph).map(|g| g.width * hand.stretch + hand.gaps.0).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn many_words_are_written_smaller_than_few() {
        for hand in &Hand::ALL {
            let few = Layout::fit(hand, "Hello you.", 1000.0, 700.0);
            let many = Layout::fit(hand, &"Hello you. ".repeat(40), 1000.0, 700.0);
            assert_eq!(few.lines, ["Hello you."]);
            assert!(many.unit < few.unit && many.lines.len() > 6);
        }
    }

    #[test]
    fn lines_break_where_the_text_does() {
        let layout = Layout::fit(&Hand::ALL[0], "Yours,\nA.", 1000.0, 700.0);
        assert_eq!(layout.lines, ["Yours,", "A."]);
    }
}
