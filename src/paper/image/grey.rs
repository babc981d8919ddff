//! Grey picture, the only kind of picture that the reader works on.

mod view;

use rayon::prelude::*;

use domain::form::Rect;

/// Luma of paper without anything on it.
pub(crate) const WHITE: u8 = 255;

/// Picture in grey: rows of luma, 0 black to 255 white.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Grey {
    pub(crate) width: usize,
    pub(crate) height: usize,
    pub(crate) pixels: Vec<u8>,
}

/// Part of a picture, in whole pixels.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Area {
    pub(crate) left: usize,
    pub(crate) top: usize,
    pub(crate) width: usize,
    pub(crate) height: usize,
}

impl From<Rect> for Area {
    fn from(rect: Rect) -> Self {
        let [left, top, width, height] =
            [rect.left, rect.top, rect.width, rect.height].map(|side| side as usize);
        Self { left, top, width, height }
    }
}

impl Grey {
    /// Creates a picture of blank paper.
    pub(crate) fn white(width: usize, height: usize) -> Self {
        Self { width, height, pixels: vec![WHITE; width * height] }
    }

    /// Luma of a pixel, or white outside of the picture.
    pub(crate) fn at(&self, x: isize, y: isize) -> u8 {
        match (usize::try_from(x), usize::try_from(y)) {
            (Ok(x), Ok(y)) if x < self.width && y < self.height => self.pixels[y * self.width + x],
            _ => WHITE,
        }
    }

    /// Whether there is nothing dark on the picture.
    pub(crate) fn is_empty(&self) -> bool {
        self.pixels.iter().all(|luma| *luma > WHITE / 2)
    }

    /// Pixels of the row.
    pub(crate) fn row(&self, y: usize) -> &[u8] {
        &self.pixels[y * self.width..][..self.width]
    }

    /// Bilinear interpolation between four pixels; (0, 0) is the middle of the first pixel.
    pub(crate) fn sample(&self, x: f64, y: f64) -> f32 {
        let ((left, right), (top, below)) = (parts(x), parts(y));
        let between = |[one, other]: [u8; 2]| {
            let (one, other) = (f32::from(one), f32::from(other));
            one + (other - one) * right
        };
        let [upper, lower] = self.square(left, top).map(between);
        upper + (lower - upper) * below
    }

    /// Two pixels from `(left, top)` to the right, and the two below them; white outside of the picture.
    fn square(&self, left: isize, top: isize) -> [[u8; 2]; 2] {
        let pair = |row: &[u8], at: usize| row.get(at..at + 2)?.try_into().ok();
        if let (Ok(x), Ok(y)) = (usize::try_from(left), usize::try_from(top))
            && x + 1 < self.width
            && let Some(rows) = self.pixels.get(y * self.width..(y + 2) * self.width)
            && let (Some(upper), Some(lower)) = (pair(rows, x), pair(rows, self.width + x))
        {
            return [upper, lower];
        }
        [[(0, 0), (1, 0)], [(0, 1), (1, 1)]]
            .map(|row| row.map(|(dx, dy)| self.at(left + dx, top + dy)))
    }

    /// Copies one part of the picture; pixels outside of the picture are white.
    pub(crate) fn cut(&self, area: Area) -> Self {
        let mut part = Self::white(area.width, area.height);
        let (left, right) = (area.left.min(self.width), (area.left + area.width).min(self.width));
        for y in area.top..(area.top + area.height).min(self.height) {
            let to = (y - area.top) * area.width;
            part.pixels[to..to + right - left].copy_from_slice(&self.row(y)[left..right]);
        }
        part
    }

    /// Scales the picture down to `scale` of its size, rounded down to whole pixels, each the mean of the pixels that it covers.
    pub(crate) fn shrunk(&self, scale: f64) -> Self {
        let width = ((self.width as f64 * scale) as usize).max(1);
        let height = ((self.height as f64 * scale) as usize).max(1);
        let (columns, rows) = (spans(self.width, width, scale), spans(self.height, height, scale));
        let mut small = Self::white(width, height);
        let out = small.pixels.par_chunks_exact_mut(width);
        rows.par_iter().zip(out).for_each(|(row, out)| {
            let mut sums = vec![0_u32; self.width];
            for y in row.clone() {
                for (sum, pixel) in sums.iter_mut().zip(self.row(y)) {
                    *sum += u32::from(*pixel);
                }
            }
            for (column, out) in columns.iter().zip(out) {
                let area = (column.len() * row.len()) as u32;
                *out = ((sums[column.clone()].iter().sum::<u32>() + area / 2) / area) as u8;
            }
        });
        small
    }

