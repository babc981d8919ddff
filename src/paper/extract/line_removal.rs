//! Removes the print in an answer box from its crop, without breaking the strokes that cross it.
//!
//! The blank gives the course of each printed line; its luma and exact position are measured on the page itself, along the line.
//! Ink over print multiplies, so that dividing by the print leaves the ink.

mod scanline;
pub(crate) mod tone;

use domain::form::Rect;

use self::scanline::{LineSegment, Scanline};
use crate::extract::crop::CROP_SCALE;
use crate::image::grey::{Area, Grey};

/// Luma below which a pixel of the blank is part of a line, soft edges included.
const MAX_LINE_LUMA: u8 = 245;
/// Minimum number of adjacent printed pixels of a line, in the form's own pixels.
const MIN_LINE: usize = 24;
/// Maximum local misregistration in the form's pixels, with the blur of a scan.
const MAX_MISFIT: usize = 3;
/// Scale of a crop as an integer.
const SCALE: usize = CROP_SCALE as usize;
/// Maximum distance from a line to the paper that is seen beside it, in a crop's pixels.
const MAX_REACH: usize = 2 * MAX_MISFIT * SCALE;

/// Removes the printed lines from a crop of `area`; the blank is a sheet in the form's own pixels.
pub(crate) fn remove(crop: &mut Grey, blank: &Grey, area: Rect) {
    let printed = around(blank, area);
    let mut rows = scanlines(&printed, crop.height, crop.width, |y| crop.row(y).to_vec());
    scanline::divide_out(&mut rows, MAX_REACH);
    for Scanline { at, pixels, .. } in rows {
        crop.pixels[at * crop.width..][..crop.width].copy_from_slice(&pixels);
    }
    let column = |x: usize| crop.pixels.iter().skip(x).step_by(crop.width).copied().collect();
    let mut columns = scanlines(&printed.transposed(), crop.width, crop.height, column);
    scanline::divide_out(&mut columns, MAX_REACH);
    for Scanline { at, pixels, .. } in columns {
        let column = crop.pixels.iter_mut().skip(at).step_by(crop.width);
        column.zip(pixels).for_each(|(pixel, luma)| *pixel = luma);
    }
}

impl LineSegment {
    fn joined(self, other: &Self) -> Self {
        let along = self.along.start.min(other.along.start)..self.along.end.max(other.along.end);
        Self { along, luma: self.luma.min(other.luma) }
    }

    /// Maps a segment of the blank with its margin to a crop of that length.
    fn within(&self, length: usize) -> Self {
        let edge = |at: usize| (at * SCALE).saturating_sub(MARGIN * SCALE).min(length);
        let along = self.along.start.saturating_sub(MAX_MISFIT)..self.along.end + MAX_MISFIT;
        Self { along: edge(along.start)..edge(along.end), luma: self.luma }
    }
}

/// Margin around a box in which lines are searched on the blank: the frame is there.
const MARGIN: usize = 2 * MAX_MISFIT;

fn around(blank: &Grey, area: Rect) -> Grey {
    let area = Area::from(area);
    // The sheet is wider than its boxes by more than the margin.
    blank.cut(Area {
        left: area.left.saturating_sub(MARGIN),
        top: area.top.saturating_sub(MARGIN),
        width: area.width + 2 * MARGIN,
        height: area.height + 2 * MARGIN,
    })
}

/// Printed line in a row of pixels, from the start of the first to the end of the last if there are several.
fn line_in(pixels: &[u8]) -> Option<LineSegment> {
    let (mut line, mut run): (Option<LineSegment>, Option<LineSegment>) = (None, None);
    for (at, luma) in pixels.iter().copied().enumerate() {
        if luma >= MAX_LINE_LUMA {
            run = None;
            continue;
        }
        let pixel = LineSegment { along: at..at + 1, luma };
        let longer = run.map_or(pixel.clone(), |run| run.joined(&pixel));
        if longer.along.len() >= MIN_LINE {
            line = Some(line.map_or(longer.clone(), |line| line.joined(&longer)));
        }
        run = Some(longer);
    }
    line
}

