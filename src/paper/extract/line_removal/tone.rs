//! Tone of printed grey on a page. A scanner that only knows black and white makes the frames as black as ink.

use crate::image::grey::{Grey, WHITE};

/// Range of the luma of printed frames and rings, and its nominal value.
const FRAME: std::ops::RangeInclusive<u8> = 170..=186;
const FRAME_LUMA: u8 = 178;
/// Sampling step over the pixels of frames.
const EVERY: usize = 7;
/// Divisor for the quarter of a frame's pixels that are as dark as the frame itself; soft edges make the others lighter.
const QUARTER: usize = 4;
/// Minimum luma by which frames are darker than printed; less is noise.
const MIN_DIFFERENCE: u8 = 30;
/// Minimum luma in the blank at which a pixel is paper, however dark the page shows print.
const MAX_PRINT_LUMA: u8 = 240;

/// Blank with its greys as dark as on the page; `None` where they are about as light as printed.
pub(crate) fn blank_as_seen(blank: &Grey, page: &Grey) -> Option<Grey> {
    let frames =
        blank.pixels.iter().zip(&page.pixels).filter(|(printed, _)| FRAME.contains(printed));
    let mut seen: Vec<u8> = frames.step_by(EVERY).map(|(_, seen)| *seen).collect();
    if seen.is_empty() {
        return None;
    }
    let rank = seen.len() / QUARTER;
    let frame = *seen.select_nth_unstable(rank).1;
    let darker = FRAME_LUMA.saturating_sub(frame);
    let levels: [u8; 256] = std::array::from_fn(|luma| {
        let luma = luma as u8;
        if luma < MAX_PRINT_LUMA { luma.saturating_sub(darker) } else { WHITE }
    });
    (darker >= MIN_DIFFERENCE).then(|| {
        let pixels = blank.pixels.iter().map(|luma| levels[usize::from(*luma)]).collect();
        Grey { pixels, ..*blank }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn page(frame: u8) -> Grey {
        let pixels = (0..200 * 100).map(|at| if at / 200 % 20 < 2 { frame } else { WHITE });
        Grey { width: 200, height: 100, pixels: pixels.collect() }
    }

    #[test]
    fn frames_blackened_by_scanner_are_print() {
        let blank = page(FRAME_LUMA);
        assert_eq!(blank_as_seen(&blank, &page(0)), Some(page(0)));
        assert_eq!(blank_as_seen(&blank, &page(170)), None);
        assert_eq!(blank_as_seen(&blank, &page(WHITE)), None);
        assert_eq!(blank_as_seen(&page(WHITE), &page(0)), None);
    }
}
