//! Book of memos, one chapter per question, typeset with the templates of `forms/book/`.

pub(super) mod contributors;
pub mod cover;
pub(super) mod data;
mod job;
mod joined;
mod options;
mod preflight;
mod sections;
mod templates;
pub mod wrap;

use std::convert::Infallible;
use std::io::{self, Write};
use std::time::Duration;

use serde::{Deserialize, Serialize};

use self::cover::Cover;
use self::job::{AsPictures, BookJob};
use self::joined::{HEAD, JoinedBook, Sections, Typesetter, decode};
use self::options::Measures;
use self::sections::MAX_TOGETHER;
use super::findings::Findings;
use super::ink;
use super::join::{Chunk, FIRST_FREE, Imposition, PAGES_PER_SHEET, TypesetTask};
use super::language::is_right_to_left;
use super::placeholder::Assembly;
use super::{Error, JOB, missing};
use sandbox::{Failure, Job, Limits, Sandbox};

pub use super::findings::LowResolution;
pub use options::{Length, Medium, Options, Paper};
pub use preflight::{CoverSheet, Preflight};
pub use templates::{Templates, built_in};

pub(super) use job::choose;

/// Timeout with an admin's templates. The built-in ones need half a minute for 5,000 memos.
const TYPESET_TIMEOUT: Duration = Duration::from_secs(90);

/// Width of a tablet's page in points.
const TABLET_WIDTH: f64 = 438.75;

/// Content of a book. The same content produces the same bytes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Book {
    pub title: String,
    /// May be empty.
    pub description: String,
    /// Name of the community for the title page; may be empty.
    pub publisher: String,
    /// 0 for a preview or a personal book, which are no editions.
    pub edition: u32,
    /// Date of the edition.
    pub date: jiff::civil::Date,
    pub page_size: PageSize,
    pub cover: Cover,
    /// Changes since the previous edition, a sentence each; empty for a first edition.
    pub changes: Vec<String>,
    /// In the order of the book. Chapters without memos are left out.
    pub chapters: Vec<Chapter>,
    pub options: Options,
}

/// Question with the memos that answer it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Chapter {
    /// Number of the question in the book.
    pub number: u32,
    pub question: String,
    /// In the order of the chapter; full pages are moved to the end, so that none leaves half a page empty.
    pub memos: Vec<Memo>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Memo {
    pub author: String,
    /// Alternative text of the picture by its author. Without it, the text names author and question.
    pub alt: Option<String>,
    pub kind: MemoKind,
}

impl Memo {
    /// Name of its picture; `None` for typed text.
    pub(super) fn picture(&self) -> Option<&str> {
        match &self.kind {
            MemoKind::Hand { png } | MemoKind::Page { png, .. } => Some(png),
            MemoKind::Text { .. } => None,
        }
    }
}

/// Kind of a memo. Pictures have names, best derived from their content as for blobs; [`typeset`] loads them one by one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum MemoKind {
    /// PNG of an answer box.
    Hand { png: String },
    /// Typed text; each line is a paragraph.
    Text { text: String },
    /// Full page: a PNG, and the PDF that it was rendered from. The PDF is printed if nothing is lost, to keep vector lines;
    /// its annotations, in which most tablets store ink, would be lost.
    Page { png: String, pdf: Option<PdfPage> },
}

/// Page of a PDF.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PdfPage {
    pub name: String,
    /// Counted from 1.
    pub page: u32,
}

/// Page size of a book.
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
            Self::Tablet => (TABLET_WIDTH, 585.0),
            Self::A5 => (419.528, 595.276),
            Self::Letter => (612.0, 792.0),
        }
    }

    /// Page size of a printed book: a copy shop has no paper of a tablet's shape.
    #[must_use]
    pub fn on_paper(self) -> Self {
        match self {
            Self::Tablet | Self::A5 => Self::A5,
            Self::Letter => Self::Letter,
        }
    }

    /// Width and height of a sheet for booklets in points, lying on its long side.
    fn sheet_points(self) -> (f64, f64) {
        match self {
            Self::Tablet | Self::A5 => (841.89, 595.276),
            Self::Letter => (792.0, 612.0),
        }
    }

    /// Name of the paper that a printer at home folds.
    fn sheet_name(self) -> &'static str {
        match self {
            Self::Tablet | Self::A5 => "A4",
            Self::Letter => "Letter",
        }
    }
}

