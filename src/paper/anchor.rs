//! Small pieces of the printed form that can be told from their surroundings, to be found again on a filled page.

use super::grey::Grey;
use super::transform::peak;

/// A square piece of the blank's half-size picture.
#[derive(Clone, Debug)]
pub(super) struct Anchor {
    /// Its middle, between two pixels.
    pub(super) x: f64,
    pub(super) y: f64,
    /// Its pixels without their mean, row by row.
    piece: Vec<i16>,
    /// What is left of the mean, because it was rounded.
    remainder: f32,
    /// The length of `piece` as a vector.
    contrast: f32,
}

/// An anchor seen on a page.
#[derive(Clone, Copy, Debug)]
pub(super) struct Sighting {
    /// How far from where it was expected, in half-size pixels.
    pub(super) off: (f64, f64),
    /// Correlation with the print: 1 is the same picture.
    pub(super) likeness: f32,
}

/// Pixels from an anchor's middle to its edge.
const REACH: usize = 12;
const SIDE: usize = 2 * REACH;
/// One anchor at most in each square of this side, so that they are spread over the page.
const TILE: usize = 78;
/// A tile is searched in steps of this many pixels.
const STEP: usize = 4;
/// How much print must run in both directions; a straight line has next to none in one of them.
const LEAST_CORNER: f32 = 60_000.0;
/// Flatter than this is paper, whatever it correlates with.
const LEAST_CONTRAST: f32 = 150.0;

/// The best anchors of a blank page, spread over it.
pub(super) fn anchors_of(half: &Grey) -> Vec<Anchor> {
    let rows = (0..half.height).step_by(TILE);
    let tiles = rows.flat_map(|top| (0..half.width).step_by(TILE).map(move |left| (left, top)));
    tiles.filter_map(|(left, top)| best_of_tile(half, left, top)).collect()
}

fn best_of_tile(half: &Grey, left: usize, top: usize) -> Option<Anchor> {
    let within = |start: usize, size: usize| {
        start.max(REACH + 1)..(start + TILE).min(size.saturating_sub(REACH + 1))
    };
    let (columns, rows) = (within(left, half.width), within(top, half.height));
    let spots = rows.step_by(STEP).flat_map(|y| columns.clone().step_by(STEP).map(move |x| (x, y)));
    let (strength, x, y) = spots
        .map(|(x, y)| (corner_strength(half, x, y), x, y))
        .max_by(|one, other| one.0.total_cmp(&other.0))?;
    (strength >= LEAST_CORNER).then(|| Anchor::cut(half, x, y))
}

/// The smaller eigenvalue of the gradients around a spot: large only where print runs in two directions.
fn corner_strength(half: &Grey, x: usize, y: usize) -> f32 {
    let (mut xx, mut xy, mut yy) = (0.0, 0.0, 0.0);
    for y in y - REACH..y + REACH {
        for x in x - REACH..x + REACH {
            let at = |x: usize, y: usize| f32::from(half.pixels[y * half.width + x]);
            let across = at(x + 1, y) - at(x - 1, y);
            let down = at(x, y + 1) - at(x, y - 1);
            xx += across * across;
            xy += across * down;
            yy += down * down;
        }
    }
    f32::midpoint(xx, yy) - ((xx - yy) / 2.0).hypot(xy)
}

impl Anchor {
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

    /// Looks for the anchor on a page up to `search` pixels from where `from_half` expects it.
    pub(super) fn find(
        &self,
        look: &Grey,
        from_half: &impl Fn(f64, f64) -> (f64, f64),
        search: usize,
    ) -> Option<Sighting> {
        let window = self.surroundings(look, from_half, search);
        let places = 2 * search + 1;
        let likeness: Vec<f32> = (0..places * places)
            .map(|place| self.likeness(&window, SIDE + 2 * search, place % places, place / places))
            .collect();
        let (best, highest) =
            likeness.iter().copied().enumerate().max_by(|one, other| one.1.total_cmp(&other.1))?;
        let (x, y) = (best % places, best / places);
        let row = &likeness[y * places..][..places];
        let column: Vec<f32> = likeness.iter().skip(x).step_by(places).copied().collect();
        let off = |line: &[f32], at: usize| at as f64 - search as f64 + peak(line, at);
        Some(Sighting { off: (off(row, x), off(&column, y)), likeness: highest })
    }

    /// The page around the expected place, upright and in the blank's size.
    fn surroundings(
        &self,
        look: &Grey,
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
                window.push(look.sample(x - 0.5, y - 0.5) as i16);
            }
        }
        window
    }

    /// The normalised correlation with one place of a window `width` pixels wide.
    fn likeness(&self, window: &[i16], width: usize, left: usize, top: usize) -> f32 {
        let (mut product, mut sum, mut squares) = (0, 0, 0);
        let rows = window.chunks_exact(width).skip(top);
        for (piece, row) in self.piece.as_chunks::<SIDE>().0.iter().zip(rows) {
            let seen = &row[left..left + SIDE];
            product += dot(piece, seen);
            sum += dot(&[1; SIDE], seen);
            squares += dot(seen, seen);
        }
        let mean = sum as f32 / (SIDE * SIDE) as f32;
        let contrast = (squares as f32 - mean * sum as f32).max(0.0).sqrt();
        if contrast < LEAST_CONTRAST {
            return 0.0;
        }
        (product as f32 - self.remainder * mean) / (self.contrast * contrast)
    }
}

fn dot(one: &[i16], other: &[i16]) -> i32 {
    one.iter().zip(other).map(|(one, other)| i32::from(*one) * i32::from(*other)).sum()
}
