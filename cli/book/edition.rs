//! Editions of a book: `inkfold book compile`, `publish`, `unpublish`, `editions`.

use std::ffi::OsStr;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use anyhow::bail;
use indicatif::ProgressBar;
use inkfold::domain::edition::Format;
use inkfold::http::operator::books::{
    Book, Compilation, CompiledPreview, Edition, MissingPicture, PublishedEdition, Purpose,
};

use super::{BookArgs, copy};
use crate::client::{Client, resource};
use crate::complete;
use crate::output::{Output, Page, Row, Table, confirm, counted, plain, spinner};

/// Typeset a preview of the book without publishing it
///
/// For a copy shop, the inside and the cover are two files: `rivers.pdf` and `rivers-cover.pdf`. A booklet is printed double-sided,
/// flipped on the short edge, at actual size without scaling; then its sheets are folded in the middle.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  inkfold book compile 01k… --out rivers.pdf     as it would be published
  inkfold book compile 01k… --out rivers.epub    for screens of any size
  inkfold book compile 01k… --out rivers.pdf --for print --paper 90g
  inkfold book compile 01k… --out rivers.pdf --for booklet")]
pub(crate) struct Compile {
    /// The book's id
    #[arg(value_name = "BOOK", add = complete::books())]
    book: String,
    /// File to write: EPUB if the name ends in .epub, else PDF
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    /// Purpose of the PDF: pages with bleed and a cover for a copy shop, or sheets to fold at home
    #[arg(long = "for", value_name = "PURPOSE", value_enum)]
    purpose: Option<PrintPurpose>,
    /// Paper of the pages inside, for the width of the spine: 80g, 90g, 100g, 120g, 150g, or the thickness of a sheet such as 0.12mm
    /// [default: 80g]
    #[arg(long, value_name = "PAPER", requires = "purpose")]
    paper: Option<String>,
    /// Sheets of a booklet that are folded together, for books of more than 80 pages [default: all]
    #[arg(long, value_name = "N", requires = "purpose")]
    sheets: Option<u32>,
    /// Large print: typed text has 18 points, and handwriting is enlarged by as much
    #[arg(long)]
    large_print: bool,
}

/// Purpose of a PDF that is printed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
enum PrintPurpose {
    /// The inside and the cover for a copy shop
    Print,
    /// Sheets for a printer at home, two pages on each side
    Booklet,
}

impl Compile {
    fn compilation(&self) -> anyhow::Result<Compilation> {
        let format = format_of(&self.out);
        let is_epub = format == Format::Epub;
        if is_epub && (self.purpose.is_some() || self.large_print) {
            bail!("an EPUB is not printed\nhint: name a PDF with --out");
        }
        let purpose = match self.purpose {
            None => Purpose::Screen,
            Some(PrintPurpose::Print) => Purpose::Print,
            Some(PrintPurpose::Booklet) => Purpose::Booklet,
        };
        let (paper, sheets) = (self.paper.clone(), self.sheets);
        Ok(Compilation { format, purpose, paper, sheets, large_print: self.large_print })
    }

    /// File of the cover, beside that of the inside.
    fn cover_file(&self) -> PathBuf {
        let stem = self.out.file_stem().unwrap_or_default().to_string_lossy();
        self.out.with_file_name(format!("{stem}-cover.pdf"))
    }
}

pub(super) fn compile(args: &Compile, client: &Client, out: &mut Output) -> anyhow::Result<()> {
    let compilation = args.compilation()?;
    let format = compilation.format;
    let compile = resource("books").at(&args.book).at("compile");
    let compiled: CompiledPreview =
        client.run_with_progress(compile, &compilation, typesetting())?;
    copy(Path::new(&compiled.path), &args.out)?;
    let cover = compiled.cover.as_ref().map(|cover| (cover, args.cover_file()));
    if let Some((from, to)) = &cover {
        copy(Path::new(from), to)?;
    }
    out.report(&compiled, |to| {
        let pages = match format {
            Format::Pdf => format!("{}, ", counted(compiled.pages, "page", "pages")),
            Format::Epub => String::new(),
        };
        writeln!(
            to,
            "Wrote {}: {pages}{}, {} kB.",
            args.out.display(),
            counted(compiled.memos, "memo", "memos"),
            compiled.bytes / 1000
        )?;
        if let Some((_, file)) = &cover {
            writeln!(to, "Wrote {}: back, spine and front.", file.display())?;
        }
        compiled.changes.iter().try_for_each(|change| writeln!(to, "- {change}"))?;
        if let Some(preflight) = &compiled.preflight {
            preflight.facts.iter().try_for_each(|fact| writeln!(to, "{fact}"))?;
            notices(to, &preflight.warnings)?;
        }
        notices(to, &compiled.notices)
    })
}

