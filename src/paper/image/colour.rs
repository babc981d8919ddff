//! Colours as far as the reader needs them: luma of a pixel, ink that differs from paper by its colour alone, and the colour of
//! ink.
//!
//! Yellow and light-blue ink are nearly as bright as paper, but one of their three channels is far darker. That channel is the
//! tint; a picture without such ink has none. A picture without any colour has no channels either, which saves their memory and
//! time.

use serde::{Deserialize, Serialize};

use crate::image::grey::{Grey, WHITE};

/// Minimum difference between luma and darkest channel of a bright pixel that is ink by its colour.
const MIN_TINT: u8 = 28;
/// Maximum luma of a pixel that is ink regardless of its colour.
const MAX_INK_LUMA: u8 = 150;
/// Minimum difference between the brightest and the darkest channel of a colour.
const MIN_COLOUR: u8 = 40;
/// Side in pixels of the blocks for which the colour is stored, where a page is drawn for its crops.
pub(crate) const HUE_BLOCK: usize = 8;

/// Red, green and blue channel of a sheet, one pixel a block.
pub(crate) type Channels = [Grey; 3];

/// Computes the luma by the weights of ITU-R BT.601.
pub(crate) fn weighted([red, green, blue]: [f32; 3]) -> f32 {
    (77.0 * red + 150.0 * green + 29.0 * blue) / 256.0
}

/// Luma and range of the channels of a pixel on white paper.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Shade {
    /// Luma, as computed by [`weighted`].
    pub(crate) luma: u8,
    /// Minimum of red, green and blue.
    pub(crate) tint: u8,
    /// Maximum of red, green and blue.
    brightest: u8,
}

impl Shade {
    pub(crate) fn of([red, green, blue]: [u8; 3]) -> Self {
        let (tint, brightest) = (red.min(green).min(blue), red.max(green).max(blue));
        let [red, green, blue] = [red, green, blue].map(u16::from);
        let luma = ((77 * red + 150 * green + 29 * blue + 128) >> 8) as u8;
        Self { luma, tint, brightest }
    }

    /// Returns whether the pixel has any colour, and whether it is ink by its colour.
    pub(crate) fn colours(self) -> Colours {
        Colours {
            tinted: self.luma > MAX_INK_LUMA && self.luma.saturating_sub(self.tint) >= MIN_TINT,
            any: self.brightest - self.tint >= MIN_COLOUR,
        }
    }
}

/// Blends a pixel that lets some of the paper through with white.
pub(crate) fn on_white([red, green, blue, alpha]: [u8; 4]) -> [u8; 3] {
    let white = u16::from(WHITE);
    let covers = u16::from(alpha);
    let over =
        |channel: u8| ((u16::from(channel) * covers + white * (white - covers)) / white) as u8;
    [red, green, blue].map(over)
}

/// Whether a picture has any colours, and any that reveal ink better than luma does.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Colours {
    pub(crate) tinted: bool,
    pub(crate) any: bool,
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
    fn transparent_pixel_becomes_white() {
        assert_eq!(on_white([0, 0, 0, 0]), [WHITE; 3]);
        assert_eq!(on_white([9, 8, 7, 255]), [9, 8, 7]);
    }
}
