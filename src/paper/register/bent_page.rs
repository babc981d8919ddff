//! Registers a page that does not lie flat: curled, folded or crumpled.

use rayon::prelude::*;

use super::affine::{AffineMap, Match, distance};
use super::registration::{OUTLIER, Registration};
use super::warp::{Axis, Shift, Warp};
use super::{MIN_CORRELATION, SearchRound, WHOLE_PAGE, find_matches};
use crate::form_template::TemplatePage;
use crate::image::grey::Grey;

/// Search radius of the first round in half-size pixels, which measures what a stiff map explains, and the stiffness of the paper.
const FIRST_SEARCH: usize = 2;
const FIRST_STIFFNESS: f64 = 20.0;
/// Rounds that spread over paper whose displacement grows with the distance, each with the stiffness of the paper.
const SPREADING: &[(SearchRound, f64)] = &[
    ((110.0, 5), 4.0),
    ((110.0, 5), 2.0),
    ((110.0, 5), 2.0),
    ((150.0, 5), 1.0),
    ((150.0, 5), 1.0),
    ((200.0, 6), 1.0),
    ((300.0, 6), 1.0),
    ((WHOLE_PAGE, 6), 0.4),
];
/// Rounds that settle the displacement.
const SETTLING: &[(SearchRound, f64)] = &[((WHOLE_PAGE, 3), 0.1), ((WHOLE_PAGE, 2), 0.04)];
/// Search radius in half-size pixels for print that a stiff map does not explain. Where paper begins to bend, print is this near.
const BENT_SEARCH: usize = 6;
/// Divisor of the number of keypoints: on bent paper this part of them is displaced. Of 60 it was 11 or more on bent paper; scans of
/// flat pages have false matches, mostly fewer than 6.
const BENT_PART: usize = 10;
/// Weight of a rule relative to a keypoint.
const RULE_WEIGHT: f64 = 0.5;

/// Registers a page that is not flat, starting from the places that a stiff map explains, and spreading outwards.
pub(super) fn register_by_warp(
    preview: &Grey,
    blank: &TemplatePage,
    stiff: &Registration,
) -> Option<Registration> {
    let from_flat = stiff.to_half.inverse()?;
    let everywhere = |_, _| true;
    let mut seen =
        shifts(preview, blank, stiff, &Warp::none(), &from_flat, everywhere, FIRST_SEARCH);
    seen.retain(|shift| shift.by.abs() < OUTLIER);
    let mut warp = Warp::fit(&seen, FIRST_STIFFNESS);
    let spreading = if is_bent(preview, blank, stiff, &from_flat) { SPREADING } else { &[] };
    for ((reach, search), stiffness) in spreading.iter().chain(SETTLING) {
        let in_place = seen.iter().filter(|shift| warp.residual(shift) < OUTLIER);
        let known: Vec<(f64, f64)> = in_place.map(|shift| shift.at).collect();
        let is_near = |x: f64, y: f64| {
            reach.is_infinite() || known.iter().any(|one| distance(*one, (x, y)) <= *reach)
        };
        seen = shifts(preview, blank, stiff, &warp, &from_flat, is_near, *search);
        warp = Warp::fit(&seen, *stiffness);
    }
    let from_half = |x: f64, y: f64| {
        let (x, y) = warp.apply(x, y);
        let (x, y) = stiff.displace(x, y);
        from_flat.apply(x, y)
    };
    let found = find_matches(preview, blank.keypoints.iter(), &from_half, 2);
    Some(Registration::evaluate(blank, stiff.to_half, stiff.homography, Some(warp), &found))
}

/// Whether print is seen beside where a stiff map puts it.
fn is_bent(
    preview: &Grey,
    blank: &TemplatePage,
    stiff: &Registration,
    from_flat: &AffineMap,
) -> bool {
    let from_half = |x: f64, y: f64| {
        let (x, y) = stiff.displace(x, y);
        from_flat.apply(x, y)
    };
    let found = find_matches(preview, blank.keypoints.iter(), &from_half, BENT_SEARCH);
    let is_displaced = |one: &&Match| distance(from_half(one.to.0, one.to.1), one.from) >= OUTLIER;
    BENT_PART * found.iter().filter(is_displaced).count() >= blank.keypoints.len()
}

/// Measures the displacements of keypoints and rules on a page, each near the place where `warp` expects it.
fn shifts(
    preview: &Grey,
    blank: &TemplatePage,
    stiff: &Registration,
    warp: &Warp,
    from_flat: &AffineMap,
    is_near: impl Fn(f64, f64) -> bool + Sync,
    search: usize,
) -> Vec<Shift> {
    let from_half = |x: f64, y: f64| {
        let (x, y) = warp.apply(x, y);
        let (x, y) = stiff.displace(x, y);
        from_flat.apply(x, y)
    };
    let keypoints = blank.keypoints.par_iter().filter(|keypoint| is_near(keypoint.x, keypoint.y));
    let keypoints = keypoints.filter_map(|keypoint| {
        let seen = keypoint.find(preview, &from_half, search)?;
        let to = warp.apply(keypoint.x + seen.off.0, keypoint.y + seen.off.1);
        let one = Match { from: (keypoint.x, keypoint.y), to, weight: f64::from(seen.correlation) };
        (seen.correlation >= MIN_CORRELATION).then(|| Shift::both(&one))
    });
    let rules = blank.rules.par_iter().filter(|rule| is_near(rule.x, rule.y));
    let rules = rules.filter_map(|rule| {
        let (off, correlation) = rule.find(preview, &from_half, search)?;
        let by = match rule.axis {
            Axis::Across => warp.apply(rule.x + off, rule.y).0 - rule.x,
            Axis::Down => warp.apply(rule.x, rule.y + off).1 - rule.y,
        };
        let weight = RULE_WEIGHT * f64::from(correlation);
        Some(Shift { at: (rule.x, rule.y), axis: rule.axis, by, weight })
    });
    let mut shifts: Vec<Shift> = keypoints.flatten_iter().collect();
    shifts.par_extend(rules);
    shifts
}
