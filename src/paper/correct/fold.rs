//! Continuation of a line outside of the box that it runs through. Folds continue, often too lightly to be ink.

use crate::image::grey::Grey;

/// Minimum length in half-size pixels of a line that is longer than a stroke of a pen.
const MIN_LENGTH: f64 = 60.0;
/// Length in half-size pixels, and number, of the windows along a line's continuation.
const WINDOW: usize = 24;
const WINDOWS: usize = 24;
/// Minimum number of windows that show a fold, and minimum share of the windows without print.
const MIN_WINDOWS: usize = 3;
const MIN_SHARE: f64 = 0.6;
/// Number of courses on either side of a line, in half-size pixels.
const SIDE: i32 = 12;
const COURSES: usize = 2 * SIDE as usize + 1;
/// Minimum number of unprinted courses in a window, from which the luma of paper is known.
const MIN_COURSES: usize = COURSES / 3;
/// Maximum sideways step of a fold from one window to the next, and its maximum total offset.
const MAX_STEP: i32 = 2;
const MAX_OFFSET: i32 = 6;
/// Half the width of a fold.
const BREADTH: i32 = 4;
/// Minimum ratio of a fold's depth to that of another line beside it: a pattern of lines is no fold.
const MIN_CONTRAST_RATIO: u8 = 2;

/// Luma of parallel courses; `None` where they are not paper.
type ParallelLuma = [Option<u8>; COURSES];

/// Least-squares line through a set of points.
#[derive(Clone, Copy, Debug)]
pub(crate) struct FittedLine {
    middle: (f64, f64),
    along: (f64, f64),
    /// Smallest and largest coordinate of the points along the line, from its middle.
    ends: (f64, f64),
    /// Standard deviation of the points from the line.
    pub(crate) bow: f64,
}

/// Page in even light, on which lines are searched.
pub(crate) struct SearchedPage {
    /// Picture of the page at half size.
    pub(crate) half: Grey,
    /// Whether nothing is printed at a pixel or right beside it, row by row.
    pub(crate) is_unprinted: Vec<bool>,
    /// Minimum luma by which a fold is darker than paper.
    pub(crate) least_depth: u8,
}

impl FittedLine {
    /// Fits the line of least squares; there must be at least one point.
    pub(crate) fn through(points: impl Iterator<Item = (f64, f64)> + Clone) -> Self {
        let count = points.clone().count() as f64;
        let sum = points.clone().fold((0.0, 0.0), |sum, point| (sum.0 + point.0, sum.1 + point.1));
        let middle = (sum.0 / count, sum.1 / count);
        let off = points.map(|(x, y)| (x - middle.0, y - middle.1));
        let (mut xx, mut xy, mut yy) = (0.0, 0.0, 0.0);
        for (x, y) in off.clone() {
            xx += x * x;
            xy += x * y;
            yy += y * y;
        }
        let turn = (2.0 * xy).atan2(xx - yy) / 2.0;
        let along = (turn.cos(), turn.sin());
        let places = off.map(|(x, y)| x * along.0 + y * along.1);
        let ends = places.fold((0.0_f64, 0.0_f64), |(start, end), at| (start.min(at), end.max(at)));
        let across = f64::midpoint(xx, yy) - ((xx - yy) / 2.0).hypot(xy);
        Self { middle, along, ends, bow: (across / count).max(0.0).sqrt() }
    }

    /// Coordinate of a point along the line, from its middle.
    pub(crate) fn along(&self, (x, y): (f64, f64)) -> f64 {
        (x - self.middle.0) * self.along.0 + (y - self.middle.1) * self.along.1
    }

    /// Whether a point lies in the line's course, or as far beside it as a fold strays.
    pub(crate) fn passes(&self, (x, y): (f64, f64)) -> bool {
        let (right, down) = self.along;
        let beside = (y - self.middle.1) * right - (x - self.middle.0) * down;
        beside.abs() <= f64::from(MAX_OFFSET)
    }

    /// Whether the line is longer than a stroke of a pen.
    pub(crate) fn is_long(&self) -> bool {
        self.length() >= MIN_LENGTH
    }

    /// Length from end to end.
    pub(crate) fn length(&self) -> f64 {
        self.ends.1 - self.ends.0
    }

