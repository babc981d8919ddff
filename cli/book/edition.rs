//! Editions of a book: `inkfold book compile`, `publish`, `unpublish`, `editions`.

use std::ffi::OsStr;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use indicatif::ProgressBar;
use inkfold::domain::edition::Format;
use inkfold::http::operator::books::{
    Book, Compilation, CompiledPreview, Edition, MissingPicture, PublishedEdition,
};

use super::{BookArgs, copy};
use crate::client::{Client, resource};
use crate::complete;
use crate::output::{Output, Page, Row, Table, confirm, counted, plain, spinner};

/// Typeset a preview of the book without publishing it
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  inkfold book compile 01k… --out rivers.pdf     as it would be printed
  inkfold book compile 01k… --out rivers.epub    for screens of any size")]
pub(crate) struct Compile {
    /// The book's id
    #[arg(value_name = "BOOK", add = complete::books())]
    book: String,
    /// File to write: EPUB if the name ends in .epub, else PDF
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
}

pub(super) fn compile(args: &Compile, client: &Client, out: &mut Output) -> anyhow::Result<()> {
    let format = format_of(&args.out);
    let compile = resource("books").at(&args.book).at("compile");
    let compiled: CompiledPreview =
        client.run_with_progress(compile, &Compilation { format }, typesetting())?;
    copy(Path::new(&compiled.path), &args.out)?;
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
        compiled.changes.iter().try_for_each(|change| writeln!(to, "- {change}"))?;
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