/// Loads a picture by its name. Each is loaded twice: for its size, and when it is printed.
pub type Pictures<'a> = &'a mut dyn FnMut(&str) -> io::Result<Vec<u8>>;

impl Book {
    /// Hash of the book, its pictures by name, and the templates. It is in the metadata of the PDF and the EPUB.
    pub fn hash(&self, templates: &Templates) -> blake3::Hash {
        let mut hash = blake3::Hasher::new();
        for (path, source) in templates.files() {
            hash.update(path.as_bytes()).update(blake3::hash(source).as_bytes());
        }
        hash.update(self.describe().as_bytes());
        hash.finalize()
    }

    /// Characters that no font has; they are printed as empty boxes.
    pub fn missing(&self) -> Vec<char> {
        missing(&self.describe())
    }

    fn count_pdfs(&self) -> usize {
        let memos = self.chapters.iter().flat_map(|chapter| &chapter.memos);
        memos.filter(|memo| matches!(memo.kind, MemoKind::Page { pdf: Some(_), .. })).count()
    }

    fn without_pdfs(&self) -> Self {
        let Ok(book) = self.without_pdfs_if(&mut |_| Ok::<_, Infallible>(true));
        book
    }

    /// The book without the PDFs of coloured pages, which are printed from their pictures if the book is all black.
    fn without_coloured_pdfs(&self, pictures: Pictures<'_>) -> Result<Self, Error> {
        self.without_pdfs_if(&mut |png| {
            let unread = |source| Error::Picture { name: png.to_owned(), source };
            Ok(ink::has_colour(&pictures(png).map_err(unread)?))
        })
    }

    /// The book without the PDFs of full pages whose pictures meet a condition.
    fn without_pdfs_if<E>(
        &self,
        condition: &mut dyn FnMut(&str) -> Result<bool, E>,
    ) -> Result<Self, E> {
        let mut book = self.clone();
        for memo in book.chapters.iter_mut().flat_map(|chapter| &mut chapter.memos) {
            if let MemoKind::Page { png, pdf } = &mut memo.kind
                && pdf.is_some()
                && condition(png)?
            {
                *pdf = None;
            }
        }
        Ok(book)
    }

    /// Everything that is printed, with pictures by their names.
    fn describe(&self) -> String {
        let by_name = |name: &str, _| {
            let path = name.to_owned();
            Ok::<_, Infallible>(Some(data::PlacedPicture { path, size: None, has_colour: false }))
        };
        let Ok(data) = data::of(self, &mut { by_name });
        data.to_string()
    }
}

/// Result of typesetting a book.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TypesetBook {
    pub pages: u32,
    /// Warnings for the admin, a sentence each: reasons for which templates of the data folder were not used, and numbers of full
    /// pages that are printed as pictures although they have PDFs.
    pub notices: Vec<String>,
    /// Facts for whoever prints the book; `None` for [`Medium::Screen`].
    print: Option<PrintFacts>,
}

/// Facts about the pages of a book that is printed.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct PrintFacts {
    measures: Measures,
    findings: Findings,
}

/// Progress of typesetting a book.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Progress {
    /// Number of sections that are typeset.
    pub done: u32,
    pub total: u32,
}

impl Progress {
    /// 0 to 100.
    pub fn percent(self) -> u32 {
        (100 * self.done).checked_div(self.total).unwrap_or_default()
    }
}

