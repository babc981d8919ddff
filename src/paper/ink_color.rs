//! The colours of the ink in an answer box, so that a member's blue stays blue.
//!
//! A stroke's edge is a paler shade of the same ink: how strongly it takes each of the three colours from the light is the same
//! all over it. That is measured in coarse blocks, which is enough for any stroke and free of the fringes of lenses, and the
//! fine shades come from the brightness.

use domain::form::Rect;

use super::colour::{self, Channels, HUE_BLOCK};
use super::crop::CROP_SCALE;
use super::grey::{Grey, WHITE};

/// Blocks to both sides among which the paper is looked for: broader than a marker's stripe.
const BROAD: usize = 8;
/// What takes less of the light than this is paper.
const INK: f32 = 24.0;
/// How unlike the three colours are in what coloured ink takes, as a share of the most: black ink in a JPEG stays below.
const COLOURED: f32 = 0.3;
/// So many blocks are a stroke.
const MIN_BLOCKS: usize = 12;
/// Less than this share of the light says nothing of a colour.
const MIN_TAKEN: f32 = 1.0;

/// How much of each colour a sheet takes from the light, in blocks of [`HUE_BLOCK`] pixels of a crop.
pub(super) struct InkColors([Grey; 3]);

impl InkColors {
    /// From the sheet's three channels.
    pub(super) fn of(channels: &Channels) -> Self {
        Self(channels.each_ref().map(taken))
    }

    /// Whether somebody wrote in colour in this part of the sheet, in the form's own pixels.
    pub(super) fn are_in(&self, area: Rect) -> bool {
        let block = HUE_BLOCK as u32 / CROP_SCALE;
        let (left, right) = (area.left.div_ceil(block), (area.left + area.width) / block);
        let (top, bottom) = (area.top.div_ceil(block), (area.top + area.height) / block);
        let blocks =
            (top..bottom).flat_map(|y| (left..right).map(move |x| (x as isize, y as isize)));
        let is_coloured = |(x, y): &(isize, isize)| {
            let taken = self.0.each_ref().map(|channel| f32::from(channel.at(*x, *y)));
            let most = taken.into_iter().fold(0.0, f32::max);
            let least = taken.into_iter().fold(f32::INFINITY, f32::min);
            most >= INK && most - least >= COLOURED * most
        };
        blocks.filter(is_coloured).count() >= MIN_BLOCKS
    }

    /// The colour of a crop's pixel: `luma` in the hue of what lies around it; (x, y) counts on the sheet.
    pub(super) fn colour(&self, x: usize, y: usize, luma: u8) -> [u8; 3] {
        let block = |at: usize| (at as f64 + 0.5) / HUE_BLOCK as f64 - 0.5;
        let taken = self.0.each_ref().map(|channel| channel.sample(block(x), block(y)));
        let of_all = colour::weighted(taken);
        if of_all < MIN_TAKEN {
            return [luma; 3];
        }
        let here = f32::from(WHITE - luma);
        taken.map(|taken| (f32::from(WHITE) - here * taken / of_all).max(0.0) as u8)
    }
}

/// What a channel is darker than the paper around.
fn taken(channel: &Grey) -> Grey {
    let paper = channel.spread(BROAD, u8::max).spread(BROAD, u8::min);
    // Blocks are white where a channel is at least as bright as its paper; nothing is taken there.
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

    /// A sheet on paper of one colour, with a stroke of another.
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
        assert!(blue.are_in(AREA));
        let [red, green, light] = blue.colour(24 * 8, 20 * 8 + 3, 48);
        assert!(red.abs_diff(20) < 6 && green.abs_diff(40) < 6 && light.abs_diff(150) < 6);
        assert!(!sheet([255; 3], [30; 3]).are_in(AREA));
        // Black ink under a warm lamp.
        assert!(!sheet([250, 232, 190], [40, 36, 30]).are_in(AREA));
        assert!(sheet([250, 232, 190], [200, 30, 30]).are_in(AREA));
    }

    #[test]
    fn paper_has_no_colour() {
        assert_eq!(sheet([255; 3], [20, 40, 150]).colour(300, 60, 200), [200; 3]);
    }
}
