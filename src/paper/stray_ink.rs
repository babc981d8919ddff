//! Writing outside of the boxes and the pegs: it is not kept, but nobody should lose it without a word.

use domain::form::{BOXES, DRAWING_BOX, PRIZE_AREA, Rect};

use super::grey::Grey;
use super::ink::largest_part;
use super::registration::Registration;

/// Where nothing is printed and nobody is asked to write, in the page's half-size picture.
#[derive(Debug)]
pub(super) struct Margins {
    width: usize,
    height: usize,
    /// Row by row, whether a pixel belongs to them.
    is_free: Vec<bool>,
}

/// Darker than this is ink, on a page with even light.
const INK: u8 = 150;
/// Darker than this is no paper.
const SHADE: u8 = 215;
/// Pixels of the smallest connected stroke that is told, in the half-size picture: about as much as a short word.
const MIN_STROKE: usize = 24;
/// Print darker than this may look like ink beside its place.
const PRINT: u8 = 236;
/// How far from print the margins start.
const OFF_PRINT: usize = 2;
/// How far from the boxes they start, in the form's pixels: the frame, and a stroke that just touches it.
const OFF_BOXES: u32 = 8;
/// Nearer than this to the paper's edge is the shadow of the edge.
const OFF_EDGE: usize = 10;
/// What is dark this near to the edge reaches in from there.
const RIM: usize = 4;
/// A strip along an edge that a toolbar or a hand may cover: 13 millimetres, in half-size pixels.
const STRIP: usize = 60;

impl Margins {
    pub(super) fn of(half: &Grey) -> Self {
        let print = half.spread(OFF_PRINT, u8::min);
        let is_free = (0..half.pixels.len()).map(|at| {
            let (x, y) = (at % half.width, at / half.width);
            let inner = |at: usize, size: usize| at >= OFF_EDGE && at + OFF_EDGE < size;
            inner(x, half.width)
                && inner(y, half.height)
                && print.pixels[at] > PRINT
                && !is_near_a_box(2 * x as u32, 2 * y as u32)
        });
        Self { width: half.width, height: half.height, is_free: is_free.collect() }
    }

    /// Whether somebody wrote here, on a looked-at page that lies so.
    pub(super) fn are_written_on(&self, look: &Grey, registration: &Registration) -> bool {
        let Some(page) = registration.laid_flat(look, self.width, self.height) else {
            return false;
        };
        let [left, top, right, bottom] = registration.edges;
        let columns = if left { 0 } else { STRIP }..if right {
            self.width
        } else {
            self.width.saturating_sub(STRIP)
        };
        let rows = if top { 0 } else { STRIP }..if bottom {
            self.height
        } else {
            self.height.saturating_sub(STRIP)
        };
        let mut dark: Vec<bool> = page.pixels.iter().map(|luma| *luma < SHADE).collect();
        self.clear_from_the_edge(&mut dark);
        for (is_dark, luma) in dark.iter_mut().zip(&page.pixels) {
            *is_dark &= *luma < INK;
        }
        let counts = |at: usize| {
            self.is_free[at]
                && columns.contains(&(at % self.width))
                && rows.contains(&(at / self.width))
        };
        largest_part(&mut dark, self.width, counts) >= MIN_STROKE
    }

    /// Takes away what reaches in from the edge of the paper: the desk in a torn corner, the frame of a toolbar.
    fn clear_from_the_edge(&self, dark: &mut [bool]) {
        let (right, below) = (self.width - 1, self.height - 1);
        // The outermost pixels may lie beside the picture.
        let rim = |size: usize| (0..RIM.min(size)).chain(size.saturating_sub(RIM)..size);
        let columns = (0..self.height).flat_map(|y| rim(self.width).map(move |x| (x, y)));
        let rows = rim(self.height).flat_map(|y| (0..self.width).map(move |x| (x, y)));
        let mut reached: Vec<(usize, usize)> = columns.chain(rows).collect();
        while let Some((x, y)) = reached.pop() {
            if std::mem::take(&mut dark[y * self.width + x]) {
                let beside =
                    [(x.wrapping_sub(1), y), (x + 1, y), (x, y.wrapping_sub(1)), (x, y + 1)];
                reached.extend(beside.into_iter().filter(|(x, y)| *x <= right && *y <= below));
            }
        }
    }
}

/// Whether a point of the form is in a place for writing or drawing, or just beside one.
fn is_near_a_box(x: u32, y: u32) -> bool {
    let holds = |area: &Rect| {
        (area.left.saturating_sub(OFF_BOXES)..area.left + area.width + OFF_BOXES).contains(&x)
            && (area.top.saturating_sub(OFF_BOXES)..area.top + area.height + OFF_BOXES).contains(&y)
    };
    BOXES.iter().chain([&PRIZE_AREA, &DRAWING_BOX]).any(holds)
}

#[cfg(test)]
mod tests {
    use super::super::transform::Transform;
    use super::*;

    /// A page with a line of print at its left edge and one in the middle between the boxes.
    fn page(writing: &[(usize, usize)]) -> Grey {
        let mut page = Grey::white(702, 936);
        for (x, y) in writing.iter().chain(&[(150, 350)]) {
            page.pixels[y * 702 + x..][..30].fill(0);
        }
        page
    }

    fn is_told(writing: &[(usize, usize)], edges: [bool; 4]) -> bool {
        let margins = Margins::of(&page(&[]));
        let to_half = Transform::scale(1.0);
        let registration = Registration {
            to_half,
            bend: None,
            warp: None,
            coverage: 1.0,
            residual: 0.0,
            edges,
            has_grid: true,
        };
        margins.are_written_on(&page(writing), &registration)
    }

    #[test]
    fn writing_between_boxes_is_reported() {
        assert!(!is_told(&[], [true; 4]));
        assert!(is_told(&[(200, 350)], [true; 4]));
        assert!(!is_told(&[(100, 200), (450, 700), (150, 351)], [true; 4]));
    }

    #[test]
    fn what_covers_an_edge_is_no_writing() {
        assert!(is_told(&[(15, 500)], [true; 4]));
        assert!(!is_told(&[(15, 500)], [false, true, true, true]));
        assert!(!is_told(&[(2, 500)], [true; 4]));
    }
}
