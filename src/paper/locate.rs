//! Locates and decodes the QR codes of a form page, which give its number and its position.
//!
//! Codes are found and sampled here, with subpixel accuracy and in any rotation; a library only decodes their contents.

pub(crate) mod finder;
pub(crate) mod sheets;
pub(crate) mod template_match;

use std::panic::{self, AssertUnwindSafe};

use rqrr::SimpleGrid;

use domain::form::QR_CORNERS;
use domain::form_code::PageMark;

use crate::image::grey::Grey;
use crate::locate::finder::{Finder, finders};
use crate::register::affine::{AffineMap, Match};

/// QR code of a form page.
#[derive(Clone, Copy, Debug)]
pub(crate) struct QrMark {
    pub(crate) says: PageMark,
    /// Outer corners of the code in its own orientation: upper left, upper right, lower right, lower left.
    pub(crate) corners: [(f64, f64); 4],
}

impl QrMark {
    pub(crate) fn centre(&self) -> (f64, f64) {
        let [upper_left, _, lower_right, _] = self.corners;
        (f64::midpoint(upper_left.0, lower_right.0), f64::midpoint(upper_left.1, lower_right.1))
    }
}

/// Distance from the edge of a code to the middle of a finder pattern, in modules.
const TO_FINDER: f64 = 3.5;
/// Sides in modules of the codes that can hold a page mark.
const MODULES: std::ops::RangeInclusive<usize> = 21..=33;
/// Maximum deviation of a code from a square, as a share of its side.
const MAX_SKEW: f64 = 0.12;
/// Maximum deviation of a page that is seen far from the side, and maximum ratio of the module sizes in the corners of any code.
const MAX_STEEP_SKEW: f64 = 0.5;
const MAX_STEEP_SIZE_RATIO: f64 = 1.35;
/// Number of finder patterns of a code.
const FINDERS: usize = 3;
/// Luma below which a module is dark.
const DARK: f32 = 128.0;

/// Returns the form's codes in a picture. Strongly skewed codes are searched only if not all of a page's codes are found
/// otherwise, or if there are finder patterns for one more.
pub(crate) fn marks(image: &Grey) -> Vec<QrMark> {
    let finders = finders(image);
    let straight = marks_of(image, &finders, MAX_SKEW);
    let is_complete = straight.len() >= QR_CORNERS.len();
    if is_complete && finders.len() < FINDERS * (straight.len() + 1) {
        return straight;
    }
    let steep = marks_of(image, &finders, MAX_STEEP_SKEW);
    if steep.len() > straight.len() { steep } else { straight }
}

fn marks_of(image: &Grey, finders: &[Finder], skew: f64) -> Vec<QrMark> {
    let mut found: Vec<QrMark> = Vec::new();
    for corner in finders {
        for right in finders {
            let below = finders.iter();
            found.extend(
                below.into_iter().find_map(|below| read(image, [corner, right, below], skew)),
            );
        }
    }
    found
}

/// Reads the code with these finder patterns in its upper left, upper right and lower left corner.
fn read(image: &Grey, [corner, right, below]: [&Finder; 3], skew: f64) -> Option<QrMark> {
    let (across_x, across_y) = (right.x - corner.x, right.y - corner.y);
    let (down_x, down_y) = (below.x - corner.x, below.y - corner.y);
    let side = f64::midpoint(across_x.hypot(across_y), down_x.hypot(down_y));
    // Unless a code is mirrored, its second side is the first one after a quarter turn clockwise.
    let off = (across_x - down_y).hypot(across_y + down_x);
    if side <= 0.0 || off > skew * side {
        return None;
    }
    let sizes = [corner.module, right.module, below.module];
    let (smallest, largest) =
        (sizes.into_iter().fold(f64::INFINITY, f64::min), sizes.into_iter().fold(0.0, f64::max));
    if largest > MAX_STEEP_SIZE_RATIO * smallest {
        return None;
    }
    let module = sizes.iter().sum::<f64>() / 3.0;
    let modules = side / module + 2.0 * TO_FINDER;
    let modules = 17 + 4 * ((modules - 17.0) / 4.0).round().max(0.0) as usize;
    if !MODULES.contains(&modules) {
        return None;
    }
    let far = modules as f64 - TO_FINDER;
    let places =
        [((TO_FINDER, TO_FINDER), corner), ((far, TO_FINDER), right), ((TO_FINDER, far), below)];
    let grid = AffineMap::fit_affine(&places.map(|(from, finder)| Match {
        from,
        to: (finder.x, finder.y),
        weight: 1.0,
    }))?;
    let says = decode(image, &grid, modules)?;
    let end = modules as f64;
    let corners = [(0.0, 0.0), (end, 0.0), (end, end), (0.0, end)].map(|(x, y)| grid.apply(x, y));
    Some(QrMark { says, corners })
}

fn decode(image: &Grey, grid: &AffineMap, modules: usize) -> Option<PageMark> {
    let code = SimpleGrid::from_func(modules, |x, y| {
        let (x, y) = grid.apply(x as f64 + 0.5, y as f64 + 0.5);
        image.sample(x - 0.5, y - 0.5) < DARK
    });
    // Odd pictures can break assertions of the library; no code could be read from such a picture.
    let decoded = panic::catch_unwind(AssertUnwindSafe(|| rqrr::Grid::new(code).decode()));
    decoded.ok()?.ok()?.1.parse().ok()
}
