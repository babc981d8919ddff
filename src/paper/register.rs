//! Registers a page to its blank form: finds keypoints of the blank on the page, and fits the map between the two.
//!
//! The form's codes give a rough position; from there the search grows outwards, because a code of two centimetres hardly
//! constrains the far end of a page. Robust fitting outvotes parts that are covered by a toolbar, a hand or ink.

pub(crate) mod affine;
mod bent_page;
pub(crate) mod keypoints;
pub(crate) mod perspective;
pub(crate) mod registration;
pub(crate) mod rule;
pub(crate) mod warp;

use domain::form::{PAGE_HEIGHT, PAGE_WIDTH};

use crate::form_template::TemplatePage;
use crate::image::grey::Grey;
use crate::locate::QrMark;
use crate::register::affine::{AffineMap, Match, distance};
use crate::register::bent_page::register_by_warp;
use crate::register::keypoints::Keypoint;
use crate::register::perspective::Perspective;
use crate::register::registration::{Registration, homography_residual, residual};

/// Initial guess of the map, and the rounds that refine it.
#[derive(Debug)]
struct Seed {
    to_half: AffineMap,
    /// Points of the blank around which the guess is good.
    known: Vec<(f64, f64)>,
    rounds: &'static [SearchRound],
}

/// Radius around known points from which keypoints are taken, and search radius of each, in half-size pixels.
type SearchRound = (f64, usize);

const ONE_CODE: &[SearchRound] = &[(300.0, 4), (650.0, 4), (WHOLE_PAGE, 4), (WHOLE_PAGE, 2)];
const TWO_CODES: &[SearchRound] = &[(WHOLE_PAGE, 2)];
const NO_CODE: &[SearchRound] = &[(WHOLE_PAGE, 18), (WHOLE_PAGE, 4), (WHOLE_PAGE, 2)];
/// Rounds for a page seen at an angle, where the ones above fail, and search radii once its homography is known.
const AT_AN_ANGLE: &[SearchRound] = &[(300.0, 5), (650.0, 9), (WHOLE_PAGE, 12)];
const HOMOGRAPHY_ROUNDS: [usize; 2] = [6, 3];
/// Rounds for a page seen from far to the side: small steps, each of which shows how the next part is bent.
const GROWING: &[SearchRound] = &[
    (110.0, 6),
    (150.0, 6),
    (220.0, 6),
    (300.0, 6),
    (400.0, 6),
    (520.0, 6),
    (660.0, 7),
    (WHOLE_PAGE, 8),
    (WHOLE_PAGE, 4),
    (WHOLE_PAGE, 2),
];
/// Minimum number of matches to which a homography is fitted while growing, rather than an affine map.
const MIN_HOMOGRAPHY_MATCHES: usize = 16;
/// Weight of a code's corner relative to a keypoint.
const CORNER_WEIGHT: f64 = 0.3;
const WHOLE_PAGE: f64 = f64::INFINITY;

/// Minimum confidence of a registration; below that a page is refused.
pub(crate) const MIN_CONFIDENCE: f32 = 0.4;
/// Minimum confidence at which a page is taken to be flat.
const MIN_FLAT_CONFIDENCE: f32 = 0.7;
/// Number of corners of a code.
const CORNERS: usize = 4;
/// Maximum residual in half-size pixels of the corners of a code that is taken for a printed one.
const MAX_CORNER_RESIDUAL: f64 = 4.0;
/// Minimum correlation of a keypoint that counts as found.
pub(crate) const MIN_CORRELATION: f32 = 0.6;
/// Minimum number of matches from which shear is fitted.
const MIN_MATCHES_FOR_SHEAR: usize = 8;

/// Registers a page by its codes.
pub(crate) fn find_by_qr(
    preview: &Grey,
    blank: &TemplatePage,
    marks: &[QrMark],
) -> Option<Registration> {
    let usual = best(preview, blank, &seeds_of(marks, &blank.marks));
    if usual.as_ref().is_some_and(Registration::is_exact) {
        return usual;
    }
    let codes = code_assignments(marks, &blank.marks);
    let steep = codes.iter().filter_map(|codes| register_by_region_growing(preview, blank, codes));
    let stiff = if usual.as_ref().is_some_and(|usual| usual.confidence() >= MIN_FLAT_CONFIDENCE) {
        usual
    } else {
        max_confidence(steep.chain(usual))
    }?;
    let warped = register_by_warp(preview, blank, &stiff);
    best_above_threshold(warped.into_iter().chain([stiff]))
}

/// Picks the registration of the highest confidence; `None` below [`MIN_CONFIDENCE`].
fn best_above_threshold(ways: impl Iterator<Item = Registration>) -> Option<Registration> {
    max_confidence(ways).filter(|registration| registration.confidence() >= MIN_CONFIDENCE)
}

fn max_confidence(ways: impl Iterator<Item = Registration>) -> Option<Registration> {
    ways.max_by(|one, other| one.confidence().total_cmp(&other.confidence()))
}

