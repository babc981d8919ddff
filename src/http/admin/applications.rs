//! Applications of new members, for admins.

use axum::extract::{Path, State};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::context::Context;
use crate::domain::policy;
use crate::http::error::Result;
use crate::http::extractors::{AppState, CurrentActor, Json, run_blocking};
use crate::http::ids::account_id;
use crate::http::view::TimeView;
use crate::services::accounts::applications::{self, Applicant};

/// Application that waits for a decision, or has just been decided.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(in crate::http) struct ApplicationView {
    uid: String,
    email: String,
    email_verified: bool,
    username: String,
    name: String,
    /// Way in which the applicant heard of the community; may be empty.
    referred_by: String,
    /// Words of the applicant.
    words: String,
    made_at: TimeView,
    /// Decision of an admin; null while the application waits.
    accepted: Option<bool>,
}

impl From<Applicant> for ApplicationView {
    fn from(Applicant { account, application }: Applicant) -> Self {
        Self {
            uid: account.id.to_string(),
            email: account.email.as_str().to_owned(),
            email_verified: account.email_verified,
            username: account.username.as_str().to_owned(),
            name: account.name.as_str().to_owned(),
            referred_by: account.referred_by,
            words: application.words,
            made_at: application.made_at.into(),
            accepted: application.decision.map(|decision| decision.is_accepted),
        }
    }
}

/// Lists the applications that wait for a decision, oldest first.
#[utoipa::path(get, path = "/api/admin/applications", tag = "admin",
    security(("apiToken" = ["administration"])),
    responses((status = 200, body = [ApplicationView])))]
pub(in crate::http) async fn list_applications(
    State(context): AppState,
    CurrentActor(actor): CurrentActor,
) -> Result<Json<Vec<ApplicationView>>> {
    let waiting =
        run_blocking(&context, move |context| applications::list(context, &actor)).await?;
    Ok(Json(waiting.into_iter().map(ApplicationView::from).collect()))
}

#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(in crate::http) struct ApplicationDecision {
    accept: bool,
}

/// Accepts or declines an applicant, who is told by mail, and on the next visit. The account of a declined one is disabled.
#[utoipa::path(post, path = "/api/admin/applications/{uid}", tag = "admin",
    params(("uid" = String, Path)), request_body = ApplicationDecision,
    responses((status = 200, body = ApplicationView)))]
pub(in crate::http) async fn decide_on_application(
    State(context): AppState,
    CurrentActor(actor): CurrentActor,
    Path(uid): Path<String>,
    Json(ApplicationDecision { accept }): Json<ApplicationDecision>,
) -> Result<Json<ApplicationView>> {
    let decide = move |context: &Context| {
        policy::may_administrate(&actor)?;
        applications::decide(context, &actor, account_id(&uid)?, accept)
    };
    Ok(Json(run_blocking(&context, decide).await?.into()))
}
