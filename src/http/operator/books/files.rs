//! Files of a book for a client on the same machine: responses name their paths instead of sending them.

use axum::extract::Path;
use axum::response::Response;
use serde::{Deserialize, Serialize};

use crate::context::Context;
use crate::domain::edition::Format;
use crate::domain::id::BookId;
use crate::domain::policy::Actor;
use crate::error::{Error, Result};
use crate::http::extractors::Json;
use crate::http::operator::call::{Operator, Reply};
use crate::http::operator::forms::BlankForm;
use crate::http::operator::nouns::Noun;
use crate::press::book::{Medium, Options, Preflight};
use crate::services::books::forms;
use crate::services::editions::PrintRequest;
use crate::services::{books, editions};

use super::id;

/// Options of a preview.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Compilation {
    pub format: Format,
    #[serde(default)]
    pub purpose: Purpose,
    /// Name or thickness of the paper, for the spine of a printed book.
    #[serde(default)]
    pub paper: Option<String>,
    /// Number of sheets of a booklet that are folded together.
    #[serde(default)]
    pub sheets: Option<u32>,
    #[serde(default)]
    pub large_print: bool,
}

impl Compilation {
    /// Options of a preview in a format.
    pub fn of(format: Format) -> Self {
        Self { format, purpose: Purpose::Screen, paper: None, sheets: None, large_print: false }
    }
}

/// Purpose of a PDF.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Purpose {
    /// The book as it would be published.
    #[default]
    Screen,
    /// The inside and the cover of a book for a copy shop.
    Print,
    /// Sheets for a printer at home, to be folded.
    Booklet,
}

/// Preview of a book.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct CompiledPreview {
    pub name: String,
    /// Path of the file, which is deleted after a day.
    pub path: String,
    pub bytes: u64,
    pub pages: u32,
    pub memos: usize,
    /// Notices in sentences: why templates of the data folder were not used, and the number of pictures that are missing.
    pub notices: Vec<String>,
    /// Changes since the last edition, a sentence each.
    pub changes: Vec<String>,
    /// Path of the cover of a book for print.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cover: Option<String>,
    /// Preflight of a book for print or of a booklet.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub preflight: Option<Preflight>,
}

/// File of a book's export.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct ExportedFile {
    /// Path of the file in the exported folder.
    pub name: String,
    pub content: Content,
}

#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Content {
    Text(String),
    /// Path of the stored file, which may be removed before the client reads it.
    Path(String),
}

pub(super) async fn compile_book(
    operator: Operator,
    Path(book): Path<String>,
    Json(compilation): Json<Compilation>,
) -> Response {
    let operator = operator.naming(Noun::Book, &book);
    operator.stream(move |context, actor, _| {
        let id = id(&book)?;
        let Compilation { purpose, paper, sheets, large_print, .. } = &compilation;
        let request = PrintRequest::parse(paper.as_deref(), *sheets, *large_print)?;
        match purpose {
            Purpose::Screen => compile(context, actor, id, &compilation),
            Purpose::Print => compile_for_print(context, actor, id, Medium::Print, request),
            Purpose::Booklet => compile_for_print(context, actor, id, request.booklet(), request),
        }
    })
}

fn compile_for_print(
    context: &Context,
    actor: &Actor,
    id: BookId,
    medium: Medium,
    request: PrintRequest,
) -> Result<CompiledPreview> {
    let made = editions::compile_for_print(context, actor, id, medium, request)?;
    let bytes = made.inside.length()?;
    let guard = context.blobs.write_guard();
    let path = |blob| context.blobs.path(blob).display().to_string();
    Ok(CompiledPreview {
        name: made.name,
        path: path(guard.persist(made.inside)?),
        bytes,
        pages: made.preflight.pages,
        memos: made.memos,
        changes: Vec::new(),
        notices: made.notices,
        cover: made.cover.map(|cover| Ok::<_, Error>(path(guard.put(&cover)?))).transpose()?,
        preflight: Some(made.preflight),
    })
}

fn compile(
    context: &Context,
    actor: &Actor,
    id: BookId,
    compilation: &Compilation,
) -> Result<CompiledPreview> {
    let options = Options { large_print: compilation.large_print, ..Options::default() };
    let compiled = editions::compile_with(context, actor, id, options)?;
    let file = match compilation.format {
        Format::Pdf => compiled.pdf,
        Format::Epub => compiled.epub,
    };
    let bytes = file.length()?;
    let blob = context.blobs.write_guard().persist(file)?;
    Ok(CompiledPreview {
        name: compiled.book.name,
        path: context.blobs.path(blob).display().to_string(),
        bytes,
        pages: compiled.pages,
        memos: compiled.memos.len(),
        changes: compiled.changes,
        notices: compiled.notices,
        cover: None,
        preflight: None,
    })
}

pub(super) async fn make_form(operator: Operator, Path(book): Path<String>) -> Reply<BlankForm> {
    let operator = operator.naming(Noun::Book, &book);
    let make = move |context: &Context, _: &_| {
        let blank = forms::blank(context, id(&book)?)?;
        let file = context.blobs.path(blank.pdf).display().to_string();
        Ok(BlankForm { form: blank.code.to_string(), file })
    };
    operator.run(make).await
}

pub(super) async fn export_book(
    operator: Operator,
    Path(book): Path<String>,
) -> Reply<Vec<ExportedFile>> {
    let operator = operator.naming(Noun::Book, &book);
    let export = move |context: &Context, actor: &_| {
        let files = books::export(context, actor, id(&book)?)?.into_iter();
        Ok(files.map(|file| ExportedFile::of(context, file)).collect())
    };
    operator.list(export).await
}

impl ExportedFile {
    fn of(context: &Context, file: books::ExportedFile) -> Self {
        Self {
            name: file.name,
            content: match file.content {
                books::Content::Text(text) => Content::Text(text),
                books::Content::Blob(blob) => {
                    Content::Path(context.blobs.path(blob).display().to_string())
                }
            },
        }
    }
}
