//! Which pegs of the prize grid are marked.

use crate::domain::form::{PEG_RADIUS, Peg, Rect};

use super::grey::Grey;
use super::ink;
use super::sheet;

/// Ink this far outside a ring still belongs to its peg: people do not stop at the line.
const OVERSHOOT: u32 = 3;
/// Darker than this can be ink.
const INK: u8 = 150;
/// Dark pixels of the faintest mark: a small tick has more than 100.
const LEAST_MARK: usize = 40;

/// The marked pegs in reading order; page and blank are sheets in the form's own pixels.
pub(super) fn marked(page: &Grey, blank: &Grey) -> Vec<Peg> {
    Peg::all().filter(|peg| ink_on(*peg, page, blank) >= LEAST_MARK).collect()
}

fn ink_on(peg: Peg, page: &Grey, blank: &Grey) -> usize {
    let reach = PEG_RADIUS + OVERSHOOT;
    let side = 2 * reach + 1;
    let (x, y) = peg.centre();
    let area = sheet::place(Rect { top: y - reach, left: x - reach, width: side, height: side });
    let inside = |across: u32, down: u32| {
        across.abs_diff(reach).pow(2) + down.abs_diff(reach).pow(2) <= reach.pow(2)
    };
    (0..side)
        .flat_map(|down| (0..side).map(move |across| (across, down)))
        .filter(|(across, down)| inside(*across, *down))
        .map(|(across, down)| ((area.left + across) as usize, (area.top + down) as usize))
        .filter(|(x, y)| {
            let pixel = page.row(*y)[*x];
            pixel < INK && ink::is_added(pixel, blank, *x, *y)
        })
        .count()
}
