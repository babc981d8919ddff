//! Webhooks: events of the community are sent to other servers, signed and with retries.
//!
//! An event is stored in the transaction of the change that it is about (a transactional outbox). A job queues
//! a delivery for each webhook that wants it, which another job sends. Bodies name things by their ids and
//! titles; they never contain handwriting, texts of memos, mail addresses or reporters.

mod delivering;
mod events;
mod managing;

pub(crate) use delivering::deliver;
pub use delivering::{resend, send_test};
pub(crate) use events::fan_out;
pub(in crate::services) use events::{
    book_published, memo_submitted, post_reported, remove_about, remove_expired,
};
pub use managing::{
    CreatedWebhook, NewWebhook, WebhookChange, WebhookDetails, add, change, get, list, remove,
    renew_secret,
};
