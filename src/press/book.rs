//! A book of memos: looks from `forms/book/`, one chapter a question.

pub(super) mod contributors;
pub(super) mod data;
mod job;
mod joined;
mod sections;
mod templates;

use std::convert::Infallible;
use std::io::{self, Write};
use std::time::Duration;

use serde::{Deserialize, Serialize};

use self::job::BookJob;
use self::joined::{Sections, Typesetter};
use self::sections::MAX_TOGETHER;
use super::{Error, JOB, missing};
use sandbox::{Failure, Job, Limits, Sandbox};

pub use templates::{Templates, built_in};

pub(super) use job::choose;

/// How long an admin's templates may take. Those of the executable need half a minute for 5,000 memos.
const PATIENCE: Duration = Duration::from_secs(90);

/// Everything that is printed in a book. The same book gives the same bytes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Book {
    pub title: String,
    /// May be empty.
    pub description: String,
    /// The community, as the title page names it; may be empty.
    pub publisher: String,
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
    /// What is to be seen on the picture, in its author's words, for those who cannot see it. Without it, author and question are
    /// named.
    pub alt: Option<String>,
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
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
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
    pub fn hash(&self, templates: &Templates) -> blake3::Hash {
        let mut hash = blake3::Hasher::new();
        for (path, source) in templates.files() {
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
        let by_name = |name: &str, _| {
            Ok::<_, Infallible>(Some(data::Placed { path: name.to_owned(), size: None }))
        };
        let Ok(data) = data::of(self, &mut { by_name });
        data.to_string()
    }
}

/// A book that came off the press.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Printed {
    pub pages: u32,
    /// What an admin should know, in sentences: why templates of the data folder were not used.
    pub notices: Vec<String>,
}

/// How far a book is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Progress {
    /// Sections that are typeset.
    pub done: u32,
    pub total: u32,
}

impl Progress {
    /// 0 to 100.
    pub fn percent(self) -> u32 {
        (100 * self.done).checked_div(self.total).unwrap_or_default()
    }
}

/// Writes the book as a PDF, into what `open` makes. Of pictures no more than one is in memory at a time; of PDFs there are as many
/// as a job has room for, and the other full pages are printed from their pictures. A large book is typeset in sections, so that
/// its child needs no more memory than that of a small one.
///
/// # Errors
/// When a picture cannot be had, the file cannot be written, or the child fails. Neither an admin's templates nor a member's PDF that
/// the typesetter cannot take spoil the book: the built-in templates and the page's picture take their place.
pub fn typeset<W: Write>(
    sandbox: &Sandbox,
    templates: &Templates,
    book: &Book,
    pictures: Pictures<'_>,
    progress: &mut dyn FnMut(Progress),
    mut open: impl FnMut() -> io::Result<W>,
) -> Result<(W, Printed), Error> {
    let mut notices = templates.unread().to_vec();
    if templates.has_own() {
        let job = Job { limits: Limits { wall: PATIENCE, ..JOB.limits }, ..JOB };
        let out = open()?;
        match print(&mut child(sandbox, &job), templates, book, pictures, progress, out) {
            Ok((out, pages)) => return Ok((out, Printed { pages, notices })),
            Err(Error::Child { source, .. }) if !is_the_machines(&source) => {
                notices.extend(templates.explain(&source));
                notices.push("The book was typeset with the built-in templates instead.".into());
            }
            Err(error) => return Err(error),
        }
    }
    let built_in = Templates::default();
    let out = open()?;
    let (out, pages) = print(&mut child(sandbox, &JOB), &built_in, book, pictures, progress, out)?;
    Ok((out, Printed { pages, notices }))
}

fn child(sandbox: &Sandbox, job: &Job) -> impl FnMut(&[u8]) -> Result<Vec<u8>, Error> {
    |encoded| {
        let laid_out = sandbox.call(job, &[encoded]);
        laid_out.map_err(|source| Error::Child { what: "the book", source })
    }
}

/// Writes the book, whole or in sections, and counts its pages.
fn print<W: Write>(
    typesetter: Typesetter<'_>,
    templates: &Templates,
    book: &Book,
    pictures: Pictures<'_>,
    progress: &mut dyn FnMut(Progress),
    mut out: W,
) -> Result<(W, u32), Error> {
    let pages = if let Some(sections) = Sections::of(book, templates, MAX_TOGETHER) {
        sections.print(typesetter, pictures, progress, &mut out)?
    } else {
        let (job, laid_out) = lay_out(typesetter, templates, book, pictures)?;
        job.print(&laid_out, pictures, &mut out)?;
        page_count(laid_out)
    };
    Ok((out, pages))
}

/// Has the book laid out, without its PDFs if it cannot be with them.
fn lay_out(
    typesetter: Typesetter<'_>,
    templates: &Templates,
    book: &Book,
    pictures: Pictures<'_>,
) -> Result<(BookJob, Vec<u8>), Error> {
    let mut job = BookJob::of(book, templates, pictures)?;
    let mut laid_out = typesetter(&job.encoded);
    if book.has_pdfs() && laid_out.as_ref().is_err_and(|error| may_be_a_pdf(error, templates)) {
        job = BookJob::of(&book.without_pdfs(), templates, pictures)?;
        laid_out = typesetter(&job.encoded);
    }
    Ok((job, laid_out?))
}

/// Whether the same may succeed without PDFs. An admin's templates that run forever are not waited for twice.
fn may_be_a_pdf(error: &Error, templates: &Templates) -> bool {
    match error {
        Error::Child { source, .. } if is_the_machines(source) => false,
        Error::Child { source: Failure::OverLimit, .. } => !templates.has_own(),
        _ => true,
    }
}

/// Whether no child has seen the book at all: neither templates nor PDFs are to blame.
fn is_the_machines(failure: &Failure) -> bool {
    matches!(failure, Failure::Busy(_) | Failure::Start(_))
}

fn page_count(pdf: Vec<u8>) -> u32 {
    let read = hayro::hayro_syntax::Pdf::new(pdf);
    read.map_or(0, |pdf| pdf.pages().len() as u32)
}

#[cfg(test)]
mod tests;
