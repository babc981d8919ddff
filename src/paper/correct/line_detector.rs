//! Detector of thin straight lines, in all directions, in a page's ink at half size.

use std::f64::consts::PI;

use rayon::prelude::*;

use crate::correct::binarize::BinarizedPage;
use crate::extract::ink;
use crate::image::grey::{Grey, WHITE};

/// Number of directions in which lines are searched, over half a turn.
const DIRECTIONS: usize = 24;
/// Distance in half-size pixels from the middle of a straight piece to its ends.
const REACH: i32 = 12;
/// Minimum number of a piece's places with ink, and maximum number with paper; print hides the others.
const MIN_INK: usize = 11;
const MAX_PAPER: usize = 3;
/// Distance in half-size pixels at which a line has no other ink on either side.
const BESIDE: f64 = 5.0;
/// Minimum number of sampled places with no other ink beside them.
const MIN_CLEAR: usize = 6;
/// Step in half-size pixels from one sampled place to the next.
const EVERY: usize = 3;
/// Length by which a piece is extended to meet the next one, in half-size pixels.
const BRIDGE: i32 = 20;
/// Maximum luma of print that may hide a line.
const MAX_HIDING_PRINT: u8 = 215;
/// Distance in half-size pixels up to which print hides a line.
const HIDDEN: usize = 3;

/// Content of one half-size pixel.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum PixelContent {
    Paper,
    Print,
    Ink,
}

/// A page's ink at half size.
pub(crate) struct InkMask {
    pub(crate) width: usize,
    height: usize,
    pixels: Vec<PixelContent>,
    /// Luma of the darkest ink of each half-size pixel; white without ink.
    pub(crate) luma: Vec<u8>,
    /// Indices of the pixels with ink, in ascending order.
    pub(crate) ink: Vec<usize>,
    /// Every second pixel of each run of ink in a row: half of a line's pixels suffice to find it, in any direction.
    middles: Vec<usize>,
}

/// Offsets of a piece's places from its middle, in one direction, in a picture row by row.
struct LineTemplate {
    direction: usize,
    places: Vec<isize>,
    /// Offsets on either side, for every [`EVERY`]th place.
    beside: Vec<[isize; 2]>,
}

/// Lines that run in about the same direction.
struct Lines {
    /// Pixels of ink on straight pieces, and all pixels of the same pieces extended by [`BRIDGE`].
    drawn: Vec<bool>,
    bridged: Vec<bool>,
    /// Middles of the pieces.
    middles: Vec<usize>,
}

/// Line with everything in its course, as indices of pixels.
pub(crate) struct Line {
    pub(crate) ink: Vec<usize>,
    pub(crate) course: Vec<usize>,
}

/// Luma of the darkest print around each half-size pixel, row by row.
pub(crate) fn print_around(blank: &Grey) -> Vec<u8> {
    blank.halved().spread(HIDDEN, u8::min).pixels
}

/// Whether a piece is part of a line: it has ink except where print hides it.
fn is_drawn(spots: impl Iterator<Item = PixelContent>) -> bool {
    let (mut ink, mut paper) = (0, 0);
    for spot in spots {
        match spot {
            PixelContent::Ink => ink += 1,
            PixelContent::Paper => paper += 1,
            PixelContent::Print => {}
        }
        if paper > MAX_PAPER {
            return false;
        }
    }
    ink >= MIN_INK
}

/// Unit vector of a direction.
fn along(direction: usize) -> (f64, f64) {
    let turn = PI * direction as f64 / DIRECTIONS as f64;
    (turn.cos(), turn.sin())
}

impl LineTemplate {
    fn of(direction: usize, width: usize) -> Self {
        let (right, down) = along(direction);
        let step = |x: f64, y: f64| y.round() as isize * width as isize + x.round() as isize;
        let place = |at: i32| step(right * f64::from(at), down * f64::from(at));
        let side = step(-down * BESIDE, right * BESIDE);
        Self {
            direction,
            places: (-REACH..=REACH).map(place).collect(),
            beside: (-REACH..=REACH)
                .step_by(EVERY)
                .map(|at| [place(at) + side, place(at) - side])
                .collect(),
        }
    }
}

impl InkMask {
    pub(crate) fn of(page: &BinarizedPage, blank: &Grey) -> Self {
        let (width, height) = (blank.width / 2, blank.height / 2);
        let mut spots = vec![PixelContent::Paper; width * height];
        let mut luma = vec![WHITE; width * height];
        for (y, row) in page.picture.pixels.chunks_exact(page.picture.width).enumerate() {
            for (x, pixel) in row.iter().enumerate().filter(|(_, luma)| **luma < page.lightest) {
                if x / 2 < width && y / 2 < height && ink::is_ink(*pixel, blank, x, y) {
                    let at = y / 2 * width + x / 2;
                    spots[at] = PixelContent::Ink;
                    luma[at] = luma[at].min(*pixel);
                }
            }
        }
        for (spot, print) in spots.iter_mut().zip(print_around(blank)) {
            if *spot == PixelContent::Paper && print < MAX_HIDING_PRINT {
                *spot = PixelContent::Print;
            }
        }
        let ink: Vec<usize> =
            (0..spots.len()).filter(|at| spots[*at] == PixelContent::Ink).collect();
        let runs = ink.chunk_by(|one, next| one + 1 == *next);
        let middles = runs.flat_map(|run| run.iter().step_by(2)).copied().collect();
        Self { width, height, pixels: spots, luma, ink, middles }
    }

