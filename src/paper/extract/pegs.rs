//! Reader of the prize grid: finds the marked pegs, and the marks that are doubtful.
//!
//! Connected ink is one mark, even with small gaps. A mark belongs to a peg:
//! - if it lies on the peg, whatever its shape: a tick, a cross, a scribble, a filled or a circled peg;
//! - or if much of its ink is on the peg, and hardly any on another: a tick with a long tail.
//!
//! A straight line that runs through a peg and out on both sides may strike it out, with or without a mark below it: that peg is
//! doubtful. Every other mark of some size is doubtful too, because it lies between pegs or over several of them. Doubtful marks
//! are never picked but reported, so that people check them. Specks are ignored.

use domain::form::{PEG_PITCH, PEG_RADIUS, PRIZE_AREA, Peg};

use crate::correct::binarize::BinarizedPage;
use crate::correct::crease::Creases;
use crate::extract::ink::{self, STROKE};
use crate::extract::read_area;
use crate::image::grey::{Area, Grey, WHITE};
use crate::register::affine::distance;

/// Radius around the middle of a peg in which ink belongs to it: a little more than the ring, because people overrun the line.
const REACH: f64 = PEG_RADIUS as f64 + 3.0;
/// Luma below which a pixel of the blank is print of a ring or a label.
const MAX_PEG_LUMA: u8 = 230;
/// Minimum number of connected pixels of a mark: a small tick has more than 100, a speck at most 50.
const MIN_MARK: usize = 60;
/// Minimum number of pixels of a mark where print cuts strokes into pieces, and of a faint mark.
const MIN_CUT_MARK: usize = 45;
const MIN_FAINT_MARK: usize = 24;
/// Maximum gap in pixels within one mark, usual and faint: the print of a peg can cut a stroke in two.
const MAX_GAP: usize = 6;
const MAX_FAINT_GAP: usize = 10;
/// Misregistration in pixels up to which a faint stroke is distinguished from the print that it crosses.
const FAINT_MISFIT: usize = 1;
/// Width in pixels of the strips beside the grid that are searched as well: a line through a peg at the edge may run out there.
const BESIDE: usize = 30;
/// Maximum distance from the middle of a mark to the middle of its peg.
const MAX_OFFSET: f64 = 17.0;
/// Maximum width and height of a mark that belongs to a peg by its place; a larger mark reaches other pegs.
const MAX_MARK_SIZE: f64 = 1.3 * PEG_PITCH as f64;
/// Minimum share of ink on its peg for a mark that belongs to it by its ink, and maximum share on any other peg.
const MIN_OWN_SHARE: f64 = 0.42;
const MAX_OTHER_SHARE: f64 = 0.2;
/// Distance from the middle of a peg beyond which only a line that strikes it out reaches, not a mark.
const BEYOND: f64 = PEG_RADIUS as f64 + 18.0;
/// Number of directions that are distinguished around a peg.
const DIRECTIONS: usize = 16;

/// Minimum luma by which an outstanding peg is darkened more than the median peg, as a mean over its area.
const MIN_ADDED: f64 = 4.0;
/// Minimum ratio of that difference to the range of the other pegs: shadows and folds darken several.
const MIN_OUTSTANDING: f64 = 3.0;
/// Minimum difference in mean luma of a peg on a blackened scan from the median peg, if it is marked: of unmarked pegs it was 2.4 at
/// most, of marked ones 21 at least.
const MIN_CUT_ADDED: f64 = 10.0;
/// Minimum difference in mean luma of a peg with a light mark from the median peg. Print that is not quite in its place looks like
/// light strokes, but adds no darkness.
const MIN_LIGHT_ADDED: f64 = 1.5;
/// Minimum share of the darkness added to a peg that its darkest pixels have under a stroke: of faint strokes it was 0.87 to
/// 0.99, of shadows on crumpled paper 0.46.
const MIN_STROKE_SHARE: f64 = 0.7;
/// Darkest part of a peg's pixels: one in this many.
const STROKE_PART: usize = 5;
/// Maximum number of marks on crumpled paper, or by a faint pen; more are creases, and none is picked. Marks in one row or column
/// are the remains of a fold, and are not reported.
const MAX_DOUBTFUL_MARKS: usize = 3;

/// Marks on the grid.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct GridMarks {
    /// The marked pegs in reading order.
    pub(crate) marked: Vec<Peg>,
    /// Whether there is a mark on no peg, or on several.
    pub(crate) between: bool,
    /// Whether a peg may have been struck out.
    pub(crate) struck: bool,
    /// Whether there is a mark that is too light for the page's pen.
    pub(crate) light: bool,
}

impl GridMarks {
    /// Whether there is nothing on the grid.
    pub(crate) fn is_empty(&self) -> bool {
        *self == Self::default()
    }

