//! What the reading keeps of colours: how bright a pixel is, where ink is told from paper by its colour alone, and which
//! colour it is.
//!
//! Yellow and light-blue ink are nearly as bright as paper, but one of their three channels is far darker. That channel is the
//! tint; a picture without such ink has none. A picture without any colour has no channels either, and nothing is spent on them.

use serde::{Deserialize, Serialize};

use super::grey::{Grey, WHITE};

/// Bright pixels whose darkest channel is this much darker than all of them together are ink by their colour.
const TINTED: u8 = 28;
/// Darker than this is ink whatever its colour.
const BRIGHT: u8 = 150;
/// Channels that are this far apart are a colour.
const COLOURED: u8 = 40;
/// Pixels a side of the blocks whose colour is kept, where a page is drawn for its crops.
pub(super) const HUE_BLOCK: usize = 8;

/// Red, green and blue of a sheet, a pixel a block.
pub(super) type Channels = [Grey; 3];

/// Brightness by the weights of ITU-R BT.601.
pub(super) fn weighted([red, green, blue]: [f32; 3]) -> f32 {
    (77.0 * red + 150.0 * green + 29.0 * blue) / 256.0
}

/// A pixel on white paper.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Shade {
    /// Brightness, as [`weighted`].
    pub(super) luma: u8,
    /// The darkest of red, green and blue.
    pub(super) tint: u8,
    /// The brightest of them.
    brightest: u8,
}

impl Shade {
    pub(super) fn of([red, green, blue]: [u8; 3]) -> Self {
        let (tint, brightest) = (red.min(green).min(blue), red.max(green).max(blue));
        let [red, green, blue] = [red, green, blue].map(u16::from);
        let luma = ((77 * red + 150 * green + 29 * blue + 128) >> 8) as u8;
        Self { luma, tint, brightest }
    }

    /// Which of its colours matter.
    pub(super) fn colours(self) -> Colours {
        Colours {
            tinted: self.luma > BRIGHT && self.luma.saturating_sub(self.tint) >= TINTED,
            any: self.brightest - self.tint >= COLOURED,
        }
    }
}

/// A pixel that lets some of the paper through, on white.
pub(super) fn on_white([red, green, blue, alpha]: [u8; 4]) -> [u8; 3] {
    let white = u16::from(WHITE);
    let covers = u16::from(alpha);
    let over =
        |channel: u8| ((u16::from(channel) * covers + white * (white - covers)) / white) as u8;
    [red, green, blue].map(over)
}

/// Whether there are colours at all, and such that say more of ink than its brightness does.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Colours {
    pub(super) tinted: bool,
    pub(super) any: bool,
}

impl std::ops::BitOr for Colours {
    type Output = Self;

    fn bitor(self, other: Self) -> Self {
        Self { tinted: self.tinted | other.tinted, any: self.any | other.any }
    }
}

impl std::ops::BitOrAssign for Colours {
    fn bitor_assign(&mut self, other: Self) {
        *self = *self | other;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn light_inks_are_tinted_dark_ones_coloured() {
        for ink in [[246, 216, 40], [140, 196, 250], [255, 170, 200]] {
            assert_eq!(Shade::of(ink).colours(), Colours { tinted: true, any: true }, "{ink:?}");
        }
        for ink in [[20, 40, 150], [200, 20, 30]] {
            assert_eq!(Shade::of(ink).colours(), Colours { tinted: false, any: true }, "{ink:?}");
        }
        for other in [[0, 0, 0], [178, 178, 178], [250, 248, 240]] {
            assert_eq!(Shade::of(other).colours(), Colours::default(), "{other:?}");
        }
    }

    #[test]
    fn what_is_transparent_is_paper() {
        assert_eq!(on_white([0, 0, 0, 0]), [WHITE; 3]);
        assert_eq!(on_white([9, 8, 7, 255]), [9, 8, 7]);
    }
}
