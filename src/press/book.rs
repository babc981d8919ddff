//! A book of memos: looks from `forms/book/`, one chapter a question.

mod data;

use std::collections::HashMap;
use std::convert::Infallible;
use std::io::{self, Write};

use serde_json::Value;

use self::data::File;
use super::order::{Order, Parcel};
use super::picture::{self, Picture};
use super::stand_in::{self, Mark};
use super::{Error, JOB, Template, missing, template};
use crate::worker::Worker;

const MAIN: &str = "/book/main.typ";

static TEMPLATES: [Template; 9] = [
    template!("/book/main.typ"),
    template!("/book/style.typ"),
    template!("/book/cover.typ"),
    template!("/book/contents.typ"),
    template!("/book/chapter.typ"),
    template!("/book/memo.typ"),
    template!("/book/colophon.typ"),
    template!("/book/flourish.svg"),
    template!("/shared/words.typ"),
];

/// Everything that is printed in a book. The same book gives the same bytes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Book {
    pub title: String,
    /// May be empty.
    pub description: String,
    /// 0 is for what is no edition: a preview, or a member's own memos.
    pub edition: u32,
    /// The day of the edition.
    pub date: jiff::civil::Date,
    pub page_size: PageSize,
    /// What is new since the edition before, a sentence each; empty for a first one.
    pub changes: Vec<String>,
    /// In the order of the book. Those without memos are left out.
    pub chapters: Vec<Chapter>,
}

/// The memos that answer one question.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Chapter {
    /// The question's number in the book.
    pub number: u32,
    pub question: String,
    /// In the order of the chapter; full pages come after the others, so that none leaves half a page empty.
    pub memos: Vec<Memo>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Memo {
    pub author: String,
    pub kind: MemoKind,
}

/// What a memo is. Pictures are named, best by what is in them, as blobs are; [`typeset`] asks for them one by one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum MemoKind {
    /// The picture of an answer box, a PNG.
    Hand { png: String },
    /// Typed text; a line break begins a paragraph.
    Text { text: String },
    /// A page of its own: a PNG of it, and the PDF that it was taken from. The PDF is printed where that loses nothing, since
    /// its lines stay lines; annotations would be lost, and most tablets keep their ink in them.
    Page { png: String, pdf: Option<PdfPage> },
}

/// One page of a PDF.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PdfPage {
    pub name: String,
    /// Counted from 1.
    pub page: u32,
}

/// How large a page of the book is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum PageSize {
    /// 3:4, as e-ink tablets have it.
    #[default]
    Tablet,
    A5,
    Letter,
}

impl PageSize {
    /// Width and height in points.
    fn points(self) -> (f64, f64) {
        match self {
            Self::Tablet => (438.75, 585.0),
            Self::A5 => (419.528, 595.276),
            Self::Letter => (612.0, 792.0),
        }
    }
}

/// Gives the bytes of a picture by its name. Each is asked for twice: for its size, and when it is printed.
pub type Pictures<'a> = &'a mut dyn FnMut(&str) -> io::Result<Vec<u8>>;

impl Book {
    /// Names what is printed: the book, its pictures by name, and the templates. It stands in the colophon.
    pub fn hash(&self) -> blake3::Hash {
        let mut hash = blake3::Hasher::new();
        for (path, source) in TEMPLATES {
            hash.update(path.as_bytes()).update(blake3::hash(source).as_bytes());
        }
        hash.update(self.words().as_bytes());
        hash.finalize()
    }

    /// The characters that no font has; they are printed as empty boxes.
    pub fn missing(&self) -> Vec<char> {
        missing(&self.words())
    }

    fn has_pdfs(&self) -> bool {
        let mut memos = self.chapters.iter().flat_map(|chapter| &chapter.memos);
        memos.any(|memo| matches!(memo.kind, MemoKind::Page { pdf: Some(_), .. }))
    }

    fn without_pdfs(&self) -> Self {
        let mut book = self.clone();
        for memo in book.chapters.iter_mut().flat_map(|chapter| &mut chapter.memos) {
            if let MemoKind::Page { pdf, .. } = &mut memo.kind {
                *pdf = None;
            }
        }
        book
    }

    /// All that is printed, with pictures by their names.
    fn words(&self) -> String {
        let by_name = |name: &str, _| Ok::<_, Infallible>(name.to_owned());
        let Ok(data) = data::of(self, &mut { by_name });
        data.to_string()
    }
}

