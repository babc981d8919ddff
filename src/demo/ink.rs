//! Pen strokes into a picture: round, smooth-edged lines of one ink on white.

use std::io::Cursor;

use image::codecs::png::{CompressionType, FilterType, PngEncoder};
use image::{GrayImage, ImageResult, Luma};

use super::handwriting::{BOX, Stroke};

const PAPER: u8 = 255;

/// The strokes as a greyscale PNG of one answer box; `ink` is their grey.
pub fn png(strokes: &[Stroke], ink: u8) -> ImageResult<Vec<u8>> {
    let mut png = Cursor::new(Vec::new());
    // The picture is written anew when it is submitted, so that speed counts more than size here.
    let encoder =
        PngEncoder::new_with_quality(&mut png, CompressionType::Fast, FilterType::NoFilter);
    picture(strokes, ink).write_with_encoder(encoder)?;
    Ok(png.into_inner())
}

/// The strokes as they lie on the paper.
pub fn picture(strokes: &[Stroke], ink: u8) -> GrayImage {
    let mut picture = GrayImage::from_pixel(BOX.0, BOX.1, Luma([PAPER]));
    for stroke in strokes {
        for pair in stroke.points.windows(2) {
            draw(&mut picture, pair[0], pair[1], ink);
        }
    }
    picture
}

/// A line with round ends whose width runs from one point's to the other's.
fn draw(picture: &mut GrayImage, from: (f32, f32, f32), to: (f32, f32, f32), ink: u8) {
    let reach = from.2.max(to.2) / 2.0 + 1.0;
    let span = |a: f32, b: f32, limit: u32| {
        let first = (a.min(b) - reach).floor().max(0.0) as u32;
        let last = (a.max(b) + reach).ceil().max(0.0) as u32;
        first..last.min(limit)
    };
    let (along_x, along_y) = (to.0 - from.0, to.1 - from.1);
    let length = (along_x * along_x + along_y * along_y).max(f32::EPSILON);
    for y in span(from.1, to.1, picture.height()) {
        for x in span(from.0, to.0, picture.width()) {
            let (off_x, off_y) = (x as f32 + 0.5 - from.0, y as f32 + 0.5 - from.1);
            let share = ((off_x * along_x + off_y * along_y) / length).clamp(0.0, 1.0);
            let away = (off_x - along_x * share).hypot(off_y - along_y * share);
            let radius = 0.5 * (from.2 + (to.2 - from.2) * share);
            let covered = (radius - away + 0.5).clamp(0.0, 1.0);
            let grey = f32::from(PAPER) - covered * f32::from(PAPER - ink);
            let pixel = &mut picture.get_pixel_mut(x, y).0[0];
            *pixel = (*pixel).min(grey as u8);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_stroke_is_as_wide_as_it_says_and_dark_in_its_middle() {
        let stroke = Stroke { points: vec![(100.0, 100.0, 8.0), (200.0, 100.0, 8.0)] };
        let picture = picture(&[stroke], 20);
        let column: Vec<u8> = (0..BOX.1).map(|y| picture.get_pixel(150, y).0[0]).collect();
        let inked: Vec<&u8> = column.iter().filter(|grey| **grey < PAPER).collect();
        assert_eq!(inked, [&20; 8]);
        assert_eq!(picture.get_pixel(90, 100).0, [PAPER]);
    }

    #[test]
    fn strokes_beyond_the_paper_are_cut_off() {
        let stroke = Stroke { points: vec![(-50.0, -50.0, 9.0), (5000.0, 3000.0, 9.0)] };
        assert!(picture(&[stroke], 0).pixels().any(|pixel| pixel.0 == [0]));
    }
}
