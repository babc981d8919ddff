//! Answers that members mail: each waits until its author has checked it and handed it in.

use serde::{Deserialize, Serialize};

use super::blob::BlobHash;
use super::book::QuestionKey;
use super::id::{AccountId, BookId, MailedAnswerId};
use super::post_address::MailSecret;
use super::time::Timestamp;

/// Beginning of the local part of a reply address: `answer+secret@post.example.org`. A member's address for posts has a dot, so
/// neither can be taken for the other.
const PREFIX: &str = "answer+";

/// Purpose of an address to which a member answers a question. Stored by the hash of its secret.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ReplyAddress {
    pub member: AccountId,
    pub book: BookId,
    pub question: QuestionKey,
    pub made_at: Timestamp,
}

/// Local part of the reply address with this secret.
pub fn reply_address(secret: &MailSecret) -> String {
    format!("{PREFIX}{}", secret.reveal())
}

/// Secret of a reply address by its local part, in any case; `None` for any other address.
pub fn parse_reply_address(local: &str) -> Option<MailSecret> {
    let (prefix, secret) = local.split_at_checked(PREFIX.len())?;
    MailSecret::parse(secret).filter(|_| prefix.eq_ignore_ascii_case(PREFIX))
}

/// Answer that came by mail. A member has at most one for a question: a second one replaces it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct MailedAnswer {
    pub id: MailedAnswerId,
    pub member: AccountId,
    pub book: BookId,
    pub question: QuestionKey,
    pub content: MailedContent,
    pub received_at: Timestamp,
}

/// Content of an answer that came by mail.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum MailedContent {
    /// A PNG of one answer box, read from a form.
    Hand { picture: BlobHash },
    /// A PNG of a whole page, and the PDF that it was drawn from.
    Page { picture: BlobHash, pdf: Option<BlobHash> },
    /// Text as it was written, which may be too long for a memo.
    Text { text: String },
}

impl MailedContent {
    /// The picture that shows the answer.
    pub fn picture(&self) -> Option<BlobHash> {
        match self {
            Self::Hand { picture } | Self::Page { picture, .. } => Some(*picture),
            Self::Text { .. } => None,
        }
    }

    /// The stored files that the answer needs.
    pub fn blobs(&self) -> impl Iterator<Item = BlobHash> + use<> {
        let pdf = match self {
            Self::Page { pdf, .. } => *pdf,
            Self::Hand { .. } | Self::Text { .. } => None,
        };
        self.picture().into_iter().chain(pdf)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reply_address_parses_in_any_case() {
        let secret = MailSecret::new([7; 10]);
        let local = reply_address(&secret);
        assert_eq!(parse_reply_address(&local), Some(secret.clone()));
        assert_eq!(parse_reply_address(&local.to_uppercase()), Some(secret.clone()));
        let own = secret.reveal();
        for other in ["", "answer", "answer+", "ä+", "mara.letters", &format!("reply+{own}"), own]
        {
            assert_eq!(parse_reply_address(other), None, "{other}");
        }
    }
}
