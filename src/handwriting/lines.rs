//! Lines of handwriting in a picture: blocks side by side, in each the lines from top to bottom. Rules and drawings are left out.

use std::ops::Range;

use crate::ink::{Component, Run, connected};

/// Maximum height of a letter or joined word in letter heights; what is higher is a drawing.
const MAX_LETTER_HEIGHT: f32 = 4.5;
/// Minimum share of its rectangle that a filled area covers.
const MIN_SOLID_SHARE: f32 = 0.8;
/// Minimum width and height of a filled area in pixels; smaller ones are dots and dashes.
const MIN_SOLID_SIDE: usize = 60;
/// Minimum width of a rule in letter heights.
const MIN_RULE_WIDTH: f32 = 4.0;
/// Maximum height of a rule in letter heights.
const MAX_RULE_HEIGHT: f32 = 0.25;
/// Minimum gap between columns in letter heights.
const MIN_COLUMN_GAP: f32 = 5.0;
/// Maximum slope of a block: the rise of its lines per pixel to the right.
const MAX_SLOPE: f32 = 0.16;
/// Step in which slopes are tried.
const SLOPE_STEP: f32 = 0.01;
/// Minimum width of a block in letter heights whose slope can be told.
const MIN_SLOPING_WIDTH: f32 = 6.0;
/// Depth of a valley between two lines, relative to the lower of the two.
const MAX_VALLEY: f32 = 0.6;
/// Radius in letter heights of the averages that smooth the ink row by row.
const SMOOTHING: f32 = 1.0 / 6.0;
/// The same for lines between which tails of letters leave only a narrow gap.
const FINE_SMOOTHING: f32 = 1.0 / 18.0;
/// Maximum distance in letter heights of dots and accents from their line.
const MAX_DOT_DISTANCE: f32 = 1.0;
/// Maximum height in letter heights of dots and accents.
const MAX_DOT_HEIGHT: f32 = 0.5;
/// Minimum gain in distinctness for which rows of ink are taken to slope.
const MIN_GAIN: f32 = 1.12;

/// Line of handwriting.
#[derive(Clone, Debug)]
pub(crate) struct Line {
    pub(crate) ink: Vec<Component>,
    /// Fall of the line per pixel to the right.
    pub(crate) slope: f32,
}

impl Line {
    /// Columns and rows of the ink; `None` for none.
    pub(crate) fn bounds(&self) -> Option<(Range<usize>, Range<usize>)> {
        let left = self.ink.iter().map(|ink| ink.left).min()?;
        let right = self.ink.iter().map(|ink| ink.right).max()?;
        let top = self.ink.iter().map(|ink| ink.top).min()?;
        let bottom = self.ink.iter().map(|ink| ink.bottom).max()?;
        Some((left..right, top..bottom))
    }

    /// Lines that this one may consist of, if tails of letters hide the gap between them. Empty if it is certainly one line.
    pub(crate) fn split(&self, letter_height: f32) -> Vec<Self> {
        let profile = Profile::of(&self.ink, self.slope, letter_height);
        let rows = profile.rows_of_lines(letter_height, letter_height * FINE_SMOOTHING);
        if rows.peaks.len() < 2 {
            return Vec::new();
        }
        let mut lines = rows.assign(self.ink.clone(), self.slope);
        join_dots(&mut lines, letter_height);
        lines.into_iter().map(|ink| Self { ink, slope: self.slope }).collect()
    }
}

/// Text of a picture.
#[derive(Clone, Debug, Default)]
pub(crate) struct Text {
    /// Lines in reading order.
    pub(crate) lines: Vec<Line>,
    /// Rules and drawings.
    pub(crate) other: Vec<Component>,
    /// Usual height of a letter or joined word.
    pub(crate) letter_height: f32,
}

/// Finds the lines of the ink, at most `limit`.
pub(crate) fn find(ink: Vec<Component>, limit: usize) -> Text {
    let Some(height) = letter_height(&ink) else { return Text::default() };
    let is_other = |ink: &Component| is_rule(ink, height) || is_drawing(ink, height);
    let (other, ink) = ink.into_iter().partition(is_other);
    let lines = columns(ink, height).into_iter().flat_map(|block| lines_of_block(block, height));
    Text { lines: lines.take(limit).collect(), other, letter_height: height }
}

/// Height of letters or joined words: the median, where wide components count more.
fn letter_height(ink: &[Component]) -> Option<f32> {
    let mut heights: Vec<(usize, usize)> = ink
        .iter()
        .map(|ink| (ink.height(), ink.width()))
        .filter(|(height, _)| *height > 3)
        .collect();
    heights.sort_unstable();
    let total: usize = heights.iter().map(|(_, width)| width).sum();
    let mut below = 0;
    let median = heights.iter().find(|(_, width)| {
        below += width;
        below * 2 >= total
    });
    median.map(|(height, _)| *height as f32)
}

