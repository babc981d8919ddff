//! Books for a copy shop and for a printer at home, typeset by a real child.

use std::collections::BTreeSet;

use image::{ImageFormat, Rgb, RgbImage};
use inkfold::press::book::wrap::{self, Wrap};
use inkfold::press::book::{Medium, Preflight, TypesetBook};
use lopdf::{Document, Object, ObjectId};

use super::sample::{picture, sample};
use super::*;

const POINTS_PER_MM: f32 = 72.0 / 25.4;
const A5: [f32; 2] = [419.528, 595.276];

fn typeset(book: &Book) -> (Document, TypesetBook) {
    let (pdf, printed) = typeset_bytes(book);
    (Document::load_mem(&pdf).unwrap(), printed)
}

fn typeset_bytes(book: &Book) -> (Vec<u8>, TypesetBook) {
    let open = || Ok(Vec::new());
    let none = Templates::default();
    let pictures: book::Pictures<'_> = &mut pictures;
    book::typeset(&sandbox(), &none, book, pictures, &mut |_| (), open).unwrap()
}

fn wrap(book: &Book, pages: u32) -> Wrap {
    let spine = "80g".parse::<book::Paper>().unwrap().spine(pages);
    wrap::typeset(&sandbox(), &Templates::default(), book, spine, &mut pictures).unwrap()
}

/// Pictures of the sample, and a scan in red ink.
fn pictures(name: &str) -> std::io::Result<Vec<u8>> {
    if name != "red" {
        return picture(name);
    }
    let red = |x: u32, _| if x % 40 < 4 { Rgb([200, 30, 40]) } else { Rgb([255, 255, 255]) };
    let mut png = std::io::Cursor::new(Vec::new());
    RgbImage::from_fn(560, 746, red).write_to(&mut png, ImageFormat::Png).unwrap();
    Ok(png.into_inner())
}

fn for_print() -> Book {
    let mut book = sample(PageSize::A5);
    book.options.medium = Medium::Print;
    book
}

/// A box of a page: left, bottom, right, top.
fn rectangle(document: &Document, page: ObjectId, name: &str) -> [f32; 4] {
    let page = document.get_dictionary(page).unwrap();
    let numbers = page.get(name.as_bytes()).and_then(Object::as_array).unwrap();
    let numbers: Vec<f32> = numbers.iter().map(|number| number.as_float().unwrap()).collect();
    numbers.try_into().unwrap()
}

fn assert_near(actual: &[f32], expected: &[f32]) {
    assert_eq!(actual.len(), expected.len());
    for (actual, expected) in actual.iter().zip(expected) {
        assert!((actual - expected).abs() < 0.02, "{actual} is not {expected}");
    }
}

fn assert_trimmed(document: &Document, page: ObjectId, [width, height]: [f32; 2]) {
    let bleed = 3.0 * POINTS_PER_MM;
    let whole = [0.0, 0.0, width + 2.0 * bleed, height + 2.0 * bleed];
    assert_near(&rectangle(document, page, "MediaBox"), &whole);
    assert_near(&rectangle(document, page, "BleedBox"), &whole);
    let trimmed = [bleed, bleed, bleed + width, bleed + height];
    assert_near(&rectangle(document, page, "TrimBox"), &trimmed);
}

/// Names of the fonts whose glyphs are in the file; panics if a font's are not.
fn embedded_fonts(document: &Document) -> BTreeSet<String> {
    let is_font = |object: &&Object| {
        let dictionary = object.as_dict().ok();
        dictionary.is_some_and(|dictionary| dictionary.has_type(b"Font"))
    };
    let mut names = BTreeSet::new();
    for font in document.objects.values().filter(is_font).map(|font| font.as_dict().unwrap()) {
        let name = String::from_utf8_lossy(font.get(b"BaseFont").unwrap().as_name().unwrap());
        if font.get(b"Subtype").unwrap().as_name().unwrap() == b"Type0" {
            continue;
        }
        let descriptor = font.get(b"FontDescriptor").and_then(Object::as_reference).unwrap();
        let descriptor = document.get_dictionary(descriptor).unwrap();
        let keys = ["FontFile", "FontFile2", "FontFile3"];
        assert!(keys.iter().any(|key| descriptor.has(key.as_bytes())), "{name}");
        names.insert(name.into_owned());
    }
    names
}

#[test]
fn print_pages_have_trim_and_bleed_boxes() {
    let book = for_print();
    let (document, printed) = typeset(&book);
    let pages = document.get_pages();
    assert_eq!((pages.len(), printed.pages % 2), (printed.pages as usize, 0));
    for page in pages.values() {
        assert_trimmed(&document, *page, A5);
    }
    assert!(embedded_fonts(&document).len() > 2);
    let title = document.extract_text(&[1]).unwrap().replace(char::is_whitespace, "");
    assert!(title.contains("LetterstotheGarden"), "{title}");
    let colophon = document.extract_text(&[printed.pages - 1, printed.pages]).unwrap();
    assert!(colophon.contains("Thank you to"), "{colophon}");
    assert!(typeset_bytes(&book).0 == typeset_bytes(&book).0, "it came out otherwise");

    let letter = Book { page_size: PageSize::Letter, ..for_print() };
    let (document, _) = typeset(&letter);
    assert_trimmed(&document, document.get_pages()[&1], [612.0, 792.0]);
}

