//! Keys as fixed-width bytes, so that the order of keys is the order of their parts.

use crate::domain::account::{Email, Username};
use crate::domain::blob::BlobHash;
use crate::domain::book::QuestionKey;
use crate::domain::form_code::FormCode;
use crate::domain::handwriting::Source;
use crate::domain::id::{
    AccountId, AuditId, BookId, CommentId, InvitationId, JobId, MailId, MailedAnswerId, MemoId,
    OutgoingEventId, PasskeyId, PayoutId, PostId, ReportId, SuggestionId, TopicId,
    WebhookDeliveryId, WebhookId,
};
use crate::domain::job::{Job, Queue};
use crate::domain::memo::MemoKind;
use crate::domain::prize::day::Day;
use crate::domain::prize::play::PlayId;
use crate::domain::processed_mail::MailFingerprint;
use crate::domain::report::ReportTarget;
use crate::domain::secret::SecretHash;
use crate::domain::time::Timestamp;
use crate::store::codec;

/// Type with a fixed-width encoding, for a key or a part of a key.
pub(super) trait Key {
    fn write(&self, key: &mut Vec<u8>);

    fn to_key(&self) -> Vec<u8> {
        let mut key = Vec::with_capacity(64);
        self.write(&mut key);
        key
    }
}

/// Hash (BLAKE3) of a text of any length, 32 bytes.
pub(super) struct TextHash([u8; 32]);

impl From<&Email> for TextHash {
    fn from(email: &Email) -> Self {
        Self(*blake3::hash(email.key().as_bytes()).as_bytes())
    }
}

impl From<&Username> for TextHash {
    fn from(username: &Username) -> Self {
        Self(*blake3::hash(username.key().as_bytes()).as_bytes())
    }
}

/// Hash of an authenticator's credential id.
impl From<&[u8]> for TextHash {
    fn from(id: &[u8]) -> Self {
        Self(*blake3::hash(id).as_bytes())
    }
}

impl TextHash {
    /// Hashes of a username's skeletons. Usernames that look alike share at least one.
    pub(super) fn skeletons(username: &Username) -> [Self; 2] {
        username.skeletons().map(|skeleton| Self(*blake3::hash(skeleton.as_bytes()).as_bytes()))
    }
}

/// Hash of a ledger reference, or of a name given by a payment provider.
impl From<&str> for TextHash {
    fn from(name: &str) -> Self {
        Self(*blake3::hash(name.as_bytes()).as_bytes())
    }
}

/// Question and kind of memo, together 33 bytes.
pub(super) struct MemoKey(MemoKind, TextHash);

impl MemoKey {
    pub(super) fn new(kind: MemoKind, question: &QuestionKey) -> Self {
        Self(kind, TextHash(*blake3::hash(question.as_str().as_bytes()).as_bytes()))
    }
}

impl Key for MemoKey {
    fn write(&self, key: &mut Vec<u8>) {
        key.push(self.0 as u8);
        self.1.write(key);
    }
}

/// Memo or post in 17 bytes: 16 for the id, which begins with its time, one for the kind.
impl Key for Source {
    fn write(&self, key: &mut Vec<u8>) {
        match self {
            Self::Memo(id) => {
                id.write(key);
                key.push(0);
            }
            Self::Post(id) => {
                id.write(key);
                key.push(1);
            }
        }
    }
}

/// Subject of a report in 17 bytes: one for the kind, 16 for the id.
impl Key for ReportTarget {
    fn write(&self, key: &mut Vec<u8>) {
        match self {
            Self::Post(id) => {
                key.push(0);
                id.write(key);
            }
            Self::Comment(id) => {
                key.push(1);
                id.write(key);
            }
            Self::Memo(id) => {
                key.push(2);
                id.write(key);
            }
        }
    }
}

/// Queue in 1 byte.
impl Key for Queue {
    fn write(&self, key: &mut Vec<u8>) {
        key.push(*self as u8);
    }
}

/// Job as it is stored: no job's bytes begin with those of another.
impl Key for Job {
    fn write(&self, key: &mut Vec<u8>) {
        // It has no part that could fail to be encoded.
        key.extend(codec::encode(self).unwrap_or_default());
    }
}

macro_rules! byte_keys {
    ($($name:ty: $bytes:expr),* $(,)?) => {$(
        impl Key for $name {
            fn write(&self, key: &mut Vec<u8>) {
                let bytes: fn(&Self) -> &[u8] = $bytes;
                key.extend_from_slice(bytes(self));
            }
        }
    )*};
}

