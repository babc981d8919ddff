//! Which pegs of the prize grid are marked.

use crate::domain::form::{PEG_RADIUS, Peg};

use super::grey::Grey;
use super::ink;

/// Ink this far outside a ring still belongs to its peg: people do not stop at the line.
const OVERSHOOT: u32 = 3;
/// Darker than this can be ink.
const INK: u8 = 150;
/// Dark pixels of the faintest mark: a small tick has more than 100.
const LEAST_MARK: usize = 40;

/// The marked pegs in reading order; page and blank are pictures in the form's own pixels.
pub(super) fn marked(page: &Grey, blank: &Grey) -> Vec<Peg> {
    Peg::all().filter(|peg| ink_on(*peg, page, blank) >= LEAST_MARK).collect()
}

fn ink_on(peg: Peg, page: &Grey, blank: &Grey) -> usize {
    let (middle_x, middle_y) = peg.centre();
    let reach = PEG_RADIUS + OVERSHOOT;
    let inside = |x: u32, y: u32| {
        let (across, down) = (x.abs_diff(middle_x), y.abs_diff(middle_y));
        across * across + down * down <= reach * reach
    };
    let rows = middle_y - reach..=middle_y + reach;
    rows.flat_map(|y| (middle_x - reach..=middle_x + reach).map(move |x| (x, y)))
        .filter(|(x, y)| inside(*x, *y))
        .map(|(x, y)| (x as usize, y as usize))
        .filter(|(x, y)| {
            let pixel = page.row(*y)[*x];
            pixel < INK && ink::is_added(pixel, blank, *x, *y)
        })
        .count()
}
