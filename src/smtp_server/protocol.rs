//! What differs between the two doors.

use crate::services::posts::by_mail::SenderTrust;

/// Which protocol is spoken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Protocol {
    /// From a mail server on this machine, with an answer for each recipient.
    Lmtp,
    /// From anybody, with one answer for all.
    Smtp,
}

/// How one caller is treated.
#[derive(Clone, Copy, Debug)]
pub(super) struct Peer {
    pub(super) dialect: Protocol,
    pub(super) trust: SenderTrust,
}

impl Peer {
    /// Mails in one connection: a mail server keeps its own open while it has more.
    pub(super) fn most_mails(self) -> usize {
        match self.dialect {
            Protocol::Lmtp => 100,
            Protocol::Smtp => 20,
        }
    }
}
