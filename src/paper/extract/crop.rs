//! Cuts the handwriting out of a page: at twice the form's size, on white paper, without print.

use domain::form::Rect;

use crate::extract::ink_color::InkColors;
use crate::extract::line_removal;
use crate::image::grey::{Area, Grey, WHITE};
use crate::image::png_encoder::{self, PixelRuns, sixteen_shades};

/// Pixels of a crop per pixel of the form.
pub(crate) const CROP_SCALE: u32 = 2;
/// Luma above which a pixel is paper, its grain, or a JPEG artefact around strokes.
const PAPER: u8 = 234;
/// Luma up to which a pixel is ink and left unchanged; even the faintest pencil is darker.
const INK: u8 = 185;

/// Encodes the part of a sheet that shows `area` as PNG. `page` is drawn at [`CROP_SCALE`], `blank` in the form's own pixels; the
/// crop is in colour if its ink is.
pub(crate) fn png(page: &Grey, blank: &Grey, area: Rect, hues: Option<&InkColors>) -> Vec<u8> {
    let mut crop = page.cut(scaled(area).into());
    line_removal::remove(&mut crop, blank, area);
    let shades = shades();
    let Some(hues) = hues.filter(|hues| hues.any_in(area)) else {
        let shades = shades.map(sixteen_shades);
        crop.pixels.iter_mut().for_each(|pixel| *pixel = shades[usize::from(*pixel)]);
        return png_encoder::of_shades(crop.width, &crop.pixels);
    };
    crop.pixels.iter_mut().for_each(|pixel| *pixel = shades[usize::from(*pixel)]);
    png_encoder::of_runs(crop.width, &coloured(&crop, scaled(area).into(), hues))
}

/// Pixels of the crop in the colours of its ink.
fn coloured(crop: &Grey, at: Area, hues: &InkColors) -> PixelRuns {
    let mut runs = PixelRuns::default();
    for (y, row) in crop.pixels.chunks_exact(crop.width).enumerate() {
        let mut x = 0;
        for stretch in row.chunk_by(|one, next| (*one == WHITE) == (*next == WHITE)) {
            if stretch[0] == WHITE {
                runs.push([WHITE; 3], stretch.len());
            } else {
                for (x, luma) in (x..).zip(stretch) {
                    let colour = hues.colour(at.left + x, at.top + y, *luma);
                    runs.push(colour.map(sixteen_shades), 1);
                }
            }
            x += stretch.len();
        }
    }
    runs
}

fn scaled(area: Rect) -> Rect {
    let [top, left, width, height] =
        [area.top, area.left, area.width, area.height].map(|side| side * CROP_SCALE);
    Rect { top, left, width, height }
}

/// Lookup table of the tone curve: paper becomes white, ink stays, with a smooth transition between the two.
fn shades() -> [u8; 256] {
    std::array::from_fn(|luma| {
        let part = (luma as f32 - f32::from(INK)) / f32::from(PAPER - INK);
        let part = part.clamp(0.0, 1.0);
        let lift = part * part * f32::from(WHITE - PAPER);
        (luma as f32 + lift).min(f32::from(WHITE)) as u8
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paper_grain_becomes_white_pencil_is_kept() {
        let shades = shades();
        assert!(shades[usize::from(PAPER)..].iter().all(|shade| *shade == WHITE));
        assert!((0..=usize::from(INK)).all(|luma| shades[luma] == luma as u8));
        assert!(shades.is_sorted());
        // The edge of a thin stroke stays visible.
        assert!(shades[210] < 225);
    }
}
