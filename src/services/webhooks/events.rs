//! Events: their bodies, and the deliveries that are queued for them.

use serde::Serialize;

use crate::context::Context;
use crate::domain::book::Book;
use crate::domain::edition::Edition;
use crate::domain::id::{AccountId, OutgoingEventId, WebhookDeliveryId, WebhookId};
use crate::domain::job::Job;
use crate::domain::memo::Memo;
use crate::domain::report::{Report, ReportTarget};
use crate::domain::time::Timestamp;
use crate::domain::webhook::{
    DELIVERY_RETENTION, DeliveryState, OutgoingEvent, Webhook, WebhookDelivery, WebhookEvent,
};
use crate::error::{Error, Result};
use crate::store::{ReadTx, WriteTx};

/// Number of events whose deliveries are queued in one transaction: with 20 webhooks, 480 entries.
const FANNED_OUT_AT_ONCE: usize = 8;

/// Body of a delivery.
#[derive(Serialize)]
struct Envelope<T> {
    r#type: &'static str,
    /// Time of the event in RFC 3339.
    timestamp: String,
    data: T,
}

/// Edition of a book that was published.
#[derive(Serialize)]
struct PublishedBook<'a> {
    book: String,
    title: &'a str,
    edition: u32,
    /// Number of memos in the edition.
    memos: usize,
    url: String,
}

/// Memo that was submitted.
#[derive(Serialize)]
struct SubmittedMemo {
    memo: String,
    book: String,
    title: String,
    /// Number of the question in the book, counted from 1.
    question: Option<usize>,
    /// `hand`, `page` or `text`.
    kind: &'static str,
    /// Username of the author; `None` for a guest.
    author: Option<String>,
    /// Whether the memo is a guest's and waits for a keeper's decision.
    waiting: bool,
}

/// Post that was reported.
#[derive(Serialize)]
struct ReportedPost {
    post: String,
    /// Code of the topic.
    topic: String,
    reason: String,
    url: String,
}

/// Data of [`WebhookEvent::Test`].
#[derive(Serialize)]
struct TestData {
    community: String,
}

/// Queues the event of an edition that was published.
pub(in crate::services) fn book_published(
    context: &Context,
    tx: &mut WriteTx,
    book: &Book,
    edition: &Edition,
) -> Result<()> {
    enqueue(context, tx, WebhookEvent::BookPublished, |_| {
        let published = PublishedBook {
            book: book.id.to_string(),
            title: &book.name,
            edition: edition.number,
            memos: edition.memos.len(),
            url: format!("{}/book/{}/read", context.config().public_url, book.id),
        };
        Ok((published, Vec::new()))
    })
}

/// Queues the event of a memo that was submitted or restored.
pub(in crate::services) fn memo_submitted(
    context: &Context,
    tx: &mut WriteTx,
    memo: &Memo,
) -> Result<()> {
    enqueue(context, tx, WebhookEvent::MemoSubmitted, |tx| {
        let questions = tx.questions(memo.book)?;
        let place = questions.iter().position(|question| question.key == memo.question);
        let author = tx.account(memo.author)?.filter(|account| !account.email.is_of_guest());
        let submitted = SubmittedMemo {
            memo: memo.id.to_string(),
            book: memo.book.to_string(),
            title: tx.book(memo.book)?.map(|book| book.name).unwrap_or_default(),
            question: place.map(|place| place + 1),
            kind: memo.content.kind().as_str(),
            author: author.map(|account| account.username.as_str().to_owned()),
            waiting: tx.is_memo_waiting(memo)?,
        };
        Ok((submitted, vec![memo.author]))
    })
}