/// Registers a page whose codes cannot be read; `None` if it is not this page.
pub(crate) fn find_by_template(preview: &Grey, blank: &TemplatePage) -> Option<Registration> {
    let candidates = blank.page_template.candidates(preview);
    best_above_threshold(find_at(preview, blank, &candidates).into_iter())
}

/// Registers a page near one of the candidates, however low the confidence.
pub(crate) fn find_at(
    preview: &Grey,
    blank: &TemplatePage,
    candidates: &[AffineMap],
) -> Option<Registration> {
    let everywhere = |to_half| Seed { to_half, known: vec![(0.0, 0.0)], rounds: NO_CODE };
    best(preview, blank, &candidates.iter().copied().map(everywhere).collect::<Vec<_>>())
}

fn best(preview: &Grey, blank: &TemplatePage, seeds: &[Seed]) -> Option<Registration> {
    let flat = max_confidence(seeds.iter().filter_map(|seed| flat(preview, blank, seed)));
    if flat.as_ref().is_some_and(|flat| flat.confidence() >= MIN_FLAT_CONFIDENCE) {
        return flat;
    }
    max_confidence(
        seeds.iter().filter_map(|seed| register_by_homography(preview, blank, seed)).chain(flat),
    )
}

/// Seeds for every assignment of the seen codes to the blank's codes.
fn seeds_of(seen: &[QrMark], printed: &[QrMark]) -> Vec<Seed> {
    let fit = |matches: Vec<Match>| {
        let to_half = AffineMap::fit_similarity(&matches)?;
        let fits = matches.iter().all(|one| residual(&to_half, one) < MAX_CORNER_RESIDUAL);
        let rounds = if matches.len() > CORNERS { TWO_CODES } else { ONE_CODE };
        let known = matches.into_iter().map(|one| one.to).collect();
        fits.then_some(Seed { to_half, known, rounds })
    };
    code_assignments(seen, printed).into_iter().filter_map(fit).collect()
}

/// Matches between the corners of seen and printed codes: of both codes at once where there are two, else of each pair.
fn code_assignments(seen: &[QrMark], printed: &[QrMark]) -> Vec<Vec<Match>> {
    match (seen, printed) {
        ([one, other], [first, second]) => vec![
            [corners(one, first), corners(other, second)].concat(),
            [corners(one, second), corners(other, first)].concat(),
        ],
        _ => seen
            .iter()
            .flat_map(|seen| printed.iter().map(|printed| corners(seen, printed).to_vec()))
            .collect(),
    }
}

fn corners(seen: &QrMark, printed: &QrMark) -> [Match; CORNERS] {
    std::array::from_fn(|at| Match { from: seen.corners[at], to: printed.corners[at], weight: 1.0 })
}

/// Refines a seed on the assumption that the page is flat.
fn flat(preview: &Grey, blank: &TemplatePage, seed: &Seed) -> Option<Registration> {
    let (to_half, found) = refined(preview, blank, seed, seed.rounds)?;
    Some(Registration::evaluate(blank, to_half, None, None, &found))
}

/// Refines a seed for a page that is seen at an angle.
fn register_by_homography(
    preview: &Grey,
    blank: &TemplatePage,
    seed: &Seed,
) -> Option<Registration> {
    let (to_half, mut found) = refined(preview, blank, seed, AT_AN_ANGLE)?;
    let from_flat = to_half.inverse()?;
    let mut homography = fit_consensus(
        &corrections_of(&found, &to_half),
        None,
        Perspective::fit,
        homography_residual,
    )?;
    for search in HOMOGRAPHY_ROUNDS {
        let from_half = |x: f64, y: f64| {
            let (x, y) = homography.apply(x, y);
            from_flat.apply(x, y)
        };
        found = find_matches(preview, blank.keypoints.iter(), &from_half, search);
        homography = fit_consensus(
            &corrections_of(&found, &to_half),
            Some(homography),
            Perspective::fit,
            homography_residual,
        )?;
    }
    Some(Registration::evaluate(blank, to_half, Some(homography), None, &found))
}

/// Grows a registration from the codes of a page that is seen so far from the side that no flat map fits much of it.
fn register_by_region_growing(
    preview: &Grey,
    blank: &TemplatePage,
    codes: &[Match],
) -> Option<Registration> {
    let to_half = AffineMap::fit_affine(codes)?;
    let from_flat = to_half.inverse()?;
    let known: Vec<Match> = corrections_of(codes, &to_half)
        .iter()
        .map(|one| Match { weight: CORNER_WEIGHT, ..*one })
        .collect();
    let flat = Perspective::of(&AffineMap::scale(1.0));
    let mut homography = if codes.len() > CORNERS { Perspective::fit(&known)? } else { flat };
    let mut found = Vec::new();
    for (reach, search) in GROWING {
        let near = |keypoint: &&Keypoint| {
            known.iter().any(|one| distance(one.from, (keypoint.x, keypoint.y)) <= *reach)
        };
        let from_half = |x: f64, y: f64| {
            let (x, y) = homography.apply(x, y);
            from_flat.apply(x, y)
        };
        found = find_matches(preview, blank.keypoints.iter().filter(near), &from_half, *search);
        let matches = [known.clone(), corrections_of(&found, &to_half)].concat();
        let fit = |matches: &[Match]| {
            if matches.len() < MIN_HOMOGRAPHY_MATCHES {
                AffineMap::fit_affine(matches).map(|map| Perspective::of(&map))
            } else {
                Perspective::fit(matches)
            }
        };
        homography = fit_consensus(&matches, Some(homography), fit, homography_residual)?;
    }
    let (to_half, homography) = split_affine(&to_half, &homography)?;
    Some(Registration::evaluate(blank, to_half, Some(homography), None, &found))
}

