//! Lays a page over its blank form: finds printed pieces of the blank on the page, and the map that brings them together.
//!
//! The form's codes say roughly where it lies; from there the search grows outwards, because a code of two centimetres
//! says little about the far end of a page. What is covered by a toolbar, a hand or ink is outvoted.

use super::anchor::Anchor;
use super::blank::BlankPage;
use super::grey::Grey;
use super::locate::Mark;
use super::transform::{Match, Transform};

/// Where a page lies, and how sure that is.
#[derive(Clone, Copy, Debug)]
pub(super) struct Registration {
    /// From the looked-at picture to the blank's half-size one.
    pub(super) to_half: Transform,
    /// How much of the blank's print was found where it belongs: 0 to 1.
    pub(super) confidence: f32,
}

/// A first guess, and how it is to be made better.
#[derive(Debug)]
struct Seed {
    to_half: Transform,
    /// The points of the blank around which it is good.
    known: Vec<(f64, f64)>,
    rounds: &'static [Round],
}

/// How far from known points anchors are taken, and how far each is searched, in half-size pixels.
type Round = (f64, usize);

const ONE_CODE: &[Round] = &[(300.0, 4), (650.0, 4), (WHOLE_PAGE, 4), (WHOLE_PAGE, 2)];
const TWO_CODES: &[Round] = &[(WHOLE_PAGE, 2)];
const NO_CODE: &[Round] = &[(WHOLE_PAGE, 18), (WHOLE_PAGE, 4), (WHOLE_PAGE, 2)];
const WHOLE_PAGE: f64 = f64::INFINITY;

/// Below this a page is refused rather than guessed at.
const LEAST_CONFIDENCE: f32 = 0.4;
/// The corners of one code.
const CORNERS: usize = 4;
/// Codes whose corners do not come together to this many half-size pixels are not each other.
const LEAST_FIT: f64 = 4.0;
/// An anchor counts as found if its picture is this like.
const LEAST_LIKENESS: f32 = 0.6;
/// An anchor further from its place than this, in half-size pixels, is taken for something else.
const OUTLIER: f64 = 1.2;
/// Fewer matches than this do not say how a page is sheared.
const LEAST_FOR_SHEAR: usize = 8;

/// Where the page lies that shows these codes.
pub(super) fn by_marks(look: &Grey, blank: &BlankPage, marks: &[Mark]) -> Option<Registration> {
    best(look, blank, seeds_of(marks, &blank.marks))
}

/// Where the page lies, if it is this one and its codes cannot be read.
pub(super) fn by_looks(look: &Grey, blank: &BlankPage) -> Option<Registration> {
    let guesses = blank.silhouette.guesses(look).into_iter();
    let everywhere = |to_half| Seed { to_half, known: vec![(0.0, 0.0)], rounds: NO_CODE };
    best(look, blank, guesses.map(everywhere).collect())
}

fn best(look: &Grey, blank: &BlankPage, seeds: Vec<Seed>) -> Option<Registration> {
    seeds
        .into_iter()
        .filter_map(|seed| refine(look, blank, &seed))
        .max_by(|one, other| one.confidence.total_cmp(&other.confidence))
        .filter(|registration| registration.confidence >= LEAST_CONFIDENCE)
}

/// Every way in which the codes of the page can be those of the blank.
fn seeds_of(seen: &[Mark], printed: &[Mark]) -> Vec<Seed> {
    let ways: Vec<Vec<Match>> = match (seen, printed) {
        ([one, other], [first, second]) => vec![
            [corners(one, first), corners(other, second)].concat(),
            [corners(one, second), corners(other, first)].concat(),
        ],
        _ => seen
            .iter()
            .flat_map(|seen| printed.iter().map(|printed| corners(seen, printed).to_vec()))
            .collect(),
    };
    let fit = |matches: Vec<Match>| {
        let to_half = Transform::similarity(&matches)?;
        let fits = matches.iter().all(|one| residual(&to_half, one) < LEAST_FIT);
        let rounds = if matches.len() > CORNERS { TWO_CODES } else { ONE_CODE };
        let known = matches.into_iter().map(|one| one.to).collect();
        fits.then_some(Seed { to_half, known, rounds })
    };
    ways.into_iter().filter_map(fit).collect()
}

fn corners(seen: &Mark, printed: &Mark) -> [Match; CORNERS] {
    std::array::from_fn(|at| Match { from: seen.corners[at], to: printed.corners[at], weight: 1.0 })
}

fn refine(look: &Grey, blank: &BlankPage, seed: &Seed) -> Option<Registration> {
    let mut to_half = seed.to_half;
    let mut found = Vec::new();
    for (reach, search) in seed.rounds {
        let near = |anchor: &&Anchor| {
            let distance = |(x, y): &(f64, f64)| (anchor.x - x).hypot(anchor.y - y);
            seed.known.iter().any(|point| distance(point) <= *reach)
        };
        let anchors = blank.anchors.iter().filter(near);
        found = sightings(look, anchors, &to_half, *search)?;
        to_half = agreed(&found, to_half, reach.is_infinite())?;
    }
    let sure: f64 =
        found.iter().filter(|one| residual(&to_half, one) < OUTLIER).map(|one| one.weight).sum();
    let confidence = (sure / blank.anchors.len() as f64) as f32;
    to_half.is_plausible().then_some(Registration { to_half, confidence })
}

fn sightings<'a>(
    look: &Grey,
    anchors: impl Iterator<Item = &'a Anchor>,
    to_half: &Transform,
    search: usize,
) -> Option<Vec<Match>> {
    let from_half = to_half.inverse()?;
    let found = anchors.filter_map(|anchor| {
        let seen = anchor.find(look, &from_half, search)?;
        (seen.likeness >= LEAST_LIKENESS).then(|| Match {
            from: from_half.apply(anchor.x + seen.off.0, anchor.y + seen.off.1),
            to: (anchor.x, anchor.y),
            weight: f64::from(seen.likeness),
        })
    });
    Some(found.collect())
}

/// The map that most matches agree on; each round a match that is off counts for less.
fn agreed(matches: &[Match], start: Transform, shear: bool) -> Option<Transform> {
    let mut agreed = start;
    for round in 0..6 {
        let tolerance = [8.0, 4.0, 2.0, 1.0, 0.7, 0.7][round];
        let weighed: Vec<Match> = matches
            .iter()
            .map(|one| {
                let off = residual(&agreed, one) / tolerance;
                Match { weight: one.weight / (1.0 + off * off).powi(2), ..*one }
            })
            .collect();
        let fitted = if shear && weighed.len() >= LEAST_FOR_SHEAR {
            Transform::affine(&weighed).filter(Transform::is_plausible)
        } else {
            None
        };
        agreed = match fitted {
            Some(fitted) => fitted,
            None => Transform::similarity(&weighed)?,
        };
    }
    Some(agreed)
}

fn residual(to_half: &Transform, one: &Match) -> f64 {
    let (x, y) = to_half.apply(one.from.0, one.from.1);
    (x - one.to.0).hypot(y - one.to.1)
}
