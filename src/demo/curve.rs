//! A pen's way through knots: smooth between corners, heavier towards the writer, thin where it lands and leaves.

use super::chance::Chance;
use super::hand::Hand;
use super::handwriting::Stroke;
use super::notation::Knot;

/// Pixels from point to point; a pen is at least half again as wide.
const STEP: f32 = 3.0;
/// Pixels over which a pen lands on the paper or leaves it.
const LANDING: f32 = 9.0;
/// The share of its width that a line has at its ends.
const LIGHTEST: f32 = 0.8;
/// No line is thinner or thicker than a tablet's pens draw.
const WIDTHS: (f32, f32) = (3.0, 10.0);

type Place = (f32, f32);

/// The pen line through the knots.
pub(super) fn stroke(knots: &[Knot], hand: &Hand, chance: &mut Chance) -> Stroke {
    let mut places = trace(knots);
    for _ in 0..hand.haste {
        cut_corners(&mut places);
    }
    let dot = places.len() as f32 * STEP < 2.0 * LANDING;
    let heavy = 1.0 + chance.around(0.05) + if dot { 0.3 } else { 0.0 };
    let (phase, swell) = (chance.unit() * 6.3, 0.03 + 0.04 * chance.unit());
    let last = places.len().saturating_sub(1);
    let points = (0..places.len()).map(|at| {
        let (x, y) = places[at];
        let (before, after) = (places[at.saturating_sub(1)], places[(at + 1).min(last)]);
        let down = (after.1 - before.1) / distance(before, after).max(0.1);
        let from_end = at.min(last - at) as f32 * STEP;
        let landing = LIGHTEST + (1.0 - LIGHTEST) * (from_end / LANDING).min(1.0);
        let pulse = 1.0 + swell * (at as f32 * STEP / 60.0 + phase).sin();
        let width = hand.weight * heavy * landing * pulse * (1.0 + hand.pressure * down);
        (x, y, width.clamp(WIDTHS.0, WIDTHS.1))
    });
    Stroke { points: points.collect() }
}

/// The way in steps of about [`STEP`].
fn trace(knots: &[Knot]) -> Vec<Place> {
    let mut places = Vec::new();
    let mut rest = knots;
    while rest.len() > 1 {
        let corner = rest[1..].iter().position(|knot| knot.corner);
        let end = corner.map_or(rest.len() - 1, |corner| corner + 1);
        let run: Vec<Place> = rest[..=end].iter().map(|knot| (knot.x, knot.y)).collect();
        trace_run(&run, &mut places);
        rest = &rest[end..];
    }
    places.extend(knots.last().map(|knot| (knot.x, knot.y)));
    places
}

/// A spline through knots without a corner among them, but for its last place.
fn trace_run(run: &[Place], places: &mut Vec<Place>) {
    let mirrored = |of: Place, at: Place| (2.0 * at.0 - of.0, 2.0 * at.1 - of.1);
    for (at, pair) in run.windows(2).enumerate() {
        let (from, to) = (pair[0], pair[1]);
        let before = at.checked_sub(1).map_or(mirrored(to, from), |before| run[before]);
        let after = run.get(at + 2).copied().unwrap_or(mirrored(from, to));
        let steps = (distance(from, to) * 1.1 / STEP).ceil().max(1.0) as u32;
        places.extend(
            (0..steps)
                .map(|step| catmull_rom([before, from, to, after], step as f32 / steps as f32)),
        );
    }
}

/// The centripetal Catmull-Rom spline, which neither loops nor overshoots between its knots, from the second of four
/// to the third: <https://en.wikipedia.org/wiki/Centripetal_Catmull%E2%80%93Rom_spline>.
fn catmull_rom(knots: [Place; 4], share: f32) -> Place {
    let mut times = [0.0; 4];
    for at in 1..4 {
        times[at] = times[at - 1] + distance(knots[at - 1], knots[at]).sqrt().max(0.01);
    }
    let time = times[1] + (times[2] - times[1]) * share;
    let mut level = knots;
    for depth in 1..4 {
        for at in 0..4 - depth {
            // The barycentric pyramid: its middle level spans two knots, its ends those beside.
            let (start, end) = match depth {
                1 => (at, at + 1),
                2 => (at, at + 2),
                _ => (1, 2),
            };
            let weight = (time - times[start]) / (times[end] - times[start]);
            level[at] = between(level[at], level[at + 1], weight);
        }
    }
    level[0]
}

fn cut_corners(places: &mut [Place]) {
    let mut before = places.first().copied().unwrap_or_default();
    for at in 1..places.len().saturating_sub(1) {
        let (here, after) = (places[at], places[at + 1]);
        let beside = between(before, after, 0.5);
        before = here;
        places[at] = between(here, beside, 0.5);
    }
}

fn between(from: Place, to: Place, share: f32) -> Place {
    (from.0 + (to.0 - from.0) * share, from.1 + (to.1 - from.1) * share)
}

fn distance(from: Place, to: Place) -> f32 {
    (to.0 - from.0).hypot(to.1 - from.1)
}
