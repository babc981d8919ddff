//! Drafts of transcriptions: what the server has read in a member's own handwriting, for the member to check.

use std::sync::Arc;

use axum::extract::State;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use utoipa_axum::router::{OpenApiRouter, UtoipaMethodRouterExt};
use utoipa_axum::routes;

use crate::context::Context;
use crate::domain::handwriting::Draft;
use crate::domain::message::Message;
use crate::domain::policy;
use crate::error::Error;
use crate::services::handwriting::drafts;

use super::body::BodyLimit;
use super::error::Result;
use super::extractors::{AppState, CurrentActor, Json, run_blocking};
use super::ids::book_id;
use super::memos::MemoIdBody;
use super::submissions::Base64Picture;

pub(super) fn routes() -> OpenApiRouter<Arc<Context>> {
    OpenApiRouter::new()
        .routes(routes!(draft_of_memo))
        .routes(routes!(draft_of_picture).layer(BodyLimit::picture().layer()))
        .routes(routes!(show_draft_preference, choose_draft_preference))
}

/// Draft of a transcription. It is a guess, and counts only once the writer has confirmed it.
#[derive(Serialize, ToSchema)]
pub(super) struct DraftView {
    text: String,
    /// Words that are not sure: start and end in the text, in UTF-16 code units.
    doubtful: Vec<(u32, u32)>,
}

/// Offer of a draft; none if the handwriting was not read surely enough.
#[derive(Serialize, ToSchema)]
pub(super) struct DraftOffer {
    draft: Option<DraftView>,
}

impl From<Option<Draft>> for DraftOffer {
    fn from(draft: Option<Draft>) -> Self {
        let view = |Draft { text, doubtful }| DraftView { text, doubtful };
        Self { draft: draft.map(view) }
    }
}

/// Drafts the transcription of a picture memo of the caller's own that has none.
#[utoipa::path(post, path = "/api/memo/draft", tag = "memos", security(("apiToken" = ["memos"])),
    request_body = MemoIdBody, responses((status = 200, body = DraftOffer)))]
pub(super) async fn draft_of_memo(
    State(context): AppState,
    CurrentActor(actor): CurrentActor,
    Json(memo): Json<MemoIdBody>,
) -> Result<Json<DraftOffer>> {
    let draft = move |context: &Context| drafts::of_memo(context, &actor, memo.id()?);
    Ok(Json(run_blocking(&context, draft).await?.into()))
}

#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct DraftRequest {
    bid: String,
    /// Key of the question that is answered.
    key: String,
    /// PNG in base64.
    #[schema(value_type = String)]
    image: Base64Picture,
}

/// Drafts the transcription of a picture before it is submitted. Nothing is stored.
#[utoipa::path(post, path = "/api/handwriting/draft", tag = "memos",
    security(("apiToken" = ["memos"])), request_body = DraftRequest,
    responses((status = 200, body = DraftOffer)))]
pub(super) async fn draft_of_picture(
    State(context): AppState,
    CurrentActor(actor): CurrentActor,
    Json(request): Json<DraftRequest>,
) -> Result<Json<DraftOffer>> {
    let member = policy::may_have_forms_read(&actor)?;
    let draft = move |context: &Context| {
        let unreadable = || {
            Error::invalid(
                "image",
                Message::new("draft-picture-unreadable", "The picture can't be read."),
            )
        };
        let picture = request.image.0.ok_or_else(unreadable)?;
        drafts::of_picture(context, member, book_id(&request.bid)?, &request.key, &picture)
    };
    Ok(Json(run_blocking(&context, draft).await?.into()))
}

/// Whether the member is offered drafts of transcriptions.
#[derive(Deserialize, Serialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct DraftPreference {
    offered: bool,
}

/// Shows whether the caller is offered drafts of transcriptions.
#[utoipa::path(get, path = "/api/account/drafts", tag = "accounts",
    responses((status = 200, body = DraftPreference)))]
pub(super) async fn show_draft_preference(
    State(context): AppState,
    CurrentActor(actor): CurrentActor,
) -> Result<Json<DraftPreference>> {
    let offered =
        run_blocking(&context, move |context| drafts::are_offered(context, &actor)).await?;
    Ok(Json(DraftPreference { offered }))
}

/// Updates whether the caller is offered drafts of transcriptions.
#[utoipa::path(post, path = "/api/account/drafts", tag = "accounts", request_body = DraftPreference,
    responses((status = 200, body = DraftPreference)))]
pub(super) async fn choose_draft_preference(
    State(context): AppState,
    CurrentActor(actor): CurrentActor,
    Json(DraftPreference { offered }): Json<DraftPreference>,
) -> Result<Json<DraftPreference>> {
    let offered =
        run_blocking(&context, move |context| drafts::update_preference(context, &actor, offered))
            .await?;
    Ok(Json(DraftPreference { offered }))
}
