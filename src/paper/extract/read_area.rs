//! Read area: the part of a page with all boxes and pegs, without the margins. Its picture is the sheet of the page.

use domain::form::Rect;

use crate::image::grey::Grey;
use crate::pdf::raster::View;
use crate::register::affine::AffineMap;

/// Read area in the form's own pixels, wider than the boxes and the pegs by the possible misregistration of a page.
const READ_AREA: Rect = Rect { top: 196, left: 118, width: 1170, height: 1562 };

/// Maximum margin that is drawn around the sheet of a bent page, in the form's pixels.
const MAX_MARGIN: u32 = 400;
/// Extra margin in the form's pixels, because flattening interpolates between pixels.
const SPARE: f64 = 8.0;
/// Distance in the form's pixels between the sampled points of the sheet's edge.
const EDGE_STEP: usize = 39;

/// Margin that flattening needs around the sheet: how far the bend moves its edge outwards, in the form's pixels.
pub(crate) fn margin(bend: impl Fn(f64, f64) -> (f64, f64)) -> u32 {
    let [left, top] = [READ_AREA.left, READ_AREA.top].map(f64::from);
    let [right, bottom] =
        [READ_AREA.left + READ_AREA.width, READ_AREA.top + READ_AREA.height].map(f64::from);
    let columns =
        (READ_AREA.left..=READ_AREA.left + READ_AREA.width).step_by(EDGE_STEP).map(f64::from);
    let rows = (READ_AREA.top..=READ_AREA.top + READ_AREA.height).step_by(EDGE_STEP).map(f64::from);
    let edge = columns
        .flat_map(|x| [(x, top), (x, bottom)])
        .chain(rows.flat_map(|y| [(left, y), (right, y)]))
        .chain([(right, bottom)]);
    let beyond = edge.map(|(x, y)| {
        let (x, y) = bend(x, y);
        (left - x).max(x - right).max(top - y).max(y - bottom)
    });
    let beyond = beyond.fold(0.0, f64::max) + SPARE;
    (beyond.ceil() as u32).min(MAX_MARGIN).next_multiple_of(2)
}

/// View of a page's sheet with `margin` form pixels around it, at `scale` times the form's size; `to_form` maps the page's points
/// to the form's pixels.
pub(crate) fn view(page: usize, to_form: &AffineMap, scale: u32, margin: u32) -> View {
    let off = |edge: u32| f64::from(margin) - f64::from(edge);
    let corner = AffineMap::shift(off(READ_AREA.left), off(READ_AREA.top));
    let map = to_form.then(&corner).then(&AffineMap::scale(f64::from(scale)));
    let side = |length: u32| (length + 2 * margin) * scale;
    View { page, map, width: side(READ_AREA.width), height: side(READ_AREA.height) }
}

/// Flattens a sheet that was drawn at `scale` times the form's size with `margin` around it; `bend` maps the form's pixels to
/// where they are drawn.
pub(crate) fn flattened(
    drawn: &Grey,
    scale: f64,
    margin: u32,
    bend: impl Fn(f64, f64) -> (f64, f64) + Sync,
) -> Grey {
    let side = |length: u32| (f64::from(length) * scale) as usize;
    let (width, height) = (side(READ_AREA.width), side(READ_AREA.height));
    let (left, top) = (f64::from(READ_AREA.left), f64::from(READ_AREA.top));
    let margin = f64::from(margin);
    drawn.fetched(width, height, |x, y| {
        let (x, y) = bend(x / scale + left, y / scale + top);
        ((x - left + margin) * scale, (y - top + margin) * scale)
    })
}

/// Converts a point of the form to the sheet.
pub(crate) fn point((x, y): (f64, f64)) -> (f64, f64) {
    (x - f64::from(READ_AREA.left), y - f64::from(READ_AREA.top))
}

/// Converts an area of the form to the sheet.
pub(crate) fn to_sheet(area: Rect) -> Rect {
    Rect { top: area.top - READ_AREA.top, left: area.left - READ_AREA.left, ..area }
}