    /// Whether the line continues at one of its ends, in places for which `counts` returns true.
    pub(crate) fn goes_on(&self, ground: &SearchedPage, counts: impl Fn(f64, f64) -> bool) -> bool {
        let (start, end) = self.ends;
        [(end, 1.0), (start, -1.0)].into_iter().any(|(end, way)| {
            let (mut seen, mut unprinted, mut beside) = (0, 0, 0_i32);
            for window in 0..WINDOWS {
                let start = end + way * (window * WINDOW) as f64;
                let courses = self.courses(ground, start, way, beside);
                if courses.iter().flatten().count() < MIN_COURSES {
                    continue;
                }
                let dip = dip_in(&courses, ground.least_depth);
                beside = (beside + dip.unwrap_or(0)).clamp(-MAX_OFFSET, MAX_OFFSET);
                let middle = self.place(start + way * (WINDOW / 2) as f64, beside);
                if counts(middle.0, middle.1) {
                    unprinted += 1;
                    seen += usize::from(dip.is_some());
                }
            }
            seen >= MIN_WINDOWS && seen as f64 >= MIN_SHARE * f64::from(unprinted)
        })
    }

    fn place(&self, at: f64, beside: i32) -> (f64, f64) {
        let (right, down) = self.along;
        let beside = f64::from(beside);
        (self.middle.0 + at * right - beside * down, self.middle.1 + at * down + beside * right)
    }

    /// Returns the courses of one window on either side of the expected one.
    fn courses(&self, ground: &SearchedPage, start: f64, way: f64, expected: i32) -> ParallelLuma {
        std::array::from_fn(|at| {
            let beside = expected + at as i32 - SIDE;
            ground.luma((0..WINDOW).map(|step| self.place(start + way * step as f64, beside)))
        })
    }
}

/// Returns the offset of a line from the middle course; `None` where there is no line, or several.
fn dip_in(courses: &ParallelLuma, least_depth: u8) -> Option<i32> {
    let seen = courses.iter().zip(-SIDE..=SIDE);
    let seen: Vec<(u8, i32)> = seen.filter_map(|(luma, beside)| Some(((*luma)?, beside))).collect();
    let mut luma: Vec<u8> = seen.iter().map(|(luma, _)| *luma).collect();
    let half = luma.len() / 2;
    let paper = *luma.select_nth_unstable(half).1;
    let near = seen.iter().filter(|(_, beside)| beside.abs() <= MAX_STEP);
    let (line, beside) = near.min()?;
    let others = seen.iter().filter(|(_, other)| (other - beside).abs() > BREADTH);
    let other = others.map(|(luma, _)| *luma).min()?;
    let depth = paper.saturating_sub(*line);
    (depth >= least_depth && paper.saturating_sub(other) <= depth / MIN_CONTRAST_RATIO)
        .then_some(*beside)
}

impl SearchedPage {
    /// Median luma of these places, which crossing strokes do not affect; `None` unless more than half of them are on unprinted
    /// paper.
    fn luma(&self, places: impl Iterator<Item = (f64, f64)>) -> Option<u8> {
        let mut seen = Vec::with_capacity(WINDOW);
        for (x, y) in places.map(|(x, y)| (x.round() as usize, y.round() as usize)) {
            let at = y * self.half.width + x;
            if x < self.half.width && self.is_unprinted.get(at) == Some(&true) {
                seen.push(self.half.pixels[at]);
            }
        }
        let middle = seen.len() / 2;
        (seen.len() > WINDOW / 2).then(|| *seen.select_nth_unstable(middle).1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Grainy paper, with vertical lines: column, first and last row, luma.
    fn page(lines: &[(usize, usize, usize, u8)]) -> Grey {
        let pixels = (0..200 * 600).map(|at: usize| 240 + (at * 7919 % 11) as u8);
        let mut page = Grey { width: 200, height: 600, pixels: pixels.collect() };
        for (column, from, to, luma) in lines {
            (*from..*to).for_each(|y| page.pixels[y * 200 + column] = *luma);
        }
        page
    }

    fn goes_on(page: Grey) -> bool {
        let piece = (90..160).map(|y| (100.0, f64::from(y)));
        let is_unprinted = vec![true; page.pixels.len()];
        let ground = SearchedPage { half: page, is_unprinted, least_depth: 6 };
        FittedLine::through(piece).goes_on(&ground, |_, y| y > 200.0)
    }

    #[test]
    fn line_beyond_its_box_is_continued() {
        assert!(goes_on(page(&[(100, 90, 500, 225)])));
        assert!(goes_on(page(&[(100, 100, 160, 60), (101, 220, 500, 225)])));
    }

    #[test]
    fn line_within_its_box_is_not_continued() {
        assert!(!goes_on(page(&[(100, 100, 195, 60)])));
        assert!(!goes_on(page(&[(100, 100, 160, 60), (120, 160, 500, 60)])));
    }

    #[test]
    fn line_in_striped_pattern_is_not_continued() {
        let stripes: Vec<_> = (0..20).map(|at| (10 + 9 * at, 0, 600, 225)).collect();
        assert!(!goes_on(page(&stripes)));
    }
}
