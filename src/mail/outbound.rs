//! Outgoing mail: composed, and sent over SMTP, as a file, or not at all.

mod error;
pub mod folder;
mod message;
mod session;
mod smtp;
mod transport;

pub use error::{Error, Failure};
pub use session::Transcript;
pub use smtp::probe;
pub use transport::{send, send_with_transcript};
