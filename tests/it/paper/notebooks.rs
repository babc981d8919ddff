//! Files of many pages, most of which are not pages of a form.

use image::GrayImage;
use image::imageops::{FilterType, overlay, resize};
use inkfold::paper::{Refusal, Stage};

use super::{dirty, filled_screen, picks, read, read_in_steps};
use crate::support::exports::{file_of, ink, words_in};

/// Page of unrelated notes.
fn notes() -> GrayImage {
    let mut page = GrayImage::from_pixel(1404, 1872, [255].into());
    for index in [0, 2, 4] {
        ink(&mut page, &words_in(index));
    }
    page
}

/// Twenty pages of notes, one of them replaced by `page`.
fn notebook_with(page: &GrayImage, place: usize) -> Vec<u8> {
    let notes = notes();
    let mut pages = vec![&notes; 20];
    pages[place] = page;
    file_of(&pages)
}

#[test]
fn form_page_anywhere_in_notebook_is_read() {
    let page = filled_screen();
    for place in [0, 10, 19] {
        let reading = read(&notebook_with(&page, place)).unwrap().require_ink().unwrap();
        let [page] = &reading.pages[..] else { panic!("{} pages", reading.pages.len()) };
        assert_eq!((dirty(page), picks(page)), (vec![1, 4], vec!["B2".into(), "F2".into()]));
    }
}

#[test]
fn small_form_at_end_of_notebook_is_read() {
    let small = resize(&filled_screen(), 800, 1067, FilterType::Triangle);
    let mut page = GrayImage::from_pixel(1404, 1872, [255].into());
    overlay(&mut page, &small, 300, 400);
    let reading = read(&notebook_with(&page, 19)).unwrap().require_ink().unwrap();
    assert_eq!(dirty(&reading.pages[0]), [1, 4]);
}

#[test]
fn notebook_without_form_is_refused_quickly() {
    let mut steps = Vec::new();
    let refused = read_in_steps(&notebook_with(&notes(), 0), &mut |stage, step| {
        steps.push((stage, step.done, step.of));
    });
    assert_eq!(refused.unwrap_err(), Refusal::NotAForm);
    let searched = [4, 8, 12, 16, 20].map(|page| (Stage::Searching, page, 20));
    assert_eq!(steps, searched);
}

#[test]
fn form_pages_are_counted_while_read() {
    let page = filled_screen();
    let mut steps = Vec::new();
    let reading = read_in_steps(&file_of(&[&page]), &mut |stage, step| {
        steps.push((stage, step.done, step.of));
    });
    reading.unwrap();
    assert_eq!(steps, [(Stage::Searching, 1, 1), (Stage::Reading, 1, 1)]);
}
