//! Differences between LMTP and SMTP.

use crate::services::inbound_mail::SenderTrust;

/// Protocol of a session.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Protocol {
    /// From a mail server on this machine, with a reply for each recipient.
    Lmtp,
    /// From any client, with one reply for all recipients.
    Smtp,
}

/// Protocol and trust of a client.
#[derive(Clone, Copy, Debug)]
pub(super) struct Peer {
    pub(super) protocol: Protocol,
    pub(super) trust: SenderTrust,
}

impl Protocol {
    /// Reply to a client that has not greeted.
    pub(super) fn greeting_required(self) -> &'static str {
        match self {
            Self::Lmtp => "503 5.5.1 Send LHLO first",
            Self::Smtp => "503 5.5.1 Send EHLO first",
        }
    }
}

impl Peer {
    /// Maximum number of mails in one connection: a mail server keeps its own open while it has more.
    pub(super) fn max_mails(self) -> usize {
        match self.protocol {
            Protocol::Lmtp => 100,
            Protocol::Smtp => 20,
        }
    }
}
