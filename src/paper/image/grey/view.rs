//! Pictures mapped to other coordinates: turned, slanted, bent.

use rayon::prelude::*;

use super::{Grey, STEP, WHITE};
use crate::register::affine::AffineMap;

/// Number of pixels in a row between two places of a bent page that are computed.
const BENT_STEP: usize = 8;

/// Number of fractional bits of a fixed-point coordinate: enough for thousands of steps of one length.
const FRACTION: u32 = 24;
const PART: i64 = (1 << FRACTION) - 1;

fn fixed(coordinate: f64) -> i64 {
    (coordinate * f64::from(1 << FRACTION)) as i64
}

impl Grey {
    /// Maps the picture through `view`, which leads from a pixel here to one of the result.
    pub(crate) fn resample_affine(
        &self,
        view: &AffineMap,
        width: usize,
        height: usize,
    ) -> Option<Self> {
        let back = view.inverse()?;
        let mut warped = Self::white(width, height);
        let (start, next) = (back.apply(0.0, 0.0), back.apply(1.0, 0.0));
        let (right, down) = (fixed(next.0 - start.0), fixed(next.1 - start.1));
        let rows = warped.pixels.par_chunks_exact_mut(width.max(1)).enumerate();
        rows.for_each(|(y, row)| {
            let (x, y) = back.apply(0.5, y as f64 + 0.5);
            let (mut x, mut y) = (fixed(x - 0.5), fixed(y - 0.5));
            for part in row.chunks_mut(STEP) {
                let steps = part.len() as i64;
                let next = (x + steps * right, y + steps * down);
                self.sample_line((x, y), next, part);
                (x, y) = next;
            }
        });
        Some(warped)
    }

    /// Whether all pixels that [`Self::sample_fixed`] reads between two places are white.
    fn is_white_between(&self, from: (i64, i64), to: (i64, i64)) -> bool {
        let span = |one: i64, other: i64, size: usize| {
            let pixel = |at: i64| usize::try_from(at >> FRACTION).unwrap_or(0);
            pixel(one.min(other)).min(size)..(pixel(one.max(other)) + 2).min(size)
        };
        let (columns, rows) = (span(from.0, to.0, self.width), span(from.1, to.1, self.height));
        rows.into_iter().all(|y| {
            let line = &self.row(y)[columns.clone()];
            line.iter().fold(WHITE, |all, luma| all & luma) == WHITE
        })
    }

    /// Builds a picture each of whose pixels is sampled at the place that `from` returns, which must be smooth: between every
    /// [`BENT_STEP`] pixels places are interpolated.
    pub(crate) fn fetched(
        &self,
        width: usize,
        height: usize,
        from: impl Fn(f64, f64) -> (f64, f64) + Sync,
    ) -> Self {
        let mut fetched = Self::white(width, height);
        let place = |x: usize, y: usize| {
            let (x, y) = from(x as f64 + 0.5, y as f64 + 0.5);
            (fixed(x - 0.5), fixed(y - 0.5))
        };
        let rows = fetched.pixels.par_chunks_exact_mut(width.max(1)).enumerate();
        rows.for_each(|(y, row)| {
            let (mut x, mut start) = (0, place(0, y));
            for part in row.chunks_mut(BENT_STEP) {
                x += part.len();
                let end = place(x, y);
                self.sample_line(start, end, part);
                start = end;
            }
        });
        fetched
    }

    /// Samples the places from `start` to just before `end`, as many as `line` has pixels. These are white at first.
    fn sample_line(&self, start: (i64, i64), end: (i64, i64), line: &mut [u8]) {
        if self.is_white_between(start, end) {
            return;
        }
        let steps = line.len() as i64;
        let (right, down) = ((end.0 - start.0) / steps, (end.1 - start.1) / steps);
        for (step, pixel) in (0..).zip(line) {
            *pixel = self.sample_fixed(start.0 + step * right, start.1 + step * down);
        }
    }

    /// Bilinear interpolation like `Grey::sample`, fast enough for millions of places: coordinates are [`fixed`].
    fn sample_fixed(&self, x: i64, y: i64) -> u8 {
        // Negative coordinates become huge unsigned numbers, beyond the right or the lower edge.
        let (left, top) = ((x >> FRACTION) as usize, (y >> FRACTION) as usize);
        if left >= self.width.saturating_sub(1) || top >= self.height.saturating_sub(1) {
            return WHITE;
        }
        let at = top * self.width + left;
        let [upper, upper_right] = [self.pixels[at], self.pixels[at + 1]];
        let [lower, lower_right] = [self.pixels[at + self.width], self.pixels[at + self.width + 1]];
        if [upper, upper_right, lower, lower_right] == [WHITE; 4] {
            return WHITE;
        }
        let between =
            |one: i64, other: i64, part: i64| (one << 8) + (other - one) * (part >> (FRACTION - 8));
        let upper = between(upper.into(), upper_right.into(), x & PART);
        let lower = between(lower.into(), lower_right.into(), x & PART);
        (between(upper, lower, y & PART) >> 16) as u8
    }
}
