//! Outgoing and inbound mail.

mod content;
mod html_body;
pub mod inbound;
pub mod outbound;
mod pictures;
mod rendered_mail;
pub mod templates;

pub use content::{MailContent, ModeratedMemo};
pub use outbound::{Error, Failure, Transcript, probe, send, send_with_transcript};
pub use pictures::{Picture, Place};
pub use rendered_mail::RenderedMail;
