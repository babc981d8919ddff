//! Parsing of inbound mails: sender, subject, the text of a reply, and pages. Other content is ignored.

mod auth_results;
mod automatic;
mod charset;
mod flowed;
mod headers;
mod html;
mod limits;
mod message;
mod pages;
mod reply_text;
mod text;

pub use message::{Answer, InboundMessage, MessageError};
pub use reply_text::OwnWords;
