//! Keypoints: small distinctive pieces of the printed form, to be found again on a filled page.

use std::iter::Sum;

use crate::image::grey::Grey;
use crate::register::affine::peak;

/// Square piece of the blank's half-size picture.
#[derive(Clone, Debug)]
pub(crate) struct Keypoint {
    /// Centre of the piece, at the common corner of four pixels.
    pub(crate) x: f64,
    pub(crate) y: f64,
    /// Pixels of the piece less their mean, row by row.
    piece: Vec<i16>,
    /// Sum of `piece`: not quite 0, because the mean is rounded.
    remainder: f32,
    /// Euclidean norm of `piece`.
    contrast: f32,
}

/// Match of a keypoint on a page.
#[derive(Clone, Copy, Debug)]
pub(crate) struct KeypointMatch {
    /// Offset from the expected place, in half-size pixels.
    pub(crate) off: (f64, f64),
    /// Normalised correlation with the print: 1 is the same picture.
    pub(crate) correlation: f32,
}

/// Distance in pixels from a keypoint's centre to its edge.
const REACH: usize = 12;
const SIDE: usize = 2 * REACH;
/// Side in pixels of the tiles, each of which has at most one keypoint, so that keypoints are spread over the page.
const TILE: usize = 78;
/// Step in pixels in which a tile is searched, and number of such steps along a keypoint's side.
const STEP: usize = 4;
const CELLS: usize = SIDE / STEP;
/// Minimum of the smaller eigenvalue of the structure tensor; on a straight line it is near 0.
const MIN_CORNER: f32 = 60_000.0;
/// Minimum contrast of a match; anything flatter is paper, even if it correlates well.
const MIN_CONTRAST: f32 = 150.0;

/// Returns the best keypoints of a blank page, spread over it.
pub(crate) fn keypoints_of(half: &Grey) -> Vec<Keypoint> {
    let rows = (0..half.height).step_by(TILE);
    let tiles = rows.flat_map(|top| (0..half.width).step_by(TILE).map(move |left| (left, top)));
    tiles.filter_map(|(left, top)| best_of_tile(half, left, top)).collect()
}

fn best_of_tile(half: &Grey, left: usize, top: usize) -> Option<Keypoint> {
    let within = |start: usize, size: usize| {
        start.max(REACH + 1)..(start + TILE).min(size.saturating_sub(REACH + 1))
    };
    let (columns, rows) = (within(left, half.width), within(top, half.height));
    let (wide, high) = (columns.len().div_ceil(STEP), rows.len().div_ceil(STEP));
    if wide == 0 || high == 0 {
        return None;
    }
    // Candidates overlap: the tensor of each cell is computed once.
    let cells_wide = wide + CELLS - 1;
    let cells: Vec<StructureTensor> = (0..(high + CELLS - 1) * cells_wide)
        .map(|at| {
            let (column, row) = (at % cells_wide, at / cells_wide);
            let (x, y) = (columns.start - REACH, rows.start - REACH);
            StructureTensor::of_cell(half, x + column * STEP, y + row * STEP)
        })
        .collect();
    let corner_strength = |column: usize, row: usize| {
        let rows = cells.chunks_exact(cells_wide).skip(row).take(CELLS);
        let around = rows.flat_map(|cells| &cells[column..column + CELLS]);
        around.copied().sum::<StructureTensor>().corner_strength()
    };
    let (strength, column, row) = (0..wide * high)
        .map(|at| (corner_strength(at % wide, at / wide), at % wide, at / wide))
        .max_by(|one, other| one.0.total_cmp(&other.0))?;
    let keypoint = || Keypoint::cut(half, columns.start + column * STEP, rows.start + row * STEP);
    (strength >= MIN_CORNER).then(keypoint)
}

/// Structure tensor: products of the gradients across and down, summed over a part of a picture.
#[derive(Clone, Copy, Default)]
struct StructureTensor {
    xx: i32,
    xy: i32,
    yy: i32,
}

impl StructureTensor {
    /// Tensor of a square with sides of [`STEP`] pixels.
    fn of_cell(half: &Grey, left: usize, top: usize) -> Self {
        let mut tensor = Self::default();
        for y in top..top + STEP {
            let luma = |x: usize, y: usize| i32::from(half.pixels[y * half.width + x]);
            for x in left..left + STEP {
                let across = luma(x + 1, y) - luma(x - 1, y);
                let down = luma(x, y + 1) - luma(x, y - 1);
                tensor.xx += across * across;
                tensor.xy += across * down;
                tensor.yy += down * down;
            }
        }
        tensor
    }

    /// Smaller eigenvalue: large only where print runs in two directions.
    fn corner_strength(self) -> f32 {
        let [xx, xy, yy] = [self.xx, self.xy, self.yy].map(|sum| sum as f32);
        f32::midpoint(xx, yy) - ((xx - yy) / 2.0).hypot(xy)
    }
}

impl Sum for StructureTensor {
    fn sum<I: Iterator<Item = Self>>(cells: I) -> Self {
        cells.fold(Self::default(), |sum, cell| Self {
            xx: sum.xx + cell.xx,
            xy: sum.xy + cell.xy,
            yy: sum.yy + cell.yy,
        })
    }
}

