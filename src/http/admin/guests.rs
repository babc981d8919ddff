//! Guests of a book, for its keepers: the link with which they come, and their answers that wait for a decision.

use axum::extract::{Path, State};
use axum::http::StatusCode;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::context::Context;
use crate::domain::id::BookId;
use crate::domain::policy::Actor;
use crate::error;
use crate::http::error::Result;
use crate::http::extractors::{AppState, CurrentActor, Json, run_blocking};
use crate::http::ids::{account_id, book_id, memo_id};
use crate::http::qr;
use crate::http::view::{MemoView, TimeView};
use crate::services::accounts::guests::{self, GuestDetails, GuestLinkDetails};
use crate::services::memos::{MemoDetails, waiting};

/// Link with which anybody becomes a guest of the book.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(in crate::http) struct BookGuestLink {
    link: String,
    /// QR code of the link, as a data URL.
    qrcode: String,
    /// Name of the keeper who made it; null for the operator.
    made_by: Option<String>,
    made_at: TimeView,
}

impl BookGuestLink {
    fn of(GuestLinkDetails { link, address, by }: GuestLinkDetails) -> error::Result<Self> {
        Ok(Self {
            qrcode: qr::data_url(&address)?,
            link: address,
            made_by: by.map(|author| author.name),
            made_at: link.made_at.into(),
        })
    }
}

/// Guest of a book.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(in crate::http) struct BookGuest {
    uid: String,
    name: String,
    joined_at: TimeView,
    /// Number of answers that wait for a decision.
    waiting: usize,
    /// Number of answers that were accepted.
    accepted: usize,
}

impl From<GuestDetails> for BookGuest {
    fn from(GuestDetails { account, joined_at, waiting, accepted }: GuestDetails) -> Self {
        Self {
            uid: account.id.to_string(),
            name: account.name.as_str().to_owned(),
            joined_at: joined_at.into(),
            waiting,
            accepted,
        }
    }
}

/// Guests of a book.
#[derive(Serialize, ToSchema)]
pub(in crate::http) struct BookGuests {
    /// Null if the book has no guest link.
    link: Option<BookGuestLink>,
    /// In the order of their joining.
    guests: Vec<BookGuest>,
    /// Answers that wait for a decision, oldest first.
    waiting: Vec<MemoView>,
}

/// Data of the page about guests, as services load them.
type Loaded = (Option<GuestLinkDetails>, Vec<GuestDetails>, Vec<MemoDetails>);

fn load(context: &Context, actor: &Actor, book: BookId) -> error::Result<Loaded> {
    Ok((
        guests::link(context, actor, book)?,
        guests::list(context, actor, book)?,
        waiting::list(context, actor, book)?,
    ))
}

/// Shows the guest link of a book, its guests, and their answers that wait for a decision.
#[utoipa::path(get, path = "/api/admin/books/{bid}/guests", tag = "admin",
    params(("bid" = String, Path)), responses((status = 200, body = BookGuests)))]
pub(in crate::http) async fn list_guests(
    State(context): AppState,
    CurrentActor(actor): CurrentActor,
    Path(bid): Path<String>,
) -> Result<Json<BookGuests>> {
    let book = book_id(&bid)?;
    let (link, guests, waiting) =
        run_blocking(&context, move |context| load(context, &actor, book)).await?;
    Ok(Json(BookGuests {
        link: link.map(BookGuestLink::of).transpose()?,
        guests: guests.into_iter().map(BookGuest::from).collect(),
        waiting: MemoView::all(&context.config(), waiting),
    }))
}

/// Makes a guest link for the book. An earlier one stops working, and guests who have not answered are removed.
#[utoipa::path(post, path = "/api/admin/books/{bid}/guest-link", tag = "admin",
    params(("bid" = String, Path)), responses((status = 201, body = BookGuestLink)))]
pub(in crate::http) async fn make_guest_link(
    State(context): AppState,
    CurrentActor(actor): CurrentActor,
    Path(bid): Path<String>,
) -> Result<(StatusCode, Json<BookGuestLink>)> {
    let book = book_id(&bid)?;
    let make = move |context: &Context| guests::make_link(context, &actor, book);
    let link = BookGuestLink::of(run_blocking(&context, make).await?)?;
    Ok((StatusCode::CREATED, Json(link)))
}

/// Removes the guest link of the book; guests who came with it stay.
#[utoipa::path(delete, path = "/api/admin/books/{bid}/guest-link", tag = "admin",
    params(("bid" = String, Path)), responses((status = 204)))]
pub(in crate::http) async fn remove_guest_link(
    State(context): AppState,
    CurrentActor(actor): CurrentActor,
    Path(bid): Path<String>,
) -> Result<StatusCode> {
    let book = book_id(&bid)?;
    run_blocking(&context, move |context| guests::remove_link(context, &actor, book)).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Removes a guest with all answers that are in no published edition.
#[utoipa::path(delete, path = "/api/admin/books/{bid}/guests/{uid}", tag = "admin",
    params(("bid" = String, Path), ("uid" = String, Path)), responses((status = 204)))]
pub(in crate::http) async fn remove_guest(
    State(context): AppState,
    CurrentActor(actor): CurrentActor,
    Path((bid, uid)): Path<(String, String)>,
) -> Result<StatusCode> {
    let (book, guest) = (book_id(&bid)?, account_id(&uid)?);
    run_blocking(&context, move |context| guests::remove(context, &actor, book, guest)).await?;
    Ok(StatusCode::NO_CONTENT)
}

#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(in crate::http) struct WaitingDecision {
    /// Whether the answer becomes part of the book; otherwise it is removed.
    accept: bool,
}

/// Accepts or declines an answer of a guest.
#[utoipa::path(post, path = "/api/admin/waiting-answers/{memo}", tag = "admin",
    security(("apiToken" = ["books"])), params(("memo" = String, Path)),
    request_body = WaitingDecision, responses((status = 204)))]
pub(in crate::http) async fn decide_on_waiting_answer(
    State(context): AppState,
    CurrentActor(actor): CurrentActor,
    Path(memo): Path<String>,
    Json(WaitingDecision { accept }): Json<WaitingDecision>,
) -> Result<StatusCode> {
    let id = memo_id(&memo)?;
    let decide = move |context: &Context| {
        if accept {
            waiting::accept(context, &actor, id)
        } else {
            waiting::decline(context, &actor, id)
        }
    };
    run_blocking(&context, decide).await?;
    Ok(StatusCode::NO_CONTENT)
}
