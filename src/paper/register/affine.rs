//! Affine maps between pictures: shift, scale, turn and shear, as tablets and scanners cause them.
//!
//! `kurbo::Affine` has neither the fits nor an inverse that refuses singular maps, and the four methods that it has are one line
//! each.

/// Affine map x' = a x + c y + e, y' = b x + d y + f, its coefficients in the order of PDF.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct AffineMap(pub(crate) [f64; 6]);

/// Match of one point in two pictures.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Match {
    pub(crate) from: (f64, f64),
    pub(crate) to: (f64, f64),
    /// Weight in least-squares fits.
    pub(crate) weight: f64,
}

#[expect(clippy::many_single_char_names, reason = "the names that PDF gives to coefficients")]
impl AffineMap {
    pub(crate) fn scale(factor: f64) -> Self {
        Self([factor, 0.0, 0.0, factor, 0.0, 0.0])
    }

    pub(crate) fn shift(x: f64, y: f64) -> Self {
        Self([1.0, 0.0, 0.0, 1.0, x, y])
    }

    pub(crate) fn apply(&self, x: f64, y: f64) -> (f64, f64) {
        let [a, b, c, d, e, f] = self.0;
        (a * x + c * y + e, b * x + d * y + f)
    }

    /// Composes this map with `next`, which is applied second.
    pub(crate) fn then(&self, next: &Self) -> Self {
        let [a, b, c, d, e, f] = self.0;
        let [na, nb, nc, nd, ..] = next.0;
        let (e, f) = next.apply(e, f);
        Self([na * a + nc * b, nb * a + nd * b, na * c + nc * d, nb * c + nd * d, e, f])
    }

    /// Inverse map; `None` if the map is singular.
    pub(crate) fn inverse(&self) -> Option<Self> {
        let [a, b, c, d, e, f] = self.0;
        let area = a * d - b * c;
        if !area.is_normal() {
            return None;
        }
        let (a, b, c, d) = (d / area, -b / area, -c / area, a / area);
        Some(Self([a, b, c, d, -(a * e + c * f), -(b * e + d * f)]))
    }

    /// Factor by which lengths grow, as the geometric mean over both directions.
    pub(crate) fn magnification(&self) -> f64 {
        let [a, b, c, d, ..] = self.0;
        (a * d - b * c).abs().sqrt()
    }

    /// Whether the map can be that of a page on a screen or a scanner: hardly sheared, hardly stretched, not mirrored.
    pub(crate) fn is_plausible(&self) -> bool {
        let [a, b, c, d, ..] = self.0;
        let size = self.magnification();
        let off = (a - d).abs().max((b + c).abs());
        size.is_normal() && off < 0.04 * size && a * d - b * c > 0.0
    }

    /// Fits turn, scale and shift to two or more matches, by weighted least squares.
    pub(crate) fn fit_similarity(matches: &[Match]) -> Option<Self> {
        let ((fx, fy), (tx, ty)) = centroids(matches)?;
        let (mut along, mut across, mut spread) = (0.0, 0.0, 0.0);
        for Match { from, to, weight } in matches {
            let (x, y) = (from.0 - fx, from.1 - fy);
            let (u, v) = (to.0 - tx, to.1 - ty);
            along += weight * (x * u + y * v);
            across += weight * (x * v - y * u);
            spread += weight * (x * x + y * y);
        }
        if spread <= f64::EPSILON {
            return None;
        }
        let (a, b) = (along / spread, across / spread);
        Some(Self([a, b, -b, a, tx - a * fx + b * fy, ty - b * fx - a * fy]))
    }

