//! Homography of a page seen at an angle: the perspective that remains after turn, scale and shear.

use crate::register::affine::{AffineMap, Match};

/// Homography x' = (a x + b y + c) / (g x + h y + 1), y' = (d x + e y + f) / (g x + h y + 1), in thousands of pixels.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Perspective([f64; UNKNOWNS]);

const UNKNOWNS: usize = 8;
/// Unit of coordinates in pixels, which keeps squares of coordinates comparable with 1.
const THOUSAND: f64 = 1000.0;
/// Minimum number of matches to which a homography is fitted.
const MIN_MATCHES: usize = 8;
/// Maximum sum of |g| and |h|: people do not hold a page more steeply before a camera.
const MAX_STEEPNESS: f64 = 0.8;

impl Perspective {
    /// Fits the homography to matches by weighted least squares; `None` if there are too few matches, or if it is too steep.
    pub(crate) fn fit(matches: &[Match]) -> Option<Self> {
        if matches.len() < MIN_MATCHES {
            return None;
        }
        let mut equations = [[0.0; UNKNOWNS + 1]; UNKNOWNS];
        for Match { from, to, weight } in matches {
            let (x, y) = (from.0 / THOUSAND, from.1 / THOUSAND);
            let (u, v) = (to.0 / THOUSAND, to.1 / THOUSAND);
            let across = [x, y, 1.0, 0.0, 0.0, 0.0, -x * u, -y * u, u];
            let down = [0.0, 0.0, 0.0, x, y, 1.0, -x * v, -y * v, v];
            for known in [across, down] {
                for (row, factor) in equations.iter_mut().zip(known) {
                    for (sum, term) in row.iter_mut().zip(known) {
                        *sum += weight * factor * term;
                    }
                }
            }
        }
        let bend = solved(equations)?;
        (bend[6].abs() + bend[7].abs() < MAX_STEEPNESS).then_some(Self(bend))
    }

    /// Homography without perspective that equals `map`.
    pub(crate) fn of(map: &AffineMap) -> Self {
        let m = map.0;
        Self([m[0], m[2], m[4] / THOUSAND, m[1], m[3], m[5] / THOUSAND, 0.0, 0.0])
    }

    /// Composes this homography with `map`, which is applied second.
    pub(crate) fn then(&self, map: &AffineMap) -> Self {
        let Self(by) = self;
        let m = map.0;
        let row = |across: f64, down: f64, shift: f64| {
            let depth = [by[6], by[7], 1.0];
            [0, 1, 2].map(|at| across * by[at] + down * by[at + 3] + shift / THOUSAND * depth[at])
        };
        let (across, down) = (row(m[0], m[2], m[4]), row(m[1], m[3], m[5]));
        Self([across[0], across[1], across[2], down[0], down[1], down[2], by[6], by[7]])
    }

    pub(crate) fn apply(&self, x: f64, y: f64) -> (f64, f64) {
        let Self(by) = self;
        let (x, y) = (x / THOUSAND, y / THOUSAND);
        let depth = (by[6] * x + by[7] * y + 1.0) / THOUSAND;
        ((by[0] * x + by[1] * y + by[2]) / depth, (by[3] * x + by[4] * y + by[5]) / depth)
    }
}

/// Solves linear equations, each with its constant last, by Gauss-Jordan elimination with pivoting; `None` if they are singular.
fn solved(mut rows: [[f64; UNKNOWNS + 1]; UNKNOWNS]) -> Option<[f64; UNKNOWNS]> {
    for column in 0..UNKNOWNS {
        let largest = |one: &usize, other: &usize| {
            rows[*one][column].abs().total_cmp(&rows[*other][column].abs())
        };
        let pivot = (column..UNKNOWNS).max_by(largest)?;
        rows.swap(column, pivot);
        let lead = rows[column];
        if lead[column].abs() < 1e-12 {
            return None;
        }
        for (_, row) in rows.iter_mut().enumerate().filter(|(at, _)| *at != column) {
            let factor = row[column] / lead[column];
            for (value, above) in row.iter_mut().zip(lead) {
                *value -= factor * above;
            }
        }
    }
    Some(std::array::from_fn(|at| rows[at][UNKNOWNS] / rows[at][at]))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn perspective_is_fitted_from_matches() {
        let truth = Perspective([1.02, 0.01, 0.004, -0.02, 0.99, -0.003, 0.03, -0.05]);
        let matches: Vec<Match> = (0_u8..20)
            .map(|at| (f64::from(at % 5) * 170.0, f64::from(at / 5) * 230.0))
            .map(|from| Match { from, to: truth.apply(from.0, from.1), weight: 0.8 })
            .collect();
        let found = Perspective::fit(&matches).unwrap();
        for (one, other) in found.0.into_iter().zip(truth.0) {
            assert!((one - other).abs() < 1e-6, "{found:?}");
        }
        let map = AffineMap([1.1, 0.2, -0.1, 0.9, 5.0, 6.0]);
        let (x, y) = Perspective::of(&map).apply(300.0, 400.0);
        let (u, v) = map.apply(300.0, 400.0);
        assert!((x - u).abs() < 1e-9 && (y - v).abs() < 1e-9);
        assert!(Perspective::fit(&matches[..4]).is_none());
        assert!(Perspective::fit(&vec![matches[0]; 20]).is_none());
    }
}
