//! Answer of a child in the format that its parent reads: the same for every renderer.

use super::wire::AnswerMetadata;
use crate::image::colour::{Colours, HUE_BLOCK, Shade};
use crate::image::grey::WHITE;
use crate::refusal::Refusal;

/// Pixels that were drawn, and facts about them. Pages are added as RGBA on white, row by row.
#[derive(Default)]
pub(super) struct Drawing {
    pub(super) facts: AnswerMetadata,
    drawn: Vec<u8>,
}

impl Drawing {
    /// Adds the luma of a page. Returns the colours on the page.
    pub(super) fn add(&mut self, pixels: &[u8], width: u16, height: u16) -> Colours {
        self.facts.sizes.push((usize::from(width), usize::from(height)));
        append_luma(pixels, &mut self.drawn)
    }

    /// Adds the luma of a page, with the tint and the channels that its colours require.
    pub(super) fn add_in_colour(&mut self, pixels: &[u8], width: u16, height: u16) {
        let colours = self.add(pixels, width, height);
        let (pixels, width): (&[[u8; 4]], _) = (pixels.as_chunks().0, usize::from(width.max(1)));
        if colours.tinted {
            self.facts.sizes.push((width / 2, usize::from(height) / 2));
            append_tint(pixels, width, &mut self.drawn);
        }
        if colours.any {
            let size = (width / HUE_BLOCK, usize::from(height) / HUE_BLOCK);
            self.facts.sizes.extend([size; 3]);
            append_channels(pixels, width, &mut self.drawn);
        }
        self.facts.colours.push(colours);
    }

    /// Adds the three channels of a page.
    pub(super) fn add_channels(&mut self, pixels: &[u8], width: u16, height: u16) {
        self.facts.sizes.extend([(usize::from(width), usize::from(height)); 3]);
        let pixels = pixels.as_chunks::<4>().0;
        for channel in 0..3 {
            self.drawn.extend(pixels.iter().map(|pixel| pixel[channel]));
        }
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
        if is_white(pixels) {
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

/// Appends the darkest channel, at half the size; an odd last row or column is left out.
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

/// Appends red, green and blue, each pixel the mean of a block; partial blocks are left out.
fn append_channels(pixels: &[[u8; 4]], width: usize, drawn: &mut Vec<u8>) {
    const PIXELS: u32 = (HUE_BLOCK * HUE_BLOCK) as u32;
    let mut sums = Vec::new();
    for rows in pixels.chunks_exact(HUE_BLOCK * width) {
        let start = sums.len();
        sums.resize(start + width / HUE_BLOCK, [0_u32; 3]);
        for row in rows.chunks_exact(width) {
            for (sum, block) in sums[start..].iter_mut().zip(row.as_chunks::<HUE_BLOCK>().0) {
                if is_white(block.as_flattened()) {
                    *sum = sum.map(|sum| sum + HUE_BLOCK as u32 * u32::from(WHITE));
                    continue;
                }
                for [red, green, blue, _] in block {
                    for (sum, luma) in sum.iter_mut().zip([red, green, blue]) {
                        *sum += u32::from(*luma);
                    }
                }
            }
        }
    }
    for channel in 0..3 {
        drawn.extend(sums.iter().map(|sum| (sum[channel] / PIXELS) as u8));
    }
}

/// Whether these pixels are all white: most of a page is, and this check takes a fraction of the time.
fn is_white(pixels: &[u8]) -> bool {
    let white = u32::from_ne_bytes([WHITE; 4]);
    let words = pixels.as_chunks().0.iter().map(|rgba| u32::from_ne_bytes(*rgba));
    words.fold(white, |all, rgba| all & rgba) == white
}
