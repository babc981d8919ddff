//! Assigns the codes in a picture to sheets of paper: a picture may show several side by side.

use crate::locate::QrMark;
use crate::register::affine::{AffineMap, Match, distance};

/// Maximum distance of a code from where the other code of its sheet predicts it, as a share of the distance between both. A code
/// is small, so a prediction may be off by a fifth, and by more if the sheet is seen at an angle; the codes of two sheets side by
/// side are off by two thirds.
const MAX_MISFIT: f64 = 0.45;

/// Splits the codes of one page in a picture into those of each sheet: several copies of the page may lie there. `printed` are
/// the codes of the blank page.
pub(crate) fn sheets(mut marks: Vec<QrMark>, printed: &[QrMark]) -> Vec<Vec<QrMark>> {
    let mut sheets = Vec::new();
    while let Some((one, other)) = best_pair(&marks, printed) {
        let (one, other) = (marks[one], marks[other]);
        marks.retain(|mark| ![one.corners, other.corners].contains(&mark.corners));
        sheets.push(vec![one, other]);
    }
    sheets.extend(marks.into_iter().map(|mark| vec![mark]));
    sheets
}

/// Indexes of the two codes that fit best on one sheet.
fn best_pair(marks: &[QrMark], printed: &[QrMark]) -> Option<(usize, usize)> {
    let [first, second] = printed else { return None };
    let pairs = (0..marks.len()).flat_map(|one| (0..marks.len()).map(move |other| (one, other)));
    let rated = pairs.filter(|(one, other)| one != other).filter_map(|(one, other)| {
        let forth = misfit((&marks[one], &marks[other]), (first, second))?;
        let back = misfit((&marks[other], &marks[one]), (second, first))?;
        Some((forth.max(back), (one, other)))
    });
    let best = rated.min_by(|one, other| one.0.total_cmp(&other.0))?;
    (best.0 < MAX_MISFIT).then_some(best.1)
}

/// Distance of `other` from where `one` predicts it, as a share of the distance between both.
fn misfit((one, other): (&QrMark, &QrMark), printed: (&QrMark, &QrMark)) -> Option<f64> {
    let corners = printed.0.corners.into_iter().zip(one.corners);
    let matches: Vec<Match> = corners.map(|(from, to)| Match { from, to, weight: 1.0 }).collect();
    let seen = AffineMap::fit_similarity(&matches)?;
    let (x, y) = printed.1.centre();
    let expected = seen.apply(x, y);
    Some(distance(expected, other.centre()) / distance(expected, one.centre()))
}

#[cfg(test)]
mod tests {
    use domain::form_code::{FormCode, PageMark};

    use super::*;

    /// Code of 58 half-size pixels with its upper left corner at this point of the page, as `seen` shows it.
    fn mark((left, top): (f64, f64), seen: &AffineMap) -> QrMark {
        let corners = [(0.0, 0.0), (58.0, 0.0), (58.0, 58.0), (0.0, 58.0)];
        let says = PageMark { form: FormCode::of(b"form"), page: 2 };
        QrMark { says, corners: corners.map(|(x, y)| seen.apply(left + x, top + y)) }
    }

    fn page(seen: &AffineMap) -> [QrMark; 2] {
        [mark((63.0, 883.0), seen), mark((598.0, 6.0), seen)]
    }

    /// Numbers of codes on each sheet, where the second code of `other` is covered if `covers`.
    fn counts(other: &AffineMap, covers: bool) -> Vec<usize> {
        let here = AffineMap::scale(1.0);
        let [first, second] = page(&here);
        let there = page(other);
        let marks = [there[0], second, first, there[1]];
        let marks = marks[..if covers { 3 } else { 4 }].to_vec();
        sheets(marks, &page(&here)).iter().map(Vec::len).collect()
    }

    #[test]
    fn copies_side_by_side_are_distinguished() {
        let beside = AffineMap::shift(720.0, 9.0);
        let upside_down = AffineMap([-1.0, 0.0, 0.0, -1.0, 1430.0, 940.0]);
        let turned = AffineMap([0.0, 1.0, -1.0, 0.0, 1700.0, 0.0]);
        for other in [beside, upside_down, turned] {
            assert_eq!(counts(&other, false), [2, 2], "{other:?}");
            assert_eq!(counts(&other, true), [2, 1], "{other:?}");
        }
    }

    #[test]
    fn single_codes_of_two_sheets_are_no_pair() {
        let here = AffineMap::scale(1.0);
        let there = page(&AffineMap::shift(710.0, 0.0));
        for marks in [[page(&here)[0], there[1]], [page(&here)[1], there[0]]] {
            assert_eq!(sheets(marks.to_vec(), &page(&here)).len(), 2);
        }
    }
}
