//! Image of one line as the recogniser expects it: straight, 48 pixels high, without other ink.

use std::ops::Range;

use image::{GrayImage, imageops};

use crate::ink::Component;
use crate::lines::Line;
use crate::picture::Picture;

/// Height in pixels.
pub(crate) const HEIGHT: usize = 48;
/// Maximum width in pixels; longer lines are squeezed.
const MAX_WIDTH: usize = 2_400;
/// Margin around the ink, relative to its height.
const MARGIN: f32 = 0.08;
/// Width relative to the natural one at which the recogniser reads most hands best.
pub(crate) const NARROW: f32 = 0.9;
/// Width at which it reads narrow letters between tall ones, which would have less than a frame each.
pub(crate) const WIDE: f32 = 1.8;

/// Width of a frame of the recogniser in pixels.
const FRAME_WIDTH: usize = 8;

/// Margin in pixels around ink of this height.
pub(crate) fn margin(ink_height: f32) -> f32 {
    (ink_height * MARGIN).ceil() + 1.0
}

/// Image of a line.
pub(crate) struct LineImage(GrayImage);

impl LineImage {
    /// Image of a line without other ink; `None` if the line has none.
    pub(crate) fn new(
        picture: &Picture,
        line: &Line,
        others: &[&Component],
        stretch: f32,
    ) -> Option<Self> {
        let ink = InkOnly::of(picture, line, others)?;
        let straight_row = |x: usize, y: usize| y as f32 - line.slope * x as f32;
        let runs = line.ink.iter().flat_map(|ink| &ink.runs);
        let rows = runs.map(|run| straight_row(usize::midpoint(run.left, run.right), run.y));
        let (top, bottom) =
            rows.fold((f32::MAX, f32::MIN), |(top, bottom), row| (top.min(row), bottom.max(row)));
        let ink_height = bottom - top + 1.0;
        let margin = margin(ink_height);
        let height = (ink_height + 2.0 * margin).ceil() as usize;
        let width = ink.columns.len() + 2 * margin as usize;
        let image = gathered(width, height, |column, row| {
            let x = column - margin + ink.columns.start as f32;
            ink.luma(x, row - margin + top + line.slope * x)
        });
        Some(Self(resized(&image, stretch)))
    }

    /// Image of a whole picture that shows one line.
    #[cfg(test)]
    pub(crate) fn of_whole(picture: &Picture) -> Self {
        let pixels = picture.pixels.clone();
        let (width, height) = (picture.width as u32, picture.height as u32);
        let image = GrayImage::from_raw(width, height, pixels);
        Self(resized(&image.unwrap_or_else(|| GrayImage::new(1, 1)), NARROW))
    }

    pub(crate) fn width(&self) -> usize {
        self.0.width() as usize
    }

    /// Number of frames of the line among those of the recogniser, which come from a wider picture if the line is short.
    pub(crate) fn frame_count(&self, frames: usize) -> u16 {
        frames.min(self.width().div_ceil(FRAME_WIDTH)) as u16
    }

    /// Rows from the top.
    pub(crate) fn rows(&self) -> impl Iterator<Item = &[u8]> {
        self.0.as_raw().chunks_exact(self.width())
    }
}

/// Part of a picture with the ink of one line only.
struct InkOnly {
    columns: Range<usize>,
    rows: Range<usize>,
    pixels: Vec<u8>,
}

impl InkOnly {
    fn of(picture: &Picture, line: &Line, others: &[&Component]) -> Option<Self> {
        let (columns, rows) = line.bounds()?;
        let columns = columns.start.saturating_sub(1)..(columns.end + 1).min(picture.width);
        let rows = rows.start.saturating_sub(1)..(rows.end + 1).min(picture.height);
        let shown = rows.clone().flat_map(|y| &picture.row(y)[columns.clone()]);
        let mut part = Self { pixels: shown.copied().collect(), columns, rows };
        // The grains of a pencil, too small for a component, stay.
        for ink in others {
            part.erase(ink);
        }
        Some(part)
    }

    /// Makes ink white, with the shades around it.
    fn erase(&mut self, ink: &Component) {
        let is_beside = ink.left > self.columns.end
            || ink.right < self.columns.start
            || ink.top > self.rows.end
            || ink.bottom < self.rows.start;
        if is_beside {
            return;
        }
        for run in &ink.runs {
            let left = run.left.saturating_sub(1).max(self.columns.start);
            let right = (run.right + 1).min(self.columns.end);
            let (top, bottom) = (run.y.saturating_sub(1), run.y + 2);
            for y in top.max(self.rows.start)..bottom.min(self.rows.end) {
                let row = (y - self.rows.start) * self.columns.len();
                if left < right {
                    let start = row + left - self.columns.start;
                    self.pixels[start..start + right - left].fill(255);
                }
            }
        }
    }

    /// Luma between four pixels; white outside.
    fn luma(&self, x: f32, y: f32) -> f32 {
        let (left, top) = (x.floor(), y.floor());
        let (across, down) = (x - left, y - top);
        let row =
            |y: f32| self.pixel(left, y) * (1.0 - across) + self.pixel(left + 1.0, y) * across;
        row(top) * (1.0 - down) + row(top + 1.0) * down
    }

    fn pixel(&self, x: f32, y: f32) -> f32 {
        let (column, row) = (x - self.columns.start as f32, y - self.rows.start as f32);
        let is_inside = column >= 0.0
            && row >= 0.0
            && column < self.columns.len() as f32
            && row < self.rows.len() as f32;
        let index = || row as usize * self.columns.len() + column as usize;
        if is_inside { f32::from(self.pixels[index()]) } else { 255.0 }
    }
}

/// Image of the luma at each of its places.
fn gathered(width: usize, height: usize, luma: impl Fn(f32, f32) -> f32) -> GrayImage {
    GrayImage::from_fn(width.max(1) as u32, height.max(1) as u32, |column, row| {
        image::Luma([luma(column as f32, row as f32) as u8])
    })
}

fn resized(image: &GrayImage, stretch: f32) -> GrayImage {
    let natural = image.width() as f32 * HEIGHT as f32 / image.height() as f32;
    let width = ((natural * stretch).ceil() as usize).clamp(1, MAX_WIDTH);
    if image.height() as usize > HEIGHT {
        return imageops::thumbnail(image, width as u32, HEIGHT as u32);
    }
    imageops::resize(image, width as u32, HEIGHT as u32, imageops::FilterType::Triangle)
}
