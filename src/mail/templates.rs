//! The words of every mail, as text and as HTML. Names and titles are data: in HTML they are escaped.

mod editions;
mod entries;
mod payouts;

use crate::domain::wrong_codes::MAX_WRONG_CODES;

pub use editions::{book_published, pictures_missing};
pub use entries::{JudgedEntry, entry_judged};
pub use payouts::{payout_approved, payout_claimed, payout_paid, payout_rejected, play_won};

/// A mail before it has an addressee.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Letter {
    pub subject: String,
    pub text: String,
    pub html: String,
}

/// Asks a new member to prove that the address is theirs.
///
/// Nothing that was typed at sign-up is in it: it may be sent to a stranger, with somebody else's advertisement for a name.
pub fn verify_email(community: &str, link: &str) -> Letter {
    letter(
        &format!("Please verify your email for {community}"),
        None,
        &[
            format!("Welcome to {community}. Open this link to verify your email address:"),
            link.to_owned(),
            "The link works once, within 24 hours. If you did not sign up, open it and choose \u{201c}This wasn\u{2019}t me\u{201d}: that deletes the account."
                .to_owned(),
        ],
    )
}

/// Leads somebody who forgot the password to a new one.
pub fn reset_password(community: &str, name: &str, link: &str) -> Letter {
    letter(
        &format!("Choose a new password for {community}"),
        Some(name),
        &[
            format!("Somebody asked for a new password for your account at {community}. Open this link to choose one:"),
            link.to_owned(),
            "The link works once, within 60 minutes. If you did not ask for it, you need not do anything: your password stays as it is.".to_owned(),
        ],
    )
}

/// Asks the reader of a new address, who may be a stranger, to confirm that it is theirs.
pub fn change_email(community: &str, link: &str) -> Letter {
    letter(
        &format!("Please confirm your new email address for {community}"),
        None,
        &[
            format!("This is to become the email address of your account at {community}. Open this link to confirm it:"),
            link.to_owned(),
            "The link works once, within 24 hours. If you did not ask for it, you need not do anything.".to_owned(),
        ],
    )
}

/// Tells the reader of the old address, who may not have asked for the change.
pub fn email_change_notice(community: &str, name: &str, address: &str, link: &str) -> Letter {
    letter(
        &format!("Your email address for {community} is about to change"),
        Some(name),
        &[
            format!("Your account at {community} is to have the email address {address} from now on. If that was you, you need not do anything."),
            "If it was not you, open this link within 7 days. It keeps or brings back this address, and signs your account out everywhere:".to_owned(),
            link.to_owned(),
            "Then choose a new password: somebody else may know the present one.".to_owned(),
        ],
    )
}

/// Tells a member that somebody who knows the password has guessed at the second step.
pub fn wrong_codes(community: &str, name: &str) -> Letter {
    letter(
        &format!("Wrong verification codes for your account at {community}"),
        Some(name),
        &[
            format!("Somebody entered your password at {community}, and then {MAX_WRONG_CODES} wrong verification codes within an hour. No code is accepted for the rest of that hour. If that was you, wait and try again."),
            "If it was not you, somebody else knows your password. Choose a new one now: your second step has kept them out.".to_owned(),
        ],
    )
}

/// Tells a member what became of a suggestion, known by its first words: a book with this name, or for now none.
pub fn suggestion_answered(
    community: &str,
    name: &str,
    suggestion: &str,
    book: Option<&str>,
    words: Option<&str>,
    link: &str,
) -> Letter {
    let outcome = match book {
        Some(book) => format!(
            "A book came of it: \u{201c}{book}\u{201d}. You find it in the library; as soon as its questions are there, you can be among the first to answer them:"
        ),
        None => "We have looked at it, and there will be no book of its own for now. That need not be the last word, and there is room for your memories in the library:".to_owned(),
    };
    let mut paragraphs = vec![
        format!("You suggested a book to {community}: \u{201c}{suggestion}\u{201d}"),
        outcome,
        link.to_owned(),
    ];
    paragraphs.extend(words.map(|words| format!("In our own words: {words}")));
    paragraphs.push("Thank you for the idea.".to_owned());
    letter(&format!("What became of your suggestion to {community}"), Some(name), &paragraphs)
}

/// Shows the operator that mail arrives.
pub fn test(community: &str) -> Letter {
    letter(
        &format!("Test mail from {community}"),
        None,
        &["You asked for this mail with `inkfold mail test`. If you can read it, mail works."
            .into()],
    )
}

fn letter(subject: &str, name: Option<&str>, paragraphs: &[String]) -> Letter {
    let greeting = name.map_or_else(|| "Hello,".to_owned(), |name| format!("Hello {name},"));
    let lines: Vec<&str> =
        std::iter::once(&greeting).chain(paragraphs).map(String::as_str).collect();
    let html: String = lines.iter().copied().map(paragraph).collect();
    Letter {
        // A subject is one line, whatever a book is called.
        subject: subject.split_whitespace().collect::<Vec<_>>().join(" "),
        text: lines.join("\n\n"),
        html: format!("<!doctype html><html lang=\"en\"><body>{html}</body></html>"),
    }
}

fn paragraph(line: &str) -> String {
    let escaped = escape(line);
    if line.starts_with("http://") || line.starts_with("https://") {
        format!("<p><a href=\"{escaped}\">{escaped}</a></p>")
    } else {
        format!("<p>{escaped}</p>")
    }
}

/// Text as HTML shows it, in content and in quoted attributes.
pub fn escape(text: &str) -> String {
    text.chars().fold(String::with_capacity(text.len()), |mut out, c| {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\'' => out.push_str("&#39;"),
            other => out.push(other),
        }
        out
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_cannot_add_markup_or_headers() {
        let letter =
            reset_password("Club\r\nBcc: x@y.org", "<b>Mara</b>", "http://host/verify?token=a&b");
        assert_eq!(letter.subject, "Choose a new password for Club Bcc: x@y.org");
        assert!(letter.html.contains("&lt;b&gt;Mara&lt;/b&gt;"));
        assert!(letter.html.contains("href=\"http://host/verify?token=a&amp;b\""));
        assert!(letter.text.contains("http://host/verify?token=a&b"));
    }

    #[test]
    fn an_answer_quotes_and_never_obeys() {
        let (book, words) = (Some("<i>Rivers</i>"), Some("See <a href=x>"));
        let letter = suggestion_answered(
            "Club",
            "Mara",
            "<b>Rivers</b>",
            book,
            words,
            "http://host/library",
        );
        for kept in ["<b>Rivers</b>", "<i>Rivers</i>", "See <a href=x>"] {
            assert!(letter.text.contains(kept), "{}", letter.text);
            assert!(letter.html.contains(&escape(kept)) && !letter.html.contains(kept));
        }
        assert_eq!(letter.subject, "What became of your suggestion to Club");
    }
}
