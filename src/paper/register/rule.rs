//! Rules: pieces of the straight lines that are printed all over a form, the frames of its boxes and the guides in them. Each
//! measures the displacement of a page across its line.

use crate::image::grey::Grey;
use crate::register::affine::peak;
use crate::register::warp::Axis;

/// Piece of a printed line in the blank's half-size picture.
#[derive(Clone, Debug)]
pub(crate) struct Rule {
    /// Middle of the piece, at the common corner of four pixels.
    pub(crate) x: f64,
    pub(crate) y: f64,
    /// Axis of the displacement that is measured: down for a line that runs across, across for a line that runs down.
    pub(crate) axis: Axis,
    /// Luma across the line, less its mean.
    profile: [f32; SIDE],
    contrast: f32,
}

/// Distance in pixels from a rule's middle to the ends of its piece and of its profile.
const REACH: usize = 12;
const SIDE: usize = 2 * REACH;
/// Distance in pixels between two pieces of a line.
const EVERY: usize = 36;
/// Minimum luma of paper on the blank; a guide is hardly darker.
const MIN_PAPER_LUMA: u8 = 250;
/// Maximum number of dark rows of a line; a soft row on either side may be added.
const MAX_LINE_ROWS: usize = 3;
/// Minimum correlation of a rule's profile with that on a page.
const MIN_CORRELATION: f32 = 0.85;
/// Slants of a rule on a page that are tried, in pixels per pixel along it: bent paper tilts lines.
const SLANTS: [f64; 5] = [0.0, -0.04, 0.04, -0.08, 0.08];
/// Minimum contrast of a profile; anything flatter is paper.
const MIN_CONTRAST: f32 = 8.0;

/// Cuts all rules out of a blank page.
pub(crate) fn rules_of(half: &Grey) -> Vec<Rule> {
    let across = pieces(half, Axis::Down);
    across.into_iter().chain(pieces(&half.transposed(), Axis::Across)).collect()
}

/// Cuts pieces out of the lines that run along the rows of a picture.
fn pieces(picture: &Grey, axis: Axis) -> Vec<Rule> {
    let margin = REACH + 1;
    let columns = (margin..picture.width.saturating_sub(margin)).step_by(EVERY);
    let mut rules = Vec::new();
    for x in columns {
        let is_dark =
            |y: usize| picture.row(y)[x - REACH..x + REACH].iter().all(|l| *l < MIN_PAPER_LUMA);
        let is_paper =
            |y: usize| picture.row(y)[x - REACH..x + REACH].iter().all(|l| *l >= MIN_PAPER_LUMA);
        let mut y = margin;
        while y + margin < picture.height {
            let thick = (0..MAX_LINE_ROWS).take_while(|down| is_dark(y + down)).count();
            if thick > 0 && is_paper(y - 2) && is_paper(y + thick + 1) {
                rules.push(Rule::cut(picture, x, y, axis));
            }
            y += thick.max(1);
        }
    }
    rules
}

impl Rule {
    fn cut(picture: &Grey, x: usize, y: usize, axis: Axis) -> Self {
        let rows = y - REACH..y + REACH;
        let mean = |y: usize| {
            let pixels = &picture.row(y)[x - REACH..x + REACH];
            pixels.iter().map(|luma| f32::from(*luma)).sum::<f32>() / SIDE as f32
        };
        let luma: Vec<f32> = rows.map(mean).collect();
        let (profile, contrast) = without_mean(&std::array::from_fn(|at| luma[at]));
        let (x, y) = (x as f64, y as f64);
        let (x, y) = if axis == Axis::Down { (x, y) } else { (y, x) };
        Self { x, y, axis, profile, contrast }
    }

