//! What a child has drawn, as its parent reads it: the same pixels whichever renderer made them.

use super::wire::Facts;
use crate::paper::colour::{Colours, HUE_BLOCK, Shade};
use crate::paper::grey::WHITE;
use crate::paper::refusal::Refusal;

/// Pixels and what is known of them. Pages come in as RGBA on white, row by row.
#[derive(Default)]
pub(super) struct Drawing {
    pub(super) facts: Facts,
    drawn: Vec<u8>,
}

impl Drawing {
    /// A page's brightness; answers which colours there are on it.
    pub(super) fn add(&mut self, pixels: &[u8], width: u16, height: u16) -> Colours {
        self.facts.sizes.push((usize::from(width), usize::from(height)));
        append_luma(pixels, &mut self.drawn)
    }

    /// The same with what the parent needs of its colours.
    pub(super) fn add_in_colour(&mut self, pixels: &[u8], width: u16, height: u16) {
        let colours = self.add(pixels, width, height);
        let (pixels, width): (&[[u8; 4]], _) = (pixels.as_chunks().0, usize::from(width.max(1)));
        if colours.tinted {
            self.facts.sizes.push((width / 2, usize::from(height) / 2));
            append_tint(pixels, width, &mut self.drawn);
        }
        for channel in 0..if colours.any { 3 } else { 0 } {
            self.facts.sizes.push((width / HUE_BLOCK, usize::from(height) / HUE_BLOCK));
            append_channel(pixels, width, channel, &mut self.drawn);
        }
        self.facts.colours.push(colours);
    }

    pub(super) fn answer(self) -> Result<Vec<u8>, Refusal> {
        self.facts.after(self.drawn).ok_or(Refusal::Unreadable)
    }
}

fn append_luma(pixels: &[u8], drawn: &mut Vec<u8>) -> Colours {
    const STEP: usize = 16;
    let start = drawn.len();
    let mut colours = Colours::default();
    drawn.resize(start + pixels.len() / 4, WHITE);
    for (pixels, luma) in pixels.chunks(4 * STEP).zip(drawn[start..].chunks_mut(STEP)) {
        // Most of a page is white, and telling that takes a fraction of the time.
        let all =
            pixels.as_chunks().0.iter().fold(u32::MAX, |all, rgba| all & u32::from_ne_bytes(*rgba));
        if all == u32::MAX {
            continue;
        }
        for (pixel, luma) in pixels.as_chunks::<4>().0.iter().zip(luma) {
            let [red, green, blue, _] = *pixel;
            let shade = Shade::of([red, green, blue]);
            *luma = shade.luma;
            colours |= shade.colours();
        }
    }
    colours
}

/// The darkest channel, at half the size; an odd last row or column is left out.
fn append_tint(pixels: &[[u8; 4]], width: usize, drawn: &mut Vec<u8>) {
    let tint = |[red, green, blue, _]: [u8; 4]| u16::from(red.min(green).min(blue));
    let rows: Vec<&[[u8; 4]]> = pixels.chunks_exact(width).collect();
    for [upper, lower] in rows.as_chunks::<2>().0 {
        let columns = upper.as_chunks::<2>().0.iter().zip(lower.as_chunks::<2>().0);
        let mean = |([a, b], [c, d]): (&[_; 2], &[_; 2])| {
            ((tint(*a) + tint(*b) + tint(*c) + tint(*d) + 2) / 4) as u8
        };
        drawn.extend(columns.map(mean));
    }
}

/// One of red, green and blue, each pixel the mean of a block; blocks that are not whole are left out.
fn append_channel(pixels: &[[u8; 4]], width: usize, channel: usize, drawn: &mut Vec<u8>) {
    for rows in pixels.chunks_exact(HUE_BLOCK * width) {
        let mut sums = vec![0_u32; width / HUE_BLOCK];
        for row in rows.chunks_exact(width) {
            for (sum, block) in sums.iter_mut().zip(row.chunks_exact(HUE_BLOCK)) {
                *sum += block.iter().map(|pixel| u32::from(pixel[channel])).sum::<u32>();
            }
        }
        drawn.extend(sums.into_iter().map(|sum| (sum / (HUE_BLOCK * HUE_BLOCK) as u32) as u8));
    }
}
