//! Cuts the handwriting out of a page: at twice the form's size, the paper white, the printed guides gone.

use image::codecs::png::{CompressionType, FilterType, PngEncoder};
use image::{ExtendedColorType, ImageEncoder};

use crate::domain::form::Rect;

use super::grey::{Grey, WHITE};

/// Pixels of a crop a pixel of the form.
pub(super) const CROP_SCALE: u32 = 2;
/// Lighter than this is paper, or the shine of a scan.
const PAPER: u8 = 236;
/// How much darker than the guides in a box a pixel is that is no guide.
const GUIDE_EDGE: u8 = 8;
/// Along the edges, the frame shows in as far as a page may lie off; it is lighter than this.
const FRAME: u8 = 165;
const FRAME_SHOWS: usize = 2 * CROP_SCALE as usize;

/// The part of a sheet that shows `area`, as PNG. `page` is drawn at [`CROP_SCALE`], `blank` in the form's own pixels.
pub(super) fn png(page: &Grey, blank: &Grey, area: Rect) -> Vec<u8> {
    let mut crop = page.cut(scaled(area).into());
    let guides = blank.cut(area.into()).pixels.into_iter().min().unwrap_or(WHITE);
    let inside = whitened(PAPER.min(guides.saturating_sub(GUIDE_EDGE)));
    let edge = whitened(FRAME);
    let (width, height) = (crop.width, crop.height);
    for (y, row) in crop.pixels.chunks_exact_mut(width).enumerate() {
        let (left, right) = if (FRAME_SHOWS..height - FRAME_SHOWS).contains(&y) {
            (FRAME_SHOWS, width - FRAME_SHOWS)
        } else {
            (width, width)
        };
        for (x, pixel) in row.iter_mut().enumerate() {
            let levels = if (left..right).contains(&x) { &inside } else { &edge };
            *pixel = levels[usize::from(*pixel)];
        }
    }
    encode(&crop)
}

/// New levels, so that everything from `paper` up is white and black stays black.
fn whitened(paper: u8) -> [u8; 256] {
    let (paper, white) = (usize::from(paper.max(1)), usize::from(WHITE));
    std::array::from_fn(|luma| (luma * white / paper).min(white) as u8)
}

fn scaled(area: Rect) -> Rect {
    let [top, left, width, height] =
        [area.top, area.left, area.width, area.height].map(|side| side * CROP_SCALE);
    Rect { top, left, width, height }
}

fn encode(picture: &Grey) -> Vec<u8> {
    let mut png = Vec::new();
    // Filtered by the row above, blank paper is nothing but zeros, and the quickest compression does well.
    let encoder = PngEncoder::new_with_quality(&mut png, CompressionType::Fast, FilterType::Up);
    let (width, height) = (picture.width as u32, picture.height as u32);
    encoder
        .write_image(&picture.pixels, width, height, ExtendedColorType::L8)
        .expect("a picture is as large as it says, and memory takes every byte");
    png
}