    /// Turns picks into doubtful marks, for a page on which pegs or creases cannot be distinguished from them.
    pub(crate) fn doubtful(self) -> Self {
        Self { between: self.between || !self.marked.is_empty(), marked: Vec::new(), ..self }
    }
}

/// Darkness of the ink on a page, known before its grid is read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Pen {
    /// Darker than all print on the grid.
    Dark,
    /// As dark as print that a scanner has blackened, or so little darker than print that it cuts strokes into pieces.
    LikePrint,
    /// Hardly darker than the print, or lighter.
    Faint,
    /// As [`Self::Faint`], on a page whose other ink is darker: marks must be larger, so that a speck of dirt is none.
    LighterThanOthers,
}

/// Reads the grid; page and blank are sheets in the form's own pixels. Without a grid there are no picks.
///
/// Marks that are not darker than `lightest` are not picked: on creased paper they may be creases, and so may many marks.
pub(crate) fn picks(page: &BinarizedPage, blank: &Grey, pen: Pen, lightest: u8) -> GridMarks {
    let mut picks = GridMarks::default();
    if !are_printed(blank) {
        return picks;
    }
    let printed: Vec<Peg> = Peg::all().collect();
    for mark in marks(page, blank, pen) {
        let is_light = mark.pen(page) >= lightest;
        match mark.meaning(&printed) {
            MarkMeaning::Picks(_) if is_light => picks.light = true,
            MarkMeaning::Strikes | MarkMeaning::Between if is_light => {}
            MarkMeaning::Picks(peg) => picks.marked.push(peg),
            MarkMeaning::Strikes => picks.struck = true,
            // Ends of lines from beside the grid, and pieces of faint strokes that the print has cut off, are ignored.
            MarkMeaning::Between => picks.between |= mark.near(&printed) >= MIN_MARK,
        }
    }
    picks.marked.sort_unstable();
    picks.marked.dedup();
    let may_be_creases = lightest < WHITE || matches!(pen, Pen::Faint | Pen::LighterThanOthers);
    if may_be_creases && picks.marked.len() > MAX_DOUBTFUL_MARKS {
        picks = if in_one_line(&picks.marked) {
            GridMarks { marked: Vec::new(), ..picks }
        } else {
            picks.doubtful()
        };
    }
    picks
}

/// Whether all pegs are in the same row, or in the same column.
fn in_one_line(pegs: &[Peg]) -> bool {
    pegs.windows(2).all(|two| two[0].row == two[1].row)
        || pegs.windows(2).all(|two| two[0].column == two[1].column)
}

/// Adds the marks on a blackened scan that its print, as dark as ink, has cut into pieces too small to be marks: their pegs are far
/// darker than the others. `even` is the page before thresholding, in even light. Beside a marked peg the ink may belong to that mark:
/// there the peg is not picked, and a lot of ink is doubtful.
pub(crate) fn with_cut_marks(mut picks: GridMarks, even: &Grey, blank: &Grey) -> GridMarks {
    if !are_printed(blank) {
        return picks;
    }
    let usual = usual_added(even, blank);
    for peg in Peg::all().filter(|peg| !picks.marked.contains(peg)).collect::<Vec<_>>() {
        let added = added_to(peg, even, blank) - usual;
        let is_beside_mark = picks.marked.iter().any(|other| are_neighbours(peg, *other));
        if added >= MIN_CUT_ADDED && !is_beside_mark && !picks.between && !picks.struck {
            picks.marked.push(peg);
        } else if added >= 2.0 * MIN_CUT_ADDED {
            picks.between = true;
        }
    }
    picks.marked.sort_unstable();
    picks
}

fn are_neighbours(one: Peg, other: Peg) -> bool {
    one.row.abs_diff(other.row) <= 1 && one.column.abs_diff(other.column) <= 1
}

/// Reads the grid once more where no mark is as dark as the page's other ink, and flags the result as light; `even` is the page
/// before thresholding, in even light.
///
/// On creased paper light marks cannot be distinguished from creases, so only an outstanding peg is picked. On crumpled paper a
/// shadow between creases can darken a single peg as well: there the peg must be darkened by strokes.
pub(crate) fn light_picks(
    page: &BinarizedPage,
    even: &Grey,
    blank: &Grey,
    creases: &Creases,
) -> GridMarks {
    let found = picks(page, blank, Pen::LighterThanOthers, WHITE);
    let outstanding = if are_printed(blank) { outstanding_peg(even, blank) } else { None };
    let light = !found.is_empty() || outstanding.is_some();
    let mut picks = if creases.is_creased { GridMarks::default() } else { found };
    let least = usual_added(even, blank) + MIN_LIGHT_ADDED;
    picks.marked.retain(|peg| added_to(*peg, even, blank) >= least);
    if picks.is_empty() {
        let is_mark = |peg: &Peg| !creases.is_crumpled() || has_strokes(*peg, even, blank);
        picks.marked.extend(outstanding.filter(is_mark));
    }
    GridMarks { light, ..picks }
}

