//! Blank forms.

use axum::extract::{Path, State};
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde::Deserialize;
use utoipa::{IntoParams, ToSchema};

use crate::domain::item::Item;
use crate::error::Required;
use crate::services::books::forms;

use super::error::Result;
use super::extractors::{AppState, CurrentActor, Query, run_blocking};
use super::file_body::response_of;
use super::ids::book_id;

/// Questions of a form.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(super) struct FormQuery {
    /// `open` for only the questions that the signed-in member has not answered; `all` by default.
    #[serde(default)]
    #[param(inline)]
    only: FormQuestions,
}

/// Selection of a book's questions.
#[derive(Clone, Copy, Default, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
enum FormQuestions {
    #[default]
    All,
    Open,
}

/// Downloads the blank form of a book as PDF.
#[utoipa::path(get, path = "/assets/forms/{file}", tag = "books", security(("apiToken" = ["read"])),
    params(("file" = String, Path, description = "A book's id with `.pdf`"), FormQuery),
    responses((status = 200, content_type = "application/pdf"), (status = 304)))]
pub(super) async fn download_form(
    State(context): AppState,
    CurrentActor(actor): CurrentActor,
    Path(file): Path<String>,
    Query(query): Query<FormQuery>,
    headers: HeaderMap,
) -> Result<Response> {
    let bid = file.strip_suffix(".pdf").required(Item::Form)?;
    let book = book_id(bid)?;
    let blank = run_blocking(&context, move |context| match query.only {
        FormQuestions::Open => forms::blank_of_open_questions(context, &actor, book),
        FormQuestions::All => forms::blank(context, book),
    })
    .await?;
    let etag = format!("\"{}\"", blank.code);
    let cached = headers.get(header::IF_NONE_MATCH).is_some_and(|known| known == etag.as_str());
    let common = [(header::ETAG, etag), (header::CACHE_CONTROL, "no-cache".to_owned())];
    if cached {
        return Ok((StatusCode::NOT_MODIFIED, common).into_response());
    }
    let pdf = run_blocking(&context, move |context| forms::file(context, blank.pdf)).await?;
    let own = [
        (header::CONTENT_TYPE, "application/pdf".to_owned()),
        (header::CONTENT_DISPOSITION, attachment(&blank.book_name, "pdf")),
    ];
    Ok((common, own, response_of(pdf)?).into_response())
}

/// `Content-Disposition` of a download: an ASCII name for old browsers, and the full name by RFC 6266.
pub(super) fn attachment(name: &str, extension: &str) -> String {
    let plain: String = name
        .chars()
        .map(|c| if c.is_ascii_alphanumeric() || " -_".contains(c) { c } else { '_' })
        .collect();
    let encoded: Vec<String> = name
        .bytes()
        .map(|byte| match byte {
            b'-' | b'_' | b'.' | b'0'..=b'9' | b'A'..=b'Z' | b'a'..=b'z' => char::from(byte).into(),
            _ => format!("%{byte:02X}"),
        })
        .collect();
    let encoded = encoded.concat();
    format!("attachment; filename=\"{plain}.{extension}\"; filename*=UTF-8''{encoded}.{extension}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn attachment_file_name_is_escaped() {
        assert_eq!(
            attachment("Küche \"1\"\r\n", "pdf"),
            "attachment; filename=\"K_che _1___.pdf\"; filename*=UTF-8''K%C3%BCche%20%221%22%0D%0A.pdf"
        );
    }
}
