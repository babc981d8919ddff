//! Scanline of a crop that runs along a printed rule; measures the rule's luma and divides it out.

use std::ops::Range;

use crate::image::grey::WHITE;

/// Maximum luma by which a line is darker than on the blank; darker pixels are ink that runs along it.
const MAX_DARKENING: u8 = 40;
/// Length in pixels of the pieces in which a line is measured, length on either side that is measured with each, and sampling
/// step.
const PIECE: usize = 8;
const AROUND: usize = 28;
const EVERY: usize = 3;
/// Maximum number of samples of a piece.
const MAX_SAMPLES: usize = (PIECE + 2 * AROUND).div_ceil(EVERY);
/// Share of the samples that are darker than the line: up to this share may be covered by ink.
const LINE_RANK: f32 = 0.65;

/// Divides the printed lines out of neighbouring rows or columns, in their order. The lightest scanline at most `reach` away
/// shows the paper beside a line.
pub(crate) fn divide_out(scanlines: &mut [Scanline], reach: usize) {
    let shown: Vec<Vec<u8>> = scanlines.iter().map(Scanline::measured).collect();
    let places: Vec<usize> = scanlines.iter().map(|scanline| scanline.at).collect();
    for (scanline, prints) in scanlines.iter_mut().zip(&shown) {
        let near = places.partition_point(|at| at + reach < scanline.at)
            ..places.partition_point(|at| *at <= scanline.at + reach);
        let mut papers = prints.clone();
        for shown in &shown[near] {
            papers.iter_mut().zip(shown).for_each(|(paper, luma)| *paper = (*paper).max(*luma));
        }
        scanline.lighten(prints, &papers);
    }
}

/// Part of a scanline through which a printed line may run.
#[derive(Clone, Debug)]
pub(crate) struct LineSegment {
    pub(crate) along: Range<usize>,
    /// Luma of the line on the blank, where it is darkest.
    pub(crate) luma: u8,
}

/// Row or column of a crop, through a part of which a printed line may run.
pub(crate) struct Scanline {
    pub(crate) at: usize,
    pub(crate) stripe: LineSegment,
    pub(crate) pixels: Vec<u8>,
}

/// Luma of pieces without a line, below that of any line.
const UNMEASURED: u8 = 0;

impl Scanline {
    /// Luma of each piece without ink.
    fn measured(&self) -> Vec<u8> {
        let Range { start, end } = self.stripe.along;
        let darkest = self.stripe.luma.saturating_sub(MAX_DARKENING);
        let mut shown = vec![UNMEASURED; self.pixels.len().div_ceil(PIECE)];
        for (piece, shown) in shown.iter_mut().enumerate() {
            let (from, to) = (start.max(piece * PIECE), end.min((piece + 1) * PIECE));
            if from < to {
                let around = from.saturating_sub(AROUND).max(start)..(to + AROUND).min(end);
                *shown = line_luma(&self.pixels[around]).max(darkest);
            }
        }
        shown
    }

    /// Divides each piece by the luma of its print, so that it becomes as light as the paper beside it.
    fn lighten(&mut self, prints: &[u8], papers: &[u8]) {
        let Range { start, end } = self.stripe.along;
        for (piece, (print, paper)) in prints.iter().zip(papers).enumerate() {
            let (from, to) = (start.max(piece * PIECE), end.min((piece + 1) * PIECE));
            if from >= to || paper <= print {
                continue;
            }
            // Fixed point with 16 fractional bits, so that no pixel needs a division; plus 1, or white would be rounded down to
            // 254.
            let gain = (u32::from(*paper) << 16) / u32::from(*print).max(1) + 1;
            for pixel in &mut self.pixels[from..to] {
                // No overflow: 255 times the largest gain is just below 2^32.
                let lightened = u32::from(*pixel).wrapping_mul(gain) >> 16;
                *pixel = lightened.min(WHITE.into()) as u8;
            }
        }
    }
}

/// Luma of a line from pixels along it, some of which are covered by ink.
fn line_luma(pixels: &[u8]) -> u8 {
    let mut samples = [WHITE; MAX_SAMPLES];
    let count = pixels.len().div_ceil(EVERY);
    let samples = &mut samples[..count];
    samples.iter_mut().zip(pixels.iter().step_by(EVERY)).for_each(|(to, luma)| *to = *luma);
    let rank = (count as f32 * LINE_RANK) as usize;
    *samples.select_nth_unstable(rank).1
}