fn is_rule(ink: &Component, height: f32) -> bool {
    ink.width() as f32 > MIN_RULE_WIDTH * height && (ink.height() as f32) < MAX_RULE_HEIGHT * height
}

fn is_drawing(ink: &Component, height: f32) -> bool {
    let is_solid = ink.pixel_count() as f32 > MIN_SOLID_SHARE * (ink.width() * ink.height()) as f32
        && ink.width().min(ink.height()) > MIN_SOLID_SIDE;
    is_solid || ink.height() as f32 > MAX_LETTER_HEIGHT * height
}

/// Splits at wide empty columns, again and again. Blocks are in order from left to right.
fn columns(ink: Vec<Component>, height: f32) -> Vec<Vec<Component>> {
    let mut ink = ink;
    ink.sort_unstable_by_key(|ink| ink.left);
    let mut blocks: Vec<Vec<Component>> = Vec::new();
    let mut right = 0;
    for ink in ink {
        let is_far = ink.left as f32 > right as f32 + MIN_COLUMN_GAP * height;
        right = if is_far { ink.right } else { right.max(ink.right) };
        match blocks.last_mut() {
            Some(block) if !is_far => block.push(ink),
            _ => blocks.push(vec![ink]),
        }
    }
    blocks
}

fn lines_of_block(ink: Vec<Component>, height: f32) -> Vec<Line> {
    let slope = slope(&ink, height);
    let rows = Profile::of(&ink, slope, height).rows_of_lines(height, height * SMOOTHING);
    let mut lines = rows.assign(ink, slope);
    join_dots(&mut lines, height);
    lines.into_iter().map(|ink| Line { ink, slope }).collect()
}

/// Joins rows of nothing but dots and accents to the line below, or to the last one if they are near.
fn join_dots(lines: &mut Vec<Vec<Component>>, height: f32) {
    let mut line = 0;
    while line < lines.len() {
        if lines[line].iter().any(|ink| ink.height() as f32 > MAX_DOT_HEIGHT * height) {
            line += 1;
            continue;
        }
        let dots = lines.remove(line);
        let last = lines.len().checked_sub(1);
        if let Some(nearest) = last.map(|last| line.min(last)) {
            let bottom = lines[nearest].iter().map(|ink| ink.bottom).max().unwrap_or(0) as f32;
            let is_near = |dot: &Component| (dot.top as f32) < bottom + MAX_DOT_DISTANCE * height;
            lines[nearest].extend(dots.into_iter().filter(is_near));
        }
    }
}

/// Slope at which the rows of ink are most distinct.
fn slope(ink: &[Component], height: f32) -> f32 {
    let left = ink.iter().map(|ink| ink.left).min().unwrap_or(0);
    let right = ink.iter().map(|ink| ink.right).max().unwrap_or(0);
    if ((right - left) as f32) < MIN_SLOPING_WIDTH * height {
        return 0.0;
    }
    let steps = (MAX_SLOPE / SLOPE_STEP) as i32;
    let slopes = (-steps..=steps).map(|step| step as f32 * SLOPE_STEP);
    let distinct = slopes.map(|slope| (slope, Profile::of(ink, slope, height).distinctness()));
    let best = distinct.max_by(|(_, one), (_, other)| one.total_cmp(other));
    let level = Profile::of(ink, 0.0, height).distinctness();
    best.filter(|(_, distinct)| *distinct > MIN_GAIN * level).map_or(0.0, |(slope, _)| slope)
}

/// Amount of ink row by row, along a slope.
struct Profile {
    /// Row of the first value.
    top: isize,
    rows: Vec<f32>,
}

/// Row of a run when the slope is straightened.
fn straight_row(run: &Run, slope: f32) -> isize {
    let middle = (run.left + run.right) as f32 / 2.0;
    (run.y as f32 - slope * middle).round() as isize
}

impl Profile {
    fn of(ink: &[Component], slope: f32, height: f32) -> Self {
        let runs = || ink.iter().flat_map(|ink| &ink.runs);
        let top = runs().map(|run| straight_row(run, slope)).min().unwrap_or(0);
        let bottom = runs().map(|run| straight_row(run, slope)).max().unwrap_or(0);
        let mut rows = vec![0.0; (bottom - top) as usize + 1];
        for run in runs() {
            // Dashes and crossbars are wide and say little about where a line is.
            let width = ((run.right - run.left) as f32).min(height);
            rows[(straight_row(run, slope) - top) as usize] += width;
        }
        Self { top, rows }
    }

    /// Sum of squares, which is largest when the ink is in few rows.
    fn distinctness(&self) -> f32 {
        self.rows.iter().map(|row| row * row).sum()
    }

