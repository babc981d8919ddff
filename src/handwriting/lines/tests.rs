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

#[test]
fn blank_paper_has_no_lines() {
    assert!(lines_of(Vec::new(), 10).is_empty());
    assert_eq!(lines_of(strokes(&row(10, 10, 0.0), 24), 0).len(), 0);
}
