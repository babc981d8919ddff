//! Smooth local displacement of a page that does not lie flat: curled, folded or crumpled.

use crate::register::affine::Match;

/// Distance between two nodes, in half-size pixels.
const PITCH: f64 = 39.0;
/// Number of nodes in a row and in a column, which span the page.
const COLUMNS: usize = 19;
const ROWS: usize = 25;
const NODES: usize = COLUMNS * ROWS;
/// Number of steps of the solver: each at least halves the error, and no measurement is accurate to a hundredth of a pixel.
const SOLVER_STEPS: usize = 60;
/// Weight of no displacement, which determines nodes without measurements nearby.
const MIN_WEIGHT: f64 = 1e-4;
/// Tolerances of the reweighted fits after the first, in half-size pixels: a measurement that is off by the tolerance counts a
/// quarter.
const TOLERANCES: [f64; 3] = [3.0, 1.5, 1.0];

/// Displacements at the nodes of a grid over the blank's half-size picture, interpolated bilinearly.
#[derive(Clone, Debug)]
pub(crate) struct Warp {
    across: Field,
    down: Field,
}

/// Measured displacement along one axis.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Shift {
    /// Point that is displaced.
    pub(crate) at: (f64, f64),
    pub(crate) axis: Axis,
    pub(crate) by: f64,
    pub(crate) weight: f64,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Axis {
    Across,
    Down,
}

type Field = Vec<f64>;

impl Warp {
    /// Warp without any displacement.
    pub(crate) fn none() -> Self {
        Self { across: vec![0.0; NODES], down: vec![0.0; NODES] }
    }

    /// Fits the displacement that most measurements agree on; a higher stiffness reduces the bending from node to node.
    pub(crate) fn fit(shifts: &[Shift], stiffness: f64) -> Self {
        let of = |axis| -> Vec<Shift> {
            shifts.iter().filter(|shift| shift.axis == axis).copied().collect()
        };
        let (across, down) = rayon::join(
            || fit_consensus(&of(Axis::Across), stiffness),
            || fit_consensus(&of(Axis::Down), stiffness),
        );
        Self { across, down }
    }

    /// Displaced position of a point of the blank's half-size picture.
    pub(crate) fn apply(&self, x: f64, y: f64) -> (f64, f64) {
        let corners = corners_of((x, y));
        (x + value(&self.across, &corners), y + value(&self.down, &corners))
    }

    /// Distance of a measurement from this displacement.
    pub(crate) fn residual(&self, shift: &Shift) -> f64 {
        let field = if shift.axis == Axis::Across { &self.across } else { &self.down };
        (value(field, &corners_of(shift.at)) - shift.by).abs()
    }
}

impl Shift {
    /// Displacements along both axes of a match between where a point belongs and where it is.
    pub(crate) fn both(one: &Match) -> [Self; 2] {
        let along = |axis, by| Self { at: one.from, axis, by, weight: one.weight };
        [along(Axis::Across, one.to.0 - one.from.0), along(Axis::Down, one.to.1 - one.from.1)]
    }
}

/// Four nodes around a point, each with its bilinear weight.
type Corners = [(usize, f64); 4];

fn corners_of((x, y): (f64, f64)) -> Corners {
    let cell = |at: f64, nodes: usize| {
        let at = (at / PITCH).clamp(0.0, (nodes - 1) as f64);
        let start = (at as usize).min(nodes - 2);
        (start, at - start as f64)
    };
    let ((column, right), (row, below)) = (cell(x, COLUMNS), cell(y, ROWS));
    let node = row * COLUMNS + column;
    [
        (node, (1.0 - right) * (1.0 - below)),
        (node + 1, right * (1.0 - below)),
        (node + COLUMNS, (1.0 - right) * below),
        (node + COLUMNS + 1, right * below),
    ]
}

fn value(field: &[f64], corners: &Corners) -> f64 {
    corners.iter().map(|(node, part)| field[*node] * part).sum()
}

fn fit_consensus(shifts: &[Shift], stiffness: f64) -> Field {
    let mut known: Vec<(Corners, f64, f64)> =
        shifts.iter().map(|shift| (corners_of(shift.at), shift.by, shift.weight)).collect();
    let mut field = solved(&known, stiffness, vec![0.0; NODES]);
    for tolerance in TOLERANCES {
        for ((corners, by, weight), shift) in known.iter_mut().zip(shifts) {
            let off = (value(&field, corners) - *by) / tolerance;
            *weight = shift.weight / (1.0 + off * off).powi(2);
        }
        field = solved(&known, stiffness, field);
    }
    field
}

