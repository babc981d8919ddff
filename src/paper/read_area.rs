//! The part of a page that is read: all boxes and pegs, without the margins.

use domain::form::Rect;

use super::grey::Grey;
use super::raster::View;
use super::transform::Transform;

/// In the form's own pixels; wider than the boxes and the pegs by what a page may lie off.
const READ_AREA: Rect = Rect { top: 196, left: 118, width: 1170, height: 1562 };

/// The most that is drawn around the sheet of a page that is bent.
const MAX_MARGIN: u32 = 400;
/// Drawn around what flattening needs: pixels are taken from between others.
const SPARE: f64 = 8.0;
/// The form's pixels between two places of the sheet's edge that are looked at.
const EDGE_STEP: usize = 39;

/// How far the edge of the sheet is bent beyond itself, in the form's pixels.
pub(super) fn margin(bend: impl Fn(f64, f64) -> (f64, f64)) -> u32 {
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

/// The sheet of a page with `margin` form pixels around it, `scale` times the form's size; `to_form` leads from the page's
/// points to the form's pixels.
pub(super) fn view(page: usize, to_form: &Transform, scale: u32, margin: u32) -> View {
    let off = |edge: u32| f64::from(margin) - f64::from(edge);
    let corner = Transform::shift(off(READ_AREA.left), off(READ_AREA.top));
    let map = to_form.then(&corner).then(&Transform::scale(f64::from(scale)));
    let side = |length: u32| (length + 2 * margin) * scale;
    View { page, map, width: side(READ_AREA.width), height: side(READ_AREA.height) }
}

/// A sheet that was drawn `scale` times the form's size with `margin` around it, made flat by `bend`, which works on the
/// form's pixels.
pub(super) fn flattened(
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

/// Where a point of the form lies on the sheet.
pub(super) fn point((x, y): (f64, f64)) -> (f64, f64) {
    (x - f64::from(READ_AREA.left), y - f64::from(READ_AREA.top))
}

/// Where a part of the form stands on the sheet.
pub(super) fn place(area: Rect) -> Rect {
    Rect { top: area.top - READ_AREA.top, left: area.left - READ_AREA.left, ..area }
}
