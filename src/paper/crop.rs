//! Cuts the handwriting out of a page: at twice the form's size, the paper white, the printed guides gone.

use image::codecs::png::{CompressionType, FilterType, PngEncoder};
use image::{ExtendedColorType, ImageEncoder};

use crate::domain::form::Rect;

use super::grey::{Area, Grey, WHITE};

/// Pixels of a crop a pixel of the form.
pub(super) const CROP_SCALE: u32 = 2;
/// Lighter than this is paper, or the shine of a scan.
const PAPER: u8 = 236;
/// How much lighter than the print of the box a pixel may be and still be print.
const PRINT_EDGE: u8 = 8;

/// The part of `page` that shows `area`, as PNG. `page` is drawn at [`CROP_SCALE`], `blank` in the form's own pixels.
pub(super) fn png(page: &Grey, blank: &Grey, area: Rect) -> Option<Vec<u8>> {
    let mut crop = page.cut(scaled(area, CROP_SCALE));
    let printed = blank.cut(scaled(area, 1)).pixels.into_iter().min().unwrap_or(WHITE);
    let white = PAPER.min(printed.saturating_sub(PRINT_EDGE)).max(1);
    let level: [u8; 256] = std::array::from_fn(|luma| {
        (luma * usize::from(WHITE) / usize::from(white)).min(usize::from(WHITE)) as u8
    });
    for pixel in &mut crop.pixels {
        *pixel = level[usize::from(*pixel)];
    }
    encode(&crop)
}

fn scaled(area: Rect, scale: u32) -> Area {
    let [left, top, width, height] =
        [area.left, area.top, area.width, area.height].map(|side| (side * scale) as usize);
    Area { left, top, width, height }
}

fn encode(picture: &Grey) -> Option<Vec<u8>> {
    let mut png = Vec::new();
    // Filtered by the row above, blank paper is nothing but zeros, and the quickest compression does well.
    let encoder = PngEncoder::new_with_quality(&mut png, CompressionType::Fast, FilterType::Up);
    let (width, height) = (picture.width as u32, picture.height as u32);
    encoder.write_image(&picture.pixels, width, height, ExtendedColorType::L8).ok()?;
    Some(png)
}
