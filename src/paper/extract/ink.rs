//! Detection of handwriting: pixels that are darker on a filled page than on its blank form.

use domain::form::Rect;

use crate::correct::binarize::BinarizedPage;
use crate::image::grey::{Grey, WHITE};

/// Luma below which a pixel is part of a stroke; only the soft edges of strokes are lighter.
pub(crate) const STROKE: u8 = 170;
/// Minimum difference in luma between ink and the darkest print around it.
const MIN_INK_CONTRAST: u8 = 40;
/// Maximum local misregistration of a page, in pixels.
pub(crate) const MAX_MISFIT: usize = 2;
/// Maximum misregistration in pixels that is tolerated where faint ink is searched.
const MAX_FAINT_MISFIT: isize = 6;
/// Maximum luma of print that can be mistaken for faint ink.
const MAX_PRINT_LUMA: u8 = 200;
/// Minimum luma of a faint pen.
const MIN_FAINT_PEN: u8 = 140;
/// Minimum luma of a light pen, whose soft edges are no darker than frames and rings.
const MIN_LIGHT_PEN: u8 = 100;
/// Minimum number of pixels of a connected component that is writing: a word has 128 and more, a tap of the pen about 10.
const MIN_STROKE: usize = 60;
/// Minimum number of pixels if the pen is so light that all of its soft edges count.
const MIN_FAINT_STROKE: usize = 100;
/// Distance in pixels from the edge of a stroke at which paper is expected; beside a shadow, it begins farther away.
const EDGE: isize = 6;
/// Minimum luma of paper.
const MIN_PAPER_LUMA: u8 = 235;
/// Width in pixels of the strip inside a box's frame where ink does not count: it may be a fold, or the frame of a misregistered
/// page.
const BESIDE_FRAME: usize = 10;

/// Ink in one part of a page.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Ink {
    /// Number of stroke pixels that are nearer to the pen's luma than to white.
    pub(crate) dark: usize,
    /// Number of pixels of the largest connected component, without those right beside the frame.
    pub(crate) largest_stroke: usize,
    /// Luma of the pen.
    pub(crate) pen: u8,
    /// Threshold of the detection: pixels with a lower luma were counted as ink.
    lightest: u8,
}

impl Ink {
    /// Whether the ink is writing, which is more than a dot.
    pub(crate) fn is_writing(self) -> bool {
        self.largest_stroke >= if self.lightest > STROKE { MIN_FAINT_STROKE } else { MIN_STROKE }
    }

    /// Whether the pen is so light that print cuts its strokes into pieces.
    pub(crate) fn is_light(self) -> bool {
        self.pen >= MIN_LIGHT_PEN
    }

    /// Whether the pen was so light that people may have trouble reading it.
    pub(crate) fn is_faint(self) -> bool {
        self.pen >= MIN_FAINT_PEN
    }
}

/// Detects the ink in one area of a page, and faint ink where there is no darker writing. `page`, `blank` and `area` have the same
/// scale: the pixels of the form.
pub(crate) fn in_area(page: &BinarizedPage, blank: &Grey, area: Rect) -> Ink {
    let plain = darker_than(STROKE, page, blank, area);
    if plain.is_writing() || page.lightest <= STROKE {
        return plain;
    }
    let faint = darker_than(page.lightest, page, blank, area);
    if faint.is_writing() { faint } else { plain }
}

/// Returns the ink that is darker than `lightest`.
fn darker_than(lightest: u8, page: &BinarizedPage, blank: &Grey, area: Rect) -> Ink {
    let (left, width) = (area.left as usize, area.width as usize);
    let mut strokes = vec![false; width * area.height as usize];
    let mut shades = Shades::default();
    for (row, y) in strokes.chunks_exact_mut(width).zip(area.top as usize..) {
        let pixels = &page.picture.row(y)[left..left + width];
        for (at, pixel) in pixels.iter().enumerate().filter(|(_, pixel)| **pixel < lightest) {
            if is_ink(*pixel, blank, left + at, y) {
                row[at] = true;
                shades.0[usize::from(*pixel)] += 1;
            }
        }
    }
    let (columns, rows) = [width, area.height as usize]
        .map(|size| BESIDE_FRAME..size.saturating_sub(BESIDE_FRAME))
        .into();
    let is_inside = |at: usize| columns.contains(&(at % width)) && rows.contains(&(at / width));
    let largest_stroke = largest_part(&mut strokes, width, is_inside);
    Ink { dark: shades.covered(), largest_stroke, pen: shades.pen() as u8, lightest }
}

