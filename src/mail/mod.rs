//! Outgoing mail: what mails say, and how they leave.

pub mod templates;
mod transport;

pub use transport::{Error, send};
