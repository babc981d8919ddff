//! Outgoing and inbound mail.

mod content;
pub mod inbound;
pub mod outbound;
mod rendered_mail;
pub mod templates;

pub use content::{JudgedEntry, MailContent};
pub use outbound::{Error, Failure, Transcript, probe, send, send_with_transcript};
pub use rendered_mail::RenderedMail;
