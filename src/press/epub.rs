//! EPUB 3 of a book of memos: one chapter per question, pictures with alternative text. The same book produces the same bytes.
//!
//! Crates that write EPUB generate identifiers and dates of their own, so that no two files are the same.
//!
//! maud writes these files as XML by closing every element that has a body; elements without content have an empty one, such as
//! `img src="…" {}`.

mod package;
mod pages;

use std::collections::HashMap;
use std::io::{Seek, Write};

use maud::{Markup, PreEscaped, html};
use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, DateTime, ZipWriter};

use super::Error;
use super::book::data::in_order;
use super::book::{Book, Chapter, Memo, Pictures, inked};

const MEDIA_TYPE: &str = "application/epub+zip";
const CONTAINER: &str = include_str!("epub/container.xml");
const STYLE: &str = include_str!("epub/style.css");

/// Writes the book with a PNG of its cover. At most one picture is in memory at a time besides it, and each is loaded once.
///
/// # Errors
/// If a picture cannot be loaded, or `out` cannot be written.
pub fn write(
    book: &Book,
    cover: &[u8],
    pictures: Pictures<'_>,
    out: impl Write + Seek,
) -> Result<(), Error> {
    let volume = Volume::of(book);
    let mut pictures = inked(book.options.all_black, pictures);
    let mut archive = Archive(ZipWriter::new(out));
    // First file, uncompressed, so that the format can be recognised by its first bytes.
    archive.put("mimetype", CompressionMethod::Stored, MEDIA_TYPE.as_bytes())?;
    archive.text("META-INF/container.xml", CONTAINER)?;
    archive.text("EPUB/package.opf", &xml_file(&package::package(&volume)))?;
    archive.text("EPUB/nav.xhtml", &xml_file(&pages::navigation(&volume)))?;
    archive.text("EPUB/style.css", STYLE)?;
    for (file, page) in pages::all(&volume) {
        archive.text(&format!("EPUB/{file}"), &xml_file(&page))?;
    }
    archive.put("EPUB/cover.png", CompressionMethod::Stored, cover)?;
    for (number, name) in volume.pictures.iter().enumerate() {
        let unread = |source| Error::Picture { name: (*name).to_owned(), source };
        let bytes = pictures(name).map_err(unread)?;
        let file = format!("EPUB/{}", picture_file(number));
        archive.put(&file, CompressionMethod::Stored, &bytes)?;
    }
    archive.0.finish().map_err(std::io::Error::from)?;
    Ok(())
}

/// Book with numbered chapters and pictures.
struct Volume<'a> {
    book: &'a Book,
    /// Chapters with memos.
    chapters: Vec<&'a Chapter>,
    /// Names of the pictures, each once, in the order of the book.
    pictures: Vec<&'a str>,
    numbers: HashMap<&'a str, usize>,
}

impl<'a> Volume<'a> {
    fn of(book: &'a Book) -> Self {
        let chapters: Vec<&Chapter> =
            book.chapters.iter().filter(|chapter| !chapter.memos.is_empty()).collect();
        let (mut pictures, mut numbers) = (Vec::new(), HashMap::new());
        for memo in chapters.iter().flat_map(|chapter| in_order(chapter)) {
            let Some(name) = memo.picture() else { continue };
            numbers.entry(name).or_insert_with(|| {
                pictures.push(name);
                pictures.len() - 1
            });
        }
        Self { book, chapters, pictures, numbers }
    }

    /// File of a memo's picture, if it has one.
    fn picture_file(&self, memo: &Memo) -> Option<String> {
        let number = self.numbers.get(memo.picture()?)?;
        Some(picture_file(*number))
    }
}

fn picture_file(number: usize) -> String {
    format!("picture/{:05}.png", number + 1)
}

fn chapter_file(index: usize) -> String {
    format!("chapter-{:03}.xhtml", index + 1)
}

/// XML file of a root element. Control characters become spaces, and other characters that XML cannot contain are left out.
fn xml_file(root: &Markup) -> String {
    let declaration = PreEscaped("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n");
    let file = html! { (declaration) (root) "\n" }.into_string();
    let characters = file.chars().filter(|c| !['\u{fffe}', '\u{ffff}'].contains(c));
    characters.map(|c| if c.is_control() && c != '\n' { ' ' } else { c }).collect()
}

/// Archive of an EPUB. All files have the earliest possible time.
struct Archive<W: Write + Seek>(ZipWriter<W>);

impl<W: Write + Seek> Archive<W> {
    fn text(&mut self, name: &str, text: &str) -> Result<(), Error> {
        self.put(name, CompressionMethod::Deflated, text.as_bytes())
    }

    fn put(&mut self, name: &str, method: CompressionMethod, bytes: &[u8]) -> Result<(), Error> {
        let options = SimpleFileOptions::default()
            .compression_method(method)
            .last_modified_time(DateTime::default());
        self.0.start_file(name, options).map_err(std::io::Error::from)?;
        Ok(self.0.write_all(bytes)?)
    }
}

#[cfg(test)]
mod tests;
