//! The part of a page that is read: all boxes and pegs, without the margins.

use domain::form::Rect;

use super::grey::Grey;
use super::raster::View;
use super::transform::Transform;

/// In the form's own pixels; wider than the boxes and the pegs by what a page may lie off.
const SHEET: Rect = Rect { top: 196, left: 118, width: 1170, height: 1562 };

/// The most that is drawn around the sheet of a page that is bent.
const MAX_SURPLUS: u32 = 400;
/// Drawn around what flattening needs: pixels are taken from between others.
const SPARE: f64 = 8.0;
/// The form's pixels between two places of the sheet's edge that are looked at.
const EDGE_STEP: usize = 39;

/// How far the edge of the sheet is bent beyond itself, in the form's pixels.
pub(super) fn surplus(bend: impl Fn(f64, f64) -> (f64, f64)) -> u32 {
    let [left, top] = [SHEET.left, SHEET.top].map(f64::from);
    let [right, bottom] = [SHEET.left + SHEET.width, SHEET.top + SHEET.height].map(f64::from);
    let columns = (SHEET.left..=SHEET.left + SHEET.width).step_by(EDGE_STEP).map(f64::from);
    let rows = (SHEET.top..=SHEET.top + SHEET.height).step_by(EDGE_STEP).map(f64::from);
    let edge = columns
        .flat_map(|x| [(x, top), (x, bottom)])
        .chain(rows.flat_map(|y| [(left, y), (right, y)]))
        .chain([(right, bottom)]);
    let beyond = edge.map(|(x, y)| {
        let (x, y) = bend(x, y);
        (left - x).max(x - right).max(top - y).max(y - bottom)
    });
    let beyond = beyond.fold(0.0, f64::max) + SPARE;
    (beyond.ceil() as u32).min(MAX_SURPLUS).next_multiple_of(2)
}

/// The sheet of a page with `surplus` form pixels around it, `scale` times the form's size; `to_form` leads from the page's
/// points to the form's pixels.
pub(super) fn view(page: usize, to_form: &Transform, scale: u32, surplus: u32) -> View {
    let off = |edge: u32| f64::from(surplus) - f64::from(edge);
    let corner = Transform::shift(off(SHEET.left), off(SHEET.top));
    let map = to_form.then(&corner).then(&Transform::scale(f64::from(scale)));
    let side = |length: u32| (length + 2 * surplus) * scale;
    View { page, map, width: side(SHEET.width), height: side(SHEET.height) }
}

/// A sheet that was drawn `scale` times the form's size with `surplus` around it, made flat by `bend`, which works on the
/// form's pixels.
pub(super) fn flattened(
    drawn: &Grey,
    scale: f64,
    surplus: u32,
    bend: impl Fn(f64, f64) -> (f64, f64) + Sync,
) -> Grey {
    let side = |length: u32| (f64::from(length) * scale) as usize;
    let (width, height) = (side(SHEET.width), side(SHEET.height));
    let (left, top) = (f64::from(SHEET.left), f64::from(SHEET.top));
    let surplus = f64::from(surplus);
    drawn.fetched(width, height, |x, y| {
        let (x, y) = bend(x / scale + left, y / scale + top);
        ((x - left + surplus) * scale, (y - top + surplus) * scale)
    })
}

/// Where a point of the form lies on the sheet.
pub(super) fn point((x, y): (f64, f64)) -> (f64, f64) {
    (x - f64::from(SHEET.left), y - f64::from(SHEET.top))
}

/// Where a part of the form stands on the sheet.
pub(super) fn place(area: Rect) -> Rect {
    Rect { top: area.top - SHEET.top, left: area.left - SHEET.left, ..area }
}