#[test]
fn cover_wrap_is_as_wide_as_its_spine() {
    for (pages, spine, is_titled) in [(24, 1.2, false), (98, 4.9, false), (180, 9.0, true)] {
        let wrap = wrap(&for_print(), pages);
        let document = Document::load_mem(&wrap.pdf).unwrap();
        let width = 2.0 * A5[0] + spine * POINTS_PER_MM;
        assert_eq!(document.get_pages().len(), 1);
        assert_trimmed(&document, document.get_pages()[&1], [width, A5[1]]);
        assert!(!embedded_fonts(&document).is_empty());
        let text = document.extract_text(&[1]).unwrap().replace(char::is_whitespace, "");
        let titles = text.matches("LetterstotheGarden").count();
        assert_eq!(titles, 1 + usize::from(is_titled), "{pages} pages: {text}");
    }
}

/// Position of the seal on a cover, from 0 (left) to 1 (right).
fn place_of_seal(wrap: &Wrap) -> f64 {
    let drawn = inkfold::paper::CoverImage::of(&sandbox(), &wrap.pdf).unwrap();
    let picture = image::load_from_memory(&drawn.small).unwrap().to_rgb8();
    let is_red = |pixel: &image::Rgb<u8>| pixel.0[0] > 130 && pixel.0[1] < 90 && pixel.0[2] < 80;
    let red = picture.enumerate_pixels().filter(|(_, _, pixel)| is_red(pixel));
    let columns: Vec<u32> = red.map(|(x, _, _)| x).collect();
    assert!(!columns.is_empty());
    f64::from(columns.iter().sum::<u32>()) / columns.len() as f64 / f64::from(picture.width())
}

#[test]
fn hebrew_book_is_bound_on_the_right() {
    let mut book = for_print();
    assert!(place_of_seal(&wrap(&book, 98)) > 0.9);
    book.title = "מכתבים לגינה".into();
    assert!(place_of_seal(&wrap(&book, 98)) < 0.1, "the front is on the left");
}

#[test]
fn preflight_names_scan_with_low_resolution() {
    let mut book = for_print();
    let scan = MemoKind::Page { png: "red".into(), pdf: None };
    book.chapters[1].memos.push(Memo { author: "Mara".into(), alt: None, kind: scan });
    let (document, printed) = typeset(&book);
    let wrap = wrap(&book, printed.pages);
    let preflight = Preflight::of(&book, &printed, Some(&wrap));
    let scan = preflight.low_resolution.iter().find(|low| low.writer == "Mara").unwrap();
    // 560 pixels in a text that is 332 points wide at most.
    assert!((120..135).contains(&scan.dpi), "{}", scan.dpi);
    assert!(scan.is_full_page);
    let name = document.extract_text(&[scan.page]).unwrap();
    assert!(name.contains("Mara"), "page {}: {name}", scan.page);
    let words = format!(
        "Page {}: the scan by Mara (\u{201c}Which smell takes you back to the kitchen of your childhood?\u{201d}) has {} dpi; a copy shop may print it soft.",
        scan.page, scan.dpi
    );
    assert!(preflight.warnings.contains(&words), "{:?}", preflight.warnings);
    assert!(preflight.colour_pages.contains(&scan.page));
    assert_eq!(preflight.fonts_not_embedded, Vec::<String>::new());

    book.options.all_black = true;
    let (_, black) = typeset(&book);
    let preflight = Preflight::of(&book, &black, Some(&wrap));
    assert_eq!(preflight.colour_pages, Vec::<u32>::new());
    assert_eq!(black.pages, printed.pages);
}

#[test]
fn booklet_has_two_pages_on_each_side() {
    let mut book = sample(PageSize::A5);
    book.options.medium = Medium::Booklet { sheets: None };
    let (document, printed) = typeset(&book);
    let sides = document.get_pages();
    let preflight = Preflight::of(&book, &printed, None);
    assert_eq!((printed.pages, preflight.sheets, sides.len()), (23, Some(6), 12));
    for side in sides.values() {
        assert_near(&rectangle(&document, *side, "MediaBox"), &[0.0, 0.0, 841.89, 595.276]);
    }
    assert!(embedded_fonts(&document).len() > 2);
    assert!(typeset_bytes(&book).0 == typeset_bytes(&book).0, "it came out otherwise");
}

#[test]
fn large_print_takes_more_pages() {
    let typeset_as = |large_print| {
        let mut book = sample(PageSize::A5);
        book.options.large_print = large_print;
        typeset(&book).1.pages
    };
    assert!(typeset_as(true) > typeset_as(false) + 5);
}