/// Whether light ink is a shadow, whose edges are soft: for most of them, the page is still darker than paper at a distance of
/// [`EDGE`] pixels. `even` is the page with its illumination corrected, before thresholding.
pub(crate) fn is_soft(page: &BinarizedPage, even: &Grey, blank: &Grey, area: Rect) -> bool {
    let (left, top) = (area.left as isize, area.top as isize);
    let is_ink_at = |x: isize, y: isize| {
        let pixel = page.picture.at(x, y);
        pixel < page.lightest && is_ink(pixel, blank, x as usize, y as usize)
    };
    let (mut edges, mut soft) = (0_usize, 0_usize);
    for y in top..top + area.height as isize {
        for x in left..left + area.width as isize {
            if !is_ink_at(x, y) {
                continue;
            }
            for (right, down) in [(1, 0), (-1, 0), (0, 1), (0, -1)] {
                if is_ink_at(x + right, y + down) {
                    continue;
                }
                let (x, y) = (x + EDGE * right, y + EDGE * down);
                edges += 1;
                soft += usize::from(even.at(x, y) < MIN_PAPER_LUMA && !is_ink_at(x, y));
            }
        }
    }
    2 * soft > edges
}

/// Histogram of the luma of stroke pixels.
struct Shades([usize; 256]);

impl Default for Shades {
    fn default() -> Self {
        Self([0; 256])
    }
}

impl Shades {
    /// Luma of the pen: the first decile of the stroke pixels, since those at the edges are lighter.
    fn pen(&self) -> usize {
        let tenth = self.0.iter().sum::<usize>().div_ceil(10);
        let mut darker = 0;
        let reached = |count: &usize| {
            darker += count;
            darker >= tenth
        };
        self.0.iter().position(reached).unwrap_or(0)
    }

    /// Number of pixels that are nearer to the pen's luma than to white.
    fn covered(&self) -> usize {
        let half = usize::midpoint(self.pen(), usize::from(WHITE));
        self.0.iter().take(half).sum()
    }
}

/// Whether a pixel that is dark enough is ink and not print.
pub(crate) fn is_ink(pixel: u8, blank: &Grey, x: usize, y: usize) -> bool {
    is_added(pixel, blank, x, y) && (pixel < STROKE || is_clear_of_print(blank, x, y))
}

/// Whether a pixel of the page is darker than all print that might lie under it.
pub(crate) fn is_added(pixel: u8, blank: &Grey, x: usize, y: usize) -> bool {
    is_added_within(MAX_MISFIT, pixel, blank, x, y)
}

/// As [`is_added`], for a page with at most `misfit` pixels of misregistration.
pub(crate) fn is_added_within(misfit: usize, pixel: u8, blank: &Grey, x: usize, y: usize) -> bool {
    let least = pixel.saturating_add(MIN_INK_CONTRAST);
    let around = |at: usize, size: usize| at.saturating_sub(misfit)..(at + misfit + 1).min(size);
    let columns = around(x, blank.width);
    around(y, blank.height)
        .all(|y| blank.row(y)[columns.clone()].iter().all(|printed| *printed >= least))
}

/// Whether there is no print within [`MAX_FAINT_MISFIT`] pixels, which would look like faint ink on a misregistered page.
fn is_clear_of_print(blank: &Grey, x: usize, y: usize) -> bool {
    let (x, y) = (x as isize, y as isize);
    let across = (-MAX_FAINT_MISFIT..=MAX_FAINT_MISFIT).map(|off| blank.at(x + off, y));
    let down = (-MAX_FAINT_MISFIT..=MAX_FAINT_MISFIT).map(|off| blank.at(x, y + off));
    across.chain(down).all(|luma| luma > MAX_PRINT_LUMA)
}

