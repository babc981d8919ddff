//! Lays a page over its blank form: finds printed pieces of the blank on the page, and the map that brings them together.
//!
//! The form's codes say roughly where it lies; from there the search grows outwards, because a code of two centimetres
//! says little about the far end of a page. What is covered by a toolbar, a hand or ink is outvoted.

use rayon::prelude::*;

use domain::form::{PAGE_HEIGHT, PAGE_WIDTH};

use super::blank::TemplatePage;
use super::grey::Grey;
use super::keypoints::Keypoint;
use super::locate::Mark;
use super::perspective::Perspective;
use super::registration::{OUTLIER, Registration, bend_residual, residual};
use super::transform::{Match, Transform, distance};
use super::warp::{Axis, Shift, Warp};

/// A first guess, and how it is to be made better.
#[derive(Debug)]
struct Seed {
    to_half: Transform,
    /// The points of the blank around which it is good.
    known: Vec<(f64, f64)>,
    rounds: &'static [Round],
}

/// Radius around known points from which keypoints are taken, and search radius of each, in half-size pixels.
type Round = (f64, usize);

const ONE_CODE: &[Round] = &[(300.0, 4), (650.0, 4), (WHOLE_PAGE, 4), (WHOLE_PAGE, 2)];
const TWO_CODES: &[Round] = &[(WHOLE_PAGE, 2)];
const NO_CODE: &[Round] = &[(WHOLE_PAGE, 18), (WHOLE_PAGE, 4), (WHOLE_PAGE, 2)];
/// Where the ways above fail because the page is seen at an angle, and how far keypoints are searched when that is known.
const AT_AN_ANGLE: &[Round] = &[(300.0, 5), (650.0, 9), (WHOLE_PAGE, 12)];
const BENT: [usize; 2] = [6, 3];
/// The same for a page that is held far off: in small steps, each of which says how the next part is bent.
const GROWING: &[Round] = &[
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
/// The same for a page that does not lie flat, and how stiff the paper is taken to be.
const SPREADING: &[(Round, f64)] = &[
    ((0.0, 2), 20.0),
    ((110.0, 5), 4.0),
    ((110.0, 5), 2.0),
    ((110.0, 5), 2.0),
    ((150.0, 5), 1.0),
    ((150.0, 5), 1.0),
    ((200.0, 6), 1.0),
    ((300.0, 6), 1.0),
    ((WHOLE_PAGE, 6), 0.4),
    ((WHOLE_PAGE, 3), 0.1),
    ((WHOLE_PAGE, 2), 0.04),
];
/// Weight of a rule relative to a keypoint.
const RULE_WEIGHT: f64 = 0.5;
/// From this many matches on they tell a bend from a shear.
const ENOUGH_FOR_BEND: usize = 16;
/// Weight of a code's corner relative to a keypoint.
const CORNER_WEIGHT: f64 = 0.3;
const WHOLE_PAGE: f64 = f64::INFINITY;

/// Below this a page is refused rather than guessed at.
const MIN_CONFIDENCE: f32 = 0.4;
/// From here on a page is taken to be flat.
const FLAT: f32 = 0.7;
/// The corners of one code.
const CORNERS: usize = 4;
/// Codes whose corners do not come together to this many half-size pixels are not each other.
const MIN_FIT: f64 = 4.0;
/// A keypoint counts as found if its picture is this like.
pub(super) const MIN_LIKENESS: f32 = 0.6;
/// Fewer matches than this do not say how a page is sheared.
const MIN_MATCHES_FOR_SHEAR: usize = 8;

/// Where the page lies that shows these codes.
pub(super) fn find_by_qr(
    look: &Grey,
    blank: &TemplatePage,
    marks: &[Mark],
) -> Option<Registration> {
    let usual = best(look, blank, &seeds_of(marks, &blank.marks));
    if usual.as_ref().is_some_and(Registration::is_exact) {
        return usual;
    }
    let codes = ways_of(marks, &blank.marks);
    let steep = codes.iter().filter_map(|codes| grown(look, blank, codes));
    let stiff = if usual.as_ref().is_some_and(|usual| usual.confidence() >= FLAT) {
        usual
    } else {
        likeliest(steep.chain(usual))
    }?;
    let warped = warped(look, blank, &stiff);
    surest(warped.into_iter().chain([stiff]))
}

/// The one of most confidence, if that is enough.
fn surest(ways: impl Iterator<Item = Registration>) -> Option<Registration> {
    likeliest(ways).filter(|registration| registration.confidence() >= MIN_CONFIDENCE)
}

fn likeliest(ways: impl Iterator<Item = Registration>) -> Option<Registration> {
    ways.max_by(|one, other| one.confidence().total_cmp(&other.confidence()))
}

/// Where the page lies, if it is this one and its codes cannot be read.
pub(super) fn find_by_template(look: &Grey, blank: &TemplatePage) -> Option<Registration> {
    let guesses = blank.page_template.guesses(look).into_iter();
    let everywhere = |to_half| Seed { to_half, known: vec![(0.0, 0.0)], rounds: NO_CODE };
    surest(best(look, blank, &guesses.map(everywhere).collect::<Vec<_>>()).into_iter())
}

fn best(look: &Grey, blank: &TemplatePage, seeds: &[Seed]) -> Option<Registration> {
    let flat = likeliest(seeds.iter().filter_map(|seed| flat(look, blank, seed)));
    if flat.as_ref().is_some_and(|flat| flat.confidence() >= FLAT) {
        return flat;
    }
    likeliest(seeds.iter().filter_map(|seed| bent(look, blank, seed)).chain(flat))
}

/// Every way in which the codes of the page can be those of the blank.
fn seeds_of(seen: &[Mark], printed: &[Mark]) -> Vec<Seed> {
    let fit = |matches: Vec<Match>| {
        let to_half = Transform::similarity(&matches)?;
        let fits = matches.iter().all(|one| residual(&to_half, one) < MIN_FIT);
        let rounds = if matches.len() > CORNERS { TWO_CODES } else { ONE_CODE };
        let known = matches.into_iter().map(|one| one.to).collect();
        fits.then_some(Seed { to_half, known, rounds })
    };
    ways_of(seen, printed).into_iter().filter_map(fit).collect()
}

/// The corners of every code that is seen with those of a code that is printed: both codes at once where there are two.
fn ways_of(seen: &[Mark], printed: &[Mark]) -> Vec<Vec<Match>> {
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

fn corners(seen: &Mark, printed: &Mark) -> [Match; CORNERS] {
    std::array::from_fn(|at| Match { from: seen.corners[at], to: printed.corners[at], weight: 1.0 })
}

/// Makes a guess better, as long as the page is flat.
fn flat(look: &Grey, blank: &TemplatePage, seed: &Seed) -> Option<Registration> {
    let (to_half, found) = refined(look, blank, seed, seed.rounds)?;
    Some(Registration::judged(blank, to_half, None, None, &found))
}

/// Makes a guess better for a page that is seen at an angle.
fn bent(look: &Grey, blank: &TemplatePage, seed: &Seed) -> Option<Registration> {
    let (to_half, mut found) = refined(look, blank, seed, AT_AN_ANGLE)?;
    let from_flat = to_half.inverse()?;
    let mut bend = most_agreed(&bends_of(&found, &to_half), None, Perspective::fit, bend_residual)?;
    for search in BENT {
        let from_half = |x: f64, y: f64| {
            let (x, y) = bend.apply(x, y);
            from_flat.apply(x, y)
        };
        found = sightings(look, blank.keypoints.iter(), &from_half, search);
        bend =
            most_agreed(&bends_of(&found, &to_half), Some(bend), Perspective::fit, bend_residual)?;
    }
    Some(Registration::judged(blank, to_half, Some(bend), None, &found))
}

/// Grows from its codes over a page that is seen so far from the side that nothing flat fits much of it.
fn grown(look: &Grey, blank: &TemplatePage, codes: &[Match]) -> Option<Registration> {
    let to_half = Transform::affine(codes)?;
    let from_flat = to_half.inverse()?;
    let known: Vec<Match> = bends_of(codes, &to_half)
        .iter()
        .map(|one| Match { weight: CORNER_WEIGHT, ..*one })
        .collect();
    let flat = Perspective::of(&Transform::scale(1.0));
    let mut bend = if codes.len() > CORNERS { Perspective::fit(&known)? } else { flat };
    let mut found = Vec::new();
    for (reach, search) in GROWING {
        let near = |keypoint: &&Keypoint| {
            known.iter().any(|one| distance(one.from, (keypoint.x, keypoint.y)) <= *reach)
        };
        let from_half = |x: f64, y: f64| {
            let (x, y) = bend.apply(x, y);
            from_flat.apply(x, y)
        };
        found = sightings(look, blank.keypoints.iter().filter(near), &from_half, *search);
        let matches = [known.clone(), bends_of(&found, &to_half)].concat();
        let fit = |matches: &[Match]| {
            if matches.len() < ENOUGH_FOR_BEND {
                Transform::affine(matches).map(|map| Perspective::of(&map))
            } else {
                Perspective::fit(matches)
            }
        };
        bend = most_agreed(&matches, Some(bend), fit, bend_residual)?;
    }
    let (to_half, bend) = balanced(&to_half, &bend)?;
    Some(Registration::judged(blank, to_half, Some(bend), None, &found))
}

/// The same way with the flat map that is best for the whole page, and what that leaves over: what is good for one corner puts
/// the other far off.
fn balanced(to_half: &Transform, bend: &Perspective) -> Option<(Transform, Perspective)> {
    const STEPS: u32 = 4;
    let from_flat = to_half.inverse()?;
    let part = |length: u32, step: u32| f64::from(length * step) / f64::from(2 * STEPS);
    let matches: Vec<Match> = (0..=STEPS)
        .flat_map(|down| (0..=STEPS).map(move |across| (across, down)))
        .map(|(across, down)| {
            let to = (part(PAGE_WIDTH, across), part(PAGE_HEIGHT, down));
            let (x, y) = bend.apply(to.0, to.1);
            Match { from: from_flat.apply(x, y), to, weight: 1.0 }
        })
        .collect();
    let balanced = Transform::affine(&matches)?;
    Some((balanced, bend.then(&from_flat.then(&balanced))))
}

/// Lays a page that is not flat over its blank: from what a stiff map finds in its place, outwards.
fn warped(look: &Grey, blank: &TemplatePage, stiff: &Registration) -> Option<Registration> {
    let from_flat = stiff.to_half.inverse()?;
    let mut warp = Warp::none();
    let mut known: Vec<(f64, f64)> = Vec::new();
    for (round, ((reach, search), stiffness)) in SPREADING.iter().enumerate() {
        let is_near = |x: f64, y: f64| {
            round == 0
                || reach.is_infinite()
                || known.iter().any(|one| distance(*one, (x, y)) <= *reach)
        };
        let seen = shifts(look, blank, stiff, &warp, &from_flat, is_near, *search);
        let seen: Vec<Shift> = if round == 0 {
            seen.into_iter().filter(|shift| shift.by.abs() < OUTLIER).collect()
        } else {
            seen
        };
        warp = Warp::fit(&seen, *stiffness);
        let in_place = seen.iter().filter(|shift| warp.residual(shift) < OUTLIER);
        known = in_place.map(|shift| shift.at).collect();
    }
    let from_half = |x: f64, y: f64| {
        let (x, y) = warp.apply(x, y);
        let (x, y) = stiff.bent(x, y);
        from_flat.apply(x, y)
    };
    let found = sightings(look, blank.keypoints.iter(), &from_half, 2);
    Some(Registration::judged(blank, stiff.to_half, stiff.bend, Some(warp), &found))
}

/// How far keypoints and rules are displaced on a page, each measured from where `warp` expects it.
fn shifts(
    look: &Grey,
    blank: &TemplatePage,
    stiff: &Registration,
    warp: &Warp,
    from_flat: &Transform,
    is_near: impl Fn(f64, f64) -> bool + Sync,
    search: usize,
) -> Vec<Shift> {
    let from_half = |x: f64, y: f64| {
        let (x, y) = warp.apply(x, y);
        let (x, y) = stiff.bent(x, y);
        from_flat.apply(x, y)
    };
    let keypoints = blank.keypoints.par_iter().filter(|keypoint| is_near(keypoint.x, keypoint.y));
    let keypoints = keypoints.filter_map(|keypoint| {
        let seen = keypoint.find(look, &from_half, search)?;
        let to = warp.apply(keypoint.x + seen.off.0, keypoint.y + seen.off.1);
        let one = Match { from: (keypoint.x, keypoint.y), to, weight: f64::from(seen.likeness) };
        (seen.likeness >= MIN_LIKENESS).then(|| Shift::both(&one))
    });
    let rules = blank.rules.par_iter().filter(|rule| is_near(rule.x, rule.y));
    let rules = rules.filter_map(|rule| {
        let (off, likeness) = rule.find(look, &from_half, search)?;
        let by = match rule.axis {
            Axis::Across => warp.apply(rule.x + off, rule.y).0 - rule.x,
            Axis::Down => warp.apply(rule.x, rule.y + off).1 - rule.y,
        };
        let weight = RULE_WEIGHT * f64::from(likeness);
        Some(Shift { at: (rule.x, rule.y), axis: rule.axis, by, weight })
    });
    let mut shifts: Vec<Shift> = keypoints.flatten_iter().collect();
    shifts.par_extend(rules);
    shifts
}

fn refined(
    look: &Grey,
    blank: &TemplatePage,
    seed: &Seed,
    rounds: &[Round],
) -> Option<(Transform, Vec<Match>)> {
    let mut to_half = seed.to_half;
    let mut found = Vec::new();
    for (reach, search) in rounds {
        let near = |keypoint: &&Keypoint| {
            seed.known.iter().any(|point| distance(*point, (keypoint.x, keypoint.y)) <= *reach)
        };
        let from_half = to_half.inverse()?;
        let from_half = |x: f64, y: f64| from_half.apply(x, y);
        found = sightings(look, blank.keypoints.iter().filter(near), &from_half, *search);
        let fit = if reach.is_infinite() { sheared } else { Transform::similarity };
        to_half = most_agreed(&found, Some(to_half), fit, residual)?;
    }
    to_half.is_plausible().then_some((to_half, found))
}

fn sightings<'a>(
    look: &Grey,
    keypoints: impl Iterator<Item = &'a Keypoint>,
    from_half: &impl Fn(f64, f64) -> (f64, f64),
    search: usize,
) -> Vec<Match> {
    let found = keypoints.filter_map(|keypoint| {
        let seen = keypoint.find(look, from_half, search)?;
        (seen.likeness >= MIN_LIKENESS).then(|| Match {
            from: from_half(keypoint.x + seen.off.0, keypoint.y + seen.off.1),
            to: (keypoint.x, keypoint.y),
            weight: f64::from(seen.likeness),
        })
    });
    found.collect()
}

/// The same sightings as matches between where a keypoint belongs and where the flat map puts it.
fn bends_of(found: &[Match], to_half: &Transform) -> Vec<Match> {
    let bend = |one: &Match| Match {
        from: one.to,
        to: to_half.apply(one.from.0, one.from.1),
        weight: one.weight,
    };
    found.iter().map(bend).collect()
}

/// The map that most matches agree on; each round a match that is off counts for less.
fn most_agreed<M>(
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

/// With shear, where there are matches enough to tell.
fn sheared(matches: &[Match]) -> Option<Transform> {
    let sheared =
        if matches.len() < MIN_MATCHES_FOR_SHEAR { None } else { Transform::affine(matches) };
    sheared.filter(Transform::is_plausible).or_else(|| Transform::similarity(matches))
}
