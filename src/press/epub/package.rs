//! Package document of an EPUB: metadata, accessibility, manifest and reading order.

use maud::{Markup, html};

use super::{Volume, chapter_file, picture_file};
use crate::book::{Book, Templates};
use crate::language::{is_right_to_left, of_prose};

/// Maximum number of authors named; more are counted, as in the PDF.
const MAX_NAMED_AUTHORS: usize = 20;

/// Content of `package.opf`.
pub(super) fn package(volume: &Volume<'_>) -> Markup {
    let (language, _) = of_prose(&volume.book.title);
    let direction = is_right_to_left(&volume.book.title).then_some("rtl");
    html! {
        package xmlns="http://www.idpf.org/2007/opf" version="3.0" unique-identifier="id" xml:lang=(language) {
            metadata xmlns:dc="http://purl.org/dc/elements/1.1/" {
                (about(volume.book, language))
                (accessibility())
            }
            manifest { (manifest(volume)) }
            spine page-progression-direction=[direction] { (spine(volume)) }
        }
    }
}

fn about(book: &Book, language: &str) -> Markup {
    let Book { title, publisher, description, date, .. } = book;
    let names = super::pages::names(book);
    html! {
        dc:identifier id="id" { (identifier(book)) }
        dc:title { (title) }
        dc:language { (language) }
        dc:date { (maud::display(date)) }
        meta property="dcterms:provenance" { "blake3:" (book.hash(&Templates::default()).to_hex().as_str()) }
        meta property="dcterms:modified" { (maud::display(date)) "T00:00:00Z" }
        @if !publisher.is_empty() { dc:publisher { (publisher) } }
        @if !description.is_empty() { dc:description { (description) } }
        @if names.len() <= MAX_NAMED_AUTHORS {
            @for name in names { dc:creator { (name) } }
        } @else {
            dc:creator { (names.len()) " people" }
        }
    }
}

/// Unique identifier of the book, in the recommended form of a UUID.
fn identifier(book: &Book) -> String {
    let hex = book.hash(&Templates::default()).to_hex();
    let [time, middle, high] = [&hex[..8], &hex[8..12], &hex[13..16]];
    // Version and variant 8: a custom UUID.
    format!("urn:uuid:{time}-{middle}-8{high}-8{}-{}", &hex[17..20], &hex[20..32])
}

fn accessibility() -> Markup {
    let summary = "Every picture has alternative text that names its author and question, or says in its author's words what \
                   it shows. Handwriting is shown as pictures. Contents and an index of all who wrote lead to every entry.";
    let properties = [
        ("schema:accessMode", "textual"),
        ("schema:accessMode", "visual"),
        ("schema:accessModeSufficient", "textual,visual"),
        ("schema:accessibilityFeature", "alternativeText"),
        ("schema:accessibilityFeature", "readingOrder"),
        ("schema:accessibilityFeature", "structuralNavigation"),
        ("schema:accessibilityFeature", "tableOfContents"),
        ("schema:accessibilityFeature", "index"),
        ("schema:accessibilityHazard", "none"),
        ("schema:accessibilitySummary", summary),
    ];
    html! { @for (name, words) in properties { meta property=(name) { (words) } } }
}

fn manifest(volume: &Volume<'_>) -> Markup {
    let xhtml = "application/xhtml+xml";
    html! {
        item id="nav" href="nav.xhtml" media-type=(xhtml) properties="nav" {}
        item id="cover-image" href="cover.png" media-type="image/png" properties="cover-image" {}
        item id="style" href="style.css" media-type="text/css" {}
        @for (id, file) in pages(volume) { item id=(id) href=(file) media-type=(xhtml) {} }
        @for number in 0..volume.pictures.len() {
            item id={ "p" (number) } href=(picture_file(number)) media-type="image/png" {}
        }
    }
}

fn spine(volume: &Volume<'_>) -> Markup {
    let mut ids: Vec<String> = pages(volume).into_iter().map(|(id, _)| id).collect();
    ids.insert(2, "nav".into());
    html! { @for id in ids { itemref idref=(id) {} } }
}

/// Ids and files of the pages, in reading order.
fn pages(volume: &Volume<'_>) -> Vec<(String, String)> {
    let chapter = |index| (format!("c{index}"), chapter_file(index));
    let named = |name: &str| (name.to_owned(), format!("{name}.xhtml"));
    let mut pages = vec![named("cover"), named("title")];
    pages.extend((0..volume.chapters.len()).map(chapter));
    pages.extend(["voices", "colophon"].map(named));
    pages
}
