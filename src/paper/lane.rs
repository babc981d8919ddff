//! A row or a column of a crop with a printed line in it, which is measured there and divided by.

use std::ops::Range;

use super::grey::WHITE;

/// How much darker than drawn a line may come out; what is darker is ink that runs along it.
const DARKER: u8 = 40;
/// A line is measured piece by piece, each with what stands so far to both sides of it, every few pixels.
const PIECE: usize = 8;
const AROUND: usize = 28;
const EVERY: usize = 3;
/// The pixels that a piece is measured by.
const SAMPLES: usize = (PIECE + 2 * AROUND).div_ceil(EVERY);
/// How many of those pixels are darker than the line: as much of it may be covered by ink.
const LINE_RANK: f32 = 0.65;

/// Takes the printed lines off neighbouring rows, or columns, in their order. What is printed in one may come from a line up to
/// `reach` lanes away.
pub(super) fn take_off(lanes: &mut [Scanline], reach: usize) {
    let shown: Vec<Vec<u8>> = lanes.iter().map(Scanline::measured).collect();
    let places: Vec<usize> = lanes.iter().map(|lane| lane.at).collect();
    for (lane, prints) in lanes.iter_mut().zip(&shown) {
        let near = places.partition_point(|at| at + reach < lane.at)
            ..places.partition_point(|at| *at <= lane.at + reach);
        let mut papers = prints.clone();
        for shown in &shown[near] {
            papers.iter_mut().zip(shown).for_each(|(paper, luma)| *paper = (*paper).max(*luma));
        }
        lane.lighten(prints, &papers);
    }
}

/// A part of one row through which a printed line may run.
#[derive(Clone, Debug)]
pub(super) struct LineSegment {
    pub(super) along: Range<usize>,
    /// As dark as the line was drawn.
    pub(super) luma: u8,
}

/// A row or a column of a crop, through a part of which a printed line may run.
pub(super) struct Scanline {
    pub(super) at: usize,
    pub(super) stripe: LineSegment,
    pub(super) pixels: Vec<u8>,
}

/// What no line can be as dark as.
const UNMEASURED: u8 = 0;

impl Scanline {
    /// How light each piece would be without ink.
    fn measured(&self) -> Vec<u8> {
        let Range { start, end } = self.stripe.along;
        let darkest = self.stripe.luma.saturating_sub(DARKER);
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

    /// Divides by the print of each piece, so that it is as light as the paper beside it.
    fn lighten(&mut self, prints: &[u8], papers: &[u8]) {
        let Range { start, end } = self.stripe.along;
        for (piece, (print, paper)) in prints.iter().zip(papers).enumerate() {
            let (from, to) = (start.max(piece * PIECE), end.min((piece + 1) * PIECE));
            if from >= to || paper <= print {
                continue;
            }
            // In 65,536ths, so that no pixel is divided; one more than rounded down, or white would be just short of it.
            let gain = (u32::from(*paper) << 16) / u32::from(*print).max(1) + 1;
            for pixel in &mut self.pixels[from..to] {
                // 255 times the largest gain is just short of 32 bits.
                let lightened = u32::from(*pixel).wrapping_mul(gain) >> 16;
                *pixel = lightened.min(WHITE.into()) as u8;
            }
        }
    }
}

/// The luma of a line from pixels along it, some of which are covered by ink.
fn line_luma(pixels: &[u8]) -> u8 {
    let mut samples = [WHITE; SAMPLES];
    let count = pixels.len().div_ceil(EVERY);
    let samples = &mut samples[..count];
    samples.iter_mut().zip(pixels.iter().step_by(EVERY)).for_each(|(to, luma)| *to = *luma);
    let rank = (count as f32 * LINE_RANK) as usize;
    *samples.select_nth_unstable(rank).1
}
