//! Files of a book for a copy shop or a printer at home, with their preflight. Nothing is published.

use std::fs::File;
use std::io::{self, Seek, SeekFrom};

use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, DateTime, ZipWriter};

use crate::blobs::TempBlob;
use crate::context::Context;
use crate::domain::id::BookId;
use crate::domain::message::Message;
use crate::domain::policy::{self, Actor};
use crate::error::{Error, Result};
use crate::press::book::{self as press, Medium, Options, Paper, Preflight};
use crate::services::download::Download;

use super::personal_book::PersonalBookSlots;
use super::{Draft, draft, missing_pictures, print};

/// Maximum number of memos of a booklet, whose pages are all in the memory of a child.
const MAX_BOOKLET_MEMOS: usize = 1_000;
/// Maximum number of sheets that are folded together.
const MAX_SHEETS: u32 = 40;

/// Options of the files.
#[derive(Clone, Copy, Debug, Default)]
pub struct PrintRequest {
    paper: Paper,
    /// Number of sheets of a booklet that are folded together; `None` for all.
    sheets: Option<u32>,
    large_print: bool,
}

impl PrintRequest {
    /// Parses the options: the name or the thickness of the paper, and the number of sheets that are folded together.
    pub fn parse(paper: Option<&str>, sheets: Option<u32>, large_print: bool) -> Result<Self> {
        let unknown = |()| {
            let message = Message::new(
                "paper-unknown",
                "Paper is one of {papers}, or the thickness of a sheet such as 0.12mm.",
            );
            let papers = Paper::NAMED.map(|(name, _)| name).join(", ");
            Error::invalid("paper", message.with("papers", papers))
        };
        let paper = paper.map(str::parse::<Paper>).transpose().map_err(unknown)?;
        if sheets.is_some_and(|sheets| !(1..=MAX_SHEETS).contains(&sheets)) {
            let message =
                Message::new("sheets-invalid", "Enter a number of sheets from 1 to {max}.");
            return Err(Error::invalid("sheets", message.with("max", MAX_SHEETS)));
        }
        Ok(Self { paper: paper.unwrap_or_default(), sheets, large_print })
    }

    /// Medium of a booklet.
    pub fn booklet(self) -> Medium {
        Medium::Booklet { sheets: self.sheets }
    }
}

/// Files of a book for print.
pub struct PrintFiles {
    pub name: String,
    /// The pages inside, or the sheets of a booklet.
    pub inside: TempBlob,
    /// Back, spine and front; `None` for a booklet, which has its cover inside.
    pub cover: Option<Vec<u8>>,
    pub preflight: Preflight,
    pub memos: usize,
    /// Warnings for the admin, a sentence each.
    pub notices: Vec<String>,
}

/// Typesets the files of a book as it would be published now.
pub fn compile_for_print(
    context: &Context,
    actor: &Actor,
    id: BookId,
    medium: Medium,
    request: PrintRequest,
) -> Result<PrintFiles> {
    policy::may_keep(actor, id)?;
    let options = Options { medium, large_print: request.large_print, all_black: false };
    let mut draft = draft(context, id, options)?;
    draft.input.page_size = match medium {
        Medium::Screen => draft.input.page_size,
        Medium::Print | Medium::Booklet { .. } => draft.input.page_size.on_paper(),
    };
    if medium != Medium::Print && draft.memos.len() > MAX_BOOKLET_MEMOS {
        let message = Message::new(
            "booklet-too-large",
            "A booklet has room for {max} memos. Download the book for print instead.",
        );
        let message = message.with("max", MAX_BOOKLET_MEMOS);
        return Err(Error::Conflict { field: None, message });
    }
    let made = typeset(context, &draft, request.paper);
    if made.is_err() {
        draft.explain_failure(context)?;
    }
    let (inside, printed, wrap) = made?;
    let preflight = Preflight::of(&draft.input, &printed, wrap.as_ref());
    let mut notices = printed.notices;
    notices.extend(wrap.as_ref().and_then(|wrap| wrap.notice).map(str::to_owned));
    notices.extend(missing_pictures::notice(draft.missing_pictures.len()));
    Ok(PrintFiles {
        name: draft.book.name,
        inside,
        cover: wrap.map(|wrap| wrap.pdf),
        preflight,
        memos: draft.memos.len(),
        notices,
    })
}

