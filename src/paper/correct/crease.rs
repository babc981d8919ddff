//! Folds and creases: dark lines of the paper itself, which are not ink.
//!
//! A fold is thin, runs straight for longer than a stroke of a pen does, and goes on from one box into the next. A crease of
//! crumpled paper is shorter, and lighter than the pen that wrote on the page. Both are removed before ink is searched; their
//! remains on bent paper are lighter than the pen, or small.

use std::cell::LazyCell;
use std::collections::BTreeMap;

use domain::form::{BOXES, PRIZE_AREA, Rect};

use crate::correct::binarize::BinarizedPage;
use crate::correct::fold::{FittedLine, SearchedPage};
use crate::correct::line_detector::{InkMask, Line, print_around};
use crate::extract::ink::{Ink, STROKE};
use crate::extract::read_area;
use crate::image::grey::{Grey, WHITE};

/// Minimum number of a line's half-size pixels in a part of the page for the line to run through that part.
const MIN_LINE_PIXELS: usize = 30;
/// Number of parts of a page: the boxes, the pegs, the area beside them, the outside.
const PARTS: usize = BOXES.len() + 3;
const BESIDE_A_BOX: usize = BOXES.len() + 1;
const OUTSIDE: usize = BOXES.len() + 2;
/// Maximum distance in the form's pixels from a box or the pegs at which a stroke may run over.
const MAX_OVERRUN: u32 = 30;
/// Maximum deviation of a fold from a straight line, as a standard deviation in half-size pixels.
const MAX_FOLD_DEVIATION: f64 = 6.0;
/// Maximum deviation from a straight line of a piece of a fold that is dark in one box only, as a standard deviation in half-size
/// pixels.
const MAX_PIECE_DEVIATION: f64 = 1.5;
/// Minimum length of such a piece in half-size pixels: more than a stroke in a peg, or a long letter, has.
const MIN_PIECE: f64 = 50.0;
/// Maximum luma by which a shorter piece is darker than its fold; it must also be lighter than the page's pen.
const MAX_PIECE_DARKENING: u8 = 25;
/// Ratio of the contrast of faint ink to the minimum contrast of a fold.
const DEPTH: u8 = 7;
/// Share of the pen's contrast by which a line is lighter if it is of another pen than the page's.
const LIGHTER: f64 = 0.4;
/// Share of the pen's contrast by which a mark on a peg is lighter if it may be a shadow that falls on the printed ring.
const LIGHTER_MARK: f64 = 0.25;
/// Minimum number of light lines on crumpled paper.
const MIN_CRUMPLED_LINES: usize = 3;
/// Minimum number of half-size pixels of light lines in one box that may be a drawing, and minimum ratio of that number to the
/// one outside of all boxes.
const MIN_DRAWING: usize = 400;
const MIN_INSIDE_RATIO: usize = 40;
/// Minimum number of pixels of light ink in a box that are writing: a worn crease is dark for only a part of its length.
const MIN_LIGHT: usize = 300;
/// Default luma of the pen where too little is written to measure it.
const USUAL_PEN: u8 = 60;
/// Minimum number of pixels of ink from which the luma of the pen is measured.
const MIN_PEN: usize = 150;
/// Minimum luma by which a crossing stroke is darker than the crease.
const MIN_CROSSING_CONTRAST: u8 = 45;
/// Half the width of a crease, in half-size pixels.
const BREADTH: usize = 2;
/// Luma of the lightest print that may be mistaken for a line in its place.
const RULE: u8 = 250;

/// Result of removing the creases of a page.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Creases {
    /// Whether a fold was removed, or lines that are lighter than the page's pen.
    pub(crate) is_creased: bool,
    /// Flags of the boxes with a line that is lighter than the page's pen: light ink could look like it.
    pub(crate) light: [bool; BOXES.len()],
    /// Index of the box with a drawing in a pen that is lighter than the page's.
    drawn: Option<usize>,
    pub(crate) limits: InkLimits,
}

impl Creases {
    /// Whether there are so many lines that the paper was crumpled.
    pub(crate) fn is_crumpled(&self) -> bool {
        self.limits.lightest_mark < WHITE
    }

    /// Whether ink in the box at `index` is writing.
    pub(crate) fn allow(&self, index: usize, ink: Ink) -> bool {
        self.drawn == Some(index) || self.limits.allow(ink)
    }
}