/// Splits the same map into the affine map that fits the whole page best, and the homography that remains: a flat map that fits
/// one corner is far off at the others.
fn split_affine(to_half: &AffineMap, homography: &Perspective) -> Option<(AffineMap, Perspective)> {
    const STEPS: u32 = 4;
    let from_flat = to_half.inverse()?;
    let part = |length: u32, step: u32| f64::from(length * step) / f64::from(2 * STEPS);
    let matches: Vec<Match> = (0..=STEPS)
        .flat_map(|down| (0..=STEPS).map(move |across| (across, down)))
        .map(|(across, down)| {
            let to = (part(PAGE_WIDTH, across), part(PAGE_HEIGHT, down));
            let (x, y) = homography.apply(to.0, to.1);
            Match { from: from_flat.apply(x, y), to, weight: 1.0 }
        })
        .collect();
    let affine = AffineMap::fit_affine(&matches)?;
    Some((affine, homography.then(&from_flat.then(&affine))))
}

fn refined(
    preview: &Grey,
    blank: &TemplatePage,
    seed: &Seed,
    rounds: &[SearchRound],
) -> Option<(AffineMap, Vec<Match>)> {
    let mut to_half = seed.to_half;
    let mut found = Vec::new();
    for (reach, search) in rounds {
        let near = |keypoint: &&Keypoint| {
            seed.known.iter().any(|point| distance(*point, (keypoint.x, keypoint.y)) <= *reach)
        };
        let from_half = to_half.inverse()?;
        let from_half = |x: f64, y: f64| from_half.apply(x, y);
        found = find_matches(preview, blank.keypoints.iter().filter(near), &from_half, *search);
        let fit =
            if reach.is_infinite() { fit_affine_or_similarity } else { AffineMap::fit_similarity };
        to_half = fit_consensus(&found, Some(to_half), fit, residual)?;
    }
    to_half.is_plausible().then_some((to_half, found))
}

fn find_matches<'a>(
    preview: &Grey,
    keypoints: impl Iterator<Item = &'a Keypoint>,
    from_half: &impl Fn(f64, f64) -> (f64, f64),
    search: usize,
) -> Vec<Match> {
    let found = keypoints.filter_map(|keypoint| {
        let seen = keypoint.find(preview, from_half, search)?;
        (seen.correlation >= MIN_CORRELATION).then(|| Match {
            from: from_half(keypoint.x + seen.off.0, keypoint.y + seen.off.1),
            to: (keypoint.x, keypoint.y),
            weight: f64::from(seen.correlation),
        })
    });
    found.collect()
}

/// Converts matches to pairs of where a keypoint belongs and where the flat map puts it.
fn corrections_of(found: &[Match], to_half: &AffineMap) -> Vec<Match> {
    let correct = |one: &Match| Match {
        from: one.to,
        to: to_half.apply(one.from.0, one.from.1),
        weight: one.weight,
    };
    found.iter().map(correct).collect()
}

/// Fits the map that most matches agree on, by reweighted least squares: a match that is off counts for less.
fn fit_consensus<M>(
    matches: &[Match],
    start: Option<M>,
    fit: impl Fn(&[Match]) -> Option<M>,
    residual: impl Fn(&M, &Match) -> f64,
) -> Option<M> {
    let mut agreed = start.map_or_else(|| fit(matches), Some)?;
    for tolerance in [8.0, 4.0, 2.0, 1.0, 0.7, 0.7] {
        let weighed = matches.iter().map(|one| {
            let off = residual(&agreed, one) / tolerance;
            Match { weight: one.weight / (1.0 + off * off).powi(2), ..*one }
        });
        agreed = fit(&weighed.collect::<Vec<_>>())?;
    }
    Some(agreed)
}

/// Fits an affine map if there are enough matches, else a similarity.
fn fit_affine_or_similarity(matches: &[Match]) -> Option<AffineMap> {
    let affine =
        if matches.len() < MIN_MATCHES_FOR_SHEAR { None } else { AffineMap::fit_affine(matches) };
    affine.filter(AffineMap::is_plausible).or_else(|| AffineMap::fit_similarity(matches))
}