/// Typesets the book as a PDF into a file made by `open`. At most one picture is in memory at a time; as many PDFs are
/// included as a job has room for, and the other full pages are printed from their pictures. A large book is typeset in
/// sections, so that its child needs no more memory than for a small one.
///
/// # Errors
/// If a picture cannot be loaded, the file cannot be written, or the child fails. Faulty templates of an admin and unusable PDFs
/// of members are no errors: the built-in templates and the picture of the page replace them.
pub fn typeset<W: Write>(
    sandbox: &Sandbox,
    templates: &Templates,
    book: &Book,
    pictures: Pictures<'_>,
    progress: &mut dyn FnMut(Progress),
    mut open: impl FnMut() -> io::Result<W>,
) -> Result<(W, TypesetBook), Error> {
    let mut notices = templates.unread().to_vec();
    let all_black = book.options.all_black;
    let without_colour =
        if all_black { Some(book.without_coloured_pdfs(&mut *pictures)?) } else { None };
    let book = without_colour.as_ref().unwrap_or(book);
    let mut inked = inked(all_black, pictures);
    let pictures: Pictures<'_> = &mut inked;
    if templates.has_own() {
        let job = Job { limits: Limits { wall: TYPESET_TIMEOUT, ..JOB.limits }, ..JOB };
        let out = open()?;
        match print(&mut child(sandbox, &job), templates, book, pictures, progress, out) {
            Ok((out, printed)) => return Ok((out, printed.with_notices(notices))),
            Err(Error::Child { source, .. }) if !is_the_machines(&source) => {
                notices.extend(templates.explain(&source));
                notices.push("The book was typeset with the built-in templates instead.".into());
            }
            Err(error) => return Err(error),
        }
    }
    let built_in = Templates::default();
    let out = open()?;
    let (out, printed) =
        print(&mut child(sandbox, &JOB), &built_in, book, pictures, progress, out)?;
    Ok((out, printed.with_notices(notices)))
}

/// The pictures, with their ink in black and grey if the book is all black.
pub(super) fn inked(
    all_black: bool,
    pictures: Pictures<'_>,
) -> impl FnMut(&str) -> io::Result<Vec<u8>> {
    move |name| {
        let bytes = pictures(name)?;
        Ok(if all_black { ink::in_black(bytes) } else { bytes })
    }
}

fn child(sandbox: &Sandbox, job: &Job) -> impl FnMut(&[u8]) -> Result<Vec<u8>, Error> {
    |encoded| {
        let laid_out = sandbox.call(job, &[encoded]);
        laid_out.map_err(|source| Error::Child { what: "the book", source })
    }
}

/// Facts about a book that was written.
struct PrintedBook {
    pages: u32,
    as_pictures: AsPictures,
    print: Option<PrintFacts>,
}

impl PrintedBook {
    fn with_notices(self, mut notices: Vec<String>) -> TypesetBook {
        notices.extend(self.as_pictures.notices());
        TypesetBook { pages: self.pages, notices, print: self.print }
    }
}

/// Writes the book, as a whole or in sections.
fn print<W: Write>(
    typesetter: Typesetter<'_>,
    templates: &Templates,
    book: &Book,
    pictures: Pictures<'_>,
    progress: &mut dyn FnMut(Progress),
    mut out: W,
) -> Result<(W, PrintedBook), Error> {
    let sections = match book.options.medium {
        Medium::Screen | Medium::Print => Sections::of(book, templates, MAX_TOGETHER),
        Medium::Booklet { .. } => None,
    };
    let printed = if let Some(sections) = sections {
        let joined = sections.print(typesetter, pictures, progress, &mut out)?;
        let JoinedBook { pages, as_pictures, measures, findings } = joined;
        let is_printed = book.options.medium != Medium::Screen;
        let print = is_printed.then_some(PrintFacts { measures, findings });
        PrintedBook { pages, as_pictures, print }
    } else {
        match book.options.medium {
            Medium::Screen => {
                let request = (Measures::default(), None);
                let (job, laid_out) = lay_out(typesetter, templates, book, request, pictures)?;
                job.print(&laid_out, pictures, &mut out)?;
                let pages = page_count(laid_out);
                PrintedBook { pages, as_pictures: job.as_pictures, print: None }
            }
            Medium::Print => print_measured(typesetter, templates, book, pictures, &mut out)?,
            Medium::Booklet { sheets } => {
                let (width, height) = book.page_size.sheet_points();
                let sheets = sheets.map(|sheets| sheets as usize);
                let task = TypesetTask::Booklet(Imposition {
                    width,
                    height,
                    sheets,
                    folds_right: is_right_to_left(&book.title),
                });
                let request = (Measures::default(), Some(task));
                let (job, laid_out) = lay_out(typesetter, templates, book, request, pictures)?;
                write_chunk(&job, decode(laid_out)?, Measures::default(), pictures, &mut out)?
            }
        }
    };
    Ok((out, printed))
}