/// Thresholds for ink on creased paper: lighter pixels belong to the paper.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct InkLimits {
    /// Luma below which the pen of writing must be.
    lightest_writing: u8,
    /// Luma below which the pen of a mark on a peg must be.
    pub(crate) lightest_mark: u8,
    /// Minimum number of pixels of lighter ink in a box that are writing all the same.
    min_light: usize,
}

impl Default for InkLimits {
    /// Limits that allow all ink.
    fn default() -> Self {
        Self { lightest_writing: WHITE, lightest_mark: WHITE, min_light: 0 }
    }
}

impl InkLimits {
    /// Limits for crumpled paper, on which light lines were seen.
    fn of_crumpled(pen: u8) -> Self {
        Self {
            lightest_writing: lighter_than(pen, LIGHTER),
            lightest_mark: lighter_than(pen, LIGHTER_MARK),
            min_light: usize::MAX,
        }
    }

    /// Limits for bent paper without light lines, on which a crease may be too short and too worn for a line.
    fn of_bent(pen: u8) -> Self {
        let lightest_writing = lighter_than(pen, LIGHTER).max(STROKE);
        Self { lightest_writing, lightest_mark: WHITE, min_light: MIN_LIGHT }
    }

    fn allow(self, ink: Ink) -> bool {
        ink.pen < self.lightest_writing || ink.dark >= self.min_light
    }
}

/// Removes the creases from a page, a sheet in the form's own pixels; `sketch` is its ink, and `even` the same sheet before
/// thresholding. On a page that lies flat only folds are removed.
pub(crate) fn remove(
    page: &mut BinarizedPage,
    sketch: &InkMask,
    even: &Grey,
    blank: &Grey,
    is_flat: bool,
) -> Creases {
    let lines = sketch.detect_lines();
    if lines.is_empty() {
        return Creases::default();
    }
    let pen = sketch.pen(&lines).unwrap_or(USUAL_PEN);
    let least_depth = (WHITE - page.lightest) / DEPTH;
    let ground = LazyCell::new(|| SearchedPage {
        half: even.halved(),
        // Frames and guides are too light to be print that hides ink, and dark enough to be taken for a fold.
        is_unprinted: print_around(blank).into_iter().map(|luma| luma > RULE).collect(),
        least_depth,
    });
    let (folds, others) = sketch.folds_among(lines, pen, || &ground);
    for fold in &folds {
        sketch.erase(page, fold, sketch.darkest_of_fold(fold));
    }
    let mut creases =
        if is_flat { Creases::default() } else { sketch.remove_shading(page, others, pen) };
    creases.is_creased |= !folds.is_empty();
    creases
}

/// Luma of a stroke that has lost this share of the pen's contrast to paper.
fn lighter_than(pen: u8, share: f64) -> u8 {
    let contrast = f64::from(WHITE - pen);
    pen + (share * contrast) as u8
}

