//! Reports of posts, comments and memos by members, and the verdicts of admins on them.

use std::str::FromStr;

use serde::{Deserialize, Serialize};

use super::id::{AccountId, CommentId, MemoId, PostId, ReportId};
use super::message::Message;
use super::text::{has_unprintable, to_one_line, to_paragraphs};
use super::time::Timestamp;

const MAX_LENGTH: usize = 500;
const REASON_INVALID: Message =
    Message::new("reason-invalid", "The reason has at most {max} characters that can be printed.");

/// Subject of a report. Stored, so variants are only ever appended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum ReportTarget {
    Post(PostId),
    Comment(CommentId),
    Memo(MemoId),
}

impl ReportTarget {
    /// The word for its kind, in addresses and in JSON.
    pub fn kind(self) -> &'static str {
        match self {
            Self::Post(_) => "post",
            Self::Comment(_) => "comment",
            Self::Memo(_) => "memo",
        }
    }

    pub fn id(self) -> String {
        match self {
            Self::Post(id) => id.to_string(),
            Self::Comment(id) => id.to_string(),
            Self::Memo(id) => id.to_string(),
        }
    }

    /// Parses a kind and an id; `None` when either is invalid.
    pub fn parse(kind: &str, id: &str) -> Option<Self> {
        match kind {
            "post" => id.parse().ok().map(Self::Post),
            "comment" => id.parse().ok().map(Self::Comment),
            "memo" => id.parse().ok().map(Self::Memo),
            _ => None,
        }
    }
}

/// Report by a member. The reporter does not see the reported post, comment or memo any more.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Report {
    pub id: ReportId,
    pub reporter: AccountId,
    pub about: ReportTarget,
    pub reason: String,
    pub made_at: Timestamp,
    pub resolution: Option<Resolution>,
}

/// Resolution of a report by an admin.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Resolution {
    pub at: Timestamp,
    pub verdict: Verdict,
    /// Note for other admins; may be empty.
    pub note: String,
}

/// Decision of an admin on reported content.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Verdict {
    /// Hides the content from everybody but its author and admins, until it is shown again.
    Hide,
    /// Leaves the content visible, or shows it again.
    Show,
    /// Removes the content for good.
    Remove,
}

impl Verdict {
    pub const ALL: [Self; 3] = [Self::Hide, Self::Show, Self::Remove];

    /// The word on the command line and in JSON.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Hide => "hide",
            Self::Show => "show",
            Self::Remove => "remove",
        }
    }
}

impl FromStr for Verdict {
    type Err = Message;

    fn from_str(text: &str) -> Result<Self, Message> {
        Self::ALL.into_iter().find(|verdict| verdict.as_str() == text).ok_or_else(|| {
            let known = Self::ALL.map(Self::as_str).join(", ");
            Message::new("verdict-unknown", "There is no such verdict. Choose from {choices}.")
                .with("choices", known)
        })
    }
}

/// Parses the reason of a report, on one line.
///
/// # Errors
/// A message when the reason is empty or too long, or has characters that cannot be printed.
pub fn parse_reason(text: &str) -> Result<String, Message> {
    let reason = to_one_line(text);
    if reason.is_empty() {
        return Err(Message::new(
            "report-reason-required",
            "Please say in a few words what is wrong with it.",
        ));
    }
    check(reason, REASON_INVALID)
}

/// Parses the reason that is sent to the author of a hidden or removed memo, in its lines.
///
/// # Errors
/// A message when the reason is empty or too long, or has characters that cannot be printed.
pub fn parse_why(text: &str) -> Result<String, Message> {
    let why = to_paragraphs(text);
    if why.is_empty() {
        return Err(Message::new(
            "removal-reason-required",
            "Please give a reason. The author will see it.",
        ));
    }
    check(why, REASON_INVALID)
}

/// Parses the note of an admin, on one line; may be empty.
///
/// # Errors
/// A message when the note is too long, or has characters that cannot be printed.
pub fn parse_note(text: &str) -> Result<String, Message> {
    let invalid =
        Message::new("note-invalid", "A note has at most {max} characters that can be printed.");
    check(to_one_line(text), invalid)
}

fn check(text: String, invalid: Message) -> Result<String, Message> {
    let is_good = text.chars().count() <= MAX_LENGTH && !has_unprintable(&text);
    if is_good { Ok(text) } else { Err(invalid.with("max", MAX_LENGTH)) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn report_reason_is_short_and_note_optional() {
        assert_eq!(parse_reason(" Rude\n words. "), Ok("Rude words.".into()));
        assert_eq!(parse_note(" "), Ok(String::new()));
        assert_eq!(parse_note("Rude\nwords."), Ok("Rude words.".into()));
        assert_eq!(parse_why("It is rude.\r\n\r\nSorry."), Ok("It is rude.\n\nSorry.".into()));
        for bad in ["", " \n", "a\u{202e}b", &"x".repeat(501)] {
            assert!(parse_reason(bad).is_err(), "{bad:?}");
        }
    }

    #[test]
    fn reported_content_has_kind_and_id() {
        let post = PostId::new(Timestamp { seconds: 1, nanoseconds: 0 }, [1; 10]);
        let reported = ReportTarget::Post(post);
        assert_eq!(ReportTarget::parse(reported.kind(), &reported.id()), Some(reported));
        let memo =
            ReportTarget::Memo(MemoId::new(Timestamp { seconds: 1, nanoseconds: 0 }, [2; 10]));
        assert_eq!(ReportTarget::parse("memo", &memo.id()), Some(memo));
        assert_eq!(ReportTarget::parse("book", &reported.id()), None);
        assert_eq!(ReportTarget::parse("comment", "x"), None);
    }
}
