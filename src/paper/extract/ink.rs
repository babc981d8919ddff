//! Detection of handwriting: pixels that are darker on a filled page than on its blank form.

use std::ops::RangeInclusive;

use domain::form::Rect;

use crate::correct::binarize::BinarizedPage;
use crate::image::grey::{Grey, WHITE};
use crate::register::affine::distance;

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
/// Minimum number of pixels of a piece of a stroke, and maximum distance to the next piece: the grain of paper breaks the stroke of
/// a hard pencil into pieces, and thin type has a piece for each letter.
const MIN_PIECE: usize = 18;
const MAX_PIECE_GAP: usize = 8;
/// Minimum number of pieces that are writing together, and of their pixels.
const MIN_PIECES: usize = 3;
const MIN_PIECES_SIZE: usize = 150;
/// Widths and heights of blots in pixels.
const BLOT_SIZES: RangeInclusive<usize> = 8..=60;
/// Maximum ratio of a blot's width and height, and minimum share of both that it fills: a disc fills 0.79.
const MAX_BLOT_RATIO: usize = 3;
const MIN_BLOT_SHARE: f64 = 0.62;
/// Maximum standard deviation of the distance from its middle, as a share of the mean, of a drop of which only the rim is dark.
const MAX_RIM_DEVIATION: f64 = 0.2;
/// Maximum number of dark pixels in a box that may all belong to blots.
const MAX_BLOTS: usize = 2000;
/// Maximum standard deviation in pixels of a straight line from its course, and minimum one along it.
const MAX_LINE_DEVIATION: f64 = 1.6;
const MIN_LINE_SPREAD: f64 = 10.0;
/// Distance in pixels from the edge of a stroke at which paper is expected; beside a shadow, it begins farther away.
const EDGE: isize = 6;
/// Distance in pixels from the edge of a stroke at which it has lost half of its contrast, and divisor of the number of edges at which
/// it may have kept more: of a hard pencil it was 12 % at most, of print that shows through 55 %.
const NEAR_EDGE: isize = 3;
const MAX_BLURRED_PART: usize = 3;
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
    /// Number of pixels of the largest connected component, without those right beside the frame, and without blots and light
    /// straight lines.
    pub(crate) largest_stroke: usize,
    /// The same for the largest blot or light straight line: drops leave such blots, and the edges of tape such lines.
    largest_stain: usize,
    /// Number of pixels of the largest group of pieces that are close together; 0 beside a stroke that suffices alone.
    largest_group: usize,
    /// Luma of the pen.
    pub(crate) pen: u8,
    /// Threshold of the detection: pixels with a lower luma were counted as ink.
    lightest: u8,
}

impl Ink {
    /// Whether the ink is writing, which is more than a dot.
    pub(crate) fn is_writing(self) -> bool {
        self.largest_stroke >= least(self.lightest) || self.largest_group >= MIN_PIECES_SIZE
    }

    /// Whether there is no writing, but a blot or a line that may be meant as some.
    pub(crate) fn is_doubtful(self) -> bool {
        self.is_found() && !self.is_writing()
    }

