//! Areas that a pen or pencil filled evenly, told from shadows: both are flat and darker than the paper around them, but a shadow
//! that lies within a page fades at its edge, and what is drawn ends within a few pixels.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use crate::image::grey::{Grey, WHITE};

/// Minimum depth of an area below the paper around it, as a share of that paper's luma; anything lighter is too light for ink.
const MIN_DEPTH: f32 = 0.15;
/// Width of a drawn edge as a share of a tile: 4 pixels at the size of a form, for what a camera blurs and a scale smears.
const EDGE_WIDTH: f32 = 0.2;
/// Minimum rise of a sharp edge within [`EDGE_WIDTH`], as a share of the whole rise. A shadow that is blurred by 6 pixels reaches 0.26.
const MIN_SHARP_RISE: f32 = 0.5;
/// Minimum share of an area's outline that is sharp.
const MIN_SHARP_OUTLINE: f32 = 0.6;

/// Raises the tiles of filled areas in `papers`, the luma of the paper in every tile of `page`, to the paper around them.
pub(super) fn remove(papers: &mut Grey, page: &Grey) {
    let (darkest, brightest) = (papers.pixels.iter().min(), papers.pixels.iter().max());
    // Evenly lit, as most pages are.
    if !darkest.zip(brightest).is_some_and(|(darkest, brightest)| is_below(*darkest, *brightest)) {
        return;
    }
    let around = flooded(papers);
    for basin in basins(papers, &around) {
        if is_drawn(&basin, papers, &around, page) {
            for tile in basin {
                // The tiles around are drawn in part.
                for near in neighbours(tile, papers).chain([tile]) {
                    papers.pixels[near] = papers.pixels[near].max(around.pixels[near]);
                }
            }
        }
    }
}

fn is_below(paper: u8, around: u8) -> bool {
    f32::from(paper) < (1.0 - MIN_DEPTH) * f32::from(around)
}

/// Returns, for every tile, the luma of the lightest paper that has to be crossed on the darkest way to the page's edge: the
/// priority-flood algorithm, which fills each basin up to its rim.
fn flooded(papers: &Grey) -> Grey {
    let (width, height) = (papers.width, papers.height);
    let mut level: Vec<Option<u8>> = vec![None; papers.pixels.len()];
    let is_outermost = |tile: &usize| {
        let (x, y) = (tile % width, tile / width);
        x == 0 || y == 0 || x + 1 == width || y + 1 == height
    };
    let mut open = BinaryHeap::new();
    for tile in (0..papers.pixels.len()).filter(is_outermost) {
        level[tile] = Some(papers.pixels[tile]);
        open.push(Reverse((papers.pixels[tile], tile)));
    }
    while let Some(Reverse((rim, tile))) = open.pop() {
        for near in neighbours(tile, papers) {
            if level[near].is_none() {
                let rim = rim.max(papers.pixels[near]);
                level[near] = Some(rim);
                open.push(Reverse((rim, near)));
            }
        }
    }
    let pixels = level.into_iter().map(|level| level.unwrap_or(WHITE)).collect();
    Grey { width, height, pixels }
}

/// Tiles that touch one on its four sides.
fn neighbours(tile: usize, papers: &Grey) -> impl Iterator<Item = usize> + use<> {
    let (width, height) = (papers.width, papers.height);
    let (x, y) = (tile % width, tile / width);
    let sides = [
        (x > 0).then(|| tile - 1),
        (x + 1 < width).then_some(tile + 1),
        (y > 0).then(|| tile - width),
        (y + 1 < height).then_some(tile + width),
    ];
    sides.into_iter().flatten()
}

/// Returns the connected areas of tiles that are darker than their surroundings.
fn basins(papers: &Grey, around: &Grey) -> Vec<Vec<usize>> {
    let mut is_seen = vec![false; papers.pixels.len()];
    let mut basins = Vec::new();
    for start in 0..papers.pixels.len() {
        let mut basin = Vec::new();
        let mut open = vec![start];
        while let Some(tile) = open.pop() {
            if !is_seen[tile] && is_below(papers.pixels[tile], around.pixels[tile]) {
                is_seen[tile] = true;
                basin.push(tile);
                open.extend(neighbours(tile, papers));
            }
        }
        if !basin.is_empty() {
            basins.push(basin);
        }
    }
    basins
}

