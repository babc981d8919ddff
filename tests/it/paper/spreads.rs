//! Several sheets in one picture: each is read, or the reading says that there is another one.

use image::GrayImage;
use image::imageops::{crop_imm, overlay, rotate90, rotate180};
use inkfold::paper::{Reading, ReadingWarning, Refusal};

use super::{dirty, filled_screen, read, read_as, without_codes};
use crate::support::exports::{FORM, LONG_FORM, OTHER_FORM, file_of, ink, png, words_in};

const WHITE: u8 = 255;

/// Picture of sheets that lie side by side on a surface of this luma.
fn spread(sheets: &[&GrayImage], surface: u8) -> GrayImage {
    let width = sheets.iter().map(|sheet| sheet.width() + 60).sum::<u32>() + 60;
    let height = sheets.iter().map(|sheet| sheet.height()).max().unwrap() + 120;
    let mut picture = GrayImage::from_pixel(width, height, [surface].into());
    let mut left = 60;
    for sheet in sheets {
        overlay(&mut picture, *sheet, left, 60);
        left += i64::from(sheet.width()) + 60;
    }
    picture
}

/// Page of the long form with writing in one box.
fn page_of_two(number: usize, index: usize) -> GrayImage {
    let mut screen = LONG_FORM.screen_of_page(number);
    ink(&mut screen, &words_in(index));
    screen
}

fn pages(reading: &Reading) -> Vec<(u32, Vec<usize>)> {
    reading.pages.iter().map(|page| (page.page, dirty(page))).collect()
}

fn read_two(picture: &GrayImage) -> Reading {
    read_as(&LONG_FORM, &png(picture), &mut |_, _| ()).unwrap()
}

#[test]
fn pages_side_by_side_are_both_read() {
    let (second, third) = (page_of_two(2, 0), page_of_two(3, 4));
    for surface in [WHITE, 110] {
        for sheets in [[&second, &third], [&third, &second], [&second, &rotate180(&third)]] {
            let picture = spread(&sheets, surface);
            for picture in [&picture, &rotate90(&picture)] {
                let reading = read_two(picture);
                assert_eq!(pages(&reading), [(2, vec![0]), (3, vec![4])]);
                assert_eq!(reading.checks, []);
            }
        }
    }
}

#[test]
fn sheet_without_code_beside_another_is_read() {
    let (second, third) = (page_of_two(2, 1), without_codes(page_of_two(3, 0)));
    for sheets in [[&second, &third], [&third, &second]] {
        let reading = read_two(&spread(&sheets, WHITE));
        assert_eq!(pages(&reading), [(2, vec![1]), (3, vec![0])]);
        assert!(!reading.pages[1].has_code);
    }
}

#[test]
fn half_a_sheet_beside_another_is_noticed() {
    let (second, third) = (page_of_two(2, 1), without_codes(page_of_two(3, 0)));
    let picture = spread(&[&second, &third], WHITE);
    for seen in [0.5, 0.7] {
        let width = 60 + 1404 + 60 + (1404.0 * seen) as u32;
        let reading = read_two(&crop_imm(&picture, 0, 0, width, picture.height()).to_image());
        let is_reported = reading.checks.contains(&ReadingWarning::OtherPages);
        assert!(is_reported || reading.pages.len() == 2, "{seen}: {reading:?}");
    }
}

#[test]
fn blank_copy_beside_filled_sheet_is_skipped() {
    let (filled, blank) = (filled_screen(), FORM.screen());
    for sheets in [[&filled, &blank], [&blank, &filled]] {
        let reading = read(&png(&spread(&sheets, WHITE))).unwrap().require_ink().unwrap();
        assert_eq!(pages(&reading), [(2, vec![1, 4])]);
        assert_eq!((reading.checks, &reading.pages[0].checks), (vec![], &vec![]));
    }
}

#[test]
fn copies_filled_differently_are_refused() {
    let mut other = FORM.screen();
    ink(&mut other, &words_in(0));
    let picture = spread(&[&filled_screen(), &other], WHITE);
    assert_eq!(read(&png(&picture)).unwrap_err(), Refusal::FilledTwice);
}

#[test]
fn sheet_of_another_form_is_reported() {
    let picture = spread(&[&OTHER_FORM.screen(), &filled_screen()], WHITE);
    let reading = read(&png(&picture)).unwrap();
    assert_eq!(pages(&reading), [(2, vec![1, 4])]);
    assert_eq!(reading.checks, [ReadingWarning::OtherPages]);
}

#[test]
fn bare_desk_beside_sheet_is_no_other_page() {
    for surface in [WHITE, 110] {
        let desk = GrayImage::from_pixel(1800, 1872, [surface].into());
        let reading = read(&png(&spread(&[&filled_screen(), &desk], surface))).unwrap();
        assert_eq!(pages(&reading), [(2, vec![1, 4])]);
        assert_eq!((reading.checks, &reading.pages[0].checks), (vec![], &vec![]));
    }
}

#[test]
fn writing_on_first_page_is_refused_with_reason() {
    let (mut first, blank) = (FORM.screen_of_page(1), FORM.screen());
    let empty = file_of(&[&first, &blank]);
    assert_eq!(read(&empty).unwrap().require_ink().unwrap_err(), Refusal::BlankForm);
    ink(&mut first, &words_in(2));
    for pages in [&[&first, &blank][..], &[&first]] {
        assert_eq!(read(&file_of(pages)).unwrap_err(), Refusal::WrittenOnFirstPage);
    }
    // Answers in the boxes count, whatever else there is.
    let answered = read(&file_of(&[&first, &filled_screen()])).unwrap();
    assert_eq!(pages(&answered), [(2, vec![1, 4])]);
}