impl InkMask {
    /// Splits lines into the folds with all of their pieces, and the others; `pen` is the luma of the page's pen.
    fn folds_among<'a>(
        &self,
        lines: Vec<Line>,
        pen: u8,
        ground: impl Fn() -> &'a SearchedPage,
    ) -> (Vec<Line>, Vec<Line>) {
        let is_fold = |line: &Line| self.is_fold(line) || self.goes_on(line, &ground);
        let (mut folds, others): (Vec<_>, Vec<_>) = lines.into_iter().partition(is_fold);
        let courses = self.courses_of_folds(&folds, &others);
        let lightest_ink = lighter_than(pen, LIGHTER);
        let is_piece =
            |line: &Line| courses.iter().any(|fold| self.is_piece(line, *fold, lightest_ink));
        let (pieces, others) = others.into_iter().partition(is_piece);
        folds.extend::<Vec<_>>(pieces);
        (folds, others)
    }

    /// Removes lines that are lighter than the page's pen, unless they are a drawing. A line that goes on outside of its box is a
    /// fold, and makes no box doubtful.
    fn remove_shading(&self, page: &mut BinarizedPage, lines: Vec<Line>, pen: u8) -> Creases {
        let lightest_ink = lighter_than(pen, LIGHTER);
        let is_light =
            |line: &Line| self.luma_of(&line.ink) >= lightest_ink && self.is_left(page, line);
        let lines: Vec<Line> = lines.into_iter().filter(is_light).collect();
        let mut creases = Creases { limits: InkLimits::of_bent(pen), ..Creases::default() };
        creases.drawn = self.drawn_box(&lines);
        if creases.drawn.is_some() {
            return creases;
        }
        creases.is_creased = !lines.is_empty();
        let mut light = 0;
        for line in &lines {
            if self.is_left(page, line) {
                self.erase(
                    page,
                    line,
                    self.luma_of(&line.ink).saturating_sub(MIN_CROSSING_CONTRAST),
                );
                light += 1;
                if self.goes_on_in(line, &lines) {
                    continue;
                }
                for (is_light, through) in creases.light.iter_mut().zip(self.through(line)) {
                    *is_light |= through >= MIN_LINE_PIXELS;
                }
            }
        }
        if light >= MIN_CRUMPLED_LINES {
            creases.limits = InkLimits::of_crumpled(pen);
        }
        creases
    }

    /// Luma of the pen, from the ink that is not part of a line; `None` where hardly anything is written.
    fn pen(&self, lines: &[Line]) -> Option<u8> {
        let mut is_line = vec![false; self.luma.len()];
        lines.iter().flat_map(|line| &line.ink).for_each(|at| is_line[*at] = true);
        let ink = self.ink.iter().filter(|at| !is_line[**at]);
        let mut luma: Vec<u8> = ink.map(|at| self.luma[*at]).collect();
        let tenth = luma.len() / 10;
        (luma.len() >= MIN_PEN).then(|| *luma.select_nth_unstable(tenth).1)
    }

    /// First quartile of the luma of these pixels.
    fn luma_of(&self, places: &[usize]) -> u8 {
        let mut luma: Vec<u8> = places.iter().map(|at| self.luma[*at]).collect();
        let quarter = luma.len() / 4;
        *luma.select_nth_unstable(quarter).1
    }

    /// Luma below which a pixel on a fold is a stroke that crosses it.
    fn darkest_of_fold(&self, fold: &Line) -> u8 {
        let straight = self.straight(&fold.ink);
        let mut darkest = BTreeMap::new();
        for at in &fold.ink {
            let along = straight.along(self.point(*at)) as i32;
            let luma = darkest.entry(along).or_insert(WHITE);
            *luma = self.luma[*at].min(*luma);
        }
        let mut luma: Vec<u8> = darkest.into_values().collect();
        let quarter = luma.len() / 4;
        luma.select_nth_unstable(quarter).1.saturating_sub(MIN_CROSSING_CONTRAST)
    }

    /// Whether a line runs straight through more than one part of the page: boxes, pegs, or the outside, for which pixels right
    /// beside a box count half.
    fn is_fold(&self, line: &Line) -> bool {
        let through = self.through(line);
        let areas =
            through[..BESIDE_A_BOX].iter().filter(|pixels| **pixels >= MIN_LINE_PIXELS).count();
        let is_beyond = 2 * through[OUTSIDE] + through[BESIDE_A_BOX] >= 2 * MIN_LINE_PIXELS;
        areas + usize::from(is_beyond) > 1 && self.straight(&line.ink).bow <= MAX_FOLD_DEVIATION
    }

    /// Returns the courses of folds with their luma: known folds, and long straight lines outside of the boxes that look like
    /// them.
    fn courses_of_folds(&self, folds: &[Line], others: &[Line]) -> Vec<(FittedLine, u8)> {
        let course = |line: &Line| (self.straight(&line.ink), self.luma_of(&line.ink));
        let is_outside = |line: &&Line| {
            let [.., beside, outside] = self.through(line);
            beside + outside == line.ink.len()
        };
        let outside = others.iter().filter(is_outside).map(course);
        let outside = outside.filter(|(line, _)| line.is_long() && line.bow <= MAX_PIECE_DEVIATION);
        folds.iter().map(course).chain(outside).collect()
    }

    /// Whether a line in the course of a fold is a piece of it: long, or as light as the fold and lighter than the page's ink.
    fn is_piece(&self, line: &Line, (fold, luma): (FittedLine, u8), lightest_ink: u8) -> bool {
        let straight = self.straight(&line.ink);
        let lightest_stroke = lightest_ink.max(luma.saturating_sub(MAX_PIECE_DARKENING));
        let is_like_fold = || self.luma_of(&line.ink) >= lightest_stroke;
        straight.bow <= MAX_PIECE_DEVIATION
            && line.ink.iter().all(|at| fold.passes(self.point(*at)))
            && (straight.length() >= MIN_PIECE || is_like_fold())
    }

    /// Whether a long straight line goes on in another line, outside of the boxes.
    fn goes_on_in(&self, line: &Line, others: &[Line]) -> bool {
        let straight = self.straight(&line.ink);
        let is_next = |other: &Line| {
            let outside: usize = self.through(other)[BESIDE_A_BOX..].iter().sum();
            outside >= MIN_LINE_PIXELS
                && other.ink.iter().all(|at| straight.passes(self.point(*at)))
        };
        straight.is_long() && straight.bow <= MAX_PIECE_DEVIATION && others.iter().any(is_next)
    }

    /// Number of a line's pixels in each part of the page.
    fn through(&self, line: &Line) -> [usize; PARTS] {
        let mut through = [0; PARTS];
        for at in &line.ink {
            through[part_of((2 * (at % self.width)) as u32, (2 * (at / self.width)) as u32)] += 1;
        }
        through
    }

    /// Index of the box in which light lines are a drawing with another pen: creases run in several boxes, and outside of them.
    fn drawn_box(&self, lines: &[Line]) -> Option<usize> {
        let mut pixels = [0; PARTS];
        for line in lines {
            pixels.iter_mut().zip(self.through(line)).for_each(|(sum, through)| *sum += through);
        }
        let (boxes, elsewhere) = pixels.split_at(BOXES.len());
        let (index, most) = boxes.iter().copied().enumerate().max_by_key(|(_, sum)| *sum)?;
        let other_boxes = boxes.iter().sum::<usize>() - most;
        let elsewhere = elsewhere.iter().sum::<usize>();
        let is_drawn =
            most >= MIN_DRAWING && 2 * other_boxes <= most && MIN_INSIDE_RATIO * elsewhere <= most;
        is_drawn.then_some(index)
    }

    /// Whether a line is straight, and continues in another part of the page.
    fn goes_on<'a>(&self, line: &Line, ground: impl Fn() -> &'a SearchedPage) -> bool {
        if line.ink.len() < MIN_LINE_PIXELS {
            return false;
        }
        let straight = self.straight(&line.ink);
        let own = self.through(line).into_iter().enumerate().max_by_key(|(_, pixels)| *pixels);
        let is_elsewhere = |x: f64, y: f64| {
            own.is_none_or(|(own, _)| own != part_of((2.0 * x) as u32, (2.0 * y) as u32))
        };
        straight.bow <= MAX_PIECE_DEVIATION
            && straight.is_long()
            && straight.goes_on(ground(), is_elsewhere)
    }

    fn straight(&self, places: &[usize]) -> FittedLine {
        FittedLine::through(places.iter().map(|at| self.point(*at)))
    }

    /// Whether more than half of a line is still on the page: a fold is detected in several directions, and erasing one of these
    /// lines erases the others.
    fn is_left(&self, page: &BinarizedPage, line: &Line) -> bool {
        let is_white = |at: &&usize| {
            let (x, y) = (2 * (*at % self.width), 2 * (*at / self.width));
            let rows = [y, y + 1].map(|y| &page.picture.row(y)[x..x + 2]);
            rows == [&[WHITE; 2]; 2]
        };
        2 * line.ink.iter().filter(is_white).count() < line.ink.len()
    }

    /// Removes a line from the page except for the strokes that cross it.
    fn erase(&self, page: &mut BinarizedPage, line: &Line, darkest: u8) {
        let picture = &mut page.picture;
        for at in line.ink.iter().chain(&line.course) {
            let (x, y) = (2 * (at % self.width), 2 * (at / self.width));
            let around = |at: usize, size: usize| {
                at.saturating_sub(2 * BREADTH)..(at + 2 * BREADTH + 2).min(size)
            };
            for y in around(y, picture.height) {
                let columns = around(x, picture.width);
                for pixel in &mut picture.pixels[y * picture.width..][columns] {
                    if *pixel > darkest {
                        *pixel = WHITE;
                    }
                }
            }
        }
    }
}

/// Index of the part that a pixel of the sheet lies in: a box, the pegs, the area beside one of them, or the outside.
pub(crate) fn part_of(x: u32, y: u32) -> usize {
    let holds = |area: &Rect, around: u32| {
        (area.left.saturating_sub(around)..area.left + area.width + around).contains(&x)
            && (area.top.saturating_sub(around)..area.top + area.height + around).contains(&y)
    };
    let mut parts = BOXES.iter().chain([&PRIZE_AREA]).map(|area| read_area::to_sheet(*area));
    let inside = parts.clone().position(|area| holds(&area, 0));
    inside.unwrap_or_else(|| {
        if parts.any(|area| holds(&area, MAX_OVERRUN)) { BESIDE_A_BOX } else { OUTSIDE }
    })
}
