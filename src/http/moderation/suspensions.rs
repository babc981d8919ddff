//! Suspension of a member from posting for a time.

use axum::extract::{Path, State};
use serde::Deserialize;
use utoipa::ToSchema;

use crate::http::admin::members::MemberView;
use crate::http::error::Result;
use crate::http::extractors::{AppState, CurrentActor, Json, run_blocking};
use crate::http::ids::account_id;
use crate::services::moderation;

#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(in crate::http) struct SuspendBody {
    /// Length in days, 1 to 365.
    days: u32,
    /// Reason for the member, at most 500 characters; may be left out.
    #[serde(default)]
    #[schema(max_length = 500)]
    why: String,
}

/// Suspends a member from posting, commenting and liking; replaces an earlier suspension.
#[utoipa::path(post, path = "/api/admin/members/{uid}/suspend", tag = "admin",
    params(("uid" = String, Path)), request_body = SuspendBody,
    responses((status = 200, body = MemberView)))]
pub(in crate::http) async fn suspend_member(
    State(context): AppState,
    CurrentActor(actor): CurrentActor,
    Path(uid): Path<String>,
    Json(SuspendBody { days, why }): Json<SuspendBody>,
) -> Result<Json<MemberView>> {
    let id = account_id(&uid)?;
    let suspend = move |context: &_| moderation::suspend(context, &actor, id, days, &why);
    Ok(Json(run_blocking(&context, suspend).await?.into()))
}

/// Ends a member's suspension at once.
#[utoipa::path(post, path = "/api/admin/members/{uid}/release", tag = "admin",
    params(("uid" = String, Path)), responses((status = 200, body = MemberView)))]
pub(in crate::http) async fn release_member(
    State(context): AppState,
    CurrentActor(actor): CurrentActor,
    Path(uid): Path<String>,
) -> Result<Json<MemberView>> {
    let id = account_id(&uid)?;
    Ok(Json(
        run_blocking(&context, move |context| moderation::release(context, &actor, id))
            .await?
            .into(),
    ))
}
