//! Refused files, which must have no effect on later ones.

use std::fmt::Write;

use image::GrayImage;
use image::imageops::{crop_imm, overlay, thumbnail};
use inkfold::domain::book::MAX_QUESTIONS;
use inkfold::domain::form;
use inkfold::paper::Refusal;

use super::{assert_filled, filled_screen, read};
use crate::support::bad_files::crc32;
use crate::support::exports::{FORM, file_of, pdf_of, png, stamped_pdf, stream, words_in};

#[test]
fn unreadable_and_unsuitable_files_are_refused() {
    let tiny = png(&GrayImage::new(1, 1));
    let mut vast = tiny.clone();
    // The header's width and height, and the checksum that goes with them.
    vast[16..24].copy_from_slice(&[0, 0, 0x75, 0x30, 0, 0, 0x75, 0x30]);
    let checksum = crc32(&vast[12..29]);
    vast[29..33].copy_from_slice(&checksum.to_be_bytes());
    let whole = stamped_pdf(&FORM.screen(), &words_in(0));
    for (file, refusal) in [
        (&b""[..], Refusal::EmptyFile),
        (b"Dear club, here is my form.", Refusal::Unreadable),
        (b"%PDF-1.7 and nothing more", Refusal::Unreadable),
        // A truncated PDF is repaired, but its pages are not the form.
        (&whole[..whole.len() / 40], Refusal::NotAForm),
        (&tiny, Refusal::PictureTooSmall),
        (&vast, Refusal::PictureTooLarge),
        (&tiny[..20], Refusal::Unreadable),
    ] {
        assert_eq!(read(file).unwrap_err(), refusal);
    }
}

#[test]
fn greedy_file_kills_only_its_child() {
    let image = "/Type/XObject/Subtype/Image/Width 60000/Height 60000/BitsPerComponent 1/ColorSpace/DeviceGray\
                 /Filter/CCITTFaxDecode/DecodeParms<</K -1/Columns 60000/Rows 60000>>";
    let fax = page_with(b"600 0 0 800 0 0 cm /X Do", &stream(image, &[0; 8000]));
    let dashes = page_with(b"[0.0001 0.0001] 0 d 1 w 0 0 m 600 800 l S", b"<<>>");
    let mut path = String::new();
    for at in 0..300_000 {
        let _ = write!(path, "{} {} l ", at % 601, at * 7 % 797);
    }
    let scribble = page_with(format!("9 w 0 0 m {path} S").as_bytes(), b"<<>>");
    for bomb in [fax, dashes, scribble] {
        let refusal = read(&bomb).unwrap_err();
        assert!([Refusal::TooDemanding, Refusal::NotAForm].contains(&refusal), "{refusal:?}");
    }
    // The next file is read normally.
    assert_filled(&png(&filled_screen()));
}

/// Returns a PDF of one page with this content, and an object that the content may draw as /X.
fn page_with(content: &[u8], object: &[u8]) -> Vec<u8> {
    pdf_of(&[
        b"<</Type/Catalog/Pages 2 0 R>>".to_vec(),
        b"<</Type/Pages/Kids[3 0 R]/Count 1>>".to_vec(),
        b"<</Type/Page/Parent 2 0 R/MediaBox[0 0 600 800]/Contents 4 0 R/Resources<</XObject<</X 5 0 R>>>>>>".to_vec(),
        stream("", content),
        object.to_vec(),
    ])
}

#[test]
fn excess_pages_are_not_registered() {
    // Page with one QR code and nothing else of the form, at half the size: its position cannot be found.
    let (screen, mut page) = (FORM.screen(), GrayImage::from_pixel(1404, 1872, [255].into()));
    overlay(&mut page, &crop_imm(&screen, 110, 1750, 116, 116).to_image(), 110, 1750);
    let page = thumbnail(&page, 702, 936);
    assert_eq!(read(&file_of(&[&page])).unwrap_err(), Refusal::NotAForm);
    let longest = form::pages(MAX_QUESTIONS) as usize - 1;
    let pages = vec![&page; longest + 1];
    assert_eq!(read(&file_of(&pages)).unwrap_err(), Refusal::TooManyPages);
}
