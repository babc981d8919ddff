//! What the reading keeps of colours: how bright a pixel is, and where ink is told from paper by its colour alone.
//!
//! Yellow and light-blue ink are nearly as bright as paper, but one of their three channels is far darker. That channel is the
//! tint; a picture without such ink has none, and nothing is spent on it.

use super::grey::WHITE;

/// Bright pixels whose darkest channel is this much darker than all of them together are coloured.
const COLOURED: u8 = 28;
/// Darker than this is ink whatever its colour.
const BRIGHT: u8 = 150;

/// A pixel on white paper.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Shade {
    /// Brightness by the weights of ITU-R BT.601.
    pub(super) luma: u8,
    /// The darkest of red, green and blue.
    pub(super) tint: u8,
}

impl Shade {
    pub(super) fn of([red, green, blue]: [u8; 3]) -> Self {
        let tint = red.min(green).min(blue);
        let [red, green, blue] = [red, green, blue].map(u16::from);
        let luma = ((77 * red + 150 * green + 29 * blue + 128) >> 8) as u8;
        Self { luma, tint }
    }

    /// As [`Self::of`], for a pixel that lets some of the paper through.
    pub(super) fn on_white([red, green, blue, alpha]: [u8; 4]) -> Self {
        let white = u16::from(WHITE);
        let covers = u16::from(alpha);
        let over =
            |channel: u8| ((u16::from(channel) * covers + white * (white - covers)) / white) as u8;
        Self::of([red, green, blue].map(over))
    }

    /// Whether its colour says more of ink than its brightness does.
    pub(super) fn is_coloured(self) -> bool {
        self.luma > BRIGHT && self.luma.saturating_sub(self.tint) >= COLOURED
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn light_inks_are_coloured_and_greys_are_not() {
        for ink in [[246, 216, 40], [140, 196, 250], [255, 170, 200]] {
            assert!(Shade::of(ink).is_coloured(), "{ink:?}");
        }
        for other in [[0, 0, 0], [20, 40, 150], [178, 178, 178], [250, 248, 240]] {
            assert!(!Shade::of(other).is_coloured(), "{other:?}");
        }
    }

    #[test]
    fn what_is_transparent_is_paper() {
        let paper = Shade { luma: WHITE, tint: WHITE };
        assert_eq!(Shade::on_white([0, 0, 0, 0]), paper);
        assert_eq!(Shade::on_white([9, 9, 9, 255]), Shade { luma: 9, tint: 9 });
    }
}
