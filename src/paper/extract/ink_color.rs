//! Colours of the ink in an answer box, so that blue handwriting stays blue.
//!
//! The edge of a stroke is a paler shade of the same ink: the ratio in which ink absorbs red, green and blue is the same all over
//! a stroke. The absorption is measured in coarse blocks, which suffices for any stroke and avoids the fringes of lenses; the
//! fine shades come from the luma.

use domain::form::Rect;

use crate::extract::crop::CROP_SCALE;
use crate::image::colour::{self, Channels, HUE_BLOCK};
use crate::image::grey::{Grey, WHITE};

/// Radius in blocks of the morphological closing that yields the paper: broader than a marker's stripe.
const BROAD: usize = 8;
/// Minimum absorption of a block with ink, in its most absorbing channel.
const MIN_ABSORPTION: f32 = 24.0;
/// Minimum range of a coloured ink's absorption over the channels, as a share of the maximum; black ink in a JPEG stays below.
const MIN_COLOUR_RANGE: f32 = 0.3;
/// Minimum number of coloured blocks in a stroke.
const MIN_BLOCKS: usize = 12;
/// Minimum mean absorption, of 255, from which the hue is known.
const MIN_TAKEN: f32 = 1.0;

/// Absorption of red, green and blue on a sheet, in blocks of [`HUE_BLOCK`] pixels of a crop.
pub(crate) struct InkColors([Grey; 3]);

impl InkColors {
    /// Measures the absorption from a sheet's three channels.
    pub(crate) fn of(channels: &Channels) -> Self {
        Self(channels.each_ref().map(absorption))
    }

    /// Whether there is coloured ink in this part of the sheet, in the form's own pixels.
    pub(crate) fn any_in(&self, area: Rect) -> bool {
        let block = HUE_BLOCK as u32 / CROP_SCALE;
        let (left, right) = (area.left.div_ceil(block), (area.left + area.width) / block);
        let (top, bottom) = (area.top.div_ceil(block), (area.top + area.height) / block);
        let blocks =
            (top..bottom).flat_map(|y| (left..right).map(move |x| (x as isize, y as isize)));
        let is_coloured = |(x, y): &(isize, isize)| {
            let absorption = self.0.each_ref().map(|channel| f32::from(channel.at(*x, *y)));
            let most = absorption.into_iter().fold(0.0, f32::max);
            let least = absorption.into_iter().fold(f32::INFINITY, f32::min);
            most >= MIN_ABSORPTION && most - least >= MIN_COLOUR_RANGE * most
        };
        blocks.filter(is_coloured).count() >= MIN_BLOCKS
    }

    /// Returns the colour of a crop's pixel: `luma` in the hue of the ink around it; (x, y) is its place on the sheet at the
    /// crop's scale.
    pub(crate) fn colour(&self, x: usize, y: usize, luma: u8) -> [u8; 3] {
        let block = |at: usize| (at as f64 + 0.5) / HUE_BLOCK as f64 - 0.5;
        let absorption = self.0.each_ref().map(|channel| channel.sample(block(x), block(y)));
        let of_all = colour::weighted(absorption);
        if of_all < MIN_TAKEN {
            return [luma; 3];
        }
        let here = f32::from(WHITE - luma);
        absorption.map(|absorption| (f32::from(WHITE) - here * absorption / of_all).max(0.0) as u8)
    }
}

/// Returns the absorption of a channel: how much darker each block is than the paper around it, of 255.
fn absorption(channel: &Grey) -> Grey {
    let paper = channel.spread(BROAD, u8::max).spread(BROAD, u8::min);
    // A channel that is as bright as its paper gives 0.
    let pixels = channel.pixels.iter().zip(&paper.pixels).map(|(seen, paper)| {
        let white = u16::from(WHITE);
        let even = u16::from(*seen) * white / u16::from(*paper).max(1);
        (white - even.min(white)) as u8
    });
    Grey { pixels: pixels.collect(), ..*channel }
}

#[cfg(test)]
mod tests {
    use super::*;

    const AREA: Rect = Rect { top: 40, left: 40, width: 200, height: 160 };

    /// Colours of a sheet with a stroke of `ink` on `paper`.
    fn sheet(paper: [u8; 3], ink: [u8; 3]) -> InkColors {
        let channel = |paper: u8, ink: u8| {
            let mut channel = Grey { pixels: vec![paper; 80 * 60], width: 80, height: 60 };
            channel.pixels[20 * 80 + 14..][..20].fill(u8::midpoint(paper, ink));
            channel
        };
        InkColors::of(&std::array::from_fn(|at| channel(paper[at], ink[at])))
    }

    #[test]
    fn ink_colour_is_kept_on_any_paper() {
        let blue = sheet([255; 3], [20, 40, 150]);
        assert!(blue.any_in(AREA));
        let [red, green, light] = blue.colour(24 * 8, 20 * 8 + 3, 48);
        assert!(red.abs_diff(20) < 6 && green.abs_diff(40) < 6 && light.abs_diff(150) < 6);
        assert!(!sheet([255; 3], [30; 3]).any_in(AREA));
        // Black ink under a warm lamp.
        assert!(!sheet([250, 232, 190], [40, 36, 30]).any_in(AREA));
        assert!(sheet([250, 232, 190], [200, 30, 30]).any_in(AREA));
    }

    #[test]
    fn paper_has_no_colour() {
        assert_eq!(sheet([255; 3], [20, 40, 150]).colour(300, 60, 200), [200; 3]);
    }
}
