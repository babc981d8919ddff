//! Template matching for pages whose codes cannot be read: slides a tiny blank over the page in every size and quarter turn.

use domain::form::{BOXES, PRIZE_AREA, Rect};

use crate::image::grey::{Grey, WHITE};
use crate::register::affine::AffineMap;

/// Number of half-size pixels along the side of one pixel of the template.
const SHRINK: f64 = 16.0;
/// Sizes of the page in percent of its picture, in steps smaller than one pixel of the template.
const SIZES: std::ops::RangeInclusive<u32> = 60..=102;
const SIZE_STEP: usize = 2;
/// Maximum size in percent for a page of which two edges are cut off: of a larger page, a box would be cut as well.
const MAX_CUT_WIDTH: f64 = 120.0;
/// Sizes of a page relative to the one beside it.
const SIZES_BESIDE: [f64; 3] = [0.96, 1.0, 1.04];
/// Maximum overhang of a page over the edge of its picture, in pixels of the template.
const MAX_OVERHANG: usize = 2;
/// Maximum aspect ratio of a picture of a screen or a sheet.
const MAX_ASPECT_RATIO: usize = 3;
/// Maximum number of candidates that are refined.
const MAX_CANDIDATES: usize = 3;

/// Tiny blank page, in its four quarter turns.
#[derive(Debug)]
pub(crate) struct PageTemplate {
    width: f64,
    height: f64,
    turns: [Pattern; 4],
}

/// Print outside of the places where people write.
#[derive(Debug)]
struct Pattern {
    width: usize,
    height: usize,
    /// Position and darkness less the mean, of the pixels that count.
    dots: Vec<(usize, usize, f32)>,
    contrast: f32,
}

/// Position of the page, and its correlation to the print.
struct Candidate {
    correlation: f32,
    to_half: AffineMap,
}

impl PageTemplate {
    pub(crate) fn of(half: &Grey) -> Self {
        let small = half.shrunk(1.0 / SHRINK);
        let turns = [0, 1, 2, 3].map(|turn| Pattern::of(&small, turn));
        Self { width: half.width as f64, height: half.height as f64, turns }
    }

    /// Likeliest positions of the page in a picture, as maps to the blank's half-size picture.
    pub(crate) fn candidates(&self, preview: &Grey) -> Vec<AffineMap> {
        let (short, long) = (preview.width.min(preview.height), preview.width.max(preview.height));
        if long > MAX_ASPECT_RATIO * short {
            return Vec::new();
        }
        let mut candidates: Vec<Candidate> = Vec::new();
        for turn in 0..self.turns.len() {
            let (width, height) = turned(turn, self.width, self.height);
            let (across, down) = (preview.width as f64 / width, preview.height as f64 / height);
            let fit = across.min(down);
            let uncut =
                (f64::from(*SIZES.end()) * across.max(down) / fit).min(MAX_CUT_WIDTH) as u32;
            for size in (*SIZES.start()..=uncut).step_by(SIZE_STEP) {
                let scale = 1.0 / (fit * f64::from(size) / 100.0);
                candidates.extend(self.candidate(preview, turn, scale, MAX_OVERHANG));
            }
        }
        likeliest(candidates)
    }

    /// Likeliest positions of a page that lies beside another one, whose map to the blank's half-size picture has this scale. Up
    /// to half of the page may be outside of the picture.
    pub(crate) fn candidates_beside(&self, preview: &Grey, scale: f64) -> Vec<AffineMap> {
        let sizes = SIZES_BESIDE.map(|size| size * scale);
        let turns = (0..self.turns.len()).flat_map(|turn| sizes.map(|size| (turn, size)));
        let overhang = self.turns[0].width / 2;
        likeliest(
            turns
                .filter_map(|(turn, scale)| self.candidate(preview, turn, scale, overhang))
                .collect(),
        )
    }

    fn candidate(
        &self,
        preview: &Grey,
        turn: usize,
        scale: f64,
        overhang: usize,
    ) -> Option<Candidate> {
        let small = preview.shrunk(scale / SHRINK);
        let (correlation, x, y) = self.turns[turn].best_place(&small, overhang)?;
        let upright =
            AffineMap::scale(scale).then(&AffineMap::shift(-x as f64 * SHRINK, -y as f64 * SHRINK));
        let to_half = upright.then(&turn_back(turn, self.width, self.height));
        Some(Candidate { correlation, to_half })
    }
}

fn likeliest(mut candidates: Vec<Candidate>) -> Vec<AffineMap> {
    candidates.sort_by(|one, other| other.correlation.total_cmp(&one.correlation));
    candidates.into_iter().take(MAX_CANDIDATES).map(|candidate| candidate.to_half).collect()
}

