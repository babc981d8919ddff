//! Outbox, and a test of the mail settings.

use axum::extract::{Path, State};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use crate::config::MailTransport;
use crate::context::Context;
use crate::domain::id::MailId;
use crate::domain::item::Item;
use crate::domain::message::Message;
use crate::domain::policy;
use crate::error::{Error, Required, to_sentences};
use crate::http::error::Result;
use crate::http::extractors::{AppState, CurrentActor, Json, Query, run_blocking};
use crate::http::view::TimeView;
use crate::services::operations::outbox::{self, OutboxItem, TestMailResult};

/// Maximum number of mails in the list.
const MAX_LISTED: usize = 200;

/// State of a mail: `queued` for its next attempt, `sent`, or `failed`, which is not tried again.
#[derive(Clone, Copy, Serialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
pub(in crate::http) enum MailState {
    Queued,
    Sent,
    Failed,
}

impl From<outbox::State> for MailState {
    fn from(state: outbox::State) -> Self {
        match state {
            outbox::State::Queued => Self::Queued,
            outbox::State::Sent => Self::Sent,
            outbox::State::Failed => Self::Failed,
        }
    }
}

/// Mail without its body.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(in crate::http) struct MailView {
    id: String,
    to: String,
    subject: String,
    state: MailState,
    /// Number of failed attempts, while the mail is not sent.
    attempts: u32,
    last_error: Option<String>,
    created_at: TimeView,
    sent_at: Option<TimeView>,
    /// Time of the next attempt, while the mail is queued.
    next_attempt_at: Option<TimeView>,
}

impl From<OutboxItem> for MailView {
    fn from(entry: OutboxItem) -> Self {
        Self {
            id: entry.id.to_string(),
            to: entry.to,
            subject: entry.subject,
            state: entry.state.into(),
            attempts: entry.attempts,
            last_error: entry.last_error.as_deref().map(to_sentences),
            created_at: entry.created_at.into(),
            sent_at: entry.sent_at.map(TimeView::from),
            next_attempt_at: entry.next_attempt_at.map(TimeView::from),
        }
    }
}

/// Outbox of the server.
#[derive(Serialize, ToSchema)]
pub(in crate::http) struct MailList {
    /// `smtp`, `file` or `none`. With `none` there is nothing to test or retry.
    transport: &'static str,
    /// Mails, youngest first, at most 200.
    mails: Vec<MailView>,
}

#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(in crate::http) struct MailQuery {
    /// `queued`, `sent` or `failed`; all by default.
    #[serde(default)]
    state: String,
}

/// Lists mails that were sent or should be.
#[utoipa::path(get, path = "/api/admin/mail", tag = "admin",
    security(("apiToken" = ["administration"])), params(MailQuery),
    responses((status = 200, body = MailList)))]
pub(in crate::http) async fn list_mail(
    State(context): AppState,
    CurrentActor(actor): CurrentActor,
    Query(MailQuery { state }): Query<MailQuery>,
) -> Result<Json<MailList>> {
    let state = match state.as_str() {
        "" => None,
        "queued" => Some(outbox::State::Queued),
        "sent" => Some(outbox::State::Sent),
        "failed" => Some(outbox::State::Failed),
        _ => {
            return Err(Error::invalid(
                "state",
                Message::new("choice-unknown", "Choose from {choices}.")
                    .with("choices", "queued, sent, failed"),
            )
            .into());
        }
    };
    let transport = match context.config().mail.transport {
        MailTransport::Smtp => "smtp",
        MailTransport::File => "file",
        MailTransport::None => "none",
    };
    let mails =
        run_blocking(&context, move |context| outbox::list(context, &actor, state, MAX_LISTED))
            .await?;
    Ok(Json(MailList { transport, mails: mails.into_iter().map(MailView::from).collect() }))
}

/// Sends a queued or failed mail now.
#[utoipa::path(post, path = "/api/admin/mail/{id}/retry", tag = "admin",
    params(("id" = String, Path)), responses((status = 200, body = MailView)))]
pub(in crate::http) async fn retry_mail(
    State(context): AppState,
    CurrentActor(actor): CurrentActor,
    Path(id): Path<String>,
) -> Result<Json<MailView>> {
    let retry = move |context: &Context| {
        policy::may_administrate(&actor)?;
        let id: MailId = id.parse().required(Item::Mail)?;
        outbox::retry(context, &actor, id)
    };
    Ok(Json(run_blocking(&context, retry).await?.into()))
}

#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(in crate::http) struct TestMail {
    to: String,
}

/// Result of a test mail.
#[derive(Serialize, ToSchema)]
pub(in crate::http) struct MailTrial {
    to: String,
    /// Conversation with the mail server, line by line.
    conversation: Vec<String>,
    /// Error; null if the mail was sent.
    error: Option<String>,
    /// Suggested fix.
    hint: Option<String>,
}

/// Sends an empty test mail at once. A refusal by the mail server is no error: it is part of the response body.
#[utoipa::path(post, path = "/api/admin/mail/test", tag = "admin", request_body = TestMail,
    responses((status = 200, body = MailTrial)))]
pub(in crate::http) async fn test_mail(
    State(context): AppState,
    CurrentActor(actor): CurrentActor,
    Json(TestMail { to }): Json<TestMail>,
) -> Result<Json<MailTrial>> {
    let TestMailResult { to, conversation, error, hint } =
        run_blocking(&context, move |context| outbox::test(context, &actor, &to)).await?;
    let [error, hint] = [error, hint].map(|words| words.as_deref().map(to_sentences));
    Ok(Json(MailTrial { to, conversation, error, hint }))
}