    /// Fits an affine map, with shear and unequal scales, to three or more matches that are not collinear.
    pub(crate) fn fit_affine(matches: &[Match]) -> Option<Self> {
        let ((fx, fy), (tx, ty)) = centroids(matches)?;
        let (mut xx, mut xy, mut yy) = (0.0, 0.0, 0.0);
        let (mut xu, mut yu, mut xv, mut yv) = (0.0, 0.0, 0.0, 0.0);
        for Match { from, to, weight } in matches {
            let (x, y) = (from.0 - fx, from.1 - fy);
            let (u, v) = (to.0 - tx, to.1 - ty);
            xx += weight * x * x;
            xy += weight * x * y;
            yy += weight * y * y;
            xu += weight * x * u;
            yu += weight * y * u;
            xv += weight * x * v;
            yv += weight * y * v;
        }
        let area = xx * yy - xy * xy;
        // Nearly collinear matches do not determine the direction across.
        if area <= 1e-3 * xx * yy {
            return None;
        }
        let solve = |p: f64, q: f64| ((yy * p - xy * q) / area, (xx * q - xy * p) / area);
        let ((a, c), (b, d)) = (solve(xu, yu), solve(xv, yv));
        Some(Self([a, b, c, d, tx - a * fx - c * fy, ty - b * fx - d * fy]))
    }
}

/// Subpixel offset of a peak from its highest value, by a parabola through that value and its neighbours.
pub(crate) fn peak(line: &[f32], highest: usize) -> f64 {
    let Some(&[before, top, after]) = highest.checked_sub(1).and_then(|at| line.get(at..at + 3))
    else {
        return 0.0;
    };
    let bend = before - 2.0 * top + after;
    if bend > -1e-6 { 0.0 } else { f64::from((before - after) / (2.0 * bend)).clamp(-0.5, 0.5) }
}

/// Distance between two points.
pub(crate) fn distance(one: (f64, f64), other: (f64, f64)) -> f64 {
    (one.0 - other.0).hypot(one.1 - other.1)
}

fn centroids(matches: &[Match]) -> Option<((f64, f64), (f64, f64))> {
    let total: f64 = matches.iter().map(|one| one.weight).sum();
    if matches.len() < 2 || total <= 0.0 {
        return None;
    }
    let mean =
        |of: fn(&Match) -> f64| matches.iter().map(|one| one.weight * of(one)).sum::<f64>() / total;
    Some(((mean(|m| m.from.0), mean(|m| m.from.1)), (mean(|m| m.to.0), mean(|m| m.to.1))))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn matches_of(truth: &AffineMap) -> Vec<Match> {
        [(10.0, 20.0), (600.0, 40.0), (50.0, 800.0), (640.0, 790.0)]
            .map(|from| Match { from, to: truth.apply(from.0, from.1), weight: 1.0 })
            .to_vec()
    }

    fn assert_near(one: AffineMap, other: AffineMap) {
        for (p, q) in one.0.into_iter().zip(other.0) {
            assert!((p - q).abs() < 1e-9, "{one:?} {other:?}");
        }
    }

    #[test]
    fn quarter_turn_is_fitted_from_matches() {
        let truth = AffineMap([0.0, 2.0, -2.0, 0.0, 30.0, -7.0]);
        assert_near(AffineMap::fit_similarity(&matches_of(&truth)).unwrap(), truth);
        assert_near(AffineMap::fit_affine(&matches_of(&truth)).unwrap(), truth);
        assert!(truth.is_plausible());
    }

    #[test]
    fn map_and_its_inverse_make_identity() {
        let there = AffineMap([1.1, 0.2, -0.1, 0.9, 5.0, 6.0]);
        let nowhere = there.then(&there.inverse().unwrap());
        assert_near(nowhere, AffineMap::scale(1.0));
    }

    #[test]
    fn collinear_matches_give_no_shear_or_mirror() {
        let row: Vec<Match> = (0..5)
            .map(|at| f64::from(at) * 10.0)
            .map(|at| Match { from: (at, at), to: (at, at), weight: 1.0 })
            .collect();
        assert_eq!(AffineMap::fit_affine(&row), None);
        assert!(!AffineMap([-1.0, 0.0, 0.0, 1.0, 0.0, 0.0]).is_plausible());
        assert_eq!(AffineMap([0.0; 6]).inverse(), None);
    }
}