impl Keypoint {
    fn cut(half: &Grey, x: usize, y: usize) -> Self {
        let rows = y - REACH..y + REACH;
        let pixels: Vec<i16> = rows
            .flat_map(|y| &half.row(y)[x - REACH..x + REACH])
            .map(|pixel| i16::from(*pixel))
            .collect();
        let sum: i32 = pixels.iter().copied().map(i32::from).sum();
        let mean = (sum / pixels.len() as i32) as i16;
        let piece: Vec<i16> = pixels.into_iter().map(|pixel| pixel - mean).collect();
        let remainder = piece.iter().copied().map(f32::from).sum();
        let contrast = piece.iter().map(|pixel| f32::from(*pixel).powi(2)).sum::<f32>().sqrt();
        Self { x: x as f64, y: y as f64, piece, remainder, contrast }
    }

    /// Searches a page for the keypoint, up to `search` pixels from where `from_half` expects it.
    pub(crate) fn find(
        &self,
        preview: &Grey,
        from_half: &impl Fn(f64, f64) -> (f64, f64),
        search: usize,
    ) -> Option<KeypointMatch> {
        let window = Window::of(self.surroundings(preview, from_half, search), SIDE + 2 * search);
        let places = 2 * search + 1;
        let correlation: Vec<f32> = (0..places * places)
            .map(|place| self.correlation(&window, place % places, place / places))
            .collect();
        let (best, highest) = correlation
            .iter()
            .copied()
            .enumerate()
            .max_by(|one, other| one.1.total_cmp(&other.1))?;
        let (x, y) = (best % places, best / places);
        let row = &correlation[y * places..][..places];
        let column: Vec<f32> = correlation.iter().skip(x).step_by(places).copied().collect();
        let off = |line: &[f32], at: usize| at as f64 - search as f64 + peak(line, at);
        Some(KeypointMatch { off: (off(row, x), off(&column, y)), correlation: highest })
    }

    /// Samples the page around the expected place, upright and in the blank's size.
    fn surroundings(
        &self,
        preview: &Grey,
        from_half: &impl Fn(f64, f64) -> (f64, f64),
        search: usize,
    ) -> Vec<i16> {
        let side = SIDE + 2 * search;
        let reach = side as f64 / 2.0;
        let corner = (self.x - reach + 0.5, self.y - reach + 0.5);
        let mut window = Vec::with_capacity(side * side);
        for down in 0..side {
            for across in 0..side {
                let (x, y) = from_half(corner.0 + across as f64, corner.1 + down as f64);
                window.push(preview.sample(x - 0.5, y - 0.5) as i16);
            }
        }
        window
    }

    /// Normalised correlation with the keypoint-sized square of a window at this upper left corner.
    fn correlation(&self, window: &Window, left: usize, top: usize) -> f32 {
        let rows = window.pixels.chunks_exact(window.width).skip(top);
        let pieces = self.piece.as_chunks::<SIDE>().0.iter();
        let product: i32 =
            pieces.zip(rows).map(|(piece, row)| dot(piece, &row[left..][..SIDE])).sum();
        let (sum, squares) = window.sums(left, top);
        let mean = sum as f32 / (SIDE * SIDE) as f32;
        let contrast = (squares as f32 - mean * sum as f32).max(0.0).sqrt();
        if contrast < MIN_CONTRAST {
            return 0.0;
        }
        (product as f32 - self.remainder * mean) / (self.contrast * contrast)
    }
}

/// Part of a page in which a keypoint is searched.
struct Window {
    pixels: Vec<i16>,
    width: usize,
    /// Summed-area tables of the pixels and of their squares, with a first row and column of zeros.
    sums: Vec<(i32, i32)>,
}

impl Window {
    fn of(pixels: Vec<i16>, width: usize) -> Self {
        let mut sums = vec![(0, 0); width + 1];
        for row in pixels.chunks_exact(width) {
            let (mut sum, mut squares) = (0, 0);
            sums.push((0, 0));
            for pixel in row.iter().copied().map(i32::from) {
                sum += pixel;
                squares += pixel * pixel;
                let above = sums[sums.len() - width - 1];
                sums.push((above.0 + sum, above.1 + squares));
            }
        }
        Self { pixels, width, sums }
    }

    /// Sum of the pixels of a keypoint-sized square, and sum of their squares.
    fn sums(&self, left: usize, top: usize) -> (i32, i32) {
        let at = |x: usize, y: usize| self.sums[y * (self.width + 1) + x];
        let (right, bottom) = (left + SIDE, top + SIDE);
        let [a, b] = [at(left, top), at(right, top)];
        let [c, d] = [at(left, bottom), at(right, bottom)];
        (a.0 + d.0 - b.0 - c.0, a.1 + d.1 - b.1 - c.1)
    }
}

fn dot(one: &[i16], other: &[i16]) -> i32 {
    one.iter().zip(other).map(|(one, other)| i32::from(*one) * i32::from(*other)).sum()
}
