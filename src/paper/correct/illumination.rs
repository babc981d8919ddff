//! Illumination of a page, removed so that paper is white: scans are grey in places, photographed screens all over.

use std::ops::Range;

use rayon::prelude::*;

use crate::correct::filled_area;
use crate::image::grey::{Grey, WHITE};

/// Luma of paper above which no correction is needed.
const BRIGHT: u8 = 248;
/// Minimum luma of shaded paper as a share of the brightest.
const MIN_BRIGHTNESS: f32 = 0.22;
/// Share of the brightest luma below which a tile is all ink, and does not show the light.
const BLOT: f32 = 0.12;
/// Share of a tile's pixels that may be darker than its paper: print and writing seldom cover half of it.
const PAPER_RANK: f32 = 0.75;
/// Number of tiles across and down a page, nearly square ones: small enough to follow the edge of a shadow.
const COLUMNS: usize = 72;
const ROWS: usize = 96;
/// Half the maximum width, in tiles, of dark areas that count as drawn on the paper regardless of their edges.
const NARROW: usize = 1;

/// Luma of the paper in each tile.
#[derive(Debug)]
pub(crate) struct Illumination {
    tiles: Vec<f32>,
}

impl Illumination {
    /// Measures the light on a page; `None` if the page is white already.
    pub(crate) fn on(page: &Grey) -> Option<Self> {
        let tiles = || {
            let all = (0..COLUMNS * ROWS).into_par_iter();
            all.map(|tile| Tile::of(page, tile % COLUMNS, tile / COLUMNS))
        };
        if tiles().all(|tile| tile.is_white()) {
            return None;
        }
        let measured = tiles().map(|tile| tile.paper()).collect();
        let measured = Grey { width: COLUMNS, height: ROWS, pixels: measured };
        let mut papers = measured.spread(NARROW, u8::max).spread(NARROW, u8::min);
        filled_area::remove(&mut papers, page);
        let papers = papers.pixels;
        let brightest = papers.iter().copied().max().unwrap_or(WHITE).max(1);
        let brightest = f32::from(brightest);
        let light_of = |paper: u8| {
            let paper = f32::from(paper);
            if paper < BLOT * brightest { brightest } else { paper.max(MIN_BRIGHTNESS * brightest) }
        };
        let tiles: Vec<f32> = papers.into_iter().map(light_of).collect();
        tiles.iter().any(|paper| *paper < f32::from(BRIGHT)).then_some(Self { tiles })
    }

    /// Makes the paper white on the page, or on the same page in another size.
    pub(crate) fn remove_from(&self, page: &mut Grey) {
        let columns: Vec<(usize, f32)> =
            (0..page.width).map(|x| between_tiles(x, page.width, COLUMNS)).collect();
        let (width, height) = (page.width, page.height);
        let rows = page.pixels.par_chunks_exact_mut(width).enumerate();
        rows.for_each(|(y, row)| {
            let gains = self.gains_of_row(between_tiles(y, height, ROWS));
            for ((tile, part), pixel) in columns.iter().zip(row) {
                let gain = gains[*tile] + (gains[tile + 1] - gains[*tile]) * part;
                *pixel = (f32::from(*pixel) * gain) as u8;
            }
        });
    }

    /// Returns the gain that makes paper white along one row, for the middle of each tile; the last one is repeated.
    fn gains_of_row(&self, (tile, part): (usize, f32)) -> Vec<f32> {
        let row = |tile: usize| &self.tiles[tile.min(ROWS - 1) * COLUMNS..][..COLUMNS];
        let papers = row(tile).iter().zip(row(tile + 1));
        let gain =
            |(upper, lower): (&f32, &f32)| f32::from(WHITE) / (upper + (lower - upper) * part);
        let mut gains: Vec<f32> = papers.map(gain).collect();
        gains.extend(gains.last().copied());
        gains
    }
}

