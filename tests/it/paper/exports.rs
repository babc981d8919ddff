//! Exports with more than ink: typed text, crops, canvases.

use image::GrayImage;
use image::imageops::overlay;
use inkfold::domain::form::BOXES;
use inkfold::paper::{ReadingWarning, Refusal};
use lopdf::Document;

use super::{assert_filled, dirty, filled_screen, read};
use crate::support::exports::{FORM, pdf_of, png, stream};

/// PDF of a page with this picture in its lower left corner, and these entries of the page's dictionary.
fn page_with(picture: &GrayImage, page: &str) -> Vec<u8> {
    let (width, height) = picture.dimensions();
    let boxed = if page.contains("/MediaBox") { "" } else { "/MediaBox[0 0 1404 1872]" };
    let page = format!(
        "<</Type/Page/Parent 2 0 R/Contents 4 0 R/Resources<</XObject<</Paper 5 0 R>>>>{boxed}{page}>>"
    );
    let picture_dict = format!(
        "/Type/XObject/Subtype/Image/Width {width}/Height {height}/ColorSpace/DeviceGray/BitsPerComponent 8"
    );
    pdf_of(&[
        b"<</Type/Catalog/Pages 2 0 R>>".to_vec(),
        b"<</Type/Pages/Kids[3 0 R]/Count 1>>".to_vec(),
        page.into_bytes(),
        stream("", format!("{width} 0 0 {height} 0 0 cm /Paper Do").as_bytes()),
        stream(&picture_dict, picture.as_raw()),
    ])
}

/// Annotation without an appearance over one of the boxes.
fn annotation_in(index: usize, annotation: &str) -> String {
    let area = BOXES[index];
    let (left, bottom) = (area.left + 20, 1872 - area.top - area.height + 20);
    let (right, top) = (area.left + area.width - 20, 1872 - area.top - 20);
    format!("/Annots[<</Type/Annot/Rect[{left} {bottom} {right} {top}]{annotation}>>]")
}

#[test]
fn typed_answer_without_appearance_is_read() {
    for typed in [
        "/Subtype/FreeText/Contents(Bread and rain)/DA(/Helv 36 Tf 0 g)",
        "/Subtype/Widget/FT/Tx/V(Bread and rain)/DA(/Helv 36 Tf 0 g)",
    ] {
        let file = page_with(&FORM.screen(), &annotation_in(2, typed));
        let reading = read(&file).unwrap().require_ink().unwrap();
        assert_eq!((dirty(&reading.pages[0]), &reading.pages[0].checks), (vec![2], &vec![]));
    }
}

#[test]
fn text_that_cannot_be_seen_is_reported() {
    for lost in ["/Subtype/FreeText/Contents<FEFF53A8623F>", "/Subtype/Stamp/Name/Approved"] {
        let annotation = annotation_in(2, lost);
        let beside_ink = read(&page_with(&filled_screen(), &annotation)).unwrap();
        assert_eq!(beside_ink.pages[0].checks, [ReadingWarning::UnseenText]);
        let alone = read(&page_with(&FORM.screen(), &annotation)).unwrap();
        assert_eq!(alone.require_ink().unwrap_err(), Refusal::UnseenText);
    }
}

#[test]
fn cropped_page_is_read_as_a_whole() {
    for cropped in ["/CropBox[90 110 1310 1810]", "/CropBox[0 0 0 0]"] {
        let file = page_with(&filled_screen(), cropped);
        assert_filled(&file);
        assert_filled(&compressed(&file));
    }
    let uncropped = compressed(&page_with(&GrayImage::from_pixel(1404, 1872, [255].into()), ""));
    assert_eq!(read(&uncropped).map(drop).unwrap_err(), Refusal::NotAForm);
}

/// The same file with its pages in an object stream.
fn compressed(file: &[u8]) -> Vec<u8> {
    let mut compressed = Vec::new();
    Document::load_mem(file).unwrap().save_modern(&mut compressed).unwrap();
    assert!(!compressed.windows(8).any(|name| name == b"/CropBox"));
    compressed
}

#[test]
fn small_page_on_large_canvas_is_read() {
    for canvas in ["/MediaBox[-3000 -900 3000 7000]", "/MediaBox[-700 -2500 3300 2500]"] {
        assert_filled(&page_with(&filled_screen(), canvas));
    }
}

#[test]
fn small_page_beside_other_notes_is_read() {
    let canvas = page_with(&filled_screen(), "/MediaBox[-3000 -900 3000 7000]");
    let mut canvas = Document::load_mem(&canvas).unwrap();
    let notes = [(-2800, 6500), (-1500, 4400), (1600, 5900), (1700, -700)].map(|(x, y)| {
        let lines = (0..5).map(|line| format!("{x} {0} m {1} {0} l", y + 90 * line, x + 1100));
        lines.collect::<Vec<_>>().join(" ")
    });
    let notes = format!("0 G 8 w {} S", notes.join(" "));
    let page = canvas.get_pages()[&1];
    let picture = canvas.get_page_content(page);
    let content = [b"q ".to_vec(), picture, b" Q ".to_vec(), notes.into_bytes()].concat();
    canvas.change_page_content(page, content).unwrap();
    let mut file = Vec::new();
    canvas.save_to(&mut file).unwrap();
    assert_filled(&file);
}

#[test]
fn small_page_in_picture_of_canvas_is_read() {
    let mut canvas = GrayImage::from_pixel(5400, 7200, [255].into());
    overlay(&mut canvas, &filled_screen(), 2900, 1000);
    assert_filled(&png(&canvas));
    assert_filled(&page_with(&canvas, "/MediaBox[0 0 5400 7200]"));
    // Paper in a colour, and a dark screen.
    for ground in [236, 26] {
        let mut canvas = GrayImage::from_pixel(5400, 7200, [ground].into());
        overlay(&mut canvas, &filled_screen(), 2900, 1000);
        assert_filled(&png(&canvas));
    }
}
