//! Finds the squares in the corners of QR codes, to a fraction of a pixel.
//!
//! A line through the middle of such a square is dark, light, dark, light, dark for 1, 1, 3, 1 and 1 modules. Edges are
//! taken where the brightness crosses the threshold between two pixels, so that modules of two pixels are enough.

use super::grey::Grey;

/// The square pattern in three corners of a QR code.
#[derive(Clone, Copy, Debug)]
pub(super) struct Finder {
    /// Its middle.
    pub(super) x: f64,
    pub(super) y: f64,
    /// The side of one module, in pixels.
    pub(super) module: f64,
    /// How many rows of pixels have shown it.
    seen: usize,
}

/// Darker than this is ink or print.
const THRESHOLD: u8 = 128;
/// Dark and light runs in modules.
const RUNS: [f64; 5] = [1.0, 1.0, 3.0, 1.0, 1.0];
const MODULES: f64 = 7.0;
/// How wrong a run may be, in modules.
const TOLERANCE: f64 = 0.6;
/// Modules smaller than this cannot be told apart.
const LEAST_MODULE: f64 = 1.5;
/// A picture with more of them is a pattern, not a form.
const MOST_FINDERS: usize = 40;

/// All of them in a picture.
pub(super) fn finders(image: &Grey) -> Vec<Finder> {
    let mut found: Vec<Finder> = Vec::new();
    let mut edges = Vec::new();
    for y in 0..image.height {
        edges_of(image.row(y), &mut edges);
        for runs in edges.windows(6).filter(|runs| runs[0].darkens) {
            let candidate = middle(runs).and_then(|(x, _)| confirm(image, x, y as f64 + 0.5));
            if let Some(candidate) = candidate {
                gather(&mut found, candidate);
            }
        }
    }
    found.sort_by_key(|finder| std::cmp::Reverse(finder.seen));
    found.truncate(MOST_FINDERS);
    found
}

#[derive(Clone, Copy, Debug)]
struct Edge {
    at: f64,
    darkens: bool,
}

/// Where a line of pixels crosses the threshold.
fn edges_of(line: &[u8], edges: &mut Vec<Edge>) {
    edges.clear();
    for (at, pair) in line.windows(2).enumerate() {
        let darkens = pair[1] < THRESHOLD;
        if (pair[0] < THRESHOLD) != darkens {
            let (before, after) = (f64::from(pair[0]), f64::from(pair[1]));
            let part = (f64::from(THRESHOLD) - before) / (after - before);
            edges.push(Edge { at: at as f64 + 0.5 + part, darkens });
        }
    }
}

/// The middle and the module of six edges that have the right distances.
fn middle(edges: &[Edge]) -> Option<(f64, f64)> {
    let module = (edges[5].at - edges[0].at) / MODULES;
    let fits = edges.windows(2).zip(RUNS).all(|(pair, modules)| {
        (pair[1].at - pair[0].at - modules * module).abs() <= TOLERANCE * module
    });
    let middle = f64::midpoint(edges[2].at, edges[3].at);
    (module >= LEAST_MODULE && fits).then_some((middle, module))
}

/// Looks down the column through a candidate, and then along the row through the middle of that.
fn confirm(image: &Grey, x: f64, y: f64) -> Option<Finder> {
    let column: Vec<u8> =
        (0..image.height).map(|row| image.pixels[row * image.width + x as usize]).collect();
    let (y, tall) = around(&column, y)?;
    let (x, wide) = around(image.row(y as usize), x)?;
    let module = f64::midpoint(tall, wide);
    ((tall - wide).abs() <= 0.3 * module).then_some(Finder { x, y, module, seen: 1 })
}

/// The pattern around one place of a line.
fn around(line: &[u8], at: f64) -> Option<(f64, f64)> {
    let mut edges = Vec::new();
    edges_of(line, &mut edges);
    let after = edges.iter().position(|edge| edge.at > at)?;
    middle(edges.get(after.checked_sub(3)?..after + 3)?)
}

/// Adds a sighting to the finder that it belongs to, or to a new one.
fn gather(found: &mut Vec<Finder>, one: Finder) {
    let near = |other: &&mut Finder| (other.x - one.x).hypot(other.y - one.y) < 2.0 * one.module;
    match found.iter_mut().find(near) {
        Some(known) => {
            let share = 1.0 / (known.seen + 1) as f64;
            known.x += (one.x - known.x) * share;
            known.y += (one.y - known.y) * share;
            known.module += (one.module - known.module) * share;
            known.seen += 1;
        }
        None => found.push(one),
    }
}