/// Queues the event of a post that was reported; reports of comments and memos have none.
pub(in crate::services) fn post_reported(
    context: &Context,
    tx: &mut WriteTx,
    report: &Report,
) -> Result<()> {
    let ReportTarget::Post(id) = report.about else { return Ok(()) };
    enqueue(context, tx, WebhookEvent::PostReported, |tx| {
        let post = tx.post(id)?;
        let topic = match &post {
            Some(post) => tx.topic(post.topic)?.map(|topic| topic.code.as_str().to_owned()),
            None => None,
        };
        let reported = ReportedPost {
            post: id.to_string(),
            topic: topic.unwrap_or_default(),
            reason: report.reason.clone(),
            url: format!("{}/posts/{id}", context.config().public_url),
        };
        let members = post.map(|post| post.author).into_iter().chain([report.reporter]);
        Ok((reported, members.collect()))
    })
}

/// Stores an event for [`fan_out`] if a webhook wants it, one entry however many webhooks there are: a member waits for
/// this transaction. The data come with the members whom they are about.
fn enqueue<T: Serialize>(
    context: &Context,
    tx: &mut WriteTx,
    event: WebhookEvent,
    load: impl FnOnce(&ReadTx) -> Result<(T, Vec<AccountId>)>,
) -> Result<()> {
    if !tx.webhooks()?.iter().any(|webhook| webhook.wants(event)) {
        return Ok(());
    }
    let at = context.now();
    let (data, about) = load(tx)?;
    let (id, body) = (OutgoingEventId::new(at, context.random()?), body(event, at, data)?);
    tx.put_outgoing_event(&OutgoingEvent { id, event, about, body, at })?;
    context.enqueue_once(tx, Job::FanOutEvents)
}

/// Queues a delivery of each stored event for each webhook that wants it, in short transactions.
pub(crate) fn fan_out(context: &Context) -> Result<()> {
    loop {
        let fanned_out = context.write(|tx| {
            let (events, webhooks) = (tx.outgoing_events(FANNED_OUT_AT_ONCE)?, tx.webhooks()?);
            for event in &events {
                let is_wanting = |webhook: &&Webhook| {
                    webhook.wants(event.event) && webhook.created_at <= event.at
                };
                for webhook in webhooks.iter().filter(is_wanting) {
                    let delivery = new_delivery(context, webhook.id, event)?;
                    tx.put_webhook_delivery(&delivery)?;
                    context.enqueue(tx, Job::DeliverWebhook(delivery.webhook, delivery.id))?;
                }
                tx.remove_outgoing_event(event.id)?;
            }
            Ok(events.len())
        })?;
        if fanned_out < FANNED_OUT_AT_ONCE {
            return Ok(());
        }
    }
}

/// Delivery of a test to a webhook.
pub(super) fn test_delivery(context: &Context, webhook: WebhookId) -> Result<WebhookDelivery> {
    let (event, at) = (WebhookEvent::Test, context.now());
    let body = body(event, at, TestData { community: context.config().community.clone() })?;
    let id = OutgoingEventId::new(at, context.random()?);
    new_delivery(context, webhook, &OutgoingEvent { id, event, about: Vec::new(), body, at })
}

fn body(event: WebhookEvent, now: Timestamp, data: impl Serialize) -> Result<String> {
    let envelope = Envelope { r#type: event.as_str(), timestamp: now.to_rfc3339(), data };
    serde_json::to_string(&envelope).map_err(|error| Error::Internal(error.into()))
}

fn new_delivery(
    context: &Context,
    webhook: WebhookId,
    event: &OutgoingEvent,
) -> Result<WebhookDelivery> {
    Ok(WebhookDelivery {
        id: WebhookDeliveryId::new(event.at, context.random()?),
        webhook,
        event: event.event,
        about: event.about.clone(),
        body: event.body.clone(),
        created_at: event.at,
        attempts: 0,
        last: None,
        state: DeliveryState::Pending { next_at: event.at },
    })
}

/// Removes the deliveries whose time is over.
pub(in crate::services) fn remove_expired(tx: &mut WriteTx, now: Timestamp) -> Result<()> {
    Ok(tx.remove_webhook_deliveries_before(now - DELIVERY_RETENTION)?)
}

/// Removes the deliveries that name a member who leaves; those on their way are not sent.
pub(in crate::services) fn remove_about(tx: &mut WriteTx, member: AccountId) -> Result<()> {
    Ok(tx.remove_webhook_deliveries_about(member)?)
}
