//! Lines of strokes that are drawn here.

use super::*;

/// Upright strokes `height` pixels high at these places of their upper left corners.
fn strokes(places: &[(usize, usize)], height: usize) -> Vec<Component> {
    let stroke = |(left, top): &(usize, usize)| {
        let runs = (*top..top + height).map(|y| Run { y, left: *left, right: left + 10 });
        Component::of_runs(runs.collect()).unwrap()
    };
    places.iter().map(stroke).collect()
}

/// A line of strokes from `left` on, which falls by `slope` per pixel.
fn row(left: usize, top: usize, slope: f32) -> Vec<(usize, usize)> {
    (0..20).map(|n| left + 15 * n).map(|x| (x, top + (x as f32 * slope) as usize)).collect()
}

fn lines_of(ink: Vec<Component>, limit: usize) -> Vec<Line> {
    find(ink, limit).lines
}

fn tops(lines: &[Line]) -> Vec<usize> {
    lines.iter().map(|line| line.bounds().unwrap().1.start).collect()
}

#[test]
fn rows_become_lines_from_top_to_bottom() {
    let places = [row(10, 130, 0.0), row(10, 10, 0.0), row(10, 70, 0.0)].concat();
    let lines = lines_of(strokes(&places, 24), 10);
    assert_eq!(tops(&lines), [10, 70, 130]);
    assert!(lines.iter().all(|line| line.ink.len() == 20 && line.slope == 0.0));
}

#[test]
fn sloping_rows_stay_apart() {
    let places = [row(10, 10, 0.1), row(10, 44, 0.1)].concat();
    let lines = lines_of(strokes(&places, 24), 10);
    assert_eq!(lines.iter().map(|line| line.ink.len()).collect::<Vec<_>>(), [20, 20]);
    assert!(lines.iter().all(|line| (line.slope - 0.1).abs() < 0.02));
}

#[test]
fn columns_are_read_one_after_the_other() {
    let places = [row(10, 10, 0.0), row(500, 20, 0.0), row(10, 70, 0.0), row(500, 80, 0.0)];
    let lines = lines_of(strokes(&places.concat(), 24), 10);
    assert_eq!(tops(&lines), [10, 70, 20, 80]);
}

#[test]
fn rules_and_drawings_are_left_out() {
    let mut ink = strokes(&row(10, 200, 0.0), 24);
    let rule = (230..232).map(|y| Run { y, left: 10, right: 300 }).collect();
    let drawing = (20..180).map(|y| Run { y, left: y, right: y + 3 }).collect();
    ink.extend([rule, drawing].into_iter().filter_map(Component::of_runs));
    let lines = lines_of(ink, 10);
    assert_eq!(lines.len(), 1);
    assert_eq!(lines[0].bounds().unwrap(), (10..305, 200..224));
}

#[test]
fn dots_belong_to_their_line() {
    let mut ink = strokes(&[row(10, 30, 0.0), row(10, 100, 0.0)].concat(), 24);
    ink.extend(strokes(&[(40, 16), (100, 17), (70, 86)], 5));
    let lines = lines_of(ink, 10);
    assert_eq!(lines.iter().map(|line| line.ink.len()).collect::<Vec<_>>(), [22, 21]);
}

#[test]
fn joined_lines_are_cut() {
    let mut ink = strokes(&[row(10, 10, 0.0), row(10, 44, 0.0)].concat(), 24);
    // A descender that runs through the line below.
    ink.extend(strokes(&[(320, 10)], 58));
    let lines = lines_of(ink, 10);
    assert_eq!(lines.iter().map(|line| line.ink.len()).collect::<Vec<_>>(), [21, 21]);
}

/// A long line, and below it a short one whose tall letters the tails of the long one touch.
fn touching_lines() -> Vec<Component> {
    let mut ink = strokes(&row(10, 10, 0.0), 40);
    let mut tail = |left: usize| {
        // A tail with a hook to the left, which ends on the top of a letter below.
        let down = (30..72).map(|y| Run { y, left, right: left + 6 });
        let hook = (66..72).map(|y| Run { y, left: left - 24, right: left });
        let letter = (66..110).map(|y| Run { y, left: left - 30, right: left - 24 });
        let mut runs: Vec<Run> = down.chain(hook).chain(letter).collect();
        runs.sort_unstable_by_key(|run| (run.y, run.left));
        ink.extend(Component::of_runs(runs));
    };
    [62, 107].into_iter().for_each(&mut tail);
    ink.extend(strokes(&[(12, 66), (52, 80), (97, 66)], 40));
    ink
}

#[test]
fn short_line_below_tails_is_split_off() {
    let lines = lines_of(touching_lines(), 10);
    let lines: Vec<Line> = match &lines[..] {
        [line] => line.split(40.0),
        _ => lines,
    };
    assert_eq!(lines.len(), 2);
    // All letters of each line, two of them cut from the tails.
    assert_eq!(lines.iter().map(|line| line.ink.len()).collect::<Vec<_>>(), [22, 5]);
    let (columns, rows) = lines[1].bounds().unwrap();
    assert!(columns.end < 120 && rows.end == 120, "{columns:?} {rows:?}");
}

#[test]
fn tails_stay_with_their_letters() {
    // Tails that end between the lines, and one that hangs into the next.
    let mut ink = strokes(&[row(10, 10, 0.0), row(10, 70, 0.0)].concat(), 24);
    ink.extend(strokes(&[(320, 10)], 46));
    ink.extend(strokes(&[(340, 10)], 66));
    let lines = lines_of(ink, 10);
    assert_eq!(lines.iter().map(|line| line.ink.len()).collect::<Vec<_>>(), [22, 20]);
    assert_eq!(lines[0].bounds().unwrap().1, 10..76);
    assert!(lines.iter().all(|line| line.split(24.0).is_empty()));
}

#[test]
fn far_dots_belong_to_no_line() {
    let mut ink = strokes(&row(10, 30, 0.0), 24);
    ink.extend(strokes(&[(40, 60), (100, 200)], 5));
    let lines = lines_of(ink, 10);
    assert_eq!(lines.iter().map(|line| line.ink.len()).collect::<Vec<_>>(), [21]);
}

#[test]
fn blank_paper_has_no_lines() {
    assert!(lines_of(Vec::new(), 10).is_empty());
    assert_eq!(lines_of(strokes(&row(10, 10, 0.0), 24), 0).len(), 0);
}