/// Whether most of a basin's outline is sharp.
fn is_drawn(basin: &[usize], papers: &Grey, around: &Grey, page: &Grey) -> bool {
    let (mut sharp, mut soft) = (0_usize, 0_usize);
    let is_inside = |tile: usize| is_below(papers.pixels[tile], around.pixels[tile]);
    for &tile in basin {
        for outside in neighbours(tile, papers).filter(|near| !is_inside(*near)) {
            let profile = Profile { page, papers, from: tile, to: outside };
            *(if profile.is_sharp() { &mut sharp } else { &mut soft }) += 1;
        }
    }
    sharp as f32 >= MIN_SHARP_OUTLINE * (sharp + soft) as f32
}

/// Luma along the line between the middles of two tiles side by side, and half a tile further.
struct Profile<'a> {
    page: &'a Grey,
    papers: &'a Grey,
    from: usize,
    to: usize,
}

impl Profile<'_> {
    /// Half the number of neighbouring lines that are averaged, against noise.
    const LINES: isize = 1;

    /// Whether most of the rise from the darkest to the lightest pixel lies within [`EDGE_WIDTH`].
    fn is_sharp(&self) -> bool {
        let (from, to) = (self.middle(self.from), self.middle(self.to));
        let along = ((to.0 - from.0).signum(), (to.1 - from.1).signum());
        let tile = (to.0 - from.0).abs() + (to.1 - from.1).abs();
        let edge = ((EDGE_WIDTH * tile as f32).round() as isize).max(1);
        let luma = |at: isize| {
            let lines = -Self::LINES..=Self::LINES;
            let line = |off| {
                let (x, y) = (from.0 + along.0 * at, from.1 + along.1 * at);
                f32::from(self.page.at(x + along.1 * off, y + along.0 * off))
            };
            lines.map(line).sum::<f32>() / (2 * Self::LINES + 1) as f32
        };
        let profile: Vec<f32> = (0..=tile * 3 / 2).map(luma).collect();
        let rises = profile.iter().zip(profile.iter().skip(edge as usize));
        let steepest = rises.map(|(inner, outer)| outer - inner).fold(0.0, f32::max);
        let darkest = profile.iter().copied().fold(f32::MAX, f32::min);
        let lightest = profile.iter().copied().fold(0.0, f32::max);
        steepest >= MIN_SHARP_RISE * (lightest - darkest)
    }

    /// Pixel in the middle of a tile.
    fn middle(&self, tile: usize) -> (isize, isize) {
        let middle =
            |tile: usize, tiles: usize, size: usize| ((2 * tile + 1) * size / (2 * tiles)) as isize;
        let (x, y) = (tile % self.papers.width, tile / self.papers.width);
        (
            middle(x, self.papers.width, self.page.width),
            middle(y, self.papers.height, self.page.height),
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SIDE: usize = 480;
    const TILE: usize = 20;
    const TILES: usize = SIDE / TILE;
    const PAPER: f32 = 220.0;
    const DARK: f32 = 120.0;

    /// A page with a dark disc of 100 pixels around (`x`, 240), which fades within `fade` pixels; and the paper in its tiles.
    fn disc(x: f32, fade: f32) -> (Grey, Grey) {
        let mut page = Grey::white(SIDE, SIDE);
        for (at, pixel) in page.pixels.iter_mut().enumerate() {
            let away = (at as f32 % SIDE as f32 - x).hypot((at / SIDE) as f32 - 240.0) - 100.0;
            let share = (away / fade + 0.5).clamp(0.0, 1.0);
            *pixel = (DARK + (PAPER - DARK) * share) as u8;
        }
        let mut papers = Grey::white(TILES, TILES);
        for (tile, paper) in papers.pixels.iter_mut().enumerate() {
            let middle = |tile: usize| (tile * TILE + TILE / 2) as isize;
            *paper = page.at(middle(tile % TILES), middle(tile / TILES));
        }
        (page, papers)
    }

    #[test]
    fn area_with_sharp_edge_is_drawn() {
        for fade in [1.0, 4.0] {
            let (page, mut papers) = disc(240.0, fade);
            remove(&mut papers, &page);
            assert!(papers.pixels.iter().all(|paper| *paper >= 219), "{fade}");
        }
    }

    #[test]
    fn area_that_fades_is_a_shadow() {
        for fade in [16.0, 60.0] {
            let (page, mut papers) = disc(240.0, fade);
            let before = papers.clone();
            remove(&mut papers, &page);
            assert_eq!(papers, before, "{fade}");
        }
    }

    #[test]
    fn area_over_page_edge_is_a_shadow() {
        let (page, mut papers) = disc(420.0, 1.0);
        let before = papers.clone();
        remove(&mut papers, &page);
        assert_eq!(papers, before);
    }
}