/// Writes the book as a PDF. Of pictures no more than one is in memory at a time.
///
/// # Errors
/// When a picture cannot be had, `out` cannot be written, or the child fails. A member's PDF that the typesetter cannot take
/// does not spoil the book: its picture is printed instead.
pub fn typeset(
    worker: &Worker,
    book: &Book,
    pictures: Pictures<'_>,
    out: impl Write,
) -> Result<(), Error> {
    let lay_out = |manuscript: &Manuscript| {
        let laid_out = worker.call(&JOB, &[&manuscript.order]);
        laid_out.map_err(|source| Error::Child { what: "the book", source })
    };
    let mut manuscript = Manuscript::of(book, pictures)?;
    let mut laid_out = lay_out(&manuscript);
    let may_be_a_pdf = |error: &Error| book.has_pdfs() && !error.is_for_want_of_room();
    if laid_out.as_ref().is_err_and(may_be_a_pdf) {
        manuscript = Manuscript::of(&book.without_pdfs(), pictures)?;
        laid_out = lay_out(&manuscript);
    }
    manuscript.print(&laid_out?, pictures, out)
}

/// How many pages a book has that was typeset here.
pub fn page_count(pdf: &[u8]) -> u32 {
    let read = hayro::hayro_syntax::Pdf::new(pdf.to_vec());
    read.map_or(0, |pdf| pdf.pages().len() as u32)
}

/// A book on its way to the child.
struct Manuscript {
    order: Vec<u8>,
    mark: Mark,
    /// Names of the pictures that have stand-ins, by their numbers.
    stood_in_for: Vec<String>,
}

impl Manuscript {
    fn of(book: &Book, pictures: Pictures<'_>) -> Result<Self, Error> {
        let hash = book.hash();
        let mut folder = Folder {
            parcel: Parcel::of(&TEMPLATES),
            mark: Mark::of(hash),
            paths: HashMap::new(),
            stood_in_for: Vec::new(),
        };
        let mut data = data::of(book, &mut |name, file| folder.put(name, file, pictures))?;
        data["hash"] = hash.to_hex().as_str().into();
        let Folder { parcel, mark, stood_in_for, .. } = folder;
        Ok(Self { order: parcel.seal(MAIN, data), mark, stood_in_for })
    }

    /// Puts the pictures where the child has laid out their stand-ins.
    fn print(&self, laid_out: &[u8], pictures: Pictures<'_>, out: impl Write) -> Result<(), Error> {
        let picture = |number: usize| {
            let name = self.stood_in_for.get(number).map_or("", String::as_str);
            let changed = || io::Error::new(io::ErrorKind::InvalidData, "it was another before");
            Picture::read(&read(name, pictures)?)
                .ok_or_else(|| Error::Picture { name: name.to_owned(), source: changed() })
        };
        stand_in::fill(laid_out, &self.mark, picture, out)
    }
}

/// The files of a manuscript, each once.
struct Folder {
    parcel: Parcel,
    mark: Mark,
    /// By name.
    paths: HashMap<String, String>,
    stood_in_for: Vec<String>,
}

impl Folder {
    /// Puts in a stand-in for a picture, or the file itself where it has to be, and tells its path.
    fn put(&mut self, name: &str, file: File, pictures: Pictures<'_>) -> Result<String, Error> {
        if let Some(path) = self.paths.get(name) {
            return Ok(path.clone());
        }
        let bytes = read(name, pictures)?;
        let number = self.paths.len();
        let (extension, bytes) = match (file, Picture::read(&bytes)) {
            (File::Png, Some(picture)) => {
                self.stood_in_for.push(name.to_owned());
                ("pdf", self.mark.stand_in(&picture, self.stood_in_for.len() - 1))
            }
            (File::Png, None) => ("png", bytes),
            (File::Pdf, _) => ("pdf", bytes),
        };
        let path = format!("/picture/{number:05}.{extension}");
        self.parcel.add(path.clone(), &bytes);
        self.paths.insert(name.to_owned(), path.clone());
        Ok(path)
    }
}

fn read(name: &str, pictures: Pictures<'_>) -> Result<Vec<u8>, Error> {
    pictures(name).map_err(|source| Error::Picture { name: name.to_owned(), source })
}

/// The child's part: takes out what the PDF of a full page would lose.
pub(super) fn choose(order: &mut Order) {
    let files: HashMap<&str, &[u8]> =
        order.files.iter().map(|(path, bytes)| (path.as_str(), bytes.as_ref())).collect();
    let is_whole = |pdf: &Value| {
        let path = pdf["path"].as_str().and_then(|path| files.get(path));
        let page = pdf["page"].as_u64().unwrap_or_default() as usize;
        path.is_some_and(|bytes| picture::is_whole_without_annotations(bytes, page))
    };
    for memo in data::memos_mut(&mut order.data) {
        if !is_whole(&memo["pdf"]) {
            memo["pdf"] = Value::Null;
        }
    }
}

#[cfg(test)]
mod tests;
