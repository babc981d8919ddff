//! A mail that came in, read: who wrote it, and the pages in it. What it says otherwise is not looked at.

mod auth_results;
mod headers;
mod limits;
mod message;
mod pages;

pub use message::{InboundMessage, MessageError};
