//! Merges the pages of forms in one file, and refuses ambiguous ones.
//!
//! A blank page is left out if a copy of it, or a page of another form, is filled. Two different fillings of one page, and filled
//! pages of two forms, are refused: only their writer knows which is meant.

use domain::form_code::FormCode;

use crate::page::PageReading;
use crate::refusal::Refusal;

/// Keeps filled pages without copies, and one blank copy of each other page of the same form. Fails with [`Refusal::TwoForms`] or
/// [`Refusal::FilledTwice`].
pub(crate) fn merge(pages: Vec<PageReading>) -> Result<Vec<PageReading>, Refusal> {
    let (written, blank): (Vec<_>, Vec<_>) = pages.into_iter().partition(PageReading::is_written);
    let mut known: Vec<PageReading> = Vec::with_capacity(written.len());
    for page in written {
        if !known.iter().any(|earlier| is_copy(&page, earlier)) {
            known.push(page);
        }
    }
    if known.iter().any(|page| page.form != known[0].form) {
        return Err(Refusal::TwoForms);
    }
    let is_second = |at: usize| known[..at].iter().any(|earlier| kind(earlier) == kind(&known[at]));
    if (1..known.len()).any(is_second) {
        return Err(Refusal::FilledTwice);
    }
    for page in blank {
        let is_of_form = known.first().is_none_or(|first| first.form == page.form);
        if is_of_form && known.iter().all(|other| kind(other) != kind(&page)) {
            known.push(page);
        }
    }
    known.sort_by_key(|page| (page.file_page, page.page));
    Ok(known)
}

/// Whether two readings are of the same picture of the same page.
fn is_copy(page: &PageReading, other: &PageReading) -> bool {
    kind(page) == kind(other) && page.boxes == other.boxes && page.picks == other.picks
}

/// Form and page number.
fn kind(page: &PageReading) -> (FormCode, u32) {
    (page.form, page.page)
}

#[cfg(test)]
mod tests {
    use super::*;
    use domain::form::Peg;

    fn page(form: &str, page: u32, picks: &[u8]) -> PageReading {
        let picks = picks.iter().map(|row| Peg { row: *row, column: 0 }).collect();
        let form = FormCode::of(form.as_bytes());
        PageReading {
            form,
            has_code: true,
            page,
            file_page: 1,
            boxes: Vec::new(),
            picks,
            confidence: 1.0,
            coverage: 1.0,
            residual: 0.0,
            checks: Vec::new(),
            doubtful_boxes: Vec::new(),
            annotated_png: None,
            cell: None,
        }
    }

    fn numbers(pages: Vec<PageReading>) -> Result<Vec<u32>, Refusal> {
        merge(pages).map(|pages| pages.iter().map(|page| page.page).collect())
    }

    #[test]
    fn blank_copy_of_another_form_is_skipped() {
        let pages = vec![page("a", 2, &[]), page("a", 2, &[1]), page("a", 3, &[])];
        assert_eq!(numbers(pages), Ok(vec![2, 3]));
        assert_eq!(numbers(vec![page("b", 2, &[]), page("a", 3, &[1])]), Ok(vec![3]));
        assert_eq!(numbers(vec![page("a", 2, &[]), page("a", 2, &[])]), Ok(vec![2]));
        assert_eq!(numbers(vec![page("a", 2, &[1]), page("a", 2, &[1])]), Ok(vec![2]));
    }

    #[test]
    fn form_twice_in_file_is_read_once() {
        let form = || vec![page("a", 2, &[1]), page("a", 3, &[2])];
        assert_eq!(numbers(form().into_iter().chain(form()).collect()), Ok(vec![2, 3]));
        let changed = vec![page("a", 2, &[1]), page("a", 3, &[3])];
        assert_eq!(
            numbers(form().into_iter().chain(form()).chain(changed).collect()),
            Err(Refusal::FilledTwice)
        );
    }

    #[test]
    fn page_filled_twice_is_refused() {
        let twice = vec![page("a", 2, &[1]), page("a", 3, &[1]), page("a", 2, &[2])];
        assert_eq!(numbers(twice), Err(Refusal::FilledTwice));
        let both = vec![page("a", 2, &[1]), page("b", 3, &[1])];
        assert_eq!(numbers(both), Err(Refusal::TwoForms));
    }
}
