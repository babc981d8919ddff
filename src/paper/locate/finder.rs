//! Detects the finder patterns in the corners of QR codes with subpixel accuracy.
//!
//! A line through the centre of a finder pattern is dark, light, dark, light, dark for 1, 1, 3, 1 and 1 modules. Edges are placed
//! where the brightness crosses the threshold between two pixels, so that modules of two pixels are enough.

use crate::image::grey::Grey;

/// Finder pattern, the square in three corners of a QR code.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Finder {
    /// Centre of the pattern, in pixels.
    pub(crate) x: f64,
    pub(crate) y: f64,
    /// Side of a module, in pixels.
    pub(crate) module: f64,
    /// Number of rows of pixels in which the pattern was seen.
    seen: usize,
}

/// Luma below which a pixel is dark.
const THRESHOLD: u8 = 128;
/// Lengths of the dark and light runs, in modules.
const RUNS: [f64; 5] = [1.0, 1.0, 3.0, 1.0, 1.0];
const MODULES: f64 = 7.0;
/// Maximum error of a run, in modules.
const MAX_RUN_ERROR: f64 = 0.6;
/// Minimum side of a module in pixels; smaller modules cannot be resolved.
const MIN_MODULE: f64 = 1.5;
/// Maximum number of finder patterns, and of candidates; a picture with more is a pattern, not a form.
const MAX_FINDERS: usize = 40;
const MAX_CANDIDATES: usize = 400;

/// Returns the finder patterns of a picture, those seen in most rows first.
pub(crate) fn finders(image: &Grey) -> Vec<Finder> {
    let mut found: Vec<Finder> = Vec::new();
    let mut edges = Vec::new();
    for y in 0..image.height {
        edges.clear();
        edges.extend(edges_of(image.row(y)));
        for runs in edges.windows(6).filter(|runs| runs[0].darkens) {
            let Some((x, module)) = middle(runs) else { continue };
            if let Some(one) = confirm(image, x, y as f64 + 0.5, module) {
                gather(&mut found, one);
            }
        }
    }
    found.sort_by_key(|finder| std::cmp::Reverse(finder.seen));
    found.truncate(MAX_FINDERS);
    found
}

#[derive(Clone, Copy, Debug)]
struct Edge {
    at: f64,
    darkens: bool,
}

/// Returns the edges in a line of pixels: the places where the luma crosses the threshold.
fn edges_of(line: &[u8]) -> impl Iterator<Item = Edge> {
    let pairs = line.windows(2).enumerate();
    pairs.filter(|(_, pair)| (pair[0] < THRESHOLD) != (pair[1] < THRESHOLD)).map(|(at, pair)| {
        let (before, after) = (f64::from(pair[0]), f64::from(pair[1]));
        let part = (f64::from(THRESHOLD) - before) / (after - before);
        Edge { at: at as f64 + 0.5 + part, darkens: after < before }
    })
}

/// Returns centre and module of six edges that have the right distances.
fn middle(edges: &[Edge]) -> Option<(f64, f64)> {
    let module = (edges[5].at - edges[0].at) / MODULES;
    let fits = edges.windows(2).zip(RUNS).all(|(pair, modules)| {
        (pair[1].at - pair[0].at - modules * module).abs() <= MAX_RUN_ERROR * module
    });
    let middle = f64::midpoint(edges[2].at, edges[3].at);
    (module >= MIN_MODULE && fits).then_some((middle, module))
}

/// Confirms a candidate along the column through it, and then along the row through the centre found there.
fn confirm(image: &Grey, x: f64, y: f64, module: f64) -> Option<Finder> {
    let reach = (module * MODULES) as usize;
    let near =
        |at: f64, end: usize| (at as usize).saturating_sub(reach)..(at as usize + reach).min(end);
    let (rows, columns) = (near(y, image.height), near(x, image.width));
    let start = (columns.start as f64, rows.start as f64);
    let column: Vec<u8> = rows.map(|row| image.row(row)[x as usize]).collect();
    let (y, tall) = around(&column, y - start.1)?;
    let row = &image.row((y + start.1) as usize)[columns];
    let (x, wide) = around(row, x - start.0)?;
    let module = f64::midpoint(tall, wide);
    let square = (tall - wide).abs() <= 0.3 * module;
    square.then_some(Finder { x: x + start.0, y: y + start.1, module, seen: 1 })
}

/// Returns centre and module of the pattern around one place of a line.
fn around(line: &[u8], at: f64) -> Option<(f64, f64)> {
    let edges: Vec<Edge> = edges_of(line).collect();
    let after = edges.iter().position(|edge| edge.at > at)?;
    middle(edges.get(after.checked_sub(3)?..after + 3)?)
}

/// Merges a sighting into the finder pattern that it belongs to, or adds a new pattern.
fn gather(found: &mut Vec<Finder>, one: Finder) {
    let near = |other: &Finder| (other.x - one.x).hypot(other.y - one.y) < 2.0 * one.module;
    if let Some(known) = found.iter_mut().find(|other| near(other)) {
        let share = 1.0 / (known.seen + 1) as f64;
        known.x += (one.x - known.x) * share;
        known.y += (one.y - known.y) * share;
        known.module += (one.module - known.module) * share;
        known.seen += 1;
    } else if found.len() < MAX_CANDIDATES {
        found.push(one);
    }
}
