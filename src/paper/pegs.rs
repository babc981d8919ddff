//! Which pegs of the prize grid are marked, and which marks cannot be told.
//!
//! Ink that hangs together, or nearly, is one mark. A mark is of a peg:
//! - when it lies on it, whatever its shape: a tick, a cross, a scribble, a filled or a circled peg;
//! - or when most of its ink is on it, and hardly any on another: a tick with a long tail.
//!
//! A straight line that runs through a peg and out on both sides may be there to strike it out, with or without a mark below
//! it: that peg is doubtful. Every other mark of some size is doubtful too, because it lies between pegs or over several of
//! them. What is doubtful is never picked; the reading says so, and people look. A speck is nothing.

use domain::form::{PEG_PITCH, PEG_RADIUS, PRIZE_AREA, Peg};

use super::binarize::Inked;
use super::crease::Creases;
use super::grey::{Area, Grey, WHITE};
use super::ink::{self, STROKE};
use super::read_area;
use super::transform::distance;

/// Ink a little outside a ring still belongs to its peg: people do not stop at the line.
const REACH: f64 = PEG_RADIUS as f64 + 3.0;
/// The rings and labels of a blank are darker than this.
const MAX_PEG_LUMA: u8 = 230;
/// Pixels of the smallest mark that hang together: a small tick has more than 100, a speck at most 50.
const MIN_MARK: usize = 60;
/// Pixels of the smallest mark where print cuts strokes in pieces.
const MIN_CUT_MARK: usize = 45;
const MIN_FAINT_MARK: usize = 24;
/// Ink that is at most this far apart is one mark: the print of a peg can cut a stroke in two.
const GAP: usize = 6;
const FAINT_GAP: usize = 10;
/// How far off the page may lie where a faint stroke is told from the print that it crosses.
const FAINT_MISFIT: usize = 1;
/// How far beside the grid a line through a peg at its edge may run.
const BESIDE: usize = 30;
/// How far the middle of a mark may be from the middle of its peg.
const OFF_CENTRE: f64 = 17.0;
/// A mark that is larger than this in one direction reaches other pegs.
const MAX_MARK_SIZE: f64 = 1.3 * PEG_PITCH as f64;
/// The share of a mark's ink that its peg has at least, and another one at most.
const MIN_OWN_SHARE: f64 = 0.42;
const HARDLY_ANY: f64 = 0.2;
/// A line that strikes out runs further from the middle of the peg than a mark does.
const BEYOND: f64 = PEG_RADIUS as f64 + 18.0;
/// Directions that are told apart around a peg.
const DIRECTIONS: usize = 16;

/// Luma that one peg is darker by than its print, as a mean over its disc, where something is drawn in it or around it.
const MIN_ADDED: f64 = 4.0;
/// So many times further from the usual than the other pegs are from each other: shadows and folds darken several.
const OUTSTANDING: f64 = 3.0;
/// More marks than this on crumpled paper, or by a faint pen, are creases: none of them is picked, and it is said unless they are
/// in one row or column, as what is left of a fold through it is.
const MAX_DOUBTFUL_MARKS: usize = 3;

/// What stands on the grid.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Picks {
    /// The marked pegs in reading order.
    pub(super) marked: Vec<Peg>,
    /// Whether there is a mark on no peg, or on several.
    pub(super) between: bool,
    /// Whether a peg may have been struck out.
    pub(super) struck: bool,
    /// Whether there is a mark that is too light for the page's pen.
    pub(super) light: bool,
}

impl Picks {
    /// Whether there is nothing on the grid.
    pub(super) fn is_empty(&self) -> bool {
        *self == Self::default()
    }

    /// The same where pegs cannot be told from each other, or marks from creases.
    pub(super) fn doubtful(self) -> Self {
        Self { between: self.between || !self.marked.is_empty(), marked: Vec::new(), ..self }
    }
}

/// What is known of ink on a page before its grid is looked at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Pen {
    /// Darker than all print on the grid.
    Dark,
    /// As dark as the print, which a scanner has blackened, or so little darker that print cuts strokes in pieces.
    LikePrint,
    /// Hardly darker than the print, or not at all.
    Faint,
    /// The same on a page whose other ink is darker: a speck of dirt is not taken for a mark.
    LighterThanOthers,
}

