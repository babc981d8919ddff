//! Reading of a submitted file: handwriting and pegs, or the reason for a refusal.

mod exports;
mod notebooks;
mod refusals;
mod spreads;

use std::sync::Arc;

use image::GrayImage;
use image::imageops::{overlay, rotate90, rotate180, rotate270};
use inkfold::paper::{OnProgress, PageReading, Reader, Reading, ReadingWarning, Refusal};

use crate::support::exports::{
    FORM, Form, OTHER_FORM, cross_on, ink, png, sandbox, stamped_pdf, words_in,
};

/// Reads a file where only [`FORM`] is known and expected.
fn read(file: &[u8]) -> Result<Reading, Refusal> {
    read_in_steps(file, &mut |_, _| ())
}

fn read_in_steps(file: &[u8], on_progress: OnProgress<'_>) -> Result<Reading, Refusal> {
    read_as(&FORM, file, on_progress)
}

/// Reads a file where only this form is known and expected.
fn read_as(form: &Form, file: &[u8], on_progress: OnProgress<'_>) -> Result<Reading, Refusal> {
    let blank = &form.blank;
    let known = |code| (code == blank.code()).then(|| Arc::clone(blank));
    let reader =
        Reader { sandbox: &sandbox(), templates: &known, expected: Some(blank), annotates: false };
    reader.read(file, on_progress)
}

fn dirty(page: &PageReading) -> Vec<usize> {
    page.boxes.iter().map(|one| one.index).collect()
}

fn picks(page: &PageReading) -> Vec<String> {
    page.picks.iter().map(ToString::to_string).collect()
}

/// Page 2 with writing in the second and the fifth box, and two pegs marked.
fn filled_screen() -> GrayImage {
    let mut screen = FORM.screen();
    for strokes in [words_in(1), words_in(4), cross_on("F2"), cross_on("B2")] {
        ink(&mut screen, &strokes);
    }
    screen
}

/// The sheet without its QR codes.
fn without_codes(mut sheet: GrayImage) -> GrayImage {
    for (x, y) in [(110, 1752), (1180, 0)] {
        overlay(&mut sheet, &GrayImage::from_pixel(130, 120, [255].into()), x, y);
    }
    sheet
}

fn assert_filled(file: &[u8]) -> PageReading {
    let mut reading = read(file).unwrap().require_ink().unwrap();
    let page = reading.pages.remove(0);
    assert!(reading.pages.is_empty());
    assert_eq!((page.form, page.page), (FORM.blank.code(), 2));
    assert_eq!((dirty(&page), picks(&page)), (vec![1, 4], vec!["B2".into(), "F2".into()]));
    assert!(page.confidence > 0.6, "{}", page.confidence);
    page
}

#[test]
fn screenshot_is_read_in_any_rotation() {
    let upright = filled_screen();
    for screen in [rotate90(&upright), rotate180(&upright), rotate270(&upright), upright] {
        assert_filled(&png(&screen));
    }
}

#[test]
fn page_is_found_anywhere_on_larger_screen() {
    let mut desk = GrayImage::from_pixel(1800, 2300, [120].into());
    overlay(&mut desk, &filled_screen(), 90, 260);
    assert_filled(&png(&desk));
}

#[test]
fn grey_paper_in_bad_light_is_no_ink() {
    let mut screen = filled_screen();
    for (x, y, pixel) in screen.enumerate_pixels_mut() {
        let light = 0.95 - 0.0002 * f64::from(x) - 0.00006 * f64::from(y);
        pixel.0[0] = (f64::from(pixel.0[0]) * light) as u8;
    }
    assert_filled(&png(&screen));
}

#[test]
fn page_photographed_at_an_angle_is_read() {
    let screen = filled_screen();
    let mut photo = GrayImage::from_pixel(1404, 1872, [255].into());
    for (x, y, pixel) in photo.enumerate_pixels_mut() {
        let (x, y) = (f64::from(x), f64::from(y));
        let depth = 0.97 + 0.00003 * x + 0.00002 * y;
        let (x, y) = ((x / depth - 10.0) as u32, (y / depth + 0.01 * x) as u32);
        if let Some(seen) = screen.get_pixel_checked(x, y) {
            *pixel = *seen;
        }
    }
    assert_filled(&png(&photo));
}

#[test]
fn page_with_toolbar_over_edge_is_read() {
    let mut screen = filled_screen();
    overlay(&mut screen, &GrayImage::from_pixel(115, 1872, [70].into()), 0, 0);
    assert_filled(&png(&screen));
}