/// Solves for the least-squares field, by conjugate gradients from a first guess.
fn solved(known: &[(Corners, f64, f64)], stiffness: f64, mut field: Field) -> Field {
    let mut wanted = vec![0.0; NODES];
    for (corners, by, weight) in known {
        for (node, part) in corners {
            wanted[*node] += weight * part * by;
        }
    }
    let mut rest: Field = wanted
        .iter()
        .zip(normal(known, stiffness, &field))
        .map(|(wanted, seen)| wanted - seen)
        .collect();
    let mut step = rest.clone();
    let mut error = dot(&rest, &rest);
    for _ in 0..SOLVER_STEPS {
        let image = normal(known, stiffness, &step);
        let length = error / dot(&step, &image).max(f64::MIN_POSITIVE);
        for (((value, step), rest), image) in field.iter_mut().zip(&step).zip(&mut rest).zip(&image)
        {
            *value += length * step;
            *rest -= length * image;
        }
        let left = dot(&rest, &rest);
        let turn = left / error.max(f64::MIN_POSITIVE);
        step.iter_mut().zip(&rest).for_each(|(step, rest)| *step = rest + turn * *step);
        error = left;
    }
    field
}

/// Multiplies a field by the matrix of the normal equations: measurements, and second differences of neighbouring nodes.
fn normal(known: &[(Corners, f64, f64)], stiffness: f64, field: &[f64]) -> Field {
    let mut image: Field = field.iter().map(|value| MIN_WEIGHT * value).collect();
    for (corners, _, weight) in known {
        let seen = weight * value(field, corners);
        for (node, part) in corners {
            image[*node] += part * seen;
        }
    }
    let mut homography = |nodes: &[(usize, f64)]| {
        let seen: f64 = nodes.iter().map(|(node, part)| field[*node] * part).sum();
        for (node, part) in nodes {
            image[*node] += stiffness * part * seen;
        }
    };
    for node in 0..NODES {
        let (column, row) = (node % COLUMNS, node / COLUMNS);
        if column + 2 < COLUMNS {
            homography(&[(node, 1.0), (node + 1, -2.0), (node + 2, 1.0)]);
        }
        if row + 2 < ROWS {
            homography(&[(node, 1.0), (node + COLUMNS, -2.0), (node + 2 * COLUMNS, 1.0)]);
        }
        if column + 1 < COLUMNS && row + 1 < ROWS {
            let below = node + COLUMNS;
            homography(&[(node, 1.0), (node + 1, -1.0), (below, -1.0), (below + 1, 1.0)]);
        }
    }
    image
}

fn dot(one: &[f64], other: &[f64]) -> f64 {
    one.iter().zip(other).map(|(one, other)| one * other).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn measured(of: impl Fn(f64, f64) -> (f64, f64)) -> Vec<Shift> {
        let points = (0..170).map(|at| (f64::from(at % 13) * 54.0, f64::from(at / 13) * 71.0));
        points
            .flat_map(|from| Shift::both(&Match { from, to: of(from.0, from.1), weight: 0.9 }))
            .collect()
    }

    #[test]
    fn warp_fits_a_wave() {
        let wave = |x: f64, y: f64| (x + 3.0 * (y / 150.0).sin(), y + 4.0 * (x / 120.0).cos());
        let warp = Warp::fit(&measured(wave), 0.05);
        for (x, y) in [(100.0, 100.0), (333.0, 512.0), (600.0, 800.0)] {
            let (seen, truth) = (warp.apply(x, y), wave(x, y));
            let off = (seen.0 - truth.0).hypot(seen.1 - truth.1);
            assert!(off < 0.4, "{seen:?} {truth:?}");
        }
    }

    #[test]
    fn outlier_does_not_bend_the_warp() {
        let mut shifts = measured(|x, y| (x + 2.0, y - 1.0));
        shifts[80].by = 9.0;
        let (x, y) = Warp::fit(&shifts, 1.0).apply(shifts[80].at.0, shifts[80].at.1);
        assert!((x - shifts[80].at.0 - 2.0).abs() < 0.2, "{x}");
        assert!((y - shifts[80].at.1 + 1.0).abs() < 0.2, "{y}");
    }
}
