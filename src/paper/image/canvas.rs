//! Grey page to draw coloured lines, rings and frames on.

use domain::form::Rect;

use crate::image::grey::Grey;
use crate::image::png_encoder::{self, sixteen_shades};

/// Distance in pixels from a shape's edge over which its colour fades out.
const SOFT: f64 = 0.5;

pub(crate) type Colour = [u8; 3];

/// Canvas with coordinates in pixels; (0, 0) is the outer corner of the first pixel.
pub(crate) struct Canvas {
    width: usize,
    pixels: Vec<Colour>,
}

impl Canvas {
    pub(crate) fn of(page: &Grey) -> Self {
        Self { width: page.width, pixels: page.pixels.iter().map(|luma| [*luma; 3]).collect() }
    }

    /// Colours the pixel with this index.
    pub(crate) fn dot(&mut self, at: usize, colour: Colour) {
        self.pixels[at] = colour;
    }

    pub(crate) fn ring(&mut self, (x, y): (f64, f64), radius: f64, width: f64, colour: Colour) {
        let reach = radius + width;
        let bounds = [x - reach, y - reach, x + reach, y + reach];
        self.paint(bounds, colour, |px, py| ((px - x).hypot(py - y) - radius).abs() - width / 2.0);
    }

    /// Draws a line with round ends.
    pub(crate) fn line(&mut self, from: (f64, f64), to: (f64, f64), width: f64, colour: Colour) {
        let (across, down) = (to.0 - from.0, to.1 - from.1);
        let squared = across.powi(2) + down.powi(2);
        let off = |x: f64, y: f64| {
            let along = ((x - from.0) * across + (y - from.1) * down) / squared.max(f64::EPSILON);
            let along = along.clamp(0.0, 1.0);
            (x - from.0 - along * across).hypot(y - from.1 - along * down) - width / 2.0
        };
        let bounds = [
            from.0.min(to.0) - width,
            from.1.min(to.1) - width,
            from.0.max(to.0) + width,
            from.1.max(to.1) + width,
        ];
        self.paint(bounds, colour, off);
    }

    /// Draws two crossing lines through a point, each of which extends `arm` to both sides.
    pub(crate) fn cross(&mut self, (x, y): (f64, f64), arm: f64, width: f64, colour: Colour) {
        let off = arm * std::f64::consts::FRAC_1_SQRT_2;
        self.line((x - off, y - off), (x + off, y + off), width, colour);
        self.line((x - off, y + off), (x + off, y - off), width, colour);
    }

    /// Draws the edges of an area.
    pub(crate) fn frame(&mut self, area: Rect, width: f64, colour: Colour) {
        let [left, top, right, bottom] =
            [area.left, area.top, area.left + area.width, area.top + area.height].map(f64::from);
        let corners = [(left, top), (right, top), (right, bottom), (left, bottom), (left, top)];
        for [from, to] in corners.array_windows() {
            self.line(*from, *to, width, colour);
        }
    }

    /// Encodes the canvas as PNG, each channel in sixteen shades.
    pub(crate) fn png(mut self) -> Vec<u8> {
        for pixel in &mut self.pixels {
            *pixel = pixel.map(sixteen_shades);
        }
        png_encoder::of_colours(self.width, &self.pixels)
    }

    /// Colours the inside of a shape; `off` returns the distance of a point to the shape, negative inside. Bounds are left, top,
    /// right and bottom.
    fn paint(&mut self, bounds: [f64; 4], colour: Colour, off: impl Fn(f64, f64) -> f64) {
        let height = self.pixels.len() / self.width;
        let [left, top, right, bottom] = bounds;
        let span = |from: f64, to: f64, size: usize| {
            from.floor().max(0.0) as usize..(to.ceil().max(0.0) as usize).min(size)
        };
        for y in span(top, bottom, height) {
            for x in span(left, right, self.width) {
                let covered = SOFT - off(x as f64 + 0.5, y as f64 + 0.5);
                if covered > 0.0 {
                    let pixel = &mut self.pixels[y * self.width + x];
                    *pixel = mixed(*pixel, colour, covered.min(1.0));
                }
            }
        }
    }
}

fn mixed(below: Colour, over: Colour, part: f64) -> Colour {
    std::array::from_fn(|at| {
        let [below, over] = [below[at], over[at]].map(f64::from);
        (below + (over - below) * part).round() as u8
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    const RED: Colour = [255, 0, 0];

    fn drawn(draw: impl Fn(&mut Canvas)) -> Vec<Colour> {
        let mut canvas = Canvas::of(&Grey::white(40, 30));
        draw(&mut canvas);
        canvas.pixels
    }

    #[test]
    fn ring_is_hollow_and_cross_is_not() {
        let ring = drawn(|canvas| canvas.ring((20.0, 15.0), 8.0, 2.0, RED));
        assert_eq!(
            (ring[15 * 40 + 20], ring[15 * 40 + 12], ring[15 * 40 + 9]),
            ([255; 3], RED, [255; 3])
        );
        let cross = drawn(|canvas| canvas.cross((20.0, 15.0), 10.0, 3.0, RED));
        assert_eq!((cross[15 * 40 + 20], cross[15 * 40 + 12]), (RED, [255; 3]));
    }

    #[test]
    fn frame_is_clipped_to_the_canvas() {
        let area = Rect { top: 20, left: 30, width: 90, height: 90 };
        let frame = drawn(|canvas| canvas.frame(area, 2.0, RED));
        assert_eq!(
            (frame[25 * 40 + 30], frame[20 * 40 + 35], frame[25 * 40 + 35]),
            (RED, RED, [255; 3])
        );
    }
}