/// Spinner for typesetting, whose number of passes, until page numbers and references no longer change, is not known in advance.
fn typesetting() -> ProgressBar {
    spinner("Typesetting the book")
}

fn format_of(file: &Path) -> Format {
    let ending = file.extension().and_then(OsStr::to_str).map(str::to_ascii_lowercase);
    ending.as_deref().and_then(Format::parse).unwrap_or(Format::Pdf)
}

pub(super) fn publish(
    args: &BookArgs,
    client: &Client,
    yes: bool,
    out: &mut Output,
) -> anyhow::Result<()> {
    let book: Book = client.get(args.resource().at("publish"))?;
    let question = format!(
        "Publish the next edition of \u{201c}{}\u{201d} with {}? Where mail is sent, every contributor gets one.",
        book.name,
        counted(book.memo_count, "memo", "memos")
    );
    confirm(&question, yes)?;
    let publish = args.resource().at("publish");
    let published: PublishedEdition = client.run_with_progress(publish, &(), typesetting())?;
    out.report(&published, |to| {
        let edition = &published.edition;
        writeln!(to, "Published edition {}: {}.", edition.edition, extent(edition))?;
        notices(to, &published.notices)
    })
}

fn notices(to: &mut dyn Write, notices: &[String]) -> io::Result<()> {
    notices.iter().try_for_each(|notice| writeln!(to, "note: {notice}"))
}

pub(super) fn unpublish(
    args: &BookArgs,
    client: &Client,
    yes: bool,
    out: &mut Output,
) -> anyhow::Result<()> {
    let book: Book = client.get(args.resource().at("unpublish"))?;
    let question = format!(
        "Unpublish \u{201c}{}\u{201d}? Nobody can read or download its editions any more, also not later.",
        book.name
    );
    confirm(&question, yes)?;
    let edition: Edition = client.post(args.resource().at("unpublish"), &())?;
    out.report(&edition, |to| {
        writeln!(
            to,
            "Unpublished, up to edition {}. The book collects answers again.",
            edition.edition
        )
    })
}

/// List a book's editions that can be downloaded
#[derive(Debug, clap::Args)]
#[command(after_help = "Example:
  inkfold book editions 01k…")]
pub(crate) struct List {
    #[command(flatten)]
    which: BookArgs,
    #[command(flatten)]
    page: Page,
}

const EDITIONS: Table<4> = Table {
    headings: ["EDITION", "PUBLISHED", "PAGES", "MEMOS"],
    none: "no edition of this book can be downloaded",
};

pub(super) fn list(args: &List, client: &Client, out: &mut Output) -> anyhow::Result<()> {
    let editions: Vec<Edition> = client.get(args.which.resource().at("editions"))?;
    out.list(&editions, args.page, &EDITIONS, |one| Row {
        cells: [
            one.edition.to_string(),
            one.published_at.clone(),
            one.pages.to_string(),
            one.memos.to_string(),
        ],
        details: lines_of_missing(&one.missing_pictures),
    })
}

/// Writes which memos' pictures are missing in an edition, and the command that repairs them.
pub(super) fn missing_pictures(to: &mut dyn Write, missing: &[MissingPicture]) -> io::Result<()> {
    lines_of_missing(missing).iter().try_for_each(|line| writeln!(to, "    {line}"))
}

fn lines_of_missing(missing: &[MissingPicture]) -> Vec<String> {
    let describe = |MissingPicture { username, name, qid, question, number, .. }: &_| {
        let member =
            if username.is_empty() { plain(name) } else { format!("{} ({username})", plain(name)) };
        let asked = match number {
            0 => qid.clone(),
            number => format!("question {number}: {}", plain(question)),
        };
        format!("without the picture of {member}, {asked}")
    };
    let mut lines: Vec<String> = missing.iter().map(describe).collect();
    if !lines.is_empty() {
        lines.push("hint: run `inkfold db repair`, then publish the book again".to_owned());
    }
    lines
}

fn extent(Edition { pages, memos, .. }: &Edition) -> String {
    format!("{}, {}", counted(*pages, "page", "pages"), counted(*memos, "memo", "memos"))
}
