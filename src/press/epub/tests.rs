//! The EPUB from inside.

use std::io::{Cursor, Read};

use jiff::civil::date;
use roxmltree::{Document, ParsingOptions};
use zip::ZipArchive;

use super::*;
use crate::book::cover::Cover;
use crate::book::{MemoKind, Options, PageSize};

fn memo(author: &str, kind: MemoKind) -> Memo {
    Memo { author: author.into(), alt: None, kind }
}

fn book() -> Book {
    let hand = |author: &str, png: &str| memo(author, MemoKind::Hand { png: png.into() });
    let page = MemoKind::Page { png: "page".into(), pdf: None };
    let said = Memo { alt: Some("A \"cat\" & a fence".into()), ..hand("Cy", "other") };
    let text = MemoKind::Text { text: "One <b>.\n\nDie Kinder und der Hund.\u{7}".into() };
    let chapter =
        |number, question: &str, memos| Chapter { number, question: question.into(), memos };
    Book {
        title: "Letters & Leaves".into(),
        description: String::new(),
        publisher: "The Garden Club".into(),
        edition: 2,
        date: date(2026, 11, 20),
        cover: Cover::default(),
        page_size: PageSize::Tablet,
        changes: vec!["12 new memos.".into()],
        options: Options::default(),
        chapters: vec![
            chapter(1, "Why?", vec![memo("Ana", page), hand("Bo", "same"), hand("Ana", "same")]),
            chapter(2, "Nobody knew?", vec![]),
            chapter(4, "最近？", vec![memo("Bo", text), said]),
        ],
    }
}

fn write_to_memory(book: &Book) -> Vec<u8> {
    let mut out = Cursor::new(Vec::new());
    write(book, b"cover", &mut |name| Ok(name.as_bytes().to_vec()), &mut out).unwrap();
    out.into_inner()
}

fn file(epub: &[u8], name: &str) -> String {
    let mut archive = ZipArchive::new(Cursor::new(epub)).unwrap();
    let mut text = String::new();
    archive.by_name(name).unwrap().read_to_string(&mut text).unwrap();
    text
}

#[test]
fn epub_begins_with_mimetype_and_is_reproducible() {
    let epub = write_to_memory(&book());
    assert_eq!(&epub[30..58], b"mimetypeapplication/epub+zip");
    assert_eq!(epub, write_to_memory(&book()));
}

#[test]
fn epub_has_every_chapter_and_picture_once() {
    let epub = write_to_memory(&book());
    let archive = ZipArchive::new(Cursor::new(&epub[..])).unwrap();
    let names: Vec<_> = archive.file_names().map(Result::unwrap).collect();
    assert_eq!(
        names,
        [
            "mimetype",
            "META-INF/container.xml",
            "EPUB/package.opf",
            "EPUB/nav.xhtml",
            "EPUB/style.css",
            "EPUB/cover.xhtml",
            "EPUB/title.xhtml",
            "EPUB/chapter-001.xhtml",
            "EPUB/chapter-002.xhtml",
            "EPUB/voices.xhtml",
            "EPUB/colophon.xhtml",
            "EPUB/cover.png",
            "EPUB/picture/00001.png",
            "EPUB/picture/00002.png",
            "EPUB/picture/00003.png",
        ]
    );
    // Full pages come last.
    assert_eq!(file(&epub, "EPUB/picture/00001.png"), "same");
    assert_eq!(file(&epub, "EPUB/picture/00002.png"), "page");
}

#[test]
fn epub_has_alt_texts_and_languages() {
    let epub = write_to_memory(&book());
    let first = file(&epub, "EPUB/chapter-001.xhtml");
    assert!(
        first.contains("src=\"picture/00001.png\" alt=\"Handwriting by Bo on: Why?\""),
        "{first}"
    );
    assert!(first.contains("alt=\"A page by Ana on: Why?\""), "{first}");
    let second = file(&epub, "EPUB/chapter-002.xhtml");
    assert!(second.contains("<h1 id=\"question\" lang=\"zh\" xml:lang=\"zh\">"), "{second}");
    assert!(second.contains("<p>One &lt;b&gt;.</p>"), "{second}");
    assert!(
        second.contains("<p lang=\"de\" xml:lang=\"de\">Die Kinder und der Hund. </p>"),
        "{second}"
    );
    // A transcription stands below its picture, and is not read twice.
    assert!(second.contains("written out below\""), "{second}");
    assert!(second.contains(">A &quot;cat&quot; &amp; a fence</p>"), "{second}");
}

#[test]
fn epub_escapes_markup_and_is_well_formed() {
    let markup = "<script>\"a\" & 'b'</script>";
    let words = || format!("{markup}\u{0}\u{fffe}");
    let picture = Memo { alt: Some(words()), ..memo(&words(), MemoKind::Hand { png: "a".into() }) };
    let memos = vec![memo(&words(), MemoKind::Text { text: words() }), picture];
    let book = Book {
        title: words(),
        description: words(),
        publisher: words(),
        changes: vec![words()],
        chapters: vec![Chapter { number: 1, question: words(), memos }],
        ..book()
    };
    let epub = write_to_memory(&book);
    for name in [
        "package.opf",
        "nav.xhtml",
        "title.xhtml",
        "chapter-001.xhtml",
        "voices.xhtml",
        "colophon.xhtml",
    ] {
        let file = file(&epub, &format!("EPUB/{name}"));
        let options = ParsingOptions { allow_dtd: true, ..ParsingOptions::default() };
        let document = Document::parse_with_options(&file, options).unwrap();
        let mut texts = document.descendants().filter_map(|node| node.text());
        assert!(texts.any(|text| text.contains(markup)), "{name}: {file}");
        assert!(!document.descendants().any(|node| node.has_tag_name("script")), "{name}: {file}");
        let mut images = document.descendants().filter(|node| node.has_tag_name("img"));
        let is_right = |alt: Option<&str>| alt.is_some_and(|alt| alt.contains(markup));
        assert!(images.all(|image| is_right(image.attribute("alt"))), "{name}: {file}");
    }
}

#[test]
fn epub_index_links_memos_and_names_authors() {
    let epub = write_to_memory(&book());
    let voices = file(&epub, "EPUB/voices.xhtml");
    for link in [
        "chapter-001.xhtml#memo-1\">1",
        "chapter-001.xhtml#memo-2\">1",
        "chapter-002.xhtml#memo-4\">4",
    ] {
        assert!(voices.contains(link), "{link}: {voices}");
    }
    let package = file(&epub, "EPUB/package.opf");
    for line in [
        "<dc:title>Letters &amp; Leaves</dc:title>",
        "<dc:publisher>The Garden Club</dc:publisher>",
        "<dc:creator>Ana</dc:creator><dc:creator>Bo</dc:creator><dc:creator>Cy</dc:creator>",
        "<meta property=\"schema:accessibilityFeature\">alternativeText</meta>",
        "<meta property=\"dcterms:modified\">2026-11-20T00:00:00Z</meta>",
    ] {
        assert!(package.contains(line), "{line}: {package}");
    }
    assert!(!package.contains("dc:description"));
}

#[test]
fn missing_picture_is_named_in_error() {
    let lost = |_: &str| Err(std::io::ErrorKind::NotFound.into());
    let error = write(&book(), b"cover", &mut { lost }, Cursor::new(Vec::new())).unwrap_err();
    assert_eq!(error.to_string(), "the picture same cannot be read");
}
