//! Pictures in the place of their placeholders keep every pixel.

use image::ExtendedColorType;

use super::objects::{CountingWriter, write_pdf};
use super::*;
use crate::picture::tests::png;
use crate::raster;

/// A page of 30 x 40 points, black, with entries of its own.
pub(crate) fn one_page(entries: &str) -> Vec<u8> {
    let draw = "0 0 30 40 re f";
    let mut pdf = CountingWriter::new(Vec::new());
    let objects = [
        "<</Type/Catalog/Pages 2 0 R>>".into(),
        "<</Type/Pages/Kids[3 0 R]/Count 1>>".into(),
        format!("<</Type/Page/Parent 2 0 R/MediaBox[0 0 30 40]/Contents 4 0 R{entries}>>"),
        format!("<</Length {}>>\nstream\n{draw}\nendstream", draw.len()),
    ];
    write_pdf(&mut pdf, &objects).unwrap();
    pdf.inner
}

fn filled(pdf: &[u8], mark: &PlaceholderTag, png: &[u8]) -> io::Result<Vec<u8>> {
    let mut out = Vec::new();
    let picture = |number| {
        assert_eq!(number, 12);
        Ok::<_, io::Error>(Picture::read(png).unwrap())
    };
    fill(pdf, mark, picture, &mut out)?;
    Ok(out)
}

#[test]
fn grey_and_colour_keep_every_pixel() {
    let mark = PlaceholderTag::of(blake3::hash(b"a book"));
    let grey: Vec<u8> = (0..64 * 48).map(|place| (place % 251) as u8).collect();
    let rgb: Vec<u8> = grey.iter().flat_map(|luma| [*luma; 3]).collect();
    for (colour, pixels) in [(ExtendedColorType::L8, &grey), (ExtendedColorType::Rgb8, &rgb)] {
        let png = png(64, 48, colour, pixels);
        let placeholder = mark.placeholder(&Picture::read(&png).unwrap(), None, 12);
        let page = &raster::pages(filled(&placeholder, &mark, &png).unwrap(), 64)[0];
        assert_eq!((page.width, page.height), (64, 48));
        for (place, luma) in (0..).zip(&grey) {
            assert_eq!(page.at(place % 64, place / 64), *luma, "{colour:?} {place}");
        }
    }
}

#[test]
fn trimmed_picture_keeps_the_pixels_inside() {
    let mark = PlaceholderTag::of(blake3::hash(b"a book"));
    let grey: Vec<u8> = (0..64 * 48).map(|place| (place % 251) as u8).collect();
    let png = png(64, 48, ExtendedColorType::L8, &grey);
    let trim = InkBounds { left: 10, top: 5, right: 50, bottom: 35 };
    let placeholder = mark.placeholder(&Picture::read(&png).unwrap(), Some(trim), 12);
    let page = &raster::pages(filled(&placeholder, &mark, &png).unwrap(), 40)[0];
    assert_eq!((page.width, page.height), (40, 30));
    for (x, y) in [(0, 0), (39, 0), (17, 11), (0, 29), (39, 29)] {
        assert_eq!(page.at(x, y), grey[((y + 5) * 64 + x + 10) as usize], "{x} {y}");
    }
}

#[test]
fn numbered_colours_keep_every_pixel() {
    let mark = PlaceholderTag::of(blake3::hash(b"a book"));
    let (mut file, greys) = (Vec::new(), (0..=15).flat_map(|shade| [17 * shade; 3]));
    let mut encoder = png::Encoder::new(&mut file, 64, 48);
    encoder.set_color(png::ColorType::Indexed);
    encoder.set_depth(png::BitDepth::Four);
    encoder.set_palette(greys.collect::<Vec<u8>>());
    let numbers: Vec<u8> = (0..32 * 48).map(|place| (place % 256) as u8).collect();
    encoder.write_header().unwrap().write_image_data(&numbers).unwrap();
    let placeholder = mark.placeholder(&Picture::read(&file).unwrap(), None, 12);
    let page = &raster::pages(filled(&placeholder, &mark, &file).unwrap(), 64)[0];
    for (place, pair) in (0..).step_by(2).zip(numbers) {
        let seen = [place, place + 1].map(|place| page.at(place % 64, place / 64));
        assert_eq!(seen, [17 * (pair >> 4), 17 * (pair & 15)], "{place}");
    }
}

#[test]
fn document_without_placeholders_stays_unchanged() {
    let [mark, other] =
        ["a book", "another"].map(|name| PlaceholderTag::of(blake3::hash(name.as_bytes())));
    let png = png(4, 4, ExtendedColorType::L8, &[0; 16]);
    let placeholder = other.placeholder(&Picture::read(&png).unwrap(), None, 12);
    for pdf in [one_page(""), placeholder] {
        assert_eq!(filled(&pdf, &mark, &png).unwrap(), pdf);
    }
}

#[test]
fn invalid_pdf_is_refused() {
    let mark = PlaceholderTag::of(blake3::hash(b"a book"));
    let pdf = one_page("");
    for bad in [&b""[..], b"startxref", b"startxref\n99\n", &pdf[..pdf.len() / 2]] {
        assert!(filled(bad, &mark, b"").is_err());
    }
}
