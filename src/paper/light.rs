//! The light on a page: scans are grey in places, photographed screens all over. Without it paper is white again.

use super::grey::{Grey, WHITE};

/// Paper at least this bright needs no help.
const BRIGHT: f32 = 248.0;
/// Paper darker than this part of the brightest is ink all over, and its neighbours know better.
const DARKEST: f32 = 0.55;
/// How many pixels of a tile are darker than its paper: print and writing seldom cover half of it.
const PAPER_RANK: f32 = 0.75;
/// Tiles along each side of a page.
const TILES: usize = 24;

/// How bright the paper is, tile by tile.
#[derive(Debug)]
pub(super) struct Light {
    tiles: Vec<f32>,
}

impl Light {
    /// The light on a page, unless it is white already.
    pub(super) fn on(page: &Grey) -> Option<Self> {
        let measured: Vec<u8> =
            (0..TILES * TILES).map(|tile| paper_in(page, tile % TILES, tile / TILES)).collect();
        let brightest = measured.iter().copied().max().unwrap_or(WHITE).max(1);
        let least = f32::from(brightest) * DARKEST;
        let around = |tile| f32::from(brightest_around(&measured, tile)).max(least);
        let tiles: Vec<f32> = (0..TILES * TILES).map(around).collect();
        tiles.iter().any(|paper| *paper < BRIGHT).then_some(Self { tiles })
    }

    /// The page, or the same page in another size, with white paper.
    pub(super) fn taken_off(&self, page: &Grey) -> Grey {
        let mut white = page.clone();
        let step = (page.width as f32 / TILES as f32, page.height as f32 / TILES as f32);
        for (y, row) in white.pixels.chunks_exact_mut(page.width).enumerate() {
            for (x, pixel) in row.iter_mut().enumerate().filter(|(_, pixel)| **pixel != WHITE) {
                let paper = self.at((x as f32 + 0.5) / step.0, (y as f32 + 0.5) / step.1);
                *pixel = (f32::from(*pixel) * f32::from(WHITE) / paper) as u8;
            }
        }
        white
    }

    /// Between the middles of four tiles.
    fn at(&self, x: f32, y: f32) -> f32 {
        let last = (TILES - 1) as f32;
        let (x, y) = ((x - 0.5).clamp(0.0, last), (y - 0.5).clamp(0.0, last));
        let (left, top) = (x as usize, y as usize);
        let (right, below) = ((left + 1).min(TILES - 1), (top + 1).min(TILES - 1));
        let (part_x, part_y) = (x - left as f32, y - top as f32);
        let tile = |x: usize, y: usize| self.tiles[y * TILES + x];
        let upper = tile(left, top) + (tile(right, top) - tile(left, top)) * part_x;
        let lower = tile(left, below) + (tile(right, below) - tile(left, below)) * part_x;
        upper + (lower - upper) * part_y
    }
}

/// The luma that is paper in one tile.
fn paper_in(page: &Grey, column: usize, row: usize) -> u8 {
    let span = |tile: usize, size: usize| tile * size / TILES..(tile + 1) * size / TILES;
    let columns = span(column, page.width);
    let mut counts = [0_u32; 256];
    for y in span(row, page.height).step_by(2) {
        for luma in &page.row(y)[columns.clone()] {
            counts[usize::from(*luma)] += 1;
        }
    }
    let rank = (counts.iter().sum::<u32>() as f32 * PAPER_RANK) as u32;
    let mut darker = 0;
    let reached = counts.iter().position(|count| {
        darker += count;
        darker > rank
    });
    reached.unwrap_or(usize::from(WHITE)) as u8
}

fn brightest_around(measured: &[u8], tile: usize) -> u8 {
    let around = |at: usize| at.saturating_sub(1)..(at + 2).min(TILES);
    let rows = around(tile / TILES);
    let tiles = rows.flat_map(|row| around(tile % TILES).map(move |column| row * TILES + column));
    tiles.map(|tile| measured[tile]).max().unwrap_or(WHITE)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn page(luma: impl Fn(usize, usize) -> u8) -> Grey {
        let mut page = Grey::white(480, 480);
        for (at, pixel) in page.pixels.iter_mut().enumerate() {
            *pixel = luma(at % 480, at / 480);
        }
        page
    }

    #[test]
    fn white_paper_is_left_alone_whatever_is_written_on_it() {
        assert!(Light::on(&page(|x, y| if x % 9 == 0 || y % 9 == 0 { 0 } else { 255 })).is_none());
    }

    #[test]
    fn a_shadow_goes_and_ink_stays() {
        let shadow = |x: usize| 250 - (x / 4) as u8;
        let ink = |x: usize, y: usize| (200..280).contains(&y) && (100..140).contains(&x);
        let shaded = page(|x, y| if ink(x, y) { 30 } else { shadow(x) });
        let white = Light::on(&shaded).unwrap().taken_off(&shaded);
        for (x, y) in [(20, 20), (240, 100), (460, 460), (90, 240)] {
            assert!(white.at(x, y) > 240, "{x} {y}: {}", white.at(x, y));
        }
        assert!(white.at(120, 240) < 60);
    }
}
