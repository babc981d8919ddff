//! Registration of a page: its position, and the confidence in it.

use domain::form::{PAGE_HEIGHT, PAGE_WIDTH, PRIZE_AREA};

use crate::form_template::TemplatePage;
use crate::image::grey::Grey;
use crate::register::affine::{AffineMap, Match, distance};
use crate::register::perspective::Perspective;
use crate::register::warp::Warp;

/// Residual in the form's pixels at which the confidence is 0.
const MAX_RESIDUAL: f32 = 4.0;
/// Minimum confidence, and maximum residual in the form's pixels, of a page that is certainly flat.
const MIN_EXACT_CONFIDENCE: f32 = 0.7;
const MAX_EXACT_RESIDUAL: f32 = 0.5;
/// The same limits if nearly all print was found: exports of tablets have such residuals although no paper is bent.
const NEARLY_ALL: f32 = 0.82;
const UNBENT_RESIDUAL: f32 = 0.7;
/// Width in half-size pixels of the strip along an edge whose print shows whether the edge is covered.
const EDGE: f64 = 60.0;
/// Divisor for the number of keypoints on and around the grid: this part of them must be in place for the grid to be seen, and
/// fewer keypoints than this are no evidence. Where light print is lost, its heading and the corner mark remain.
const GRID_PART: usize = 6;
/// Distance around the grid up to which keypoints count, in the form's pixels.
const AROUND_GRID: u32 = 60;
/// Distance in half-size pixels above which a keypoint is an outlier.
pub(crate) const OUTLIER: f64 = 1.2;

/// Tests whether a point of the half-size picture is at the left, top, right or bottom edge.
const EDGES: [fn(f64, f64) -> bool; 4] = [
    |x, _| x < EDGE,
    |_, y| y < EDGE,
    |x, _| x > f64::from(PAGE_WIDTH / 2) - EDGE,
    |_, y| y > f64::from(PAGE_HEIGHT / 2) - EDGE,
];

/// Position of a page, and the measures of its confidence.
#[derive(Clone, Debug)]
pub(crate) struct Registration {
    /// Flat map from the picture of the page to the blank's half-size picture.
    pub(crate) to_half: AffineMap,
    /// Homography of a page seen at an angle: from where a point belongs to where `to_half` puts it.
    pub(crate) homography: Option<Perspective>,
    /// Displacement of paper that does not lie flat, applied before `homography`.
    pub(crate) warp: Option<Warp>,
    /// Share of the blank's keypoints that were found in place, weighted by their correlation: 0 to 1.
    pub(crate) coverage: f32,
    /// Root mean square distance of these keypoints from their places, in the form's pixels.
    pub(crate) residual: f32,
    /// Whether the print along each edge is seen, so that nothing covers it: left, top, right, bottom.
    pub(crate) edges: [bool; 4],
    /// Whether the grid of pegs is in its place, or has too few keypoints to tell.
    pub(crate) has_grid: bool,
}

impl Registration {
    /// Confidence from 0 to 1: the coverage, reduced by the residual.
    pub(crate) fn confidence(&self) -> f32 {
        self.coverage * (1.0 - (self.residual / MAX_RESIDUAL).powi(2)).max(0.0)
    }

    /// Whether the registration is good enough to skip all others.
    pub(crate) fn is_exact(&self) -> bool {
        let (confidence, residual) = (self.confidence(), self.residual);
        confidence >= MIN_EXACT_CONFIDENCE && residual <= MAX_EXACT_RESIDUAL
            || confidence >= NEARLY_ALL && residual <= UNBENT_RESIDUAL
    }

    /// Maps the picture of the page onto the blank's half-size picture; `None` if the map has no inverse.
    pub(crate) fn laid_flat(&self, preview: &Grey, width: usize, height: usize) -> Option<Grey> {
        if self.is_flat() {
            return preview.resample_affine(&self.to_half, width, height);
        }
        let back = self.to_half.inverse()?;
        Some(preview.fetched(width, height, |x, y| {
            let (x, y) = self.displace(x, y);
            back.apply(x, y)
        }))
    }

    /// Whether `to_half` alone describes the position.
    pub(crate) fn is_flat(&self) -> bool {
        self.homography.is_none() && self.warp.is_none()
    }

    /// Maps a point of the blank's half-size picture from where it belongs to where `to_half` puts it.
    pub(crate) fn displace(&self, x: f64, y: f64) -> (f64, f64) {
        let (x, y) = self.warp.as_ref().map_or((x, y), |warp| warp.apply(x, y));
        self.homography.map_or((x, y), |homography| homography.apply(x, y))
    }

    /// Rates a map by the keypoints that were found with it.
    pub(crate) fn evaluate(
        blank: &TemplatePage,
        to_half: AffineMap,
        homography: Option<Perspective>,
        warp: Option<Warp>,
        found: &[Match],
    ) -> Self {
        let mut registration = Self {
            to_half,
            homography,
            warp,
            coverage: 0.0,
            residual: 0.0,
            edges: [false; 4],
            has_grid: true,
        };
        let off = |one: &Match| {
            distance(
                registration.displace(one.to.0, one.to.1),
                to_half.apply(one.from.0, one.from.1),
            )
        };
        let in_place: Vec<&Match> = found.iter().filter(|one| off(one) < OUTLIER).collect();
        let weight: f64 = in_place.iter().map(|one| one.weight).sum();
        let squares: f64 = in_place.iter().map(|one| one.weight * off(one).powi(2)).sum();
        let coverage = (weight / blank.keypoints.len() as f64) as f32;
        let residual = 2.0 * (squares / weight.max(f64::EPSILON)).sqrt() as f32;
        registration.edges = EDGES.map(|is_along| {
            let printed =
                blank.keypoints.iter().filter(|keypoint| is_along(keypoint.x, keypoint.y)).count();
            let seen = in_place.iter().filter(|one| is_along(one.to.0, one.to.1)).count();
            3 * seen >= 2 * printed
        });
        let on_grid =
            blank.keypoints.iter().filter(|keypoint| is_on_grid(keypoint.x, keypoint.y)).count();
        let seen = in_place.iter().filter(|one| is_on_grid(one.to.0, one.to.1)).count();
        registration.has_grid = on_grid < GRID_PART || GRID_PART * seen >= on_grid;
        Self { coverage, residual, ..registration }
    }
}

/// Whether a point of the half-size picture is on the grid or around it.
fn is_on_grid(x: f64, y: f64) -> bool {
    let holds = |start: u32, length: u32, at: f64| {
        let around = start - AROUND_GRID..start + length + AROUND_GRID;
        (f64::from(around.start)..f64::from(around.end)).contains(&(2.0 * at))
    };
    holds(PRIZE_AREA.left, PRIZE_AREA.width, x) && holds(PRIZE_AREA.top, PRIZE_AREA.height, y)
}

/// Distance of a match from where the map puts it.
pub(crate) fn residual(to_half: &AffineMap, one: &Match) -> f64 {
    distance(to_half.apply(one.from.0, one.from.1), one.to)
}

/// As [`residual`], for a homography.
pub(crate) fn homography_residual(homography: &Perspective, one: &Match) -> f64 {
    distance(homography.apply(one.from.0, one.from.1), one.to)
}
