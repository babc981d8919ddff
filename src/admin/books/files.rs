//! Files of a book for a client on the same machine: answers name their paths instead of sending them.

use serde::{Deserialize, Serialize};

use crate::admin::{Answer, forms};
use crate::context::Context;
use crate::domain::edition::Format;
use crate::domain::id::BookId;
use crate::domain::policy::Actor;
use crate::error::Result;
use crate::services::{self, books, editions};

/// Preview of a book.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Compiled {
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

pub(super) fn compile(
    context: &Context,
    actor: &Actor,
    id: BookId,
    format: Format,
) -> Result<Answer> {
    let compiled = editions::compile(context, actor, id)?;
    let file = match format {
        Format::Pdf => compiled.pdf,
        Format::Epub => compiled.epub,
    };
    let bytes = file.length()?;
    let blob = context.blobs.write_guard().keep(file)?;
    Ok(Answer::Compiled(Compiled {
        name: compiled.book.name,
        path: context.blobs.path(blob).display().to_string(),
        bytes,
        pages: compiled.pages,
        memos: compiled.memos.len(),
        changes: compiled.changes,
        notices: compiled.notices,
    }))
}

pub(super) fn form(context: &Context, id: BookId) -> Result<Answer> {
    let blank = services::forms::blank(context, id)?;
    let file = context.blobs.path(blank.pdf).display().to_string();
    Ok(Answer::Form(forms::BlankForm { form: blank.code.to_string(), file }))
}

pub(super) fn export(context: &Context, actor: &Actor, id: BookId) -> Result<Answer> {
    let file = |file: books::ExportedFile| ExportedFile {
        name: file.name,
        content: match file.content {
            books::Content::Text(text) => Content::Text(text),
            books::Content::Blob(blob) => {
                Content::Path(context.blobs.path(blob).display().to_string())
            }
        },
    };
    let files = books::export(context, actor, id)?.into_iter().map(file);
    Ok(Answer::BookExported(files.collect()))
}