    /// Measures the displacement of the rule on a page in half-size pixels, and its correlation; `None` if the rule is not found
    /// within `search` pixels of where `from_half` expects it.
    pub(crate) fn find(
        &self,
        preview: &Grey,
        from_half: &impl Fn(f64, f64) -> (f64, f64),
        search: usize,
    ) -> Option<(f64, f32)> {
        SLANTS.iter().find_map(|slant| {
            let luma: Vec<f32> = (0..SIDE + 2 * search)
                .map(|at| at as f64 + 0.5 - (REACH + search) as f64)
                .map(|beside| self.luma(preview, from_half, beside, *slant))
                .collect();
            let correlation: Vec<f32> =
                luma.windows(SIDE).map(|seen| self.correlation(seen)).collect();
            let places = correlation.iter().copied().enumerate();
            let (best, highest) = places.max_by(|one, other| one.1.total_cmp(&other.1))?;
            let off = best as f64 - search as f64 + peak(&correlation, best);
            (highest >= MIN_CORRELATION).then_some((off, highest))
        })
    }

    /// Median luma along a line beside the rule, which crossing strokes do not affect.
    fn luma(
        &self,
        preview: &Grey,
        from_half: &impl Fn(f64, f64) -> (f64, f64),
        beside: f64,
        slant: f64,
    ) -> f32 {
        let place = |along: f64| {
            let beside = beside + slant * along;
            match self.axis {
                Axis::Down => from_half(self.x + along, self.y + beside),
                Axis::Across => from_half(self.x + beside, self.y + along),
            }
        };
        // Mapping every point would take most of a reading. Paper is straight for the three millimetres of half a piece.
        let reach = REACH as f64;
        let [start, middle, end] = [-reach, 0.0, reach].map(place);
        let mut along: [f32; SIDE] = std::array::from_fn(|at| {
            let (from, to, at) =
                if at < REACH { (start, middle, at) } else { (middle, end, at - REACH) };
            let part = (at as f64 + 0.5) / reach;
            let (x, y) = (from.0 + part * (to.0 - from.0), from.1 + part * (to.1 - from.1));
            preview.sample(x - 0.5, y - 0.5)
        });
        *along.select_nth_unstable_by(REACH, f32::total_cmp).1
    }

    fn correlation(&self, seen: &[f32]) -> f32 {
        let (seen, contrast) = without_mean(&std::array::from_fn(|at| seen[at]));
        if contrast < MIN_CONTRAST || self.contrast < MIN_CONTRAST {
            return 0.0;
        }
        let product: f32 = self.profile.iter().zip(seen).map(|(one, other)| one * other).sum();
        product / (self.contrast * contrast)
    }
}

/// Profile less its mean, and its Euclidean norm.
fn without_mean(luma: &[f32; SIDE]) -> ([f32; SIDE], f32) {
    let mean = luma.iter().sum::<f32>() / SIDE as f32;
    let profile = luma.map(|luma| luma - mean);
    (profile, profile.iter().map(|luma| luma * luma).sum::<f32>().sqrt())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Page with a frame and a guide, `down` pixels too low, and a stroke across both if `stroke` is set.
    fn page(down: usize, stroke: bool) -> Grey {
        let mut page = Grey::white(120, 120);
        for (y, luma) in [(30, 178), (60, 236)] {
            page.pixels[(y + down) * 120..][..120].fill(luma);
        }
        if stroke {
            (0..120).for_each(|y| page.pixels[y * 120 + 45..][..4].fill(50));
        }
        page
    }

    #[test]
    fn rule_is_found_where_the_page_shows_it() {
        let rules = rules_of(&page(0, false));
        assert!(rules.iter().all(|rule| rule.axis == Axis::Down));
        assert_eq!(rules.len(), 6);
        for rule in &rules {
            let (off, _) = rule.find(&page(3, true), &|x, y| (x, y), 5).unwrap();
            assert!((off - 3.0).abs() < 0.1, "{off}");
            assert!(rule.find(&Grey::white(120, 120), &|x, y| (x, y), 5).is_none());
        }
    }
}
