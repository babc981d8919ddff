//! Files of a book for a client on the same machine: responses name their paths instead of sending them.

use axum::extract::Path;
use axum::response::Response;
use serde::{Deserialize, Serialize};

use crate::context::Context;
use crate::domain::edition::Format;
use crate::domain::id::BookId;
use crate::domain::policy::Actor;
use crate::error::Result;
use crate::http::extractors::Json;
use crate::http::operator::call::{Operator, Reply};
use crate::http::operator::forms::BlankForm;
use crate::http::operator::nouns::Noun;
use crate::services::books::forms;
use crate::services::{books, editions};

use super::id;

/// Options of a preview.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
pub struct Compilation {
    pub format: Format,
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
    Json(Compilation { format }): Json<Compilation>,
) -> Response {
    let operator = operator.naming(Noun::Book, &book);
    operator.stream(move |context, actor, _| compile(context, actor, id(&book)?, format))
}

fn compile(
    context: &Context,
    actor: &Actor,
    id: BookId,
    format: Format,
) -> Result<CompiledPreview> {
    let compiled = editions::compile(context, actor, id)?;
    let file = match format {
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
