//! Identifiers: ULIDs, whose first 48 bits are the milliseconds of creation and the other 80 random, so that key order is creation
//! order.
//!
//! Clients see them as opaque strings of 26 letters and digits in Crockford's base 32, in lower case. The `ulid` crate writes upper
//! case and accepts both as well as look-alike letters, so that one identifier would have several addresses; here it has one.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use super::time::Timestamp;

const LETTERS: &[u8; 32] = b"0123456789abcdefghjkmnpqrstvwxyz";
const TEXT_LENGTH: usize = 26;

/// The text is not an identifier.
#[derive(Debug, PartialEq, Eq, thiserror::Error)]
#[error("not an identifier")]
pub struct ParseIdError;

fn compose(now: Timestamp, random: [u8; 10]) -> [u8; 16] {
    let mut bytes = [0; 16];
    bytes[..6].copy_from_slice(&now.milliseconds().to_be_bytes()[2..]);
    bytes[6..].copy_from_slice(&random);
    bytes
}

fn made_at(bytes: [u8; 16]) -> Timestamp {
    let mut milliseconds = [0; 8];
    milliseconds[2..].copy_from_slice(&bytes[..6]);
    let milliseconds = u64::from_be_bytes(milliseconds);
    let nanoseconds = (milliseconds % 1000) as u32 * 1_000_000;
    Timestamp { seconds: (milliseconds / 1000) as i64, nanoseconds }
}

fn write_text(bytes: [u8; 16], f: &mut fmt::Formatter<'_>) -> fmt::Result {
    let bits = u128::from_be_bytes(bytes);
    let letter = |place: usize| char::from(LETTERS[(bits >> (place * 5) & 31) as usize]);
    f.write_str(&(0..TEXT_LENGTH).rev().map(letter).collect::<String>())
}

fn parse_text(text: &str) -> Result<[u8; 16], ParseIdError> {
    if text.len() != TEXT_LENGTH {
        return Err(ParseIdError);
    }
    let mut bits = 0_u128;
    for byte in text.bytes() {
        let value = LETTERS.iter().position(|letter| *letter == byte).ok_or(ParseIdError)?;
        // 26 letters hold 130 bits: the first may only use three of its five.
        bits = bits.checked_mul(32).ok_or(ParseIdError)? | value as u128;
    }
    Ok(bits.to_be_bytes())
}

macro_rules! ids {
    ($($(#[$doc:meta])* $name:ident),* $(,)?) => {$(
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
        pub struct $name([u8; 16]);

        impl $name {
            /// A new identifier for this moment; `random` distinguishes identifiers of the same millisecond.
            pub fn new(now: Timestamp, random: [u8; 10]) -> Self {
                Self(compose(now, random))
            }

            /// Time of creation, to the millisecond.
            pub fn made_at(&self) -> Timestamp {
                made_at(self.0)
            }

            /// The identifier as a fixed-width key.
            pub fn as_bytes(&self) -> &[u8; 16] {
                &self.0
            }

            /// The identifier of a fixed-width key.
            pub fn from_bytes(bytes: [u8; 16]) -> Self {
                Self(bytes)
            }
        }

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                write_text(self.0, f)
            }
        }

        impl FromStr for $name {
            type Err = ParseIdError;

            fn from_str(text: &str) -> Result<Self, ParseIdError> {
                parse_text(text).map(Self)
            }
        }
    )*};
}

ids! {
    /// A member: the specification's `uid`.
    AccountId,
    /// A book: the specification's `bid`.
    BookId,
    /// Memo of any kind.
    MemoId,
    /// A suggestion of a book.
    SuggestionId,
    /// A topic of the threads.
    TopicId,
    /// A post in a thread: the specification's `pid`.
    PostId,
    /// A comment on a post.
    CommentId,
    /// A payout of the prize game.
    PayoutId,
    /// A member's report of a post or comment.
    ReportId,
    /// A line of the audit log.
    AuditId,
    /// A queued job.
    JobId,
    /// A mail in the outbox.
    MailId,
    /// An answer that came by mail.
    MailedAnswerId,
    /// An invitation, which may have several codes.
    InvitationId,
    /// A webhook.
    WebhookId,
    /// An event on its way to a webhook; the same at every attempt.
    WebhookDeliveryId,
    /// An event whose deliveries to webhooks are yet to be queued.
    OutgoingEventId,
    /// A session, in its member's own list; says nothing about its cookie.
    SessionId,
    /// A passkey, in its member's own list.
    PasskeyId,
    /// An API token, in its member's own list; says nothing about its secret.
    ApiTokenId,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_read_back_and_sort_by_time() {
        let early = BookId::new(Timestamp { seconds: 1_000, nanoseconds: 0 }, [255; 10]);
        let late = BookId::new(Timestamp { seconds: 1_000, nanoseconds: 2_000_000 }, [0; 10]);
        assert!(early < late);
        assert_eq!(early.to_string().parse(), Ok(early));
        assert_eq!(early.to_string().len(), TEXT_LENGTH);
        assert_eq!(late.made_at(), Timestamp { seconds: 1_000, nanoseconds: 2_000_000 });
    }

    #[test]
    fn invalid_ids_are_refused() {
        for text in ["", "..", "zzzzzzzzzzzzzzzzzzzzzzzzzz", "0000000000000000000000000u"] {
            assert_eq!(text.parse::<BookId>(), Err(ParseIdError), "{text}");
        }
    }
}
