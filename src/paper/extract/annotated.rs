//! Diagnostic picture of a page: ink, boxes, pegs and keypoints as the reader found them.
//!
//! Pixels taken for ink are blue. Frames of boxes are thick where there is handwriting; picked pegs have rings. A red line leads
//! from the place of a keypoint to where it was found, at ten times the distance; a red dot marks a keypoint in place, and a grey
//! ring a keypoint that was not found.

use domain::form::BOXES;

use crate::correct::binarize::BinarizedPage;
use crate::extract::ink;
use crate::extract::read_area;
use crate::form_template::TemplatePage;
use crate::image::canvas::{Canvas, Colour};
use crate::image::grey::Grey;
use crate::page::PageReading;
use crate::register::MIN_CORRELATION;

const INK: Colour = [17, 68, 204];
const PRINT: Colour = [204, 17, 17];
const LOST: Colour = [136, 136, 136];
const WRITTEN: Colour = [17, 119, 51];
/// Factor by which the contrast of the page is reduced below the drawing.
const PALE: u8 = 3;
/// Magnification of the residual lines.
const MAGNIFIED: f64 = 10.0;
/// Search radius around the place of a keypoint, in half-size pixels.
const SEARCH: usize = 4;

/// Draws the diagnostic picture of a sheet in the form's own pixels, as PNG.
pub(crate) fn draw(
    page: &Grey,
    inked: &BinarizedPage,
    printed: &TemplatePage,
    reading: &PageReading,
) -> Vec<u8> {
    let faded = Grey {
        pixels: page.pixels.iter().map(|luma| 255 - (255 - luma) / PALE).collect(),
        ..*page
    };
    let mut canvas = Canvas::of(&faded);
    for (at, luma) in inked.picture.pixels.iter().enumerate() {
        let (x, y) = (at % page.width, at / page.width);
        if *luma < inked.lightest && ink::is_added(*luma, &printed.sheet, x, y) {
            canvas.dot(at, INK);
        }
    }
    for (index, area) in BOXES.into_iter().enumerate() {
        let is_written = reading.boxes.iter().any(|one| one.index == index);
        let (width, colour) = if is_written { (5.0, WRITTEN) } else { (2.0, LOST) };
        canvas.frame(read_area::to_sheet(area), width, colour);
    }
    for peg in &reading.picks {
        let (x, y) = peg.centre();
        canvas.ring(read_area::point((f64::from(x), f64::from(y))), 30.0, 5.0, WRITTEN);
    }
    draw_residuals(&mut canvas, page, printed);
    canvas.png()
}

fn draw_residuals(canvas: &mut Canvas, page: &Grey, printed: &TemplatePage) {
    let half = page.halved();
    let on_sheet = |x: f64, y: f64| {
        let (x, y) = read_area::point((2.0 * x, 2.0 * y));
        (x / 2.0, y / 2.0)
    };
    for keypoint in &printed.keypoints {
        let place = read_area::point((2.0 * keypoint.x, 2.0 * keypoint.y));
        match keypoint
            .find(&half, &on_sheet, SEARCH)
            .filter(|seen| seen.correlation >= MIN_CORRELATION)
        {
            Some(seen) => {
                let off = |off: f64| 2.0 * MAGNIFIED * off;
                let end = (place.0 + off(seen.off.0), place.1 + off(seen.off.1));
                canvas.ring(place, 1.5, 3.0, PRINT);
                canvas.line(place, end, 2.0, PRINT);
            }
            None => canvas.ring(place, 6.0, 2.0, LOST),
        }
    }
}