impl Pattern {
    fn of(small: &Grey, turn: usize) -> Self {
        let (width, height) = (small.width as f64, small.height as f64);
        let back = turn_back(turn, width, height);
        let (turned_width, turned_height) = turned(turn, width, height);
        let (turned_width, turned_height) = (turned_width as usize, turned_height as usize);
        let mut dots = Vec::new();
        for y in 0..turned_height {
            for x in 0..turned_width {
                let (from_x, from_y) = back.apply(x as f64 + 0.5, y as f64 + 0.5);
                if !is_for_writing(from_x, from_y) {
                    dots.push((x, y, darkness(small.at(from_x as isize, from_y as isize))));
                }
            }
        }
        let mean = dots.iter().map(|dot| dot.2).sum::<f32>() / dots.len().max(1) as f32;
        for dot in &mut dots {
            dot.2 -= mean;
        }
        let contrast = dots.iter().map(|dot| dot.2 * dot.2).sum::<f32>().sqrt();
        Self { width: turned_width, height: turned_height, dots, contrast }
    }

    /// Best position of the pattern on a picture: the correlation, and the place of the pattern's upper left corner. It may reach
    /// over the edges of the picture by `overhang`.
    fn best_place(&self, preview: &Grey, overhang: usize) -> Option<(f32, isize, isize)> {
        let beside = overhang + self.width.saturating_sub(preview.width);
        let above = overhang + self.height.saturating_sub(preview.height);
        let (width, height) = (preview.width + 2 * beside, preview.height + 2 * above);
        let mut field = vec![0.0; width * height];
        for (y, row) in field.chunks_exact_mut(width).skip(above).take(preview.height).enumerate() {
            for (dark, luma) in row[beside..].iter_mut().zip(preview.row(y)) {
                *dark = darkness(*luma);
            }
        }
        let steps_right = (width + 1).checked_sub(self.width)?;
        let steps_down = (height + 1).checked_sub(self.height)?;
        let places = (0..steps_down).flat_map(|y| (0..steps_right).map(move |x| (x, y)));
        places
            .map(|(x, y)| {
                let correlation = self.correlation(&field[y * width + x..], width);
                (correlation, x as isize - beside as isize, y as isize - above as isize)
            })
            .max_by(|one, other| one.0.total_cmp(&other.0))
    }

    /// Normalised correlation with a field that starts at the pattern's upper left corner.
    fn correlation(&self, field: &[f32], width: usize) -> f32 {
        let (mut product, mut sum, mut squares) = (0.0, 0.0, 0.0);
        for (x, y, dark) in &self.dots {
            let seen = field[y * width + x];
            product += dark * seen;
            sum += seen;
            squares += seen * seen;
        }
        let contrast = (squares - sum * sum / self.dots.len().max(1) as f32).max(1.0).sqrt();
        product / (contrast * self.contrast.max(1.0))
    }
}

fn darkness(luma: u8) -> f32 {
    f32::from(WHITE - luma)
}

/// Whether a pixel of the upright template is in a place where people write.
fn is_for_writing(x: f64, y: f64) -> bool {
    let (x, y) = (x * SHRINK * 2.0, y * SHRINK * 2.0);
    let holds = |area: &Rect| {
        let (left, top) = (f64::from(area.left), f64::from(area.top));
        (left..left + f64::from(area.width)).contains(&x)
            && (top..top + f64::from(area.height)).contains(&y)
    };
    BOXES.iter().chain([&PRIZE_AREA]).any(holds)
}

/// Width and height after a number of quarter turns.
fn turned(turn: usize, width: f64, height: f64) -> (f64, f64) {
    if turn.is_multiple_of(2) { (width, height) } else { (height, width) }
}

/// Map from a page after `turn` clockwise quarter turns back to the upright page of this width and height.
fn turn_back(turn: usize, width: f64, height: f64) -> AffineMap {
    AffineMap(match turn {
        1 => [0.0, -1.0, 1.0, 0.0, 0.0, height],
        2 => [-1.0, 0.0, 0.0, -1.0, width, height],
        3 => [0.0, 1.0, -1.0, 0.0, width, 0.0],
        _ => [1.0, 0.0, 0.0, 1.0, 0.0, 0.0],
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Page with words around the boxes, no two lines alike.
    fn page() -> Grey {
        let mut page = Grey::white(702, 936);
        for (line, (left, top)) in [
            (70, 110),
            (370, 60),
            (70, 380),
            (380, 372),
            (70, 660),
            (390, 655),
            (60, 900),
            (500, 20),
        ]
        .into_iter()
        .enumerate()
        {
            for y in top..top + 14 {
                page.pixels[y * 702 + left..][..90 + 25 * line].fill(20);
            }
        }
        page
    }

    fn is_found(rows: std::ops::Range<usize>) -> bool {
        let page = page();
        let pixels = page.pixels[rows.start * 702..rows.end * 702].to_vec();
        let preview = Grey { width: 702, height: rows.len(), pixels };
        let middle = (350.0, 400.0 - rows.start as f64);
        PageTemplate::of(&page).candidates(&preview).iter().any(|to_half| {
            let (x, y) = to_half.apply(middle.0, middle.1);
            (x - 350.0).hypot(y - 400.0) < SHRINK
        })
    }

    #[test]
    fn cut_page_is_found_at_its_own_size() {
        assert!(is_found(0..936));
        assert!(is_found(80..936));
        assert!(is_found(0..850));
        assert!(is_found(70..880));
    }
}
