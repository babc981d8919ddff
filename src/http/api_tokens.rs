//! API tokens of the caller.

use std::sync::Arc;

use axum::extract::{Path, State};
use axum::http::StatusCode;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::context::Context;
use crate::domain::api_token::ApiToken;
use crate::domain::id::ApiTokenId;
use crate::domain::item::Item;
use crate::error::Required;
use crate::services::accounts::api_tokens::{self, IssuedApiToken, NewApiToken};

use super::error::Result;
use super::extractors::{AppState, CurrentActor, Json, RequireSession, run_blocking};
use super::view::TimeView;

pub(super) fn routes() -> OpenApiRouter<Arc<Context>> {
    OpenApiRouter::new()
        .routes(routes!(list_api_tokens, create_api_token))
        .routes(routes!(revoke_api_token))
}

#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct ApiTokenView {
    /// Id of the token, good only for revoking it.
    id: String,
    name: String,
    /// `read`, `memos`, `threads`, `books` and `administration`.
    scopes: Vec<&'static str>,
    created_at: TimeView,
    expires_at: TimeView,
    /// Time of last use, to within an hour; null for never.
    used_at: Option<TimeView>,
}

impl From<ApiToken> for ApiTokenView {
    fn from(token: ApiToken) -> Self {
        Self {
            id: token.id.to_string(),
            name: token.name.as_str().to_owned(),
            scopes: token.scopes.iter().map(|scope| scope.as_str()).collect(),
            created_at: token.created_at.into(),
            expires_at: token.expires_at.into(),
            used_at: token.used_at.map(TimeView::from),
        }
    }
}

/// Lists the caller's API tokens, oldest first.
#[utoipa::path(get, path = "/api/account/api-tokens", tag = "accounts",
    responses((status = 200, body = [ApiTokenView])))]
pub(super) async fn list_api_tokens(
    State(context): AppState,
    CurrentActor(actor): CurrentActor,
) -> Result<Json<Vec<ApiTokenView>>> {
    let tokens = run_blocking(&context, move |context| api_tokens::list(context, &actor)).await?;
    Ok(Json(tokens.into_iter().map(ApiTokenView::from).collect()))
}

#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct NewApiTokenForm {
    /// Name by which the member tells tokens apart.
    name: String,
    /// `read`, `memos`, `threads`, `books` or `administration`, at least one.
    scopes: Vec<String>,
    /// Days until the token expires, 1 to 365.
    days: u32,
}

#[derive(Serialize, ToSchema)]
pub(super) struct NewApiTokenView {
    /// Text of the token, shown once.
    token: String,
    details: ApiTokenView,
}

/// Makes an API token. Needs a password or passkey that was given in the last five minutes.
#[utoipa::path(post, path = "/api/account/api-tokens", tag = "accounts",
    request_body = NewApiTokenForm, responses((status = 201, body = NewApiTokenView)))]
pub(super) async fn create_api_token(
    State(context): AppState,
    RequireSession(session_context): RequireSession,
    Json(NewApiTokenForm { name, scopes, days }): Json<NewApiTokenForm>,
) -> Result<(StatusCode, Json<NewApiTokenView>)> {
    let new = NewApiToken { name, scopes, days };
    let create = move |context: &_| api_tokens::create(context, &session_context, &new);
    let IssuedApiToken { token, text } = run_blocking(&context, create).await?;
    let view = NewApiTokenView { token: text, details: token.into() };
    Ok((StatusCode::CREATED, Json(view)))
}

/// Revokes one of the caller's API tokens at once.
#[utoipa::path(delete, path = "/api/account/api-tokens/{id}", tag = "accounts",
    params(("id" = String, Path)), responses((status = 204)))]
pub(super) async fn revoke_api_token(
    State(context): AppState,
    RequireSession(session_context): RequireSession,
    Path(id): Path<String>,
) -> Result<StatusCode> {
    let id: ApiTokenId = id.parse().required(Item::ApiToken)?;
    let revoke = move |context: &_| api_tokens::revoke(context, &session_context, id);
    run_blocking(&context, revoke).await?;
    Ok(StatusCode::NO_CONTENT)
}