/// Returns the peg that is darkened far more than all others: by a mark in or along its ring that is too light to be
/// distinguished from print by itself.
fn outstanding_peg(page: &Grey, blank: &Grey) -> Option<Peg> {
    let mut added: Vec<(f64, Peg)> =
        Peg::all().map(|peg| (added_to(peg, page, blank), peg)).collect();
    added.sort_unstable_by(|one, other| one.0.total_cmp(&other.0));
    let usual = added[added.len() / 2].0;
    let spread = added[added.len() - 2].0 - added[1].0;
    let (most, peg) = added.pop()?;
    let is_outstanding = most - usual >= MIN_ADDED && most - usual >= MIN_OUTSTANDING * spread;
    is_outstanding.then_some(peg)
}

/// Median over the pegs of the mean luma by which they are darker than on the blank.
fn usual_added(page: &Grey, blank: &Grey) -> f64 {
    let mut added: Vec<f64> = Peg::all().map(|peg| added_to(peg, page, blank)).collect();
    let middle = added.len() / 2;
    *added.select_nth_unstable_by(middle, f64::total_cmp).1
}

/// Mean luma by which the square around a peg is darker than on the blank.
fn added_to(peg: Peg, page: &Grey, blank: &Grey) -> f64 {
    let added = added_pixels(peg, page, blank);
    added.iter().sum::<f64>() / added.len() as f64
}

/// Whether a few pixels of a peg have most of what is added to it, as under a stroke. A shadow darkens all of them.
fn has_strokes(peg: Peg, page: &Grey, blank: &Grey) -> bool {
    let mut added = added_pixels(peg, page, blank);
    added.sort_unstable_by(f64::total_cmp);
    let few = &added[added.len() - added.len() / STROKE_PART..];
    few.iter().sum::<f64>() >= MIN_STROKE_SHARE * added.iter().sum::<f64>()
}

/// Luma by which each pixel of the square around a peg is darker than its print.
fn added_pixels(peg: Peg, page: &Grey, blank: &Grey) -> Vec<f64> {
    let (x, y) = centre(peg);
    let edge = |middle: f64| (middle - REACH) as usize;
    let side = 2 * REACH as usize;
    let area = Area { left: edge(x), top: edge(y), width: side, height: side };
    let (page, blank) = (page.cut(area).pixels, blank.cut(area).pixels);
    blank.iter().zip(&page).map(|(blank, page)| f64::from(*blank) - f64::from(*page)).collect()
}

/// Whether the grid is printed on the page.
pub(crate) fn are_printed(blank: &Grey) -> bool {
    Peg::all().all(|peg| is_printed(peg, blank))
}

fn is_printed(peg: Peg, blank: &Grey) -> bool {
    let (x, y) = centre(peg);
    let reach = f64::from(PEG_RADIUS);
    let [left, top] = [x - reach, y - reach].map(|edge| edge as usize);
    let side = 2 * PEG_RADIUS as usize;
    let around = Area { left, top, width: side, height: side };
    blank.cut(around).pixels.iter().any(|luma| *luma < MAX_PEG_LUMA)
}

/// Middle of a peg on the sheet.
fn centre(peg: Peg) -> (f64, f64) {
    let (x, y) = peg.centre();
    read_area::point((f64::from(x), f64::from(y)))
}

enum MarkMeaning {
    Picks(Peg),
    Strikes,
    Between,
}

/// Pixels of one mark, on the sheet.
struct Mark(Vec<(f64, f64)>);

/// Finds all marks that are larger than a speck.
fn marks(page: &BinarizedPage, blank: &Grey, pen: Pen) -> Vec<Mark> {
    let Area { left, top, width, height } = read_area::to_sheet(PRIZE_AREA).into();
    let (left, width) = (left - BESIDE, width + 2 * BESIDE);
    let (lightest, misfit, gap, least) = match pen {
        Pen::Dark => (STROKE, ink::MAX_MISFIT, MAX_GAP, MIN_MARK),
        Pen::LikePrint => (STROKE, ink::MAX_MISFIT, MAX_GAP, MIN_CUT_MARK),
        Pen::Faint => (page.lightest, FAINT_MISFIT, MAX_FAINT_GAP, MIN_FAINT_MARK),
        Pen::LighterThanOthers => (page.lightest, FAINT_MISFIT, MAX_FAINT_GAP, MIN_MARK),
    };
    let is_ink = |x: usize, y: usize| {
        let pixel = page.picture.row(y)[x];
        pixel < lightest && ink::is_added_within(misfit, pixel, blank, x, y)
    };
    let ink: Vec<bool> =
        (0..width * height).map(|at| is_ink(left + at % width, top + at / width)).collect();
    let mut left_over = ink.clone();
    let is_mark = |together: &Vec<usize>| {
        let largest = || {
            let mut alone = vec![false; ink.len()];
            for at in together {
                alone[*at] = true;
            }
            ink::largest_part(&mut alone, width, |_| true)
        };
        together.len() >= least && (pen != Pen::Dark || largest() >= least)
    };
    let place = |at: usize| ((left + at % width) as f64, (top + at / width) as f64);
    let marks = ink::parts(&mut left_over, width, gap).filter(is_mark);
    marks.map(|mark| Mark(mark.into_iter().map(place).collect())).collect()
}

