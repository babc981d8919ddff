//! Where a page lies, and how sure that is: what was found of its print, and how far from its place.

use domain::form::{PAGE_HEIGHT, PAGE_WIDTH, PRIZE_AREA};

use super::blank::TemplatePage;
use super::grey::Grey;
use super::perspective::Perspective;
use super::transform::{Match, Transform, distance};
use super::warp::Warp;

/// With a residual like this, in the form's pixels, nothing is where it seems to be.
const WORST_RESIDUAL: f32 = 4.0;
/// A page that was found so well, and lies so near to its place in the form's pixels, is flat.
const EXACT: f32 = 0.7;
const EXACT_RESIDUAL: f32 = 0.5;
/// The same where nearly all of its print was found: exports of tablets lie this far off, and no paper is bent.
const NEARLY_ALL: f32 = 0.82;
const UNBENT_RESIDUAL: f32 = 0.7;
/// Pixels of the half-size picture along an edge whose print tells whether the edge is covered.
const EDGE: f64 = 60.0;
/// The grid is seen if one of so many keypoints on it and around it is in its place, and fewer keypoints than that do not tell: where
/// light print is lost, its heading and the corner mark are left.
const GRID_PART: usize = 6;
/// How far around the grid these are, in the form's pixels.
const AROUND_GRID: u32 = 60;
/// A keypoint further from its place than this, in half-size pixels, is taken for something else.
pub(super) const OUTLIER: f64 = 1.2;

/// Whether a point of the half-size picture is at the left, top, right or bottom edge.
const EDGES: [fn(f64, f64) -> bool; 4] = [
    |x, _| x < EDGE,
    |_, y| y < EDGE,
    |x, _| x > f64::from(PAGE_WIDTH / 2) - EDGE,
    |_, y| y > f64::from(PAGE_HEIGHT / 2) - EDGE,
];

/// Where a page lies, and how sure that is.
#[derive(Clone, Debug)]
pub(super) struct Registration {
    /// From the looked-at picture to the blank's half-size one.
    pub(super) to_half: Transform,
    /// Where the page is seen at an angle: from where a point belongs to where `to_half` puts it.
    pub(super) bend: Option<Perspective>,
    /// Where the paper does not lie flat: from where a point belongs to where the bend finds it.
    pub(super) warp: Option<Warp>,
    /// How much of the blank's print was found where it belongs, and how like itself it is: 0 to 1.
    pub(super) coverage: f32,
    /// How far that print lies from where it belongs, in the form's pixels: the root of the mean square.
    pub(super) residual: f32,
    /// Along which edges of the page the print is seen, and nothing covers it: left, top, right, bottom.
    pub(super) edges: [bool; 4],
    /// Whether the grid of pegs is where it seems to be, if there is one.
    pub(super) has_grid: bool,
}

impl Registration {
    /// From 0 to 1: the coverage, less what the residual takes from it.
    pub(super) fn confidence(&self) -> f32 {
        self.coverage * (1.0 - (self.residual / WORST_RESIDUAL).powi(2)).max(0.0)
    }

    /// Whether no better way need be looked for.
    pub(super) fn is_exact(&self) -> bool {
        let (confidence, residual) = (self.confidence(), self.residual);
        confidence >= EXACT && residual <= EXACT_RESIDUAL
            || confidence >= NEARLY_ALL && residual <= UNBENT_RESIDUAL
    }

    /// The looked-at picture as the blank's half-size one lies; `None` if it has no width.
    pub(super) fn laid_flat(&self, look: &Grey, width: usize, height: usize) -> Option<Grey> {
        if self.is_flat() {
            return look.warped(&self.to_half, width, height);
        }
        let back = self.to_half.inverse()?;
        Some(look.fetched(width, height, |x, y| {
            let (x, y) = self.bent(x, y);
            back.apply(x, y)
        }))
    }

    /// Whether `to_half` says it all.
    pub(super) fn is_flat(&self) -> bool {
        self.bend.is_none() && self.warp.is_none()
    }

    /// From where a point of the blank's half-size picture belongs to where `to_half` puts it.
    pub(super) fn bent(&self, x: f64, y: f64) -> (f64, f64) {
        let (x, y) = self.warp.as_ref().map_or((x, y), |warp| warp.apply(x, y));
        self.bend.map_or((x, y), |bend| bend.apply(x, y))
    }

    /// What a map explains of the page, from the keypoints that were found by it.
    pub(super) fn judged(
        blank: &TemplatePage,
        to_half: Transform,
        bend: Option<Perspective>,
        warp: Option<Warp>,
        found: &[Match],
    ) -> Self {
        let mut judged = Self {
            to_half,
            bend,
            warp,
            coverage: 0.0,
            residual: 0.0,
            edges: [false; 4],
            has_grid: true,
        };
        let off = |one: &Match| {
            distance(judged.bent(one.to.0, one.to.1), to_half.apply(one.from.0, one.from.1))
        };
        let in_place: Vec<&Match> = found.iter().filter(|one| off(one) < OUTLIER).collect();
        let weight: f64 = in_place.iter().map(|one| one.weight).sum();
        let squares: f64 = in_place.iter().map(|one| one.weight * off(one).powi(2)).sum();
        let coverage = (weight / blank.keypoints.len() as f64) as f32;
        let residual = 2.0 * (squares / weight.max(f64::EPSILON)).sqrt() as f32;
        judged.edges = EDGES.map(|is_along| {
            let printed =
                blank.keypoints.iter().filter(|keypoint| is_along(keypoint.x, keypoint.y)).count();
            let seen = in_place.iter().filter(|one| is_along(one.to.0, one.to.1)).count();
            3 * seen >= 2 * printed
        });
        let on_grid =
            blank.keypoints.iter().filter(|keypoint| is_on_grid(keypoint.x, keypoint.y)).count();
        let seen = in_place.iter().filter(|one| is_on_grid(one.to.0, one.to.1)).count();
        judged.has_grid = on_grid < GRID_PART || GRID_PART * seen >= on_grid;
        Self { coverage, residual, ..judged }
    }
}

/// Whether a point of the half-size picture is among the pegs, or beside them.
fn is_on_grid(x: f64, y: f64) -> bool {
    let holds = |start: u32, length: u32, at: f64| {
        let around = start - AROUND_GRID..start + length + AROUND_GRID;
        (f64::from(around.start)..f64::from(around.end)).contains(&(2.0 * at))
    };
    holds(PRIZE_AREA.left, PRIZE_AREA.width, x) && holds(PRIZE_AREA.top, PRIZE_AREA.height, y)
}

/// How far a match is from where the map puts it.
pub(super) fn residual(to_half: &Transform, one: &Match) -> f64 {
    distance(to_half.apply(one.from.0, one.from.1), one.to)
}

/// The same for a bend.
pub(super) fn bend_residual(bend: &Perspective, one: &Match) -> f64 {
    distance(bend.apply(one.from.0, one.from.1), one.to)
}
