//! Profile of a member, and whether they are an admin.

use axum::extract::{Path, State};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::domain::policy::{self, KeptBooks};
use crate::domain::secret::Secret;
use crate::services::accounts::profiles::{self, ProfileForm};

use super::error::Result;
use super::extractors::{AppState, CurrentActor, Json, run_blocking};
use super::ids::account_id;
use super::view::ProfileView;

#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(super) struct ProfileUpdate {
    uid: String,
    #[schema(max_length = 100)]
    name: Option<String>,
    #[serde(default)]
    handedness: String,
    #[serde(default)]
    preferred_tablets: String,
    #[serde(default)]
    spoken_languages: String,
    /// Token of a fresh sign-up, for a caller without a session.
    #[serde(default)]
    token: String,
}

/// Updates a profile.
#[utoipa::path(post, path = "/update-profile", tag = "accounts", request_body = ProfileUpdate,
    responses((status = 200, body = ProfileView)))]
pub(super) async fn update_profile(
    State(context): AppState,
    CurrentActor(actor): CurrentActor,
    Json(update): Json<ProfileUpdate>,
) -> Result<Json<ProfileView>> {
    let owner = account_id(&update.uid)?;
    let ticket = Secret::from_untrusted(&update.token);
    let form = ProfileForm {
        name: update.name,
        handedness: update.handedness,
        tablets: update.preferred_tablets,
        languages: update.spoken_languages,
    };
    let account = run_blocking(&context, move |context| {
        profiles::update(context, &actor, Some(&ticket), owner, &form)
    })
    .await?;
    Ok(Json(account.into()))
}

#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct AccountQuery {
    uid: String,
}

/// Shows a profile to its owner or an admin.
#[utoipa::path(post, path = "/query-profile", tag = "accounts", security(("apiToken" = ["read"])),
    request_body = AccountQuery, responses((status = 200, body = ProfileView)))]
pub(super) async fn query_profile(
    State(context): AppState,
    CurrentActor(actor): CurrentActor,
    Json(query): Json<AccountQuery>,
) -> Result<Json<ProfileView>> {
    let owner = account_id(&query.uid)?;
    let account =
        run_blocking(&context, move |context| profiles::profile_of(context, &actor, owner)).await?;
    Ok(Json(account.into()))
}

/// Alias of `/query-profile`, with the uid in the path.
#[utoipa::path(get, path = "/api/profiles/uid={uid}", tag = "accounts",
    security(("apiToken" = ["read"])), params(("uid" = String, Path)),
    responses((status = 200, body = ProfileView)))]
pub(super) async fn show_profile(
    State(context): AppState,
    CurrentActor(actor): CurrentActor,
    Path(uid): Path<String>,
) -> Result<Json<ProfileView>> {
    let owner = account_id(&uid)?;
    let account =
        run_blocking(&context, move |context| profiles::profile_of(context, &actor, owner)).await?;
    Ok(Json(account.into()))
}

/// Roles of the caller.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct AdminCheck {
    is_admin: bool,
    /// Whether the caller may hide and remove posts and comments; true for admins.
    is_moderator: bool,
    /// Ids of the books that the caller keeps; admins keep all books, and get an empty list.
    keeper_of: Vec<String>,
    /// Id of the book that the caller is a guest of; null for members.
    guest_of: Option<String>,
}

/// Shows whether the caller is an admin, or looks after threads or books.
#[utoipa::path(post, path = "/check-admin", tag = "accounts", security(("apiToken" = ["read"])),
    request_body = AccountQuery, responses((status = 200, body = AdminCheck)))]
pub(super) async fn check_admin(
    CurrentActor(actor): CurrentActor,
    Json(query): Json<AccountQuery>,
) -> Result<Json<AdminCheck>> {
    policy::acts_as(&actor, account_id(&query.uid)?)?;
    let keeper_of = match policy::kept_books(&actor) {
        Ok(KeptBooks::Some(books)) => books.iter().map(ToString::to_string).collect(),
        Ok(KeptBooks::All) | Err(_) => Vec::new(),
    };
    Ok(Json(AdminCheck {
        is_admin: policy::may_administrate(&actor).is_ok(),
        is_moderator: policy::may_moderate(&actor).is_ok(),
        keeper_of,
        guest_of: policy::guest_of(&actor).map(|book| book.to_string()),
    }))
}