/// Returns the index of the tile whose middle lies before a pixel, and the distance from there as a share of a tile.
fn between_tiles(pixel: usize, size: usize, tiles: usize) -> (usize, f32) {
    let at = (pixel as f32 + 0.5) * tiles as f32 / size as f32 - 0.5;
    let at = at.clamp(0.0, (tiles - 1) as f32);
    (at as usize, at - at.floor())
}

/// Tile, a small part of a page.
struct Tile<'a> {
    page: &'a Grey,
    columns: Range<usize>,
    rows: Range<usize>,
}

impl<'a> Tile<'a> {
    fn of(page: &'a Grey, column: usize, row: usize) -> Self {
        let span =
            |tile: usize, tiles: usize, size: usize| tile * size / tiles..(tile + 1) * size / tiles;
        Self {
            page,
            columns: span(column, COLUMNS, page.width),
            rows: span(row, ROWS, page.height),
        }
    }

    /// Every second row of the tile.
    fn sampled(&self) -> impl Iterator<Item = &'a [u8]> {
        let (page, columns) = (self.page, self.columns.clone());
        self.rows.clone().step_by(2).map(move |y| &page.row(y)[columns.clone()])
    }

    /// Number of the sampled pixels that may be darker than the tile's paper.
    fn rank(&self) -> u32 {
        let pixels = self.columns.len() * self.rows.len().div_ceil(2);
        (pixels as f32 * PAPER_RANK) as u32
    }

    /// Whether [`Tile::paper`] needs no correction. Most pages are white throughout, and this check is faster.
    fn is_white(&self) -> bool {
        let dark = |row: &[u8]| row.iter().map(|luma| u32::from(*luma < BRIGHT)).sum::<u32>();
        self.sampled().map(dark).sum::<u32>() <= self.rank()
    }

    /// Luma of the tile's paper.
    fn paper(&self) -> u8 {
        let mut counts = [0_u32; 256];
        for luma in self.sampled().flatten() {
            counts[usize::from(*luma)] += 1;
        }
        let mut darker = 0;
        let reached = counts.iter().position(|count| {
            darker += count;
            darker > self.rank()
        });
        reached.unwrap_or(usize::from(WHITE)) as u8
    }
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
    fn written_white_paper_is_left_unchanged() {
        assert!(
            Illumination::on(&page(|x, y| if x % 9 == 0 || y % 9 == 0 { 0 } else { 255 }))
                .is_none()
        );
    }

    #[test]
    fn shadow_is_removed_ink_is_kept() {
        let shadow = |x: usize| 250 - (x / 4) as u8;
        let ink = |x: usize, y: usize| (200..280).contains(&y) && (100..140).contains(&x);
        let shaded = page(|x, y| if ink(x, y) { 30 } else { shadow(x) });
        let mut white = shaded.clone();
        Illumination::on(&shaded).unwrap().remove_from(&mut white);
        for (x, y) in [(20, 20), (240, 100), (460, 460), (90, 240)] {
            assert!(white.at(x, y) > 240, "{x} {y}: {}", white.at(x, y));
        }
        assert!(white.at(120, 240) < 60);
    }

    #[test]
    fn deep_shadow_in_dim_light_is_removed() {
        let shadow = |x: usize, y: usize| {
            let away = (x as f32 - 240.0).hypot(y as f32 - 240.0) - 130.0;
            1.0 - 0.55 * (0.5 - away / 60.0).clamp(0.0, 1.0)
        };
        let dim = |x: usize| 250.0 - 130.0 * (x as f32 / 480.0);
        let shaded = page(|x, y| (dim(x) * shadow(x, y)) as u8);
        let mut white = shaded.clone();
        Illumination::on(&shaded).unwrap().remove_from(&mut white);
        assert!(shaded.at(320, 240) < 80);
        assert!(white.pixels.iter().all(|luma| *luma > 225), "{:?}", white.pixels.iter().min());
    }
}
