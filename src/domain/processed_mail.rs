//! Deduplication of mails that became posts or answers: a mail server that has not received our acceptance delivers the mail again.

use std::time::Duration;

use serde::{Deserialize, Serialize};

use super::blob::BlobHash;
use super::book::QuestionKey;
use super::id::{AccountId, BookId, TopicId};
use super::time::Timestamp;

/// Retention of fingerprints: longer than the five days after which mail servers give up.
pub const REPLY_RETENTION: Duration = Duration::from_hours(24 * 7);

/// Fingerprint of a mail to one recipient, independent of the headers that were added on its way.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct MailFingerprint(pub [u8; 32]);

impl MailFingerprint {
    /// Hashes the author, the topic, the `Message-ID` and the files. The `Message-ID` alone is not enough: some programs give the
    /// same one to every mail.
    pub fn of(author: AccountId, topic: TopicId, name: &str, files: &[BlobHash]) -> Self {
        let mut hash = blake3::Hasher::new();
        hash.update(author.as_bytes()).update(topic.as_bytes());
        Self::of_content(hash, name, files)
    }

    /// Like [`Self::of`], for a reply to a question. Its text counts as a file.
    pub fn of_reply(
        author: AccountId,
        (book, question): (BookId, &QuestionKey),
        name: &str,
        files: &[BlobHash],
    ) -> Self {
        let mut hash = blake3::Hasher::new();
        hash.update(author.as_bytes()).update(book.as_bytes());
        hash.update(blake3::hash(question.as_str().as_bytes()).as_bytes());
        Self::of_content(hash, name, files)
    }

    fn of_content(mut hash: blake3::Hasher, name: &str, files: &[BlobHash]) -> Self {
        hash.update(blake3::hash(name.as_bytes()).as_bytes());
        for file in files {
            hash.update(file.as_bytes());
        }
        Self(*hash.finalize().as_bytes())
    }
}

/// Record of a mail that became posts or answers, with the time.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ProcessedMail {
    pub mail: MailFingerprint,
    pub at: Timestamp,
}
