//! Ids in paths, queries and bodies. A malformed one is answered like one that is unknown: with 404.

use crate::domain::id::{
    AccountId, BookId, CommentId, InvitationId, MailedAnswerId, MemoId, PostId, SuggestionId,
    TopicId, WebhookDeliveryId, WebhookId,
};
use crate::domain::item::Item;
use crate::error::{Error, Required};

pub(super) fn account_id(text: &str) -> Result<AccountId, Error> {
    text.parse().required(Item::Member)
}

pub(super) fn book_id(text: &str) -> Result<BookId, Error> {
    text.parse().required(Item::Book)
}

pub(super) fn comment_id(text: &str) -> Result<CommentId, Error> {
    text.parse().required(Item::Comment)
}

pub(super) fn invitation_id(text: &str) -> Result<InvitationId, Error> {
    text.parse().required(Item::Invitation)
}

pub(super) fn memo_id(text: &str) -> Result<MemoId, Error> {
    text.parse().required(Item::Memo)
}

pub(super) fn mailed_answer_id(text: &str) -> Result<MailedAnswerId, Error> {
    text.parse().required(Item::MailedAnswer)
}

pub(super) fn post_id(text: &str) -> Result<PostId, Error> {
    text.parse().required(Item::Post)
}

pub(super) fn suggestion_id(text: &str) -> Result<SuggestionId, Error> {
    text.parse().required(Item::Suggestion)
}

pub(super) fn topic_id(text: &str) -> Result<TopicId, Error> {
    text.parse().required(Item::Topic)
}

pub(super) fn webhook_id(text: &str) -> Result<WebhookId, Error> {
    text.parse().required(Item::Webhook)
}

pub(super) fn webhook_delivery_id(text: &str) -> Result<WebhookDeliveryId, Error> {
    text.parse().required(Item::WebhookDelivery)
}