    /// Detects all lines. A place where lines run in several directions is part of several lines.
    pub(crate) fn detect_lines(&self) -> Vec<Line> {
        let directions = (0..DIRECTIONS / 2).into_par_iter().map(|at| self.lines(2 * at));
        directions.collect::<Vec<_>>().into_iter().flat_map(|lines| lines.apart(self)).collect()
    }

    fn place(&self, x: f64, y: f64) -> Option<usize> {
        let (x, y) = (x.round() as isize, y.round() as isize);
        let (x, y) = (usize::try_from(x).ok()?, usize::try_from(y).ok()?);
        (x < self.width && y < self.height).then_some(y * self.width + x)
    }

    /// Pixels along a direction, from `reach` before a pixel to `reach` behind it; `None` outside of the page.
    fn course(
        &self,
        middle: usize,
        direction: usize,
        reach: i32,
    ) -> impl Iterator<Item = Option<usize>> {
        let (x, y) = ((middle % self.width) as f64, (middle / self.width) as f64);
        let (right, down) = along(direction);
        (-reach..=reach)
            .map(move |step| self.place(x + right * f64::from(step), y + down * f64::from(step)))
    }

    /// Detects the straight thin lines in a direction and the next.
    fn lines(&self, direction: usize) -> Lines {
        let courses =
            [direction, direction + 1].map(|direction| LineTemplate::of(direction, self.width));
        let pieces = self.middles.iter().copied().flat_map(|middle| {
            let is_line = move |course: &&LineTemplate| {
                self.is_straight(middle, course) && self.is_thin(middle, course)
            };
            courses.iter().filter(is_line).map(move |course| (middle, course.direction))
        });
        let pieces: Vec<(usize, usize)> = pieces.collect();
        let size = if pieces.is_empty() { 0 } else { self.pixels.len() };
        let mut lines = Lines {
            drawn: vec![false; size],
            bridged: vec![false; size],
            middles: pieces.iter().map(|(middle, _)| *middle).collect(),
        };
        for (middle, direction) in pieces {
            for at in self.course(middle, direction, REACH).flatten() {
                lines.drawn[at] |= self.pixels[at] == PixelContent::Ink;
            }
            for at in self.course(middle, direction, REACH + BRIDGE).flatten() {
                lines.bridged[at] = true;
            }
        }
        lines
    }

    /// Whether all places of a course, and those beside it, are on the page.
    fn is_inside(&self, middle: usize) -> bool {
        let margin = REACH as usize + BESIDE.ceil() as usize;
        let is_inside = |at: usize, size: usize| at >= margin && at + margin < size;
        is_inside(middle % self.width, self.width) && is_inside(middle / self.width, self.height)
    }

    fn is_straight(&self, middle: usize, course: &LineTemplate) -> bool {
        if self.is_inside(middle) {
            let places = course.places.iter();
            is_drawn(places.map(|off| self.pixels[middle.wrapping_add_signed(*off)]))
        } else {
            let places = self.course(middle, course.direction, REACH).flatten();
            is_drawn(places.map(|at| self.pixels[at]))
        }
    }

    fn is_thin(&self, middle: usize, course: &LineTemplate) -> bool {
        if self.is_inside(middle) {
            let is_ink =
                |off: &isize| self.pixels[middle.wrapping_add_signed(*off)] == PixelContent::Ink;
            let clear = course.beside.iter().filter(|sides| !sides.iter().any(is_ink));
            return clear.count() >= MIN_CLEAR;
        }
        let (right, down) = along(course.direction);
        let is_ink = |x: f64, y: f64| {
            self.place(x, y).is_some_and(|at| self.pixels[at] == PixelContent::Ink)
        };
        let places = self.course(middle, course.direction, REACH).flatten().step_by(EVERY);
        let clear = places.filter(|at| {
            let (x, y) = self.point(*at);
            !is_ink(x - down * BESIDE, y + right * BESIDE)
                && !is_ink(x + down * BESIDE, y - right * BESIDE)
        });
        clear.count() >= MIN_CLEAR
    }

    pub(crate) fn point(&self, at: usize) -> (f64, f64) {
        ((at % self.width) as f64, (at / self.width) as f64)
    }
}

impl Lines {
    /// Separates the lines: the connected components of their extended pieces.
    fn apart(mut self, sketch: &InkMask) -> Vec<Line> {
        let mut lines = Vec::new();
        for start in self.middles {
            let mut line = Line { ink: Vec::new(), course: Vec::new() };
            let mut reached =
                Vec::from_iter(std::mem::take(&mut self.bridged[start]).then_some(start));
            while let Some(at) = reached.pop() {
                if self.drawn[at] { &mut line.ink } else { &mut line.course }.push(at);
                let columns = (at % sketch.width).saturating_sub(1)
                    ..(at % sketch.width + 2).min(sketch.width);
                for row in (at / sketch.width).saturating_sub(1)
                    ..(at / sketch.width + 2).min(sketch.height)
                {
                    for next in columns.clone().map(|column| row * sketch.width + column) {
                        reached.extend(std::mem::take(&mut self.bridged[next]).then_some(next));
                    }
                }
            }
            if !line.ink.is_empty() {
                lines.push(line);
            }
        }
        lines
    }
}