/// Rows of a crop through which lines may run, within the maximum misregistration. There are `count` rows of `length` pixels,
/// which `pixels` returns.
fn scanlines(
    printed: &Grey,
    count: usize,
    length: usize,
    pixels: impl Fn(usize) -> Vec<u8>,
) -> Vec<Scanline> {
    let lines: Vec<Option<LineSegment>> =
        printed.pixels.chunks_exact(printed.width).map(line_in).collect();
    let scanline = |at: usize| {
        let place = at / SCALE + MARGIN;
        let near = lines[place - MAX_MISFIT..=place + MAX_MISFIT].iter().flatten();
        let stripe = near.cloned().reduce(|one, other| one.joined(&other))?;
        Some(Scanline { at, stripe: stripe.within(length), pixels: pixels(at) })
    };
    (0..count).filter_map(scanline).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    const AREA: Rect = Rect { top: 20, left: 20, width: 100, height: 80 };

    /// A box with a frame around it and one guide, in the form's own pixels.
    fn blank() -> Grey {
        let mut blank = Grey::white(140, 120);
        fill(&mut blank, 18, 18, 104, 2, 178);
        fill(&mut blank, 18, 100, 104, 2, 178);
        fill(&mut blank, 18, 20, 2, 80, 178);
        fill(&mut blank, 120, 20, 2, 80, 178);
        fill(&mut blank, 30, 60, 80, 1, 216);
        blank
    }

    fn fill(page: &mut Grey, left: usize, top: usize, width: usize, height: usize, luma: u8) {
        for y in top..top + height {
            for pixel in &mut page.pixels[y * page.width + left..][..width] {
                *pixel = (u32::from(*pixel) * u32::from(luma) / 255) as u8;
            }
        }
    }

    /// Crop at twice the form's size of a page that lies `off` pixels too low and too far right, after `write` has drawn on it.
    fn crop(off: usize, write: impl Fn(&mut Grey)) -> Grey {
        let small = blank();
        let mut page = Grey::white(280, 240);
        for y in off..240 {
            for x in off..280 {
                page.pixels[y * 280 + x] = small.row((y - off) / 2)[(x - off) / 2];
            }
        }
        let mut crop = page.cut(Area { left: 40, top: 40, width: 200, height: 160 });
        write(&mut crop);
        remove(&mut crop, &small, AREA);
        crop
    }

    #[test]
    fn shifted_print_is_removed() {
        for off in 0..=4 {
            assert_eq!(crop(off, |_| ()), Grey::white(200, 160), "{off}");
        }
    }

    #[test]
    fn strokes_across_print_stay_whole() {
        // Down over the guide, and out over the frame on the left; with soft edges.
        let strokes = |page: &mut Grey| {
            fill(page, 90, 10, 1, 140, 190);
            fill(page, 91, 10, 3, 140, 60);
            fill(page, 0, 30, 60, 4, 60);
        };
        let whole = crop(2, strokes);
        let mut alone = Grey::white(200, 160);
        strokes(&mut alone);
        let far = |(one, other): (&u8, &u8)| one.abs_diff(*other) > 4;
        assert_eq!(whole.pixels.iter().zip(&alone.pixels).filter(|pair| far(*pair)).count(), 0);
    }

    #[test]
    fn marker_over_a_guide_has_no_gap() {
        let marker = |page: &mut Grey| fill(page, 40, 60, 120, 50, 230);
        let mut alone = Grey::white(200, 160);
        marker(&mut alone);
        let far = |(one, other): (&u8, &u8)| one.abs_diff(*other) > 4;
        let seen = crop(1, marker);
        assert_eq!(seen.pixels.iter().zip(&alone.pixels).filter(|pair| far(*pair)).count(), 0);
    }

    #[test]
    fn stroke_along_a_guide_is_kept() {
        let crop = crop(0, |page| fill(page, 20, 80, 160, 4, 60));
        assert!((20..180).all(|x| crop.row(81)[x] < 90), "{:?}", crop.row(81));
    }
}
