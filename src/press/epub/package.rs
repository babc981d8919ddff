//! What is in an EPUB, in which order, and what readers with special needs should know of it.

use super::{Volume, chapter_file, escape, picture_file};
use crate::book::{Book, Templates};
use crate::language::of_prose;

/// More authors are counted, not named, as in the PDF.
const NAMED_AUTHORS: usize = 20;

/// `package.opf`.
pub(super) fn package(volume: &Volume<'_>) -> String {
    let (language, _) = of_prose(&volume.book.title);
    format!(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n\
         <package xmlns=\"http://www.idpf.org/2007/opf\" version=\"3.0\" unique-identifier=\"id\" xml:lang=\"{language}\">\n\
         <metadata xmlns:dc=\"http://purl.org/dc/elements/1.1/\">\n{}{}</metadata>\n\
         <manifest>\n{}</manifest>\n<spine>\n{}</spine>\n</package>\n",
        about(volume.book, language),
        accessibility(),
        manifest(volume),
        spine(volume),
    )
}

fn about(book: &Book, language: &str) -> String {
    let mut lines = vec![
        element("dc:identifier", " id=\"id\"", &identifier(book)),
        element("dc:title", "", &book.title),
        element("dc:language", "", language),
        element("dc:date", "", &book.date.to_string()),
        property("dcterms:modified", &format!("{}T00:00:00Z", book.date)),
    ];
    let optional = [("dc:publisher", &book.publisher), ("dc:description", &book.description)];
    for (name, words) in optional.into_iter().filter(|(_, words)| !words.is_empty()) {
        lines.push(element(name, "", words));
    }
    let names = super::pages::names(book);
    if names.len() <= NAMED_AUTHORS {
        lines.extend(names.iter().map(|name| element("dc:creator", "", name)));
    } else {
        lines.push(element("dc:creator", "", &format!("{} people", names.len())));
    }
    lines.concat()
}

/// A name for this book and no other, of the form that the standard recommends.
fn identifier(book: &Book) -> String {
    let hex = book.hash(&Templates::default()).to_hex();
    let [time, middle, high] = [&hex[..8], &hex[8..12], &hex[13..16]];
    // Eights where the standard wants them: a number of the maker's own kind.
    format!("urn:uuid:{time}-{middle}-8{high}-8{}-{}", &hex[17..20], &hex[20..32])
}

fn accessibility() -> String {
    let summary = "Every picture has alternative text that names its author and question, or says in its author's words what \
                   it shows. Handwriting is shown as pictures. Contents and an index of all who wrote lead to every entry.";
    [
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
    ]
    .map(|(name, words)| property(name, words))
    .concat()
}

fn element(name: &str, attributes: &str, words: &str) -> String {
    format!("<{name}{attributes}>{}</{name}>\n", escape(words))
}

fn property(name: &str, words: &str) -> String {
    element("meta", &format!(" property=\"{name}\""), words)
}

fn manifest(volume: &Volume<'_>) -> String {
    let xhtml = "application/xhtml+xml";
    let mut items = vec![
        item("nav", "nav.xhtml", xhtml, " properties=\"nav\""),
        item("style", "style.css", "text/css", ""),
    ];
    items.extend(pages(volume).iter().map(|(id, file)| item(id, file, xhtml, "")));
    let picture = |number| item(&format!("p{number}"), &picture_file(number), "image/png", "");
    items.extend((0..volume.pictures.len()).map(picture));
    items.concat()
}

fn item(id: &str, file: &str, media_type: &str, properties: &str) -> String {
    format!("<item id=\"{id}\" href=\"{file}\" media-type=\"{media_type}\"{properties}/>\n")
}

fn spine(volume: &Volume<'_>) -> String {
    let mut pages = pages(volume);
    pages.insert(1, ("nav".into(), String::new()));
    let mut lines = String::new();
    for (id, _) in pages {
        lines.extend(["<itemref idref=\"", &id, "\"/>\n"]);
    }
    lines
}

/// Ids and files of the pages, in reading order.
fn pages(volume: &Volume<'_>) -> Vec<(String, String)> {
    let chapter = |index| (format!("c{index}"), chapter_file(index));
    let named = |name: &str| (name.to_owned(), format!("{name}.xhtml"));
    let mut pages = vec![named("title")];
    pages.extend((0..volume.chapters.len()).map(chapter));
    pages.extend(["voices", "colophon"].map(named));
    pages
}