#[test]
fn form_with_covered_codes_is_still_read() {
    let screen = without_codes(filled_screen());
    assert_filled(&png(&screen));
    assert_filled(&png(&rotate90(&screen)));
}

/// The code also stands on the page in letters, which are parts of it like those of a canvas.
#[test]
fn page_without_codes_is_read_whatever_its_code() {
    for subject in ["river", "lake", "brook", "pond", "sea", "well", "rain", "dew"] {
        let form = Form::of(subject, 3);
        let mut screen = form.screen();
        ink(&mut screen, &words_in(1));
        let reading = read_as(&form, &png(&without_codes(screen)), &mut |_, _| ());
        let reading = reading.unwrap_or_else(|refusal| panic!("{subject}: {refusal:?}"));
        assert_eq!(dirty(&reading.pages[0]), [1], "{subject}");
    }
}

#[test]
fn annotation_ink_is_read_without_guides() {
    let strokes = [words_in(1), words_in(4), cross_on("F2"), cross_on("B2")].concat();
    let page = assert_filled(&stamped_pdf(&FORM.screen(), &strokes));
    for one in page.boxes {
        let crop = image::load_from_memory(&one.crop_png).unwrap();
        assert_eq!(crop.color(), image::ColorType::L8);
        let crop = crop.into_luma8();
        assert_eq!(crop.dimensions(), (1120, 876));
        let dark = crop.pixels().filter(|pixel| pixel.0[0] < 128).count();
        // Ink covers four times the pixels at twice the resolution.
        assert!((3 * one.ink..5 * one.ink).contains(&dark), "{dark} of {}", one.ink);
        // The lower half of the box has only printed guides, which are removed.
        assert!(crop.rows().skip(438).flatten().all(|pixel| pixel.0[0] == 255));
    }
}

#[test]
fn unwritten_form_is_blank_or_lost_ink() {
    for file in [FORM.pdf.clone(), png(&FORM.screen())] {
        assert_eq!(read(&file).unwrap().require_ink().unwrap_err(), Refusal::BlankForm);
    }
    let exported = stamped_pdf(&FORM.screen(), &Vec::new());
    assert_eq!(read(&exported).unwrap().require_ink().unwrap_err(), Refusal::NotEmbedded);
}

#[test]
fn dots_are_not_writing() {
    let mut screen = FORM.screen();
    for at in [0.0, 40.0, 80.0] {
        ink(&mut screen, &vec![vec![(300.0 + at, 400.0), (302.0 + at, 401.0)]]);
    }
    assert_eq!(read(&png(&screen)).unwrap().require_ink().unwrap_err(), Refusal::BlankForm);
}

#[test]
fn blot_is_in_doubt_with_its_box() {
    let blotted = |mut screen: GrayImage| {
        for (x, y) in (0..40).flat_map(|x| (0..40).map(move |y| (x, y))) {
            let is_inside = (f64::from(x) - 19.5).hypot(f64::from(y) - 19.5) < 18.0;
            if is_inside {
                screen.put_pixel(380 + x, 400 + y, [70].into());
            }
        }
        png(&screen)
    };
    let page = assert_filled(&blotted(filled_screen()));
    assert_eq!((page.checks, page.doubtful_boxes), (vec![ReadingWarning::Stained], vec![0]));
    let alone = read(&blotted(FORM.screen())).unwrap();
    assert_eq!(alone.require_ink().unwrap_err(), Refusal::TooFaint);
}

#[test]
fn other_forms_and_papers_are_refused() {
    assert_eq!(read(&png(&OTHER_FORM.screen())).unwrap_err(), Refusal::OtherBook);
    assert_eq!(read(&OTHER_FORM.pdf).unwrap_err(), Refusal::OtherBook);
    let white = GrayImage::from_pixel(1404, 1872, [255].into());
    assert_eq!(read(&png(&white)).unwrap_err(), Refusal::NotAForm);
    let mut letter = white;
    for line in 0_u8..30 {
        let y = 100.0 + 50.0 * f32::from(line);
        let wave = |at: f32| (100.0 + 12.0 * at, y + 14.0 * (at * (1.0 + 0.01 * y)).sin());
        ink(&mut letter, &vec![(0_u8..100).map(|at| wave(f32::from(at))).collect()]);
    }
    assert_eq!(read(&png(&letter)).unwrap_err(), Refusal::NotAForm);
}
