//! Credits and retries.

use axum::extract::{Path, State};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::domain::id::BookId;
use crate::domain::policy;
use crate::domain::prize::MAX_RESUBMISSIONS;
use crate::error::Error;
use crate::http::error::Result;
use crate::http::extractors::{AppState, CurrentActor, Json, RequireSession, run_blocking};
use crate::http::ids::{account_id, book_id};
use crate::services::prize::{self, Retries};

/// Number of a member's credits.
#[derive(Serialize, ToSchema)]
pub(in crate::http) struct CreditsView {
    /// Uid of the member.
    id: String,
    amt: i64,
}

/// Shows the number of a member's credits, by uid or mail address.
#[utoipa::path(get, path = "/credits/{named}", tag = "prize", params(("named" = String, Path)),
    responses((status = 200, body = CreditsView)))]
pub(in crate::http) async fn show_credits(
    State(context): AppState,
    CurrentActor(actor): CurrentActor,
    Path(named): Path<String>,
) -> Result<Json<CreditsView>> {
    policy::member(&actor)?;
    let (id, amt) =
        run_blocking(&context, move |context| prize::credits_of(context, &actor, &named)).await?;
    Ok(Json(CreditsView { id: id.to_string(), amt }))
}

#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(in crate::http) struct CreditsQuery {
    email: String,
    uid: String,
}

/// Shows the number of a member's credits; mail address and uid must be those of one member.
#[utoipa::path(post, path = "/get-credits", tag = "prize", request_body = CreditsQuery,
    responses((status = 200, body = CreditsView)))]
pub(in crate::http) async fn get_credits(
    State(context): AppState,
    CurrentActor(actor): CurrentActor,
    Json(query): Json<CreditsQuery>,
) -> Result<Json<CreditsView>> {
    policy::member(&actor)?;
    let uid = account_id(&query.uid)?;
    let (id, amt) =
        run_blocking(&context, move |context| prize::credits_of(context, &actor, &query.email))
            .await?;
    if id != uid {
        return Err(Error::from(policy::Denied::Forbidden).into());
    }
    Ok(Json(CreditsView { id: id.to_string(), amt }))
}

#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(in crate::http) struct RetriesQuery {
    email: String,
    /// Maximum number of retries, at most 10; 10 by default.
    max: Option<u32>,
    /// Id of the book; by default the one that was last submitted to.
    bid: Option<String>,
}

/// Retries of a book: resubmissions of its form.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(in crate::http) struct RetriesView {
    available: u32,
    used: u32,
    max: u32,
    /// Whether the next submission takes a credit; the first does not.
    needs_credit: bool,
    /// Link to the checkout for this member; null where a credit costs nothing.
    checkout: Option<String>,
}

impl From<Retries> for RetriesView {
    fn from(retries: Retries) -> Self {
        let Retries { available, used, max, needs_credit, checkout } = retries;
        Self { available, used, max, needs_credit, checkout }
    }
}

/// Shows how often the caller can submit a form of the book again.
#[utoipa::path(post, path = "/check-retries", tag = "prize", request_body = RetriesQuery,
    responses((status = 200, body = RetriesView)))]
pub(in crate::http) async fn check_retries(
    State(context): AppState,
    CurrentActor(actor): CurrentActor,
    Json(query): Json<RetriesQuery>,
) -> Result<Json<RetriesView>> {
    policy::member(&actor)?;
    let (book, max) = (named_book(query.bid.as_deref())?, query.max.unwrap_or(MAX_RESUBMISSIONS));
    let check = move |context: &_| prize::retries(context, &actor, &query.email, max, book);
    Ok(Json(run_blocking(&context, check).await?.into()))
}

#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(in crate::http) struct RetryQuery {
    email: String,
    /// Id of the book; by default the one that was last submitted to.
    bid: Option<String>,
}

#[derive(Serialize, ToSchema)]
pub(in crate::http) struct RetryView {
    /// Number of resubmissions that are left for the book.
    available: u32,
}

/// Gives a credit for a resubmission, where that costs nothing; a member who has one is given none. Admins may give one to any
/// other member, with a password that was given in the last five minutes.
#[utoipa::path(post, path = "/add-retry", tag = "prize", request_body = RetryQuery,
    responses((status = 200, body = RetryView)))]
pub(in crate::http) async fn add_retry(
    context: AppState,
    session_context: RequireSession,
    query: Json<RetryQuery>,
) -> Result<Json<RetryView>> {
    give_retry(context, session_context, query).await
}

/// Alias of `/add-retry`.
#[utoipa::path(post, path = "/replay", tag = "prize", request_body = RetryQuery,
    responses((status = 200, body = RetryView)))]
pub(in crate::http) async fn replay(
    context: AppState,
    session_context: RequireSession,
    query: Json<RetryQuery>,
) -> Result<Json<RetryView>> {
    give_retry(context, session_context, query).await
}

async fn give_retry(
    State(context): AppState,
    RequireSession(session_context): RequireSession,
    Json(query): Json<RetryQuery>,
) -> Result<Json<RetryView>> {
    let book = named_book(query.bid.as_deref())?;
    let add = move |context: &_| prize::add_retry(context, &session_context, &query.email, book);
    Ok(Json(RetryView { available: run_blocking(&context, add).await? }))
}

fn named_book(bid: Option<&str>) -> Result<Option<BookId>, Error> {
    bid.map(book_id).transpose()
}
