//! Inbound mail servers: a Unix socket where a mail server speaks LMTP (RFC 2033), and an SMTP listener of our own (RFC 5321).
//! Both run the same [`session`]; `services::inbound_mail` turns mails into posts and answers.
//!
//! Nothing is relayed and no mail is ever sent from here: the client learns the result at once, and a mail is only acknowledged
//! when its posts or answers are stored. A message with an ambiguous end is refused: only CRLF . CRLF ends a message.

mod data_decoder;
mod line_stream;
mod listeners;
mod protocol;
mod reply;
mod session;

pub use listeners::{Listeners, serve};