/// Reads the grid; page and blank are sheets in the form's own pixels. A page without the grid has no picks.
///
/// On creased paper ink is darker than `lightest`, and many marks are none.
pub(super) fn picks(page: &Inked, blank: &Grey, pen: Pen, lightest: u8) -> Picks {
    let mut picks = Picks::default();
    if !are_printed(blank) {
        return picks;
    }
    let printed: Vec<Peg> = Peg::all().collect();
    for mark in marks(page, blank, pen) {
        let is_light = mark.pen(page) >= lightest;
        match mark.meaning(&printed) {
            Meaning::Picks(_) if is_light => picks.light = true,
            Meaning::Strikes | Meaning::Between if is_light => {}
            Meaning::Picks(peg) => picks.marked.push(peg),
            Meaning::Strikes => picks.struck = true,
            // The end of a line that comes from beside the grid, or a piece of a faint stroke that the print has cut off says nothing of its own.
            Meaning::Between => picks.between |= mark.near(&printed) >= MIN_MARK,
        }
    }
    picks.marked.sort_unstable();
    picks.marked.dedup();
    let may_be_creases = lightest < WHITE || matches!(pen, Pen::Faint | Pen::LighterThanOthers);
    if may_be_creases && picks.marked.len() > MAX_DOUBTFUL_MARKS {
        picks = if in_one_line(&picks.marked) {
            Picks { marked: Vec::new(), ..picks }
        } else {
            picks.doubtful()
        };
    }
    picks
}

/// Whether pegs are in the same row, or in the same column.
fn in_one_line(pegs: &[Peg]) -> bool {
    pegs.windows(2).all(|two| two[0].row == two[1].row)
        || pegs.windows(2).all(|two| two[0].column == two[1].column)
}

/// Reads the grid once more where no mark is as dark as the page's other ink, and says that what it finds is light; `even` is the
/// page with all that is no ink.
///
/// On creased paper a light mark cannot be told from a crease, unless one peg stands out. On crumpled paper a shadow between
/// creases can darken one peg as well, so nothing is picked there.
pub(super) fn light_picks(page: &Inked, even: &Grey, blank: &Grey, creases: &Creases) -> Picks {
    let found = picks(page, blank, Pen::LighterThanOthers, WHITE);
    let outstanding = if are_printed(blank) { outstanding_peg(even, blank) } else { None };
    let light = !found.is_empty() || outstanding.is_some();
    let mut picks = if creases.is_creased { Picks::default() } else { found };
    if picks.is_empty() && !creases.is_crumpled() {
        picks.marked.extend(outstanding);
    }
    Picks { light, ..picks }
}

/// The peg that is darker than its print by more than all others are: a mark in its ring, or along it, that is too light to be told
/// from print by itself.
fn outstanding_peg(page: &Grey, blank: &Grey) -> Option<Peg> {
    let mut added: Vec<(f64, Peg)> =
        Peg::all().map(|peg| (added_to(peg, page, blank), peg)).collect();
    added.sort_unstable_by(|one, other| one.0.total_cmp(&other.0));
    let usual = added[added.len() / 2].0;
    let spread = added[added.len() - 2].0 - added[1].0;
    let (most, peg) = added.pop()?;
    let is_outstanding = most - usual >= MIN_ADDED && most - usual >= OUTSTANDING * spread;
    is_outstanding.then_some(peg)
}

/// Mean luma by which the disc of a peg is darker than its print.
fn added_to(peg: Peg, page: &Grey, blank: &Grey) -> f64 {
    let (x, y) = centre(peg);
    let edge = |middle: f64| (middle - REACH) as usize;
    let side = 2 * REACH as usize;
    let disc = Area { left: edge(x), top: edge(y), width: side, height: side };
    let sum =
        |sheet: &Grey| sheet.cut(disc).pixels.iter().map(|luma| f64::from(*luma)).sum::<f64>();
    (sum(blank) - sum(page)) / (side * side) as f64
}