/// Writes the pages of a book for a copy shop. Its margins depend on the number of pages, which they do not change.
fn print_measured(
    typesetter: Typesetter<'_>,
    templates: &Templates,
    book: &Book,
    pictures: Pictures<'_>,
    out: impl Write,
) -> Result<PrintedBook, Error> {
    let mut attempt = |measures, pictures: Pictures<'_>| {
        let request = (measures, Some(TypesetTask::Print));
        let (job, laid_out) = lay_out(typesetter, templates, book, request, pictures)?;
        Ok::<_, Error>((job, decode(laid_out)?))
    };
    let (mut job, mut chunk) = attempt(Measures::default(), &mut *pictures)?;
    let measures = Measures::of(chunk.page_count as u32);
    if measures != Measures::default() {
        (job, chunk) = attempt(measures, &mut *pictures)?;
    }
    write_chunk(&job, chunk, measures, pictures, out)
}

/// Writes a file that the child has returned object by object.
fn write_chunk(
    job: &BookJob,
    chunk: Chunk,
    measures: Measures,
    pictures: Pictures<'_>,
    out: impl Write,
) -> Result<PrintedBook, Error> {
    let mut file = Assembly::new(out, HEAD, FIRST_FREE as usize)?;
    job.add(&chunk, pictures, &mut file)?;
    file.finish(chunk.trailer.as_ref())?;
    let print = Some(PrintFacts { measures, findings: chunk.findings });
    Ok(PrintedBook { pages: chunk.page_count as u32, as_pictures: job.as_pictures, print })
}

/// Lays the book out, and again without its PDFs if they may be the cause of a failure.
fn lay_out(
    typesetter: Typesetter<'_>,
    templates: &Templates,
    book: &Book,
    (measures, task): (Measures, Option<TypesetTask>),
    pictures: Pictures<'_>,
) -> Result<(BookJob, Vec<u8>), Error> {
    let mut job = BookJob::of_whole(book, templates, measures, task.clone(), pictures)?;
    let mut laid_out = typesetter(&job.encoded);
    let pdfs = book.count_pdfs();
    if pdfs > 0 && laid_out.as_ref().is_err_and(|error| may_be_a_pdf(error, templates)) {
        job = BookJob::of_whole(&book.without_pdfs(), templates, measures, task, pictures)?;
        job.as_pictures.for_failure = pdfs;
        laid_out = typesetter(&job.encoded);
    }
    Ok((job, laid_out?))
}

/// Whether a retry without PDFs may succeed. An admin's templates that exceed the limits are not retried.
fn may_be_a_pdf(error: &Error, templates: &Templates) -> bool {
    match error {
        Error::Child { source, .. } if is_the_machines(source) => false,
        Error::Child { source: Failure::OverLimit, .. } => !templates.has_own(),
        _ => true,
    }
}

/// Whether no child has started, so that neither templates nor PDFs are the cause.
fn is_the_machines(failure: &Failure) -> bool {
    matches!(failure, Failure::Busy(_) | Failure::Start(_))
}

fn page_count(pdf: Vec<u8>) -> u32 {
    let read = hayro::hayro_syntax::Pdf::new(pdf);
    read.map_or(0, |pdf| pdf.pages().len() as u32)
}

#[cfg(test)]
pub(crate) mod tests;
