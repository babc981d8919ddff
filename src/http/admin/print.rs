//! Files of a book for a copy shop or a printer at home, and their preflight.

use axum::extract::{Path, State};
use axum::response::IntoResponse;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use crate::error::Error;
use crate::http::error::Result;
use crate::http::extractors::{AppState, CurrentActor, Json, Query, run_blocking};
use crate::http::file_body::{CachePolicy, attached};
use crate::http::ids::book_id;
use crate::press::book::{LowResolution, Medium, Preflight};
use crate::services::editions::{self, PrintRequest};

/// Options of the files.
#[derive(Deserialize, IntoParams)]
#[serde(rename_all = "camelCase")]
#[into_params(parameter_in = Query)]
pub(in crate::http) struct PrintQuery {
    /// Paper of the pages inside, for the width of the spine: `80g`, `90g`, `100g`, `120g`, `150g`, or the thickness of a sheet such as
    /// `0.12mm`; `80g` by default.
    paper: Option<String>,
    /// Number of sheets of a booklet that are folded together; all by default.
    sheets: Option<u32>,
    /// Whether typed text has 18 points, and handwriting is enlarged by as much.
    #[serde(default)]
    large_print: bool,
}

impl PrintQuery {
    fn parse(&self) -> Result<PrintRequest, Error> {
        PrintRequest::parse(self.paper.as_deref(), self.sheets, self.large_print)
    }
}

#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(in crate::http) struct PurposeQuery {
    /// `print` or `booklet`; `print` by default.
    #[serde(default, rename = "for")]
    #[param(inline)]
    purpose: Purpose,
}

/// Purpose of files.
#[derive(Clone, Copy, Default, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub(in crate::http) enum Purpose {
    #[default]
    Print,
    Booklet,
}

/// Facts about the files of a book for print. Lengths are in millimetres.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(in crate::http) struct PreflightView {
    pages: u32,
    /// Size of a page after it is cut.
    page_width: f64,
    page_height: f64,
    /// Width of the spine; null for a booklet.
    spine: Option<f64>,
    /// Number of sheets of a booklet; null for a book.
    sheets: Option<u32>,
    fonts_not_embedded: Vec<String>,
    /// Pages with a colour other than grey.
    colour_pages: Vec<u32>,
    /// Pictures with less than 200 dots per inch.
    low_resolution: Vec<LowResolutionView>,
    /// Facts in sentences.
    facts: Vec<String>,
    /// Problems and advice in sentences.
    warnings: Vec<String>,
}

/// Picture whose resolution is low in the size in which it is printed.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(in crate::http) struct LowResolutionView {
    page: u32,
    /// Dots per inch.
    dpi: u32,
    writer: String,
    question: String,
}

impl From<Preflight> for PreflightView {
    fn from(preflight: Preflight) -> Self {
        Self {
            pages: preflight.pages,
            page_width: preflight.page_width,
            page_height: preflight.page_height,
            spine: preflight.cover.map(|cover| cover.spine),
            sheets: preflight.sheets,
            fonts_not_embedded: preflight.fonts_not_embedded,
            colour_pages: preflight.colour_pages,
            low_resolution: preflight.low_resolution.into_iter().map(Into::into).collect(),
            facts: preflight.facts,
            warnings: preflight.warnings,
        }
    }
}

impl From<LowResolution> for LowResolutionView {
    fn from(low: LowResolution) -> Self {
        let LowResolution { page, dpi, writer, question, .. } = low;
        Self { page, dpi, writer, question }
    }
}

/// Preflight of the files that `print.zip` or `booklet.pdf` would have now. Takes seconds.
#[utoipa::path(get, path = "/api/admin/books/{bid}/preflight", tag = "admin",
    security(("apiToken" = ["books"])), params(("bid" = String, Path), PurposeQuery, PrintQuery),
    responses((status = 200, body = PreflightView)))]
pub(in crate::http) async fn preflight_book(
    State(context): AppState,
    CurrentActor(actor): CurrentActor,
    Path(bid): Path<String>,
    Query(PurposeQuery { purpose }): Query<PurposeQuery>,
    Query(query): Query<PrintQuery>,
) -> Result<Json<PreflightView>> {
    let id = book_id(&bid)?;
    let request = query.parse()?;
    let medium = match purpose {
        Purpose::Print => Medium::Print,
        Purpose::Booklet => request.booklet(),
    };
    let check = move |context: &_| editions::preflight(context, &actor, id, medium, request);
    Ok(Json(run_blocking(&context, check).await?.into()))
}

/// The book for a copy shop: a ZIP archive with `inside.pdf`, `cover.pdf` and `preflight.txt`. Takes seconds.
#[utoipa::path(get, path = "/api/admin/books/{bid}/print.zip", tag = "admin",
    security(("apiToken" = ["books"])), params(("bid" = String, Path), PrintQuery),
    responses((status = 200, content_type = "application/zip")))]
pub(in crate::http) async fn download_for_print(
    State(context): AppState,
    CurrentActor(actor): CurrentActor,
    Path(bid): Path<String>,
    Query(query): Query<PrintQuery>,
) -> Result<impl IntoResponse> {
    let (id, request) = (book_id(&bid)?, query.parse()?);
    let typeset = move |context: &_| editions::print_download(context, &actor, id, request);
    let made = run_blocking(&context, typeset).await?;
    Ok(attached(made, "zip", "application/zip", CachePolicy::Private))
}

/// The book as a booklet: sheets to be printed on both sides and folded. Takes seconds.
#[utoipa::path(get, path = "/api/admin/books/{bid}/booklet.pdf", tag = "admin",
    security(("apiToken" = ["books"])), params(("bid" = String, Path), PrintQuery),
    responses((status = 200, content_type = "application/pdf")))]
pub(in crate::http) async fn download_booklet(
    State(context): AppState,
    CurrentActor(actor): CurrentActor,
    Path(bid): Path<String>,
    Query(query): Query<PrintQuery>,
) -> Result<impl IntoResponse> {
    let (id, request) = (book_id(&bid)?, query.parse()?);
    let typeset = move |context: &_| editions::booklet_download(context, &actor, id, request);
    let made = run_blocking(&context, typeset).await?;
    Ok(attached(made, "pdf", "application/pdf", CachePolicy::Private))
}
