//! The part of a page that is read: all boxes and pegs, without the margins.

use crate::domain::form::Rect;

use super::grey::Grey;
use super::raster::View;
use super::transform::Transform;

/// In the form's own pixels; wider than the boxes and the pegs by what a page may lie off.
const SHEET: Rect = Rect { top: 196, left: 118, width: 1170, height: 1562 };

/// The sheet of a page, `scale` times the form's size; `to_form` leads from the page's points to the form's pixels.
pub(super) fn view(page: usize, to_form: &Transform, scale: u32) -> View {
    let corner = Transform::shift(-f64::from(SHEET.left), -f64::from(SHEET.top));
    let map = to_form.then(&corner).then(&Transform::scale(f64::from(scale)));
    View { page, map, width: SHEET.width * scale, height: SHEET.height * scale }
}

/// A sheet that was drawn `scale` times the form's size, made flat by `bend`, which works on the form's pixels.
pub(super) fn flattened(sheet: &Grey, scale: u32, bend: impl Fn(f64, f64) -> (f64, f64)) -> Grey {
    let scale = f64::from(scale);
    let (left, top) = (f64::from(SHEET.left), f64::from(SHEET.top));
    sheet.fetched(sheet.width, sheet.height, |x, y| {
        let (x, y) = bend(x / scale + left, y / scale + top);
        ((x - left) * scale, (y - top) * scale)
    })
}

/// Where a part of the form stands on the sheet.
pub(super) fn place(area: Rect) -> Rect {
    Rect { top: area.top - SHEET.top, left: area.left - SHEET.left, ..area }
}
