//! Parsing of inbound mails: sender, subject, the text of a reply, and pages. Other content is ignored.

mod auth_results;
mod charset;
mod headers;
mod limits;
mod message;
mod pages;
mod reply_text;

pub use message::{InboundMessage, MessageError};