    /// Whether there is writing, or something as large.
    fn is_found(self) -> bool {
        self.is_writing() || self.largest_stain >= least(self.lightest)
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

/// Minimum number of pixels of a stroke among those that are darker than `lightest`.
fn least(lightest: u8) -> usize {
    if lightest > STROKE { MIN_FAINT_STROKE } else { MIN_STROKE }
}

/// Detects the ink in one area of a page, and faint ink where there is no darker writing. `page`, `blank` and `area` have the same
/// scale: the pixels of the form.
pub(crate) fn in_area(page: &BinarizedPage, blank: &Grey, area: Rect) -> Ink {
    let plain = darker_than(STROKE, page, blank, area);
    if plain.is_writing() && plain.dark > MAX_BLOTS || page.lightest <= STROKE {
        return plain;
    }
    let faint = darker_than(page.lightest, page, blank, area);
    // The darkest part of a blot may be its rim only, which looks like a stroke.
    let is_better = if plain.is_writing() { faint.is_doubtful() } else { faint.is_found() };
    if is_better { faint } else { plain }
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
    let is_inside = |at: &&usize| columns.contains(&(*at % width)) && rows.contains(&(*at / width));
    let pen = shades.pen() as u8;
    let (mut largest_stroke, mut largest_stain) = (0, 0);
    let (mut pieces, mut firsts) = (vec![false; strokes.len()], Vec::new());
    for part in parts(&mut strokes, width, 1) {
        let size = part.iter().filter(is_inside).count();
        let is_light_line = pen >= MIN_LIGHT_PEN && is_line(&part, width);
        if is_light_line || is_blot(&part, width) {
            largest_stain = largest_stain.max(size);
        } else {
            largest_stroke = largest_stroke.max(size);
        }
        if size >= MIN_PIECE && !is_light_line {
            firsts.push(part[0]);
            for at in part {
                pieces[at] = true;
            }
        }
    }
    let is_found = largest_stroke >= least(lightest);
    let largest_group = if is_found { 0 } else { largest_group(&mut pieces, &firsts, width) };
    Ink { dark: shades.covered(), largest_stroke, largest_stain, largest_group, pen, lightest }
}

/// Number of pixels of the largest group of pieces that are close together. `firsts` has one pixel of each piece, in ascending order.
fn largest_group(pieces: &mut [bool], firsts: &[usize], width: usize) -> usize {
    let is_of_many = |group: &Vec<usize>| {
        let firsts = group.iter().filter(|at| firsts.binary_search(at).is_ok());
        firsts.take(MIN_PIECES).count() == MIN_PIECES
    };
    let groups = parts(pieces, width, MAX_PIECE_GAP).filter(is_of_many);
    groups.map(|group| group.len()).max().unwrap_or(0)
}

/// Whether a connected component is a blot: compact and filled.
fn is_blot(part: &[usize], width: usize) -> bool {
    let extent = |at: fn(usize, usize) -> usize| {
        let range = part.iter().map(|pixel| at(*pixel, width));
        range.clone().max().zip(range.min()).map_or(0, |(last, first)| last - first + 1)
    };
    let (across, down) = (extent(std::ops::Rem::rem), extent(std::ops::Div::div));
    let (shorter, longer) = (across.min(down), across.max(down));
    BLOT_SIZES.contains(&shorter)
        && BLOT_SIZES.contains(&longer)
        && longer <= MAX_BLOT_RATIO * shorter
        && (part.len() as f64 >= MIN_BLOT_SHARE * (across * down) as f64 || is_round(part, width))
}

/// Whether all pixels are about equally far from their middle.
fn is_round(part: &[usize], width: usize) -> bool {
    let count = part.len() as f64;
    let points = part.iter().map(|at| ((at % width) as f64, (at / width) as f64));
    let sum = points.clone().fold((0.0, 0.0), |sum, point| (sum.0 + point.0, sum.1 + point.1));
    let middle = (sum.0 / count, sum.1 / count);
    let far = points.map(|point| distance(point, middle));
    let mean = far.clone().sum::<f64>() / count;
    let variance = far.map(|far| (far - mean).powi(2)).sum::<f64>() / count;
    variance.sqrt() <= MAX_RIM_DEVIATION * mean
}

/// Whether a connected component is a thin straight line.
fn is_line(part: &[usize], width: usize) -> bool {
    let count = part.len() as f64;
    let points = part.iter().map(|at| ((at % width) as f64, (at / width) as f64));
    let mean = |of: fn((f64, f64)) -> f64| points.clone().map(of).sum::<f64>() / count;
    let (x, y) = (mean(|point| point.0), mean(|point| point.1));
    let across = mean(|point| point.0 * point.0) - x * x;
    let down = mean(|point| point.1 * point.1) - y * y;
    let both = mean(|point| point.0 * point.1) - x * y;
    // Variances along the course and across it.
    let middle = f64::midpoint(across, down);
    let spread = f64::midpoint(across, -down).hypot(both);
    middle - spread <= MAX_LINE_DEVIATION.powi(2) && middle + spread >= MIN_LINE_SPREAD.powi(2)
}

/// Whether light ink has soft edges: it is a shadow, or print and writing that show through from the back of the paper. For most of
/// a shadow's edges, the page is still darker than paper at a distance of [`EDGE`] pixels; print that shows through fades sooner, but
/// has lost less than half of its contrast at a distance of [`NEAR_EDGE`]. `even` is the page with its illumination corrected, before
/// thresholding.
pub(crate) fn is_soft(
    page: &BinarizedPage,
    even: &Grey,
    blank: &Grey,
    area: Rect,
    pen: u8,
) -> bool {
    let (left, top) = (area.left as isize, area.top as isize);
    let is_ink_at = |x: isize, y: isize| {
        let pixel = page.picture.at(x, y);
        pixel < page.lightest && is_ink(pixel, blank, x as usize, y as usize)
    };
    let half = u8::midpoint(pen, WHITE);
    let (mut edges, mut shaded, mut blurred) = (0_usize, 0_usize, 0_usize);
    for y in top..top + area.height as isize {
        for x in left..left + area.width as isize {
            if !is_ink_at(x, y) {
                continue;
            }
            for (right, down) in [(1, 0), (-1, 0), (0, 1), (0, -1)] {
                if is_ink_at(x + right, y + down) {
                    continue;
                }
                let is_below = |luma: u8, distance: isize| {
                    let (x, y) = (x + distance * right, y + distance * down);
                    even.at(x, y) < luma && !is_ink_at(x, y)
                };
                edges += 1;
                shaded += usize::from(is_below(MIN_PAPER_LUMA, EDGE));
                blurred += usize::from(is_below(half, NEAR_EDGE));
            }
        }
    }
    2 * shaded > edges || MAX_BLURRED_PART * blurred > edges
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
    let size = |part: Vec<usize>| part.into_iter().filter(|at| counts(*at)).count();
    parts(set, width, 1).map(size).max().unwrap_or(0)
}

/// Removes the components from a set of pixels one by one: pixels that are connected over at most `gap` pixels.
pub(crate) fn parts(
    set: &mut [bool],
    width: usize,
    gap: usize,
) -> impl Iterator<Item = Vec<usize>> {
    let mut start = 0;
    std::iter::from_fn(move || {
        start += set[start..].iter().position(|is_in| *is_in)?;
        set[start] = false;
        let mut part = vec![start];
        let mut next = 0;
        while let Some(at) = part.get(next).copied() {
            next += 1;
            let columns = (at % width).saturating_sub(gap)..(at % width + gap + 1).min(width);
            for row in
                (at / width).saturating_sub(gap)..(at / width + gap + 1).min(set.len() / width)
            {
                for near in columns.clone().map(|column| row * width + column) {
                    part.extend(std::mem::take(&mut set[near]).then_some(near));
                }
            }
        }
        Some(part)
    })
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
        let word = in_area(page(&[(20, 20, 40, 3), (40, 23, 3, 20)], 190), &blank);
        assert_eq!((word.dark, word.largest_stroke), (180, 180));
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
    fn drop_and_light_line_are_doubtful() {
        let blank = page(&[], WHITE);
        for (stain, luma) in [((30, 30, 24, 24), 40), ((20, 40, 60, 3), 190)] {
            let ink = in_area(page(&[stain], luma), &blank);
            assert!(!ink.is_writing() && ink.is_doubtful(), "{stain:?}");
        }
        let line = in_area(page(&[(20, 40, 60, 3)], 40), &blank);
        assert!(line.is_writing() && !line.is_doubtful());
    }

    #[test]
    fn thin_letters_in_line_are_writing() {
        let letters = |count: usize, pitch: usize| {
            let letter = |at: usize| [(14 + pitch * at, 30, 2, 14), (16 + pitch * at, 42, 4, 2)];
            let letters: Vec<_> = (0..count).flat_map(letter).collect();
            in_area(page(&letters, 60), &page(&[], WHITE)).is_writing()
        };
        assert!(letters(6, 12));
        assert!(!letters(2, 12));
        // Specks are far apart.
        assert!(!letters(4, 20));
    }

    #[test]
    fn blurred_strokes_from_the_back_are_soft() {
        let blank = page(&[], WHITE);
        let is_soft = |stroke: &[u8]| {
            let mut even = page(&[], WHITE);
            for (y, luma) in (30..).zip(stroke) {
                even.pixels[y * 100 + 20..][..60].fill(*luma);
            }
            let inked = BinarizedPage { picture: even.clone(), lightest: 210 };
            super::is_soft(&inked, &even, &blank, AREA, 190)
        };
        assert!(!is_soft(&[235, 190, 190, 235]));
        assert!(is_soft(&[230, 220, 216, 212, 190, 190, 212, 216, 220, 230]));
    }

    #[test]
    fn ink_outside_the_area_is_not_counted() {
        let beside = page(&[(0, 0, 100, 10), (0, 0, 10, 80), (90, 0, 10, 80)], 0);
        assert_eq!(in_area(beside, &page(&[], WHITE)).dark, 0);
    }
}
