//! Small pieces of the printed form that can be told from their surroundings, to be found again on a filled page.

use super::grey::Grey;
use super::transform::Transform;

/// A square piece of the blank's half-size picture.
#[derive(Clone, Debug)]
pub(super) struct Anchor {
    /// Its middle.
    pub(super) x: f64,
    pub(super) y: f64,
    /// Its pixels without their mean, row by row.
    piece: Vec<i32>,
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
const SIDE: usize = 2 * REACH + 1;
/// One anchor at most in each square of this side, so that they are spread over the page.
const TILE: usize = 78;
/// How much print must run in both directions; a straight line has next to none in one of them.
const LEAST_CORNER: f32 = 60_000.0;
/// Flatter than this is paper, whatever it correlates with.
const LEAST_CONTRAST: f32 = 150.0;

/// The best anchors of a blank page, spread over it.
pub(super) fn anchors_of(half: &Grey) -> Vec<Anchor> {
    let mut anchors = Vec::new();
    for top in (0..half.height).step_by(TILE) {
        for left in (0..half.width).step_by(TILE) {
            anchors.extend(best_of_tile(half, left, top));
        }
    }
    anchors
}

fn best_of_tile(half: &Grey, left: usize, top: usize) -> Option<Anchor> {
    let columns = left.max(REACH + 1)..(left + TILE).min(half.width.saturating_sub(REACH + 1));
    let rows = top.max(REACH + 1)..(top + TILE).min(half.height.saturating_sub(REACH + 1));
    let spots = rows.step_by(4).flat_map(|y| columns.clone().step_by(4).map(move |x| (x, y)));
    let (strength, x, y) = spots
        .map(|(x, y)| (corner_strength(half, x, y), x, y))
        .max_by(|one, other| one.0.total_cmp(&other.0))?;
    (strength >= LEAST_CORNER).then(|| Anchor::cut(half, x, y))
}

/// The smaller eigenvalue of the gradients around a pixel: large only where print runs in two directions.
fn corner_strength(half: &Grey, x: usize, y: usize) -> f32 {
    let (mut xx, mut xy, mut yy) = (0_i64, 0_i64, 0_i64);
    for y in y - REACH..=y + REACH {
        for x in x - REACH..=x + REACH {
            let at = |x: usize, y: usize| i64::from(half.pixels[y * half.width + x]);
            let across = at(x + 1, y) - at(x - 1, y);
            let down = at(x, y + 1) - at(x, y - 1);
            xx += across * across;
            xy += across * down;
            yy += down * down;
        }
    }
    let (xx, xy, yy) = (xx as f32, xy as f32, yy as f32);
    f32::midpoint(xx, yy) - (((xx - yy) / 2.0).powi(2) + xy * xy).sqrt()
}

impl Anchor {
    fn cut(half: &Grey, x: usize, y: usize) -> Self {
        let rows = y - REACH..=y + REACH;
        let pixels: Vec<i32> = rows
            .flat_map(|y| &half.row(y)[x - REACH..=x + REACH])
            .map(|pixel| i32::from(*pixel))
            .collect();
        let mean = pixels.iter().sum::<i32>() / pixels.len() as i32;
        let piece: Vec<i32> = pixels.into_iter().map(|pixel| pixel - mean).collect();
        let contrast = piece.iter().map(|pixel| (pixel * pixel) as f32).sum::<f32>().sqrt();
        Self { x: x as f64 + 0.5, y: y as f64 + 0.5, piece, contrast }
    }

    /// Looks for the anchor on a page up to `search` pixels from where `from_half` expects it.
    pub(super) fn find(
        &self,
        look: &Grey,
        from_half: &Transform,
        search: usize,
    ) -> Option<Sighting> {
        let window = self.surroundings(look, from_half, search);
        let places = 2 * search + 1;
        let likeness: Vec<f32> = (0..places * places)
            .map(|place| self.likeness(&window, SIDE + 2 * search, place % places, place / places))
            .collect();
        let (best, highest) =
            likeness.iter().copied().enumerate().max_by(|one, other| one.1.total_cmp(&other.1))?;
        let at = |dx: isize, dy: isize| {
            let (x, y) = ((best % places) as isize + dx, (best / places) as isize + dy);
            let inside = 0..places as isize;
            (inside.contains(&x) && inside.contains(&y))
                .then(|| likeness[y as usize * places + x as usize])
        };
        let off = |place: usize, before, after| {
            place as f64 - search as f64 + f64::from(peak(before, highest, after))
        };
        Some(Sighting {
            off: (off(best % places, at(-1, 0), at(1, 0)), off(best / places, at(0, -1), at(0, 1))),
            likeness: highest,
        })
    }

    /// The page around the expected place, upright and in the blank's size.
    fn surroundings(&self, look: &Grey, from_half: &Transform, search: usize) -> Vec<i32> {
        let reach = (REACH + search) as isize;
        let mut window = Vec::with_capacity((SIDE + 2 * search).pow(2));
        for down in -reach..=reach {
            for across in -reach..=reach {
                let (x, y) = from_half.apply(self.x + across as f64, self.y + down as f64);
                window.push(look.sample(x - 0.5, y - 0.5) as i32);
            }
        }
        window
    }

    fn likeness(&self, window: &[i32], width: usize, left: usize, top: usize) -> f32 {
        let (mut product, mut sum, mut squares) = (0_i32, 0_i32, 0_i32);
        for (piece, row) in self.piece.chunks_exact(SIDE).zip(window.chunks_exact(width).skip(top))
        {
            for (printed, seen) in piece.iter().zip(&row[left..left + SIDE]) {
                product += printed * seen;
                sum += seen;
                squares += seen * seen;
            }
        }
        let pixels = (SIDE * SIDE) as f32;
        let mean = sum as f32 / pixels;
        let contrast = (squares as f32 - mean * sum as f32).max(0.0).sqrt();
        if contrast < LEAST_CONTRAST {
            return 0.0;
        }
        // The piece's mean was rounded, so a little of the window's own mean has to be taken off again.
        let bias = self.piece.iter().sum::<i32>() as f32 * mean;
        (product as f32 - bias) / (self.contrast * contrast)
    }
}

/// Where between the pixels the top of a hill is, from its highest pixel and that one's neighbours.
fn peak(before: Option<f32>, highest: f32, after: Option<f32>) -> f32 {
    let (Some(before), Some(after)) = (before, after) else { return 0.0 };
    let bend = before - 2.0 * highest + after;
    if bend > -1e-6 { 0.0 } else { ((before - after) / (2.0 * bend)).clamp(-0.5, 0.5) }
}
