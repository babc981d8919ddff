//! The doors that mail comes in by: a Unix socket where a mail server speaks LMTP (RFC 2033), and an SMTP listener of our own
//! (RFC 5321). Both are one conversation ([`session`]); what a mail becomes is `services::posts::by_mail`'s business.
//!
//! Nothing is passed on to anybody and no mail is ever sent from here: whoever hands one over hears at once what became of it,
//! and a yes is only said when its posts are kept. What is not sure to end where it says is refused: a message ends with
//! CRLF . CRLF and with nothing else.

mod data_decoder;
mod line_stream;
mod listeners;
mod protocol;
mod reply;
mod session;

pub use listeners::{Listeners, serve};
