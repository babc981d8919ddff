//! Outgoing and inbound mail.

mod content;
mod error;
pub mod folder;
pub mod inbound;
mod message;
mod rendered_mail;
mod session;
mod smtp;
pub mod templates;
mod transport;

pub use content::{JudgedEntry, MailContent};
pub use error::{Error, Failure};
pub use rendered_mail::RenderedMail;
pub use session::Transcript;
pub use smtp::probe;
pub use transport::{send, send_with_transcript};
