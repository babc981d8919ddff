//! Stray ink: writing outside of the boxes and the pegs, which is not kept but reported.

use domain::form::{BOXES, DRAWING_BOX, PRIZE_AREA, Rect};

use crate::extract::ink::largest_part;
use crate::image::grey::Grey;
use crate::register::registration::Registration;

/// Parts of a page without print and without places for writing, in its half-size picture.
#[derive(Debug)]
pub(crate) struct Margins {
    width: usize,
    height: usize,
    /// Whether each pixel belongs to the margins, row by row.
    is_free: Vec<bool>,
}

/// Luma below which a pixel is ink, on a page in even light.
const INK: u8 = 150;
/// Luma below which a pixel is not paper.
const SHADE: u8 = 215;
/// Minimum number of pixels of the connected strokes that are reported, in the half-size picture: about a short word.
const MIN_STROKE: usize = 24;
/// Maximum luma of print that may look like ink beside its place.
const MAX_PRINT_LUMA: u8 = 236;
/// Distance from print at which the margins start, in half-size pixels.
const OFF_PRINT: usize = 2;
/// Distance from the boxes at which the margins start, in the form's pixels: beyond the frame, and strokes that just touch it.
const OFF_BOXES: u32 = 8;
/// Width in half-size pixels of the shadow of the paper's edge.
const OFF_EDGE: usize = 10;
/// Width in half-size pixels of the strip at the edge from which dark areas that reach in are removed.
const RIM: usize = 4;
/// Width in half-size pixels of the strip along an edge that a toolbar or a hand may cover: 13 millimetres.
const STRIP: usize = 60;

impl Margins {
    /// Determines the margins of a blank page, which has places for writing or none.
    pub(crate) fn of(half: &Grey, has_boxes: bool) -> Self {
        let print = half.spread(OFF_PRINT, u8::min);
        let is_free = (0..half.pixels.len()).map(|at| {
            let (x, y) = (at % half.width, at / half.width);
            let inner = |at: usize, size: usize| at >= OFF_EDGE && at + OFF_EDGE < size;
            inner(x, half.width)
                && inner(y, half.height)
                && print.pixels[at] > MAX_PRINT_LUMA
                && !(has_boxes && is_near_a_box(2 * x as u32, 2 * y as u32))
        });
        Self { width: half.width, height: half.height, is_free: is_free.collect() }
    }

    /// Whether there is writing in the margins of a page with this registration.
    pub(crate) fn are_written_on(&self, preview: &Grey, registration: &Registration) -> bool {
        let Some(page) = registration.laid_flat(preview, self.width, self.height) else {
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

    /// Clears dark areas that reach in from the edge of the paper: the desk in a torn corner, the frame of a toolbar.
    fn clear_from_the_edge(&self, dark: &mut [bool]) {
        let (right, below) = (self.width - 1, self.height - 1);
        // The outermost pixels may be white because they lie outside of the picture.
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

/// Whether a point of the form is in a place for writing or drawing, or right beside it.
fn is_near_a_box(x: u32, y: u32) -> bool {
    let holds = |area: &Rect| {
        (area.left.saturating_sub(OFF_BOXES)..area.left + area.width + OFF_BOXES).contains(&x)
            && (area.top.saturating_sub(OFF_BOXES)..area.top + area.height + OFF_BOXES).contains(&y)
    };
    BOXES.iter().chain([&PRIZE_AREA, &DRAWING_BOX]).any(holds)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::register::affine::AffineMap;

    /// Page with a line of print at its left edge, another in the middle between the boxes, and `writing`.
    fn page(writing: &[(usize, usize)]) -> Grey {
        let mut page = Grey::white(702, 936);
        for (x, y) in writing.iter().chain(&[(150, 350)]) {
            page.pixels[y * 702 + x..][..30].fill(0);
        }
        page
    }

    fn finds_stray_ink(writing: &[(usize, usize)], edges: [bool; 4]) -> bool {
        let margins = Margins::of(&page(&[]), true);
        let to_half = AffineMap::scale(1.0);
        let registration = Registration {
            to_half,
            homography: None,
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
        assert!(!finds_stray_ink(&[], [true; 4]));
        assert!(finds_stray_ink(&[(200, 350)], [true; 4]));
        assert!(!finds_stray_ink(&[(100, 200), (450, 700), (150, 351)], [true; 4]));
    }

    #[test]
    fn toolbar_over_page_edge_is_no_stray_ink() {
        assert!(finds_stray_ink(&[(15, 500)], [true; 4]));
        assert!(!finds_stray_ink(&[(15, 500)], [false, true, true, true]));
        assert!(!finds_stray_ink(&[(2, 500)], [true; 4]));
    }
}
