//! Parsing of inbound mails: sender, subject and pages. Other content is ignored.

mod auth_results;
mod headers;
mod limits;
mod message;
mod pages;

pub use message::{InboundMessage, MessageError};