/// Size of the largest 8-connected component in a set of pixels, as the number of its pixels for which `counts` returns true.
/// Empties the set.
pub(crate) fn largest_part(
    set: &mut [bool],
    width: usize,
    counts: impl Fn(usize) -> bool,
) -> usize {
    let (mut largest, mut start) = (0, 0);
    let mut reached = Vec::new();
    while let Some(next) = set[start..].iter().position(|is_in| *is_in) {
        start += next;
        set[start] = false;
        reached.push(start);
        let mut size = 0;
        while let Some(at) = reached.pop() {
            size += usize::from(counts(at));
            let columns = (at % width).saturating_sub(1)..(at % width + 2).min(width);
            for row in (at / width).saturating_sub(1)..(at / width + 2).min(set.len() / width) {
                for next in columns.clone().map(|column| row * width + column) {
                    reached.extend(std::mem::take(&mut set[next]).then_some(next));
                }
            }
        }
        largest = largest.max(size);
    }
    largest
}

#[cfg(test)]
mod tests {
    use super::*;

    const AREA: Rect = Rect { top: 10, left: 10, width: 80, height: 60 };

    fn in_area(page: Grey, blank: &Grey) -> Ink {
        super::in_area(&BinarizedPage { picture: page, lightest: 210 }, blank, AREA)
    }

    fn page(strokes: &[(usize, usize, usize, usize)], luma: u8) -> Grey {
        let mut page = Grey::white(100, 80);
        for (left, top, width, height) in strokes {
            for y in *top..top + height {
                page.pixels[y * 100 + left..][..*width].fill(luma);
            }
        }
        page
    }

    #[test]
    fn word_is_writing_dots_are_not() {
        let blank = page(&[], WHITE);
        let word = in_area(page(&[(20, 20, 30, 3), (47, 23, 3, 20)], 40), &blank);
        assert_eq!((word.dark, word.largest_stroke, word.pen), (150, 150, 40));
        assert!(word.is_writing());
        let dots: Vec<_> = (0..12).map(|at| (12 + 6 * at, 30, 4, 4)).collect();
        let dots = in_area(page(&dots, 40), &blank);
        assert_eq!((dots.dark, dots.largest_stroke), (192, 16));
        assert!(!dots.is_writing());
    }

    #[test]
    fn faint_writing_larger_than_speck_is_writing() {
        let blank = page(&[], WHITE);
        let word = in_area(page(&[(20, 20, 40, 3)], 190), &blank);
        assert_eq!((word.dark, word.largest_stroke), (120, 120));
        assert!(word.is_writing() && word.is_faint());
        assert!(!in_area(page(&[(20, 20, 9, 9)], 190), &blank).is_writing());
    }

    #[test]
    fn diagonally_touching_strokes_are_one_component() {
        let steps: Vec<_> = (0..20).map(|at| (20 + 2 * at, 20 + 2 * at, 2, 2)).collect();
        assert_eq!(in_area(page(&steps, 90), &page(&[], WHITE)).largest_stroke, 80);
    }

    #[test]
    fn print_on_misplaced_page_is_no_ink() {
        let blank = page(&[(10, 40, 80, 2)], 100);
        assert_eq!(in_area(page(&[(10, 41, 80, 2)], 90), &blank).largest_stroke, 0);
        // A pen on the printed line is darker than the line.
        assert!(in_area(page(&[(10, 41, 80, 2)], 20), &blank).is_writing());
    }

    #[test]
    fn line_along_the_frame_is_no_writing() {
        let blank = page(&[], WHITE);
        let line = in_area(page(&[(10, 64, 80, 3)], 40), &blank);
        assert!(line.dark > 200 && !line.is_writing());
        // A word that reaches the frame is writing.
        assert!(in_area(page(&[(10, 64, 80, 3), (30, 20, 3, 45)], 40), &blank).is_writing());
    }

    #[test]
    fn ink_outside_the_area_is_not_counted() {
        let beside = page(&[(0, 0, 100, 10), (0, 0, 10, 80), (90, 0, 10, 80)], 0);
        assert_eq!(in_area(beside, &page(&[], WHITE)).dark, 0);
    }
}
