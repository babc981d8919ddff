//! SMTP replies: a code, an enhanced status code, and a text.

use crate::services::inbound_mail::{DeliveryResult, Rejection, naming};

/// Maximum length of a reply's text: a line has 512 bytes with its codes and its end.
const MAX_TEXT_LENGTH: usize = 400;

/// Reply of one line or several, without its end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Reply(String);

impl Reply {
    /// Reply of a fixed line.
    pub(super) fn new(line: &str) -> Self {
        Self(line.to_owned())
    }

    /// Reply with a text that may come from elsewhere: everything but printable ASCII is replaced.
    pub(super) fn with_words(code: &str, words: &str) -> Self {
        let plain = |c: char| if c.is_ascii_graphic() || c == ' ' { c } else { '?' };
        let words: String = words.chars().map(plain).take(MAX_TEXT_LENGTH).collect();
        Self(format!("{code} {words}"))
    }

    /// Reply of several lines. The last has a space after its code.
    pub(super) fn of_lines(code: &str, lines: &[String]) -> Self {
        let last = lines.len().saturating_sub(1);
        let marks = lines.iter().enumerate().map(|(n, line)| {
            let mark = if n == last { ' ' } else { '-' };
            format!("{code}{mark}{line}")
        });
        Self(marks.collect::<Vec<_>>().join("\r\n"))
    }

    pub(super) fn line(&self) -> &str {
        &self.0
    }

    /// Whether it is a temporary or permanent refusal.
    pub(super) fn is_refusal(&self) -> bool {
        self.0.starts_with(['4', '5'])
    }
}

impl From<&Rejection> for Reply {
    fn from(refusal: &Rejection) -> Self {
        Self::with_words(refusal.why.code(), &refusal.message)
    }
}

impl From<&DeliveryResult> for Reply {
    fn from(outcome: &DeliveryResult) -> Self {
        match outcome {
            DeliveryResult::Posted { posts, left_out } => {
                let noun = if posts.len() == 1 { "post" } else { "posts" };
                let words = format!("Ok: {} {noun} pending", posts.len());
                Self::with_words("250 2.0.0", &naming(&words, left_out))
            }
            DeliveryResult::Answered { answers, left_out } => {
                let noun = if *answers == 1 { "answer" } else { "answers" };
                let words = format!("Ok: {answers} {noun} to check");
                Self::with_words("250 2.0.0", &naming(&words, left_out))
            }
            DeliveryResult::Repeated => Self::new("250 2.0.0 Ok: delivered before"),
            DeliveryResult::Ignored => Self::new("250 2.0.0 Ok: accepted, not posted"),
            DeliveryResult::Refused(refusal) => refusal.into(),
        }
    }
}

/// Combines the results of all recipients into one reply: the first temporary refusal, so that the mail is sent again and misses
/// no recipient; posts that were made already are recognised then. A permanent refusal says for how many recipients the mail was
/// accepted all the same.
pub(super) fn of_all(outcomes: &[DeliveryResult]) -> Reply {
    let refusals = || {
        outcomes.iter().filter_map(|outcome| match outcome {
            DeliveryResult::Refused(refusal) => Some(refusal),
            DeliveryResult::Posted { .. }
            | DeliveryResult::Answered { .. }
            | DeliveryResult::Repeated
            | DeliveryResult::Ignored => None,
        })
    };
    if let Some(later) = refusals().find(|refusal| refusal.why.is_temporary()) {
        return later.into();
    }
    let taken = outcomes.len() - refusals().count();
    match (refusals().next(), taken) {
        (Some(refusal), 0) => refusal.into(),
        (Some(refusal), taken) => {
            let all = outcomes.len();
            let words = format!("{} (accepted for {taken} of {all} recipients)", refusal.message);
            Reply::with_words(refusal.why.code(), &words)
        }
        (None, _) => outcomes.first().map_or(Reply::new("250 2.0.0 Ok"), Into::into),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::services::inbound_mail::RejectReason;

    fn refused(why: RejectReason) -> DeliveryResult {
        DeliveryResult::Refused(Rejection::new(why, "words"))
    }

    #[test]
    fn reply_text_cannot_inject_lines() {
        let reply = Reply::with_words("550 5.6.0", "a\r\n250 ok\u{7}é");
        assert_eq!(reply.line(), "550 5.6.0 a??250 ok??");
        assert!(Reply::with_words("550", &"x".repeat(9_000)).line().len() < 512);
        let lines = ["a", "b"].map(str::to_owned);
        assert_eq!(Reply::of_lines("250", &lines).line(), "250-a\r\n250 b");
    }

    #[test]
    fn combined_smtp_reply_reports_worst_result() {
        let (posted, no) = (DeliveryResult::Repeated, refused(RejectReason::NoPage));
        let (busy, ignored) = (refused(RejectReason::Busy), DeliveryResult::Ignored);
        let of = |outcomes: &[&DeliveryResult]| {
            let outcomes: Vec<_> = outcomes.iter().map(|outcome| (*outcome).clone()).collect();
            of_all(&outcomes).line().to_owned()
        };
        assert_eq!(of(&[&posted, &ignored]), "250 2.0.0 Ok: delivered before");
        assert_eq!(of(&[&posted, &no, &busy]), "451 4.3.2 words");
        assert_eq!(of(&[&no, &no]), "550 5.6.1 words");
        assert_eq!(of(&[&posted, &no]), "550 5.6.1 words (accepted for 1 of 2 recipients)");
    }
}