type Typeset = (TempBlob, press::TypesetBook, Option<press::wrap::Wrap>);

fn typeset(context: &Context, draft: &Draft, paper: Paper) -> Result<Typeset> {
    let (inside, printed) =
        print::pdf(context, &draft.input, &mut |_| (), || context.blobs.temp_blob())?;
    let wrap = match draft.input.options.medium {
        Medium::Print => Some(print::wrap(context, &draft.input, paper.spine(printed.pages))?),
        Medium::Screen | Medium::Booklet { .. } => None,
    };
    Ok((inside, printed, wrap))
}

/// Preflight of the files, with the notices among its warnings; one book at a time.
pub fn preflight(
    context: &Context,
    actor: &Actor,
    id: BookId,
    medium: Medium,
    request: PrintRequest,
) -> Result<Preflight> {
    let PrintFiles { mut preflight, notices, .. } = in_turn(context, actor, id, medium, request)?;
    preflight.warnings.extend(notices);
    Ok(preflight)
}

/// The inside and the cover of a book with their preflight as text, in one archive.
pub fn print_download(
    context: &Context,
    actor: &Actor,
    id: BookId,
    request: PrintRequest,
) -> Result<Download> {
    let files = in_turn(context, actor, id, Medium::Print, request)?;
    let words = in_words(&files.preflight, &files.notices);
    let name = format!("{}-print", files.name);
    let mut archive = ZipWriter::new(context.blobs.temp_file()?);
    let mut put = |name: &str, content: &mut dyn io::Read| {
        // The earliest possible time, so that the same book gives the same archive.
        let options = SimpleFileOptions::default()
            .compression_method(CompressionMethod::Stored)
            .last_modified_time(DateTime::default());
        archive.start_file(name, options).map_err(io::Error::from)?;
        io::copy(content, &mut archive)
    };
    put("preflight.txt", &mut words.as_bytes())?;
    put("inside.pdf", &mut from_start(files.inside)?)?;
    if let Some(cover) = files.cover {
        put("cover.pdf", &mut cover.as_slice())?;
    }
    let file: File = archive.finish().map_err(io::Error::from)?;
    Download::of_written(name, file)
}

/// The sheets of a booklet.
pub fn booklet_download(
    context: &Context,
    actor: &Actor,
    id: BookId,
    request: PrintRequest,
) -> Result<Download> {
    let files = in_turn(context, actor, id, request.booklet(), request)?;
    Download::of_written(format!("{}-booklet", files.name), files.inside.into_temp_file()?)
}

fn in_turn(
    context: &Context,
    actor: &Actor,
    id: BookId,
    medium: Medium,
    request: PrintRequest,
) -> Result<PrintFiles> {
    policy::may_keep(actor, id)?;
    let slots = context.state::<PersonalBookSlots>();
    slots.run(|| compile_for_print(context, actor, id, medium, request))?
}

fn from_start(file: TempBlob) -> Result<File> {
    let mut file = file.into_temp_file()?;
    file.seek(SeekFrom::Start(0))?;
    Ok(file)
}

/// The preflight as a text file.
fn in_words(preflight: &Preflight, notices: &[String]) -> String {
    let mut words = preflight.facts.join("\n");
    let mut warnings = preflight.warnings.iter().chain(notices).peekable();
    if warnings.peek().is_some() {
        words += "\n\nPlease note:";
        for warning in warnings {
            words += "\n- ";
            words += warning;
        }
    }
    words + "\n"
}