/// Whether the page has the grid.
pub(super) fn are_printed(blank: &Grey) -> bool {
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

/// The middle of a peg on the sheet.
fn centre(peg: Peg) -> (f64, f64) {
    let (x, y) = peg.centre();
    read_area::point((f64::from(x), f64::from(y)))
}

enum Meaning {
    Picks(Peg),
    Strikes,
    Between,
}

/// The pixels of one mark, on the sheet.
struct Mark(Vec<(f64, f64)>);

/// All marks that are more than a speck.
fn marks(page: &Inked, blank: &Grey, pen: Pen) -> Vec<Mark> {
    let Area { left, top, width, height } = read_area::place(PRIZE_AREA).into();
    let (left, width) = (left - BESIDE, width + 2 * BESIDE);
    let (lightest, misfit, gap, least) = match pen {
        Pen::Dark => (STROKE, ink::MISFIT, GAP, MIN_MARK),
        Pen::LikePrint => (STROKE, ink::MISFIT, GAP, MIN_CUT_MARK),
        Pen::Faint => (page.lightest, FAINT_MISFIT, FAINT_GAP, MIN_FAINT_MARK),
        Pen::LighterThanOthers => (page.lightest, FAINT_MISFIT, FAINT_GAP, MIN_MARK),
    };
    let is_ink = |x: usize, y: usize| {
        let pixel = page.picture.row(y)[x];
        pixel < lightest && ink::is_added_within(misfit, pixel, blank, x, y)
    };
    let ink: Vec<bool> =
        (0..width * height).map(|at| is_ink(left + at % width, top + at / width)).collect();
    let mut left_over = ink.clone();
    let mut marks = Vec::new();
    for start in 0..ink.len() {
        let together = taken_together(&mut left_over, width, start, gap);
        let largest = || {
            let mut alone = vec![false; ink.len()];
            for at in &together {
                alone[*at] = true;
            }
            ink::largest_part(&mut alone, width, |_| true)
        };
        if together.len() >= least && (pen != Pen::Dark || largest() >= least) {
            let place = |at: usize| ((left + at % width) as f64, (top + at / width) as f64);
            marks.push(Mark(together.into_iter().map(place).collect()));
        }
    }
    marks
}

/// Takes a pixel out of a set, and all that can be reached from it over gaps that are not too wide.
fn taken_together(set: &mut [bool], width: usize, start: usize, gap: usize) -> Vec<usize> {
    let mut together = Vec::new();
    let mut reached = Vec::from_iter(std::mem::take(&mut set[start]).then_some(start));
    while let Some(at) = reached.pop() {
        together.push(at);
        let columns = (at % width).saturating_sub(gap)..(at % width + gap + 1).min(width);
        for row in (at / width).saturating_sub(gap)..(at / width + gap + 1).min(set.len() / width) {
            for next in columns.clone().map(|column| row * width + column) {
                reached.extend(std::mem::take(&mut set[next]).then_some(next));
            }
        }
    }
    together
}

impl Mark {
    fn meaning(&self, pegs: &[Peg]) -> Meaning {
        let (left, right) = extent(self.0.iter().map(|pixel| pixel.0));
        let (top, bottom) = extent(self.0.iter().map(|pixel| pixel.1));
        let middle = (f64::midpoint(left, right), f64::midpoint(top, bottom));
        let is_small = (right - left).max(bottom - top) <= MAX_MARK_SIZE;
        let Some(nearest) = least(pegs, |peg| distance(centre(peg), middle)) else {
            return Meaning::Between;
        };
        let Some(inked) = least(pegs, |peg| -self.share_on(peg)) else { return Meaning::Between };
        let lies_on = distance(centre(nearest), middle) <= OFF_CENTRE;
        let peg = if lies_on { nearest } else { inked };
        let others = pegs.iter().filter(|other| **other != peg);
        let elsewhere = others.map(|other| self.share_on(*other)).fold(0.0, f64::max);
        if elsewhere > HARDLY_ANY {
            Meaning::Between
        } else if self.strikes(peg) {
            Meaning::Strikes
        } else if lies_on && is_small || self.share_on(peg) >= MIN_OWN_SHARE {
            Meaning::Picks(peg)
        } else {
            Meaning::Between
        }
    }

    /// The luma that a tenth of its pixels reach.
    fn pen(&self, page: &Inked) -> u8 {
        let luma = |(x, y): &(f64, f64)| page.picture.at(*x as isize, *y as isize);
        let mut luma: Vec<u8> = self.0.iter().map(luma).collect();
        let tenth = luma.len() / 10;
        *luma.select_nth_unstable(tenth).1
    }

    /// How many of its pixels are nearer to a peg than the next peg is.
    fn near(&self, pegs: &[Peg]) -> usize {
        let reach = f64::from(PEG_PITCH) / 2.0;
        let is_near =
            |pixel: &&(f64, f64)| pegs.iter().any(|peg| distance(**pixel, centre(*peg)) <= reach);
        self.0.iter().filter(is_near).count()
    }

    /// How much of the mark is on a peg, from 0 to 1.
    fn share_on(&self, peg: Peg) -> f64 {
        let on = self.0.iter().filter(|pixel| distance(**pixel, centre(peg)) <= REACH).count();
        on as f64 / self.0.len() as f64
    }

    /// Whether a line runs through the peg: far out on two opposite sides, and on no other.
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