impl Mark {
    fn meaning(&self, pegs: &[Peg]) -> MarkMeaning {
        let (left, right) = extent(self.0.iter().map(|pixel| pixel.0));
        let (top, bottom) = extent(self.0.iter().map(|pixel| pixel.1));
        let middle = (f64::midpoint(left, right), f64::midpoint(top, bottom));
        let is_small = (right - left).max(bottom - top) <= MAX_MARK_SIZE;
        let Some(nearest) = least(pegs, |peg| distance(centre(peg), middle)) else {
            return MarkMeaning::Between;
        };
        let Some(inked) = least(pegs, |peg| -self.share_on(peg)) else {
            return MarkMeaning::Between;
        };
        let lies_on = distance(centre(nearest), middle) <= MAX_OFFSET;
        let peg = if lies_on { nearest } else { inked };
        let others = pegs.iter().filter(|other| **other != peg);
        let elsewhere = others.map(|other| self.share_on(*other)).fold(0.0, f64::max);
        if elsewhere > MAX_OTHER_SHARE {
            MarkMeaning::Between
        } else if self.strikes(peg) {
            MarkMeaning::Strikes
        } else if lies_on && is_small || self.share_on(peg) >= MIN_OWN_SHARE {
            MarkMeaning::Picks(peg)
        } else {
            MarkMeaning::Between
        }
    }

    /// Luma that a tenth of the mark's pixels reach.
    fn pen(&self, page: &BinarizedPage) -> u8 {
        let luma = |(x, y): &(f64, f64)| page.picture.at(*x as isize, *y as isize);
        let mut luma: Vec<u8> = self.0.iter().map(luma).collect();
        let tenth = luma.len() / 10;
        *luma.select_nth_unstable(tenth).1
    }

    /// Number of the mark's pixels that are at most half a pitch away from a peg.
    fn near(&self, pegs: &[Peg]) -> usize {
        let reach = f64::from(PEG_PITCH) / 2.0;
        let is_near =
            |pixel: &&(f64, f64)| pegs.iter().any(|peg| distance(**pixel, centre(*peg)) <= reach);
        self.0.iter().filter(is_near).count()
    }

    /// Share of the mark's pixels on a peg, from 0 to 1.
    fn share_on(&self, peg: Peg) -> f64 {
        let on = self.0.iter().filter(|pixel| distance(**pixel, centre(peg)) <= REACH).count();
        on as f64 / self.0.len() as f64
    }

    /// Whether the mark is a line through the peg: far out on two opposite sides, and in few other directions.
    fn strikes(&self, peg: Peg) -> bool {
        let (x, y) = centre(peg);
        let mut seen = [false; DIRECTIONS];
        for pixel in self.0.iter().filter(|pixel| distance(**pixel, (x, y)) > BEYOND) {
            let turn = (pixel.1 - y).atan2(pixel.0 - x) / std::f64::consts::TAU;
            let direction = (turn.rem_euclid(1.0) * DIRECTIONS as f64) as usize;
            seen[direction.min(DIRECTIONS - 1)] = true;
        }
        let at = |direction: usize| seen[direction % DIRECTIONS];
        let opposite = |direction: usize| {
            let far = direction + DIRECTIONS / 2;
            at(far - 1) || at(far) || at(far + 1)
        };
        let count = seen.iter().filter(|is_seen| **is_seen).count();
        (0..DIRECTIONS).any(|direction| at(direction) && opposite(direction))
            && count <= DIRECTIONS / 3
    }
}

fn least(pegs: &[Peg], of: impl Fn(Peg) -> f64) -> Option<Peg> {
    pegs.iter().copied().min_by(|one, other| of(*one).total_cmp(&of(*other)))
}

fn extent(places: impl Iterator<Item = f64>) -> (f64, f64) {
    places
        .fold((f64::INFINITY, f64::NEG_INFINITY), |(least, most), at| (least.min(at), most.max(at)))
}
