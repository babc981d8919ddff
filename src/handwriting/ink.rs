//! Ink of a picture as connected components: strokes, letters, joined words, drawings.

use crate::picture::Picture;

/// Minimum number of pixels of a component; less is a speck.
const MIN_PIXELS: usize = 6;
/// Share of the way from white to the picture's dark ink at which ink begins.
const THRESHOLD: f32 = 0.16;

/// Horizontal run of ink.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Run {
    pub(crate) y: usize,
    pub(crate) left: usize,
    /// First pixel after the run.
    pub(crate) right: usize,
}

/// Ink that hangs together, diagonally too.
#[derive(Clone, Debug)]
pub(crate) struct Component {
    pub(crate) runs: Vec<Run>,
    pub(crate) left: usize,
    pub(crate) top: usize,
    /// First column and row after the component.
    pub(crate) right: usize,
    pub(crate) bottom: usize,
}

impl Component {
    /// Component of its runs; `None` for none.
    pub(crate) fn of_runs(runs: Vec<Run>) -> Option<Self> {
        Some(Self {
            left: runs.iter().map(|run| run.left).min()?,
            top: runs.iter().map(|run| run.y).min()?,
            right: runs.iter().map(|run| run.right).max()?,
            bottom: runs.iter().map(|run| run.y).max()? + 1,
            runs,
        })
    }

    pub(crate) fn width(&self) -> usize {
        self.right - self.left
    }

    pub(crate) fn height(&self) -> usize {
        self.bottom - self.top
    }

    pub(crate) fn pixel_count(&self) -> usize {
        self.runs.iter().map(|run| run.right - run.left).sum()
    }
}

/// Components of a picture's ink, in no particular order.
pub(crate) fn components(picture: &Picture) -> Vec<Component> {
    let components = connected(&runs(picture, threshold(picture)));
    components.into_iter().filter(|component| component.pixel_count() >= MIN_PIXELS).collect()
}

/// Components of runs, which are in order from top to bottom and from left to right.
pub(crate) fn connected(runs: &[Run]) -> Vec<Component> {
    let mut sets = DisjointSets::new(runs.len());
    let mut above = 0;
    for (index, run) in runs.iter().enumerate() {
        // Runs of the row above that may touch this one.
        while runs[above].y + 1 < run.y
            || (runs[above].y + 1 == run.y && runs[above].right < run.left)
        {
            above += 1;
        }
        for (other, touching) in (above..index).map(|other| (other, runs[other])) {
            if touching.y >= run.y || touching.left > run.right {
                break;
            }
            sets.join(index, other);
        }
    }
    let mut members: Vec<Vec<Run>> = vec![Vec::new(); runs.len()];
    for (index, run) in runs.iter().enumerate() {
        members[sets.root(index)].push(*run);
    }
    members.into_iter().filter_map(Component::of_runs).collect()
}

fn runs(picture: &Picture, threshold: u8) -> Vec<Run> {
    let mut runs = Vec::new();
    for y in 0..picture.height {
        let mut x = 0;
        for stretch in
            picture.row(y).chunk_by(|one, next| (*one < threshold) == (*next < threshold))
        {
            if stretch[0] < threshold {
                runs.push(Run { y, left: x, right: x + stretch.len() });
            }
            x += stretch.len();
        }
    }
    runs
}

/// Luma below which a pixel is ink: relative to the picture's own dark ink, because a pencil is lighter than a pen.
fn threshold(picture: &Picture) -> u8 {
    let mut counts = [0_u32; 256];
    for luma in &picture.pixels {
        counts[usize::from(*luma)] += 1;
    }
    let total: u32 = counts[..200].iter().sum();
    let mut below = 0;
    let dark = counts.iter().position(|count| {
        below += count;
        below * 4 >= total
    });
    let dark = dark.unwrap_or(0).min(150) as f32;
    (255.0 - (255.0 - dark) * THRESHOLD) as u8
}

/// Disjoint sets with path halving.
struct DisjointSets(Vec<usize>);

impl DisjointSets {
    fn new(count: usize) -> Self {
        Self((0..count).collect())
    }

    fn root(&mut self, mut index: usize) -> usize {
        while self.0[index] != index {
            self.0[index] = self.0[self.0[index]];
            index = self.0[index];
        }
        index
    }

    fn join(&mut self, one: usize, other: usize) {
        let (one, other) = (self.root(one), self.root(other));
        self.0[one.max(other)] = one.min(other);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn picture(rows: &[&str]) -> Picture {
        let luma = |letter| if letter == '#' { 0 } else { 255 };
        Picture::of_pixels(
            rows[0].len(),
            rows.iter().flat_map(|row| row.chars().map(luma)).collect(),
        )
    }

    #[test]
    fn touching_strokes_are_one_component() {
        let picture = picture(&[
            "##......##",
            "##.......#",
            "##..##..##",
            "...#..##..",
            "...####...",
            "..........",
        ]);
        let mut found = components(&picture);
        found.sort_by_key(|component| component.left);
        let boxes: Vec<_> =
            found.iter().map(|ink| (ink.left, ink.top, ink.right, ink.bottom)).collect();
        // The ring touches the stroke on the right by a corner.
        assert_eq!(boxes, [(0, 0, 2, 3), (3, 0, 10, 5)]);
        assert_eq!(found[1].pixel_count(), 14);
    }

    #[test]
    fn specks_and_blank_paper_have_no_component() {
        assert!(components(&picture(&["....", "....", ".##.", "...."])).is_empty());
        assert!(components(&Picture::of_pixels(4, vec![255; 16])).is_empty());
    }

    #[test]
    fn pencil_is_ink() {
        let mut pixels = vec![255; 400];
        for y in 5..15 {
            pixels[y * 20 + 10] = 170;
        }
        assert_eq!(components(&Picture::of_pixels(20, pixels)).len(), 1);
    }
}
