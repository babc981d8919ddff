//! Mails that became posts, so that one that comes twice does not make them twice: a mail server that has not heard our yes
//! sends it again.

use std::time::Duration;

use serde::{Deserialize, Serialize};

use super::blob::BlobHash;
use super::id::{AccountId, TopicId};
use super::time::Time;

/// Mail servers give up after five days.
pub const REMEMBERED_FOR: Duration = Duration::from_hours(24 * 7);

/// What one mail is to one recipient, whatever was added to it on its way.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct MailFingerprint(pub [u8; 32]);

impl MailFingerprint {
    /// The name that its sender's program gave it is not enough: some give the same to every mail.
    pub fn of(author: AccountId, topic: TopicId, name: &str, files: &[BlobHash]) -> Self {
        let mut hash = blake3::Hasher::new();
        hash.update(author.as_bytes()).update(topic.as_bytes());
        hash.update(blake3::hash(name.as_bytes()).as_bytes());
        for file in files {
            hash.update(file.as_bytes());
        }
        Self(*hash.finalize().as_bytes())
    }
}

/// When a mail became posts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ProcessedMail {
    pub mail: MailFingerprint,
    pub at: Time,
}
