//! Geometry of the form: the layout that the press draws and the reader looks for.
//!
//! All lengths are pixels of a page [`PAGE_WIDTH`] x [`PAGE_HEIGHT`]; the press draws one such pixel as 5/16 pt.

use std::fmt;
use std::ops::Range;

use serde::{Deserialize, Serialize};

/// Width of a form page.
pub const PAGE_WIDTH: u32 = 1404;
/// Height of a form page.
pub const PAGE_HEIGHT: u32 = 1872;
/// Answer boxes on a questionnaire page.
pub const BOXES_PER_PAGE: usize = 5;
/// The first page that has answer boxes, counted from 1; page 1 explains the form.
pub const FIRST_QUESTION_PAGE: u32 = 2;

/// Pages of a form with that many questions: one that explains, then the questionnaire.
pub const fn pages(questions: usize) -> u32 {
    let with_boxes = questions.div_ceil(BOXES_PER_PAGE) as u32;
    FIRST_QUESTION_PAGE - 1 + if with_boxes == 0 { 1 } else { with_boxes }
}

/// Indices of the book's questions on a page, in the order of its boxes.
pub fn questions_on(page: u32, questions: usize) -> Range<usize> {
    let Some(earlier) = page.checked_sub(FIRST_QUESTION_PAGE) else { return 0..0 };
    let first = earlier as usize * BOXES_PER_PAGE;
    first.min(questions)..(first + BOXES_PER_PAGE).min(questions)
}

/// A rectangle on the page, in the specification's order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Rect {
    pub top: u32,
    pub left: u32,
    pub width: u32,
    pub height: u32,
}

const fn answer_box(top: u32, left: u32) -> Rect {
    Rect { top, left, width: 560, height: 438 }
}

/// The answer boxes in reading order.
pub const BOXES: [Rect; BOXES_PER_PAGE] = [
    answer_box(204, 126),
    answer_box(204, 720),
    answer_box(758, 126),
    answer_box(758, 720),
    answer_box(1311, 126),
];

/// Sixth cell of the first questionnaire page, as large as an answer box: space for a drawing where the prize game is
/// disabled. Not read.
pub const DRAWING_BOX: Rect = answer_box(1311, 720);
/// The prize game's part of the page.
pub const PRIZE_AREA: Rect = Rect { top: 1245, left: 750, width: 500, height: 490 };
/// Columns (A to G) and rows (1 to 7) of the peg grid.
pub const PEGS_PER_SIDE: u32 = 7;
/// Distance between neighbouring peg centres.
pub const PEG_PITCH: u32 = 70;
/// Outer radius of a peg's ring.
pub const PEG_RADIUS: u32 = 22;
/// Centre of peg A1 as (x, y).
pub const PEG_ORIGIN: (u32, u32) = (790, 1280);

/// Peg of the grid. Ordered as it is read: row 1 first, A to G within a row.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Peg {
    /// 0 is row 1.
    pub row: u8,
    /// 0 is column A.
    pub column: u8,
}

impl Peg {
    /// Every peg in reading order.
    pub fn all() -> impl Iterator<Item = Self> {
        let side = PEGS_PER_SIDE as u8;
        (0..side).flat_map(move |row| (0..side).map(move |column| Self { row, column }))
    }

    /// The middle of the peg's ring as (x, y).
    pub fn centre(self) -> (u32, u32) {
        (
            PEG_ORIGIN.0 + PEG_PITCH * u32::from(self.column),
            PEG_ORIGIN.1 + PEG_PITCH * u32::from(self.row),
        )
    }
}

impl fmt::Display for Peg {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", char::from(b'A' + self.column), self.row + 1)
    }
}

/// Modules a side of a page's QR codes: version 1.
pub const QR_MODULES: u32 = 21;
/// Pixels a side of one module.
pub const QR_MODULE: u32 = 4;
/// Top left corners of the QR codes as (x, y): a toolbar over any one edge of the page leaves one of them.
pub const QR_CORNERS: [(u32, u32); 2] = [(126, 1766), (1196, 12)];

/// Side of the square that a corner mark fills.
pub const MARK_SIDE: u32 = 32;
/// Top left corners of the corner marks as (x, y), in reading order: beside the outermost corners of the boxes.
pub const MARK_CORNERS: [(u32, u32); 4] = [(78, 202), (1294, 202), (78, 1719), (1294, 1719)];
const MARK_STROKE: u32 = 6;
const MARK_PIP: u32 = 7;

/// The four corner marks as filled rectangles: a bracket that embraces the boxes, with one pip in the first mark to four in
/// the last, so that no mark is another one turned.
pub fn corner_marks() -> [Vec<Rect>; 4] {
    [0, 1, 2, 3].map(|corner: usize| {
        let (x, y) = MARK_CORNERS[corner];
        let (right, bottom) = (corner % 2 == 1, corner / 2 == 1);
        let place = |top: u32, left: u32, width: u32, height: u32| Rect {
            top: y + if bottom { MARK_SIDE - top - height } else { top },
            left: x + if right { MARK_SIDE - left - width } else { left },
            width,
            height,
        };
        let bracket = [
            place(0, 0, MARK_SIDE, MARK_STROKE),
            place(MARK_STROKE, 0, MARK_STROKE, MARK_SIDE - MARK_STROKE),
        ];
        let pips = [(0, 0), (1, 1), (0, 1), (1, 0)].map(|(column, row)| {
            let step = MARK_STROKE + 4;
            let offset = |index: u32| step + index * (MARK_PIP + 4);
            place(offset(row), offset(column), MARK_PIP, MARK_PIP)
        });
        bracket.into_iter().chain(pips.into_iter().take(corner + 1)).collect()
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn questions_fill_the_pages_in_order() {
        assert_eq!([0, 1, 5, 6, 23].map(pages), [2, 2, 2, 3, 6]);
        assert_eq!(questions_on(1, 23), 0..0);
        assert_eq!(questions_on(2, 23), 0..5);
        assert_eq!(questions_on(6, 23), 20..23);
        assert_eq!(questions_on(7, 23), 23..23);
    }

    #[test]
    fn anchors_and_codes_keep_clear_of_boxes() {
        let apart = |a: &Rect, b: &Rect| {
            a.left + a.width <= b.left
                || b.left + b.width <= a.left
                || a.top + a.height <= b.top
                || b.top + b.height <= a.top
        };
        let side = QR_MODULES * QR_MODULE;
        let codes = QR_CORNERS.map(|(left, top)| Rect { top, left, width: side, height: side });
        for printed in corner_marks().iter().flatten().chain(&codes) {
            for kept_clear in BOXES.iter().chain([&PRIZE_AREA]) {
                assert!(apart(printed, kept_clear), "{printed:?} {kept_clear:?}");
            }
            assert!(printed.left + printed.width <= PAGE_WIDTH);
            assert!(printed.top + printed.height <= PAGE_HEIGHT);
        }
    }

    #[test]
    fn pegs_are_named_and_placed_as_printed() {
        let pegs: Vec<Peg> = Peg::all().collect();
        assert_eq!(pegs.len(), 49);
        assert_eq!((pegs[0].to_string(), pegs[0].centre()), ("A1".into(), (790, 1280)));
        assert_eq!((pegs[48].to_string(), pegs[48].centre()), ("G7".into(), (1210, 1700)));
        assert!(pegs.is_sorted());
    }
}
