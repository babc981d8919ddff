//! Outgoing mail: what mails say, and how they leave.

mod error;
mod message;
mod session;
mod smtp;
pub mod templates;
mod transport;

pub use error::{Error, Failure};
pub use session::Transcript;
pub use transport::{send, send_aloud};
