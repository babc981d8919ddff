//! Adaptive threshold: a grey image of the page in which every pixel that is too light to be ink is white.
//!
//! Two kinds of pixels are ink: those that are dark on the page in even light, and narrow ones that are clearly darker than the
//! paper right around them, such as faint pencil, or light colours in their darkest channel. The required contrast depends on the
//! page's own noise. A marker's broad stripe over words and the soft edge of a shadow are neither.

use rayon::prelude::*;

use crate::correct::illumination::Illumination;
use crate::extract::ink::STROKE;
use crate::image::grey::{Grey, WHITE};

/// Sheet in the form's own pixels, white where there is no ink.
#[derive(Debug)]
pub(crate) struct BinarizedPage {
    pub(crate) picture: Grey,
    /// Luma below which a pixel may be ink.
    pub(crate) lightest: u8,
}

/// Side in pixels of the blocks for which the paper's luma is estimated.
const BLOCK: usize = 4;
/// Half the maximum width of a stroke, in blocks; anything broader is no stroke.
const BROAD: usize = 5;
/// Minimum contrast of faint ink to its surroundings, on a page without noise.
const MIN_CONTRAST: f32 = 45.0;
/// Minimum ratio of the contrast of faint ink to the standard deviation of the paper's noise.
const MIN_CONTRAST_TO_NOISE: f32 = 8.0;

impl BinarizedPage {
    /// Thresholds a page in even light; `tint` is its darkest channel as drawn.
    pub(crate) fn of(page: &Grey, tint: Option<&Grey>) -> Self {
        let clear = MIN_CONTRAST_TO_NOISE * noise_of(page);
        let lightest = (f32::from(WHITE) - clear.max(MIN_CONTRAST)) as u8;
        let lightest = lightest.max(STROKE);
        let tint = tint.filter(|tint| tint.pixels.len() == page.pixels.len());
        let mut darkest = match tint {
            Some(tint) => darker(page, even(tint.clone())),
            None => page.clone(),
        };
        let paper = PaperLuma::of(&darkest);
        let width = page.width.max(1);
        let rows = darkest.pixels.par_chunks_exact_mut(width);
        let rows = rows.zip(page.pixels.par_chunks_exact(width)).enumerate();
        rows.for_each(|(y, (row, luma))| {
            let paper = paper.row(y);
            for (x, (pixel, luma)) in row.iter_mut().zip(luma).enumerate() {
                if *pixel == WHITE {
                    continue;
                }
                let stands_out = WHITE - paper[x / BLOCK].saturating_sub(*pixel);
                *pixel = match (*luma < STROKE, stands_out < lightest) {
                    (true, _) => stands_out.min(*luma),
                    (false, true) => stands_out,
                    (false, false) => WHITE,
                };
            }
        });
        Self { picture: darkest, lightest }
    }
}

fn even(mut tint: Grey) -> Grey {
    if let Some(light) = Illumination::on(&tint) {
        light.remove_from(&mut tint);
    }
    tint
}

fn darker(one: &Grey, mut other: Grey) -> Grey {
    other.pixels.iter_mut().zip(&one.pixels).for_each(|(luma, one)| *luma = (*luma).min(*one));
    other
}

/// Luma of the paper around every block, with strokes removed by a morphological closing.
struct PaperLuma(Grey);

impl PaperLuma {
    fn of(page: &Grey) -> Self {
        let blocks = page.shrunk(1.0 / BLOCK as f64);
        // The erosion reaches one block further than the dilation: a block on the edge of a broad stripe is part of both.
        Self(blocks.spread(BROAD, u8::max).spread(BROAD + 1, u8::min))
    }

    /// Returns the blocks that a row of pixels runs through; the last one is repeated for a partial block.
    fn row(&self, y: usize) -> Vec<u8> {
        let mut row = self.0.row((y / BLOCK).min(self.0.height - 1)).to_vec();
        row.extend(row.last().copied());
        row
    }
}

/// Standard deviation of the paper's noise, estimated from neighbouring pixels that should be equal: half of all pairs differ by
/// less than two thirds of the standard deviation of their difference.
fn noise_of(page: &Grey) -> f32 {
    const EVERY: usize = 8;
    let mut counts = [0_usize; 256];
    for row in page.pixels.chunks_exact(page.width.max(1)).step_by(EVERY) {
        for [one, other] in row.as_chunks::<2>().0 {
            if one.min(other) > &(WHITE / 2) {
                counts[usize::from(one.abs_diff(*other))] += 1;
            }
        }
    }
    let half = counts.iter().sum::<usize>() / 2;
    let mut fewer = 0;
    let reached = |count: &usize| {
        fewer += count;
        fewer > half
    };
    let median = counts.iter().position(reached).unwrap_or(0);
    median as f32 * 1.48 / std::f32::consts::SQRT_2
}

#[cfg(test)]
mod tests {
    use super::*;

    fn page(luma: impl Fn(usize, usize) -> u8) -> Grey {
        let pixels = (0..400 * 300).map(|at| luma(at % 400, at / 400)).collect();
        Grey { width: 400, height: 300, pixels }
    }

    fn is_line(x: usize, y: usize) -> bool {
        (100..300).contains(&x) && (150..153).contains(&y)
    }

    #[test]
    fn faint_pencil_is_ink_shadow_slope_is_not() {
        let pencil = BinarizedPage::of(&page(|x, y| if is_line(x, y) { 190 } else { 255 }), None);
        assert_eq!(pencil.picture.at(200, 151), 190);
        let slope = BinarizedPage::of(&page(|x, _| 255 - (x / 6) as u8), None);
        assert!(slope.picture.pixels.iter().all(|luma| *luma == WHITE));
    }

    #[test]
    fn yellow_ink_is_kept_marker_is_removed() {
        let luma = page(|x, y| if is_line(x, y) { 212 } else { 255 });
        let pen = page(|x, y| if is_line(x, y) { 40 } else { 255 });
        assert!(BinarizedPage::of(&luma, Some(&pen)).picture.at(200, 151) < 60);
        let marker = page(|x, y| if is_line(x, y / 60 * 60 + 31) { 60 } else { 255 });
        let marker = BinarizedPage::of(&page(|_, _| 230), Some(&marker));
        assert!(marker.picture.pixels.iter().all(|luma| *luma == WHITE));
    }

    #[test]
    fn on_noisy_paper_ink_must_be_darker() {
        let grain = |x: usize, y: usize| ((x * 11 + y * 13) % 31) as u8;
        assert_eq!(BinarizedPage::of(&page(|x, y| 255 - grain(x, y)), None).lightest, STROKE);
        assert_eq!(BinarizedPage::of(&page(|_, _| 255), None).lightest, 210);
    }
}
