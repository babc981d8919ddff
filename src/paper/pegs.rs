//! Which pegs of the prize grid are marked.

use crate::domain::form::{PEG_RADIUS, Peg, Rect};

use super::grey::{Area, Grey};
use super::ink;
use super::sheet;

/// Ink a little outside a ring still belongs to its peg: people do not stop at the line.
const REACH: u32 = PEG_RADIUS + 3;
/// Lighter than this is paper on a blank.
const PAPER: u8 = 230;
/// Darker than this can be ink.
const INK: u8 = 150;
/// Dark pixels of the faintest mark: a small tick has more than 100.
const LEAST_MARK: usize = 40;

/// The marked pegs in reading order; page and blank are sheets in the form's own pixels. A page without the grid has none.
pub(super) fn marked(page: &Grey, blank: &Grey) -> Vec<Peg> {
    let printed = |peg: &Peg| {
        let around = Area::from(surroundings(*peg));
        blank.cut(around).pixels.iter().any(|luma| *luma < PAPER)
    };
    Peg::all().filter(printed).filter(|peg| ink_on(*peg, page, blank) >= LEAST_MARK).collect()
}

fn surroundings(peg: Peg) -> Rect {
    let (x, y) = peg.centre();
    let side = 2 * REACH + 1;
    sheet::place(Rect { top: y - REACH, left: x - REACH, width: side, height: side })
}

fn ink_on(peg: Peg, page: &Grey, blank: &Grey) -> usize {
    let area = surroundings(peg);
    let inside = |across: u32, down: u32| {
        across.abs_diff(REACH).pow(2) + down.abs_diff(REACH).pow(2) <= REACH.pow(2)
    };
    (0..area.height)
        .flat_map(|down| (0..area.width).map(move |across| (across, down)))
        .filter(|(across, down)| inside(*across, *down))
        .map(|(across, down)| ((area.left + across) as usize, (area.top + down) as usize))
        .filter(|(x, y)| {
            let pixel = page.row(*y)[*x];
            pixel < INK && ink::is_added(pixel, blank, *x, *y)
        })
        .count()
}