    /// Returns the picture with black and white exchanged.
    pub(crate) fn inverted(&self) -> Self {
        let pixels = self.pixels.iter().map(|luma| WHITE - luma).collect();
        Self { pixels, ..*self }
    }

    /// Returns the mirror image.
    pub(crate) fn mirrored(&self) -> Self {
        let rows = self.pixels.chunks_exact(self.width.max(1));
        Self { pixels: rows.flat_map(|row| row.iter().rev().copied()).collect(), ..*self }
    }

    /// Returns the picture with rows and columns exchanged.
    pub(crate) fn transposed(&self) -> Self {
        let column = |x: usize| self.pixels.iter().skip(x).step_by(self.width).copied();
        let pixels = (0..self.width).flat_map(column).collect();
        Self { width: self.height, height: self.width, pixels }
    }

    /// Whether most of the picture is dark.
    pub(crate) fn is_dark(&self) -> bool {
        let dark = self.pixels.iter().filter(|luma| **luma < WHITE / 2).count();
        2 * dark > self.pixels.len()
    }

    /// Replaces each pixel by the one that `pick` prefers of all that are at most `reach` away in both directions: dilation or
    /// erosion with a square.
    pub(crate) fn spread(&self, reach: usize, pick: impl Fn(u8, u8) -> u8) -> Self {
        let mut wide = self.clone();
        for (row, out) in
            self.pixels.chunks_exact(self.width).zip(wide.pixels.chunks_exact_mut(self.width))
        {
            for off in 1..=reach.min(self.width.saturating_sub(1)) {
                let (left, right) = (&row[..self.width - off], &row[off..]);
                out[off..].iter_mut().zip(left).for_each(|(out, seen)| *out = pick(*out, *seen));
                out.iter_mut().zip(right).for_each(|(out, seen)| *out = pick(*out, *seen));
            }
        }
        let mut spread = wide.clone();
        for (y, out) in spread.pixels.chunks_exact_mut(self.width).enumerate() {
            for near in y.saturating_sub(reach)..(y + reach + 1).min(self.height) {
                let row = wide.row(near);
                out.iter_mut().zip(row).for_each(|(out, seen)| *out = pick(*out, *seen));
            }
        }
        spread
    }

    /// Returns the picture at half its size; an odd last row or column is left out.
    pub(crate) fn halved(&self) -> Self {
        let mut half = Self::white(self.width / 2, self.height / 2);
        let rows = half.pixels.par_chunks_exact_mut((self.width / 2).max(1)).enumerate();
        rows.for_each(|(y, row)| {
            let (upper, lower) = (self.row(2 * y), self.row(2 * y + 1));
            let pairs = upper.chunks(STEP).zip(lower.chunks(STEP));
            for ((upper, lower), out) in pairs.zip(row.chunks_mut(STEP / 2)) {
                if *upper == [WHITE; STEP] && *lower == [WHITE; STEP] {
                    continue;
                }
                let quads = upper.as_chunks::<2>().0.iter().zip(lower.as_chunks::<2>().0);
                for (([a, b], [c, d]), out) in quads.zip(out) {
                    let sum: u16 = [a, b, c, d].into_iter().copied().map(u16::from).sum();
                    *out = ((sum + 2) / 4) as u8;
                }
            }
        });
        half
    }
}

/// Number of pixels that are checked together: most of a page is white, and this check takes a fraction of the time.
pub(crate) const STEP: usize = 32;

/// Splits a coordinate into the pixel before it and the remainder; without SSE 4.1 `floor` is a call.
fn parts(coordinate: f64) -> (isize, f32) {
    let towards_zero = coordinate as isize;
    let floor = towards_zero - isize::from(towards_zero as f64 > coordinate);
    (floor, (coordinate - floor as f64) as f32)
}

/// Ranges of the `from` pixels that each pixel of the smaller `to` covers.
fn spans(from: usize, to: usize, scale: f64) -> Vec<std::ops::Range<usize>> {
    let edge = |at: usize| ((at as f64 / scale).round() as usize).min(from);
    (0..to)
        .map(|at| {
            let start = edge(at).min(from - 1);
            start..edge(at + 1).max(start + 1)
        })
        .collect()
}