byte_keys! {
    [u8; 8]: |bytes| bytes,
    TextHash: |hash| &hash.0,
    AccountId: |id| id.as_bytes(),
    BookId: |id| id.as_bytes(),
    MemoId: |id| id.as_bytes(),
    JobId: |id| id.as_bytes(),
    MailId: |id| id.as_bytes(),
    MailedAnswerId: |id| id.as_bytes(),
    InvitationId: |id| id.as_bytes(),
    PasskeyId: |id| id.as_bytes(),
    SuggestionId: |id| id.as_bytes(),
    PayoutId: |id| id.as_bytes(),
    TopicId: |id| id.as_bytes(),
    PostId: |id| id.as_bytes(),
    CommentId: |id| id.as_bytes(),
    ReportId: |id| id.as_bytes(),
    AuditId: |id| id.as_bytes(),
    WebhookId: |id| id.as_bytes(),
    WebhookDeliveryId: |id| id.as_bytes(),
    OutgoingEventId: |id| id.as_bytes(),
    FormCode: |code| code.as_bytes(),
    SecretHash: |hash| &hash.0,
    BlobHash: |hash| hash.as_bytes(),
    MailFingerprint: |mail| &mail.0,
}

/// Raw bytes of a key or of a part of a key.
impl Key for Vec<u8> {
    fn write(&self, key: &mut Vec<u8>) {
        key.extend_from_slice(self);
    }
}

impl Key for u32 {
    fn write(&self, key: &mut Vec<u8>) {
        key.extend_from_slice(&self.to_be_bytes());
    }
}

impl Key for Day {
    fn write(&self, key: &mut Vec<u8>) {
        self.number().write(key);
    }
}

impl Key for PlayId {
    fn write(&self, key: &mut Vec<u8>) {
        (self.day, self.number).write(key);
    }
}

impl Key for Timestamp {
    fn write(&self, key: &mut Vec<u8>) {
        key.extend_from_slice(&Timestamp::to_key(*self));
    }
}

impl<A: Key, B: Key> Key for (A, B) {
    fn write(&self, key: &mut Vec<u8>) {
        self.0.write(key);
        self.1.write(key);
    }
}

impl<A: Key, B: Key, C: Key> Key for (A, B, C) {
    fn write(&self, key: &mut Vec<u8>) {
        self.0.write(key);
        self.1.write(key);
        self.2.write(key);
    }
}

impl<A: Key, B: Key, C: Key, D: Key> Key for (A, B, C, D) {
    fn write(&self, key: &mut Vec<u8>) {
        self.0.write(key);
        self.1.write(key);
        self.2.write(key);
        self.3.write(key);
    }
}

/// Empty prefix, which matches every entry.
pub(super) struct EmptyPrefix;

impl Key for EmptyPrefix {
    fn write(&self, _key: &mut Vec<u8>) {}
}

/// First key after all keys that start with `prefix`; `None` if there is none.
pub(super) fn successor(prefix: &[u8]) -> Option<Vec<u8>> {
    let last = prefix.iter().rposition(|byte| *byte != u8::MAX)?;
    let mut next = prefix[..=last].to_vec();
    next[last] += 1;
    Some(next)
}

/// Reads the identifier in the 16 bytes of a key that begin at `place`.
pub(super) fn id_at(key: &[u8], place: usize) -> [u8; 16] {
    let mut id = [0; 16];
    id.copy_from_slice(&key[place..place + 16]);
    id
}

/// Reads the identifier in the last 16 bytes of a key.
pub(super) fn last_id(key: &[u8]) -> [u8; 16] {
    id_at(key, key.len() - 16)
}

/// Reads the post in the subject of a report, whose 17 bytes begin at `place`. `None` when it is about something else.
pub(super) fn post_at(key: &[u8], place: usize) -> Option<PostId> {
    (key[place] == 0).then(|| PostId::from_bytes(id_at(key, place + 1)))
}

/// Reads the play in the last 8 bytes of a key.
pub(super) fn last_play(key: &[u8]) -> PlayId {
    let number = |from_end: usize| {
        let mut bytes = [0; 4];
        bytes.copy_from_slice(&key[key.len() - from_end..][..4]);
        u32::from_be_bytes(bytes)
    };
    PlayId { day: Day::from_number(number(8)), number: number(4) }
}

/// Reads the hash in the last 32 bytes of a key.
pub(super) fn last_hash(key: &[u8]) -> SecretHash {
    let mut hash = [0; 32];
    hash.copy_from_slice(&key[key.len() - 32..]);
    SecretHash(hash)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn successor_is_end_of_key_prefix() {
        assert_eq!(successor(&[1, 2]), Some(vec![1, 3]));
        assert_eq!(successor(&[1, 255]), Some(vec![2]));
        assert_eq!(successor(&[255, 255]), None);
        assert_eq!(successor(&[]), None);
    }
}