    /// Rows of the lines.
    fn rows_of_lines(&self, height: f32, radius: f32) -> Rows {
        let smooth = smoothed(&smoothed(&self.rows, radius), radius);
        let mut peaks: Vec<usize> = Vec::new();
        for row in 0..smooth.len() {
            let before = if row == 0 { 0.0 } else { smooth[row - 1] };
            let after = smooth.get(row + 1).copied().unwrap_or(0.0);
            if smooth[row] > before && smooth[row] >= after {
                peaks.push(row);
            }
        }
        while let Some(lower) = merged(&smooth, &peaks, height) {
            peaks.remove(lower);
        }
        Rows { top: self.top, smooth, peaks }
    }
}

/// Rows of lines along a slope, from the top.
struct Rows {
    top: isize,
    smooth: Vec<f32>,
    /// Row with the most ink of each line.
    peaks: Vec<usize>,
}

impl Rows {
    fn cuts(&self) -> Vec<isize> {
        let between = self.peaks.windows(2);
        between.map(|pair| self.top + valley(&self.smooth, pair[0], pair[1]) as isize).collect()
    }

    /// Ink of each line.
    fn assign(&self, ink: Vec<Component>, slope: f32) -> Vec<Vec<Component>> {
        let cuts = self.cuts();
        let mut lines: Vec<Vec<Component>> = vec![Vec::new(); cuts.len() + 1];
        for (line, part) in ink.into_iter().flat_map(|ink| self.parts(ink, slope, &cuts)) {
            lines[line].push(part);
        }
        lines
    }

    /// The component in its line; cut, if lines that touch have joined it.
    ///
    /// A line has the parts that reach its peak, and the tails that hang on them.
    fn parts(&self, ink: Component, slope: f32, cuts: &[isize]) -> Vec<(usize, Component)> {
        let row = |run: &Run| straight_row(run, slope);
        let mut runs_of_lines: Vec<Vec<Run>> = vec![Vec::new(); cuts.len() + 1];
        for run in &ink.runs {
            runs_of_lines[cuts.partition_point(|cut| *cut < row(run))].push(*run);
        }
        let amount = |runs: &Vec<Run>| runs.iter().map(|run| run.right - run.left).sum::<usize>();
        let most = (0..runs_of_lines.len()).max_by_key(|line| amount(&runs_of_lines[*line]));
        let (mut parts, mut tails) = (Vec::new(), Vec::new());
        for (line, runs) in runs_of_lines.iter().enumerate() {
            let (bodies, hanging): (Vec<_>, Vec<_>) = connected(runs)
                .into_iter()
                .partition(|part| part.runs.iter().any(|run| Some(row(run)) == self.peak(line)));
            tails.extend(hanging);
            if !bodies.is_empty() {
                parts.push((line, bodies.into_iter().flat_map(|body| body.runs).collect()));
            }
        }
        if parts.len() < 2 {
            let only = parts.first().map(|(line, _): &(usize, Vec<Run>)| *line);
            return vec![(only.or(most).unwrap_or(0), ink)];
        }
        for tail in tails {
            let middle = tail.runs.iter().map(row).sum::<isize>() / tail.runs.len() as isize;
            let distance = |line: usize| self.peak(line).map(|peak| peak.abs_diff(middle));
            if let Some((_, runs)) = parts.iter_mut().min_by_key(|(line, _)| distance(*line)) {
                runs.extend(tail.runs);
            }
        }
        let parts = parts.into_iter();
        parts.filter_map(|(line, runs)| Some((line, Component::of_runs(runs)?))).collect()
    }

    /// Row of a line's peak.
    fn peak(&self, line: usize) -> Option<isize> {
        self.peaks.get(line).map(|peak| self.top + *peak as isize)
    }
}

/// Index of a peak that belongs to a neighbour's line; `None` if all are lines of their own. Closest first.
fn merged(smooth: &[f32], peaks: &[usize], height: f32) -> Option<usize> {
    let pairs = (0..peaks.len().saturating_sub(1)).filter(|first| {
        let (one, other) = (peaks[*first], peaks[first + 1]);
        let low = smooth[one].min(smooth[other]);
        let distance = (other - one) as f32;
        let is_no_valley = smooth[valley(smooth, one, other)] > MAX_VALLEY * low;
        is_no_valley || distance < height / 2.0
    });
    let first = pairs.min_by_key(|first| peaks[first + 1] - peaks[*first])?;
    let is_first_lower = smooth[peaks[first]] < smooth[peaks[first + 1]];
    Some(if is_first_lower { first } else { first + 1 })
}

/// Row with the least ink between two rows.
fn valley(smooth: &[f32], from: usize, to: usize) -> usize {
    (from..=to).min_by(|one, other| smooth[*one].total_cmp(&smooth[*other])).unwrap_or(from)
}

/// Moving average over `radius` rows to each side.
fn smoothed(rows: &[f32], radius: f32) -> Vec<f32> {
    let radius = radius.round().max(1.0) as usize;
    (0..rows.len())
        .map(|row| {
            let window = &rows[row.saturating_sub(radius)..(row + radius + 1).min(rows.len())];
            window.iter().sum::<f32>() / (2 * radius + 1) as f32
        })
        .collect()
}

#[cfg(test)]
mod tests;
