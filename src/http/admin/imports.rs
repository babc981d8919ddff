//! Import of questions from a file, with a preview of every row.

use std::collections::BTreeMap;

use axum::extract::{Path, State};
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::context::Context;
use crate::domain::book::Question;
use crate::domain::id::BookId;
use crate::domain::message::{Message, Param};
use crate::domain::policy::{self, Actor};
use crate::domain::question_file::{self, Format, RowError, Rows};
use crate::error::Error;
use crate::http::error::Result;
use crate::http::extractors::{AppState, CurrentActor, Json, run_blocking};
use crate::http::ids::book_id;
use crate::services::books::{self, ImportReport, Preview, RowChange};

/// Format of a file of questions: CSV with columns key and description, a JSON list, or `[[question]]` tables in TOML. An Excel
/// workbook is recognised by its content.
#[derive(Clone, Copy, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub(in crate::http) enum QuestionFormat {
    Csv,
    Json,
    Toml,
}

impl From<QuestionFormat> for Format {
    fn from(format: QuestionFormat) -> Self {
        match format {
            QuestionFormat::Csv => Self::Csv,
            QuestionFormat::Json => Self::Json,
            QuestionFormat::Toml => Self::Toml,
        }
    }
}

#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(in crate::http) struct ImportBody {
    format: QuestionFormat,
    /// Text of the questions; empty if there is a file.
    #[serde(default)]
    text: String,
    /// File in base64: text in any encoding, or an Excel workbook.
    #[serde(default)]
    file: Option<String>,
    /// Whether to only preview the import.
    #[serde(default)]
    dry_run: bool,
}

impl ImportBody {
    fn rows(&self) -> Result<Rows, Error> {
        let Some(file) = &self.file else {
            return Ok(question_file::rows(&self.text, self.format.into()));
        };
        let file = STANDARD.decode(file).map_err(|_| Error::invalid("file", NOT_BASE64))?;
        Ok(question_file::rows_of_file(&file, self.format.into()))
    }
}

const NOT_BASE64: Message = Message::new("file-encoding-invalid", "The file is not in base64.");

/// Result of an import or of its preview.
#[derive(Serialize, ToSchema)]
pub(in crate::http) struct ImportedView {
    added: u32,
    changed: u32,
    unchanged: u32,
    /// Result of each row, for a dry run only.
    #[serde(skip_serializing_if = "Option::is_none")]
    preview: Option<ImportPreviewView>,
}

/// Preview of an import, row by row.
#[derive(Serialize, ToSchema)]
pub(in crate::http) struct ImportPreviewView {
    /// Valid rows.
    rows: Vec<ImportRowView>,
    /// Invalid rows. If there is one, nothing is imported.
    bad: Vec<BadRowView>,
    /// Questions of the book that the file does not name; they stay.
    left: Vec<LeftQuestionView>,
}

#[derive(Serialize, ToSchema)]
pub(in crate::http) struct ImportRowView {
    /// Line in the file, counted from 1.
    line: usize,
    key: String,
    description: String,
    fate: RowOutcome,
    /// Current text of the question that the row would replace.
    #[serde(skip_serializing_if = "Option::is_none")]
    before: Option<String>,
}

#[derive(Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub(in crate::http) enum RowOutcome {
    Added,
    Changed,
    Unchanged,
}

#[derive(Serialize, ToSchema)]
pub(in crate::http) struct BadRowView {
    /// Line in the file, counted from 1.
    line: usize,
    /// Error in words.
    words: String,
    /// Stable key of the message, as the catalogue of messages lists it.
    key: &'static str,
    /// Parameters of the message, numbers and texts.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    #[schema(value_type = BTreeMap<String, serde_json::Value>)]
    params: BTreeMap<&'static str, Param>,
}

#[derive(Serialize, ToSchema)]
pub(in crate::http) struct LeftQuestionView {
    key: String,
    description: String,
}

impl ImportRowView {
    fn of((line, Question { key, description }): (usize, Question), change: RowChange) -> Self {
        let (fate, before) = match change {
            RowChange::Added => (RowOutcome::Added, None),
            RowChange::Changed(before) => (RowOutcome::Changed, Some(before)),
            RowChange::Unchanged => (RowOutcome::Unchanged, None),
        };
        Self { line, key: key.as_str().to_owned(), description, fate, before }
    }
}

impl From<RowError> for BadRowView {
    fn from((line, message): RowError) -> Self {
        let (words, params) = (message.to_string(), message.params().clone());
        Self { line, words, key: message.key(), params }
    }
}

impl From<Question> for LeftQuestionView {
    fn from(Question { key, description }: Question) -> Self {
        Self { key: key.as_str().to_owned(), description }
    }
}

impl ImportedView {
    fn of(imported: ImportReport, preview: Option<ImportPreviewView>) -> Self {
        let ImportReport { added, changed, unchanged } = imported;
        Self { added, changed, unchanged, preview }
    }
}

/// Appends the questions of a file to those of the book; a question with a known key gets the new text. All or nothing: the error
/// for an invalid file names its lines. A dry run shows the result of each row, and the invalid ones.
#[utoipa::path(post, path = "/api/admin/books/{bid}/questions/import", tag = "admin",
    security(("apiToken" = ["books"])), params(("bid" = String, Path)), request_body = ImportBody,
    responses((status = 200, body = ImportedView)))]
pub(in crate::http) async fn import_questions(
    State(context): AppState,
    CurrentActor(actor): CurrentActor,
    Path(bid): Path<String>,
    Json(body): Json<ImportBody>,
) -> Result<Json<ImportedView>> {
    policy::kept_books(&actor)?;
    let id = book_id(&bid)?;
    policy::may_keep(&actor, id)?;
    let import = move |context: &Context| {
        let rows = body.rows()?;
        if body.dry_run {
            return preview(context, &actor, id, rows);
        }
        let questions =
            rows.questions().map_err(|refused| Error::invalid("text", refused.message()))?;
        Ok(ImportedView::of(books::import_questions(context, &actor, id, &questions)?, None))
    };
    Ok(Json(run_blocking(&context, import).await?))
}

fn preview(
    context: &Context,
    actor: &Actor,
    id: BookId,
    Rows { good, bad }: Rows,
) -> Result<ImportedView, Error> {
    let questions: Vec<Question> = good.iter().map(|(_, question)| question.clone()).collect();
    let Preview { imported, rows, left } = books::preview_import(context, actor, id, &questions)?;
    let rows = good.into_iter().zip(rows).map(|(row, change)| ImportRowView::of(row, change));
    let preview = ImportPreviewView {
        rows: rows.collect(),
        bad: bad.into_iter().map(BadRowView::from).collect(),
        left: left.into_iter().map(LeftQuestionView::from).collect(),
    };
    Ok(ImportedView::of(imported, Some(preview)))
}
