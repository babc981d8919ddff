//! Mails to the writer of an entry that an admin hides, shows again or removes.

use crate::domain::report::Verdict;

use super::{Letter, letter};

/// An entry that an admin has decided on.
pub struct JudgedEntry<'a> {
    pub book: &'a str,
    /// The prompt that it answers.
    pub question: &'a str,
    /// Empty when it is shown again.
    pub why: &'a str,
    /// To the member's entries in the book.
    pub link: &'a str,
}

/// Tells a writer what an admin has decided about an entry, and why.
pub fn entry_judged(
    community: &str,
    name: &str,
    verdict: Verdict,
    entry: &JudgedEntry<'_>,
) -> Letter {
    let JudgedEntry { book, question, why, link } = entry;
    let (subject, outcome) = match verdict {
        Verdict::Hide => (
            format!("An entry of yours is hidden at {community}"),
            "An admin has hidden your entry. Only you and the admins see it, and the next edition leaves it out.",
        ),
        Verdict::Show => (
            format!("An entry of yours is shown again at {community}"),
            "Your entry is no longer hidden. Readers see it as before, and the next edition has it.",
        ),
        Verdict::Remove => (
            format!("An entry of yours was removed at {community}"),
            "An admin has removed your entry for good. You can answer the question anew.",
        ),
    };
    let mut paragraphs =
        vec![format!("\u{201c}{question}\u{201d}, in \u{201c}{book}\u{201d}"), outcome.to_owned()];
    if !why.is_empty() {
        paragraphs.push(format!("The reason: {why}"));
    }
    paragraphs.push((*link).to_owned());
    letter(&subject, Some(name), &paragraphs)
}

#[cfg(test)]
mod tests {
    use super::super::escape;
    use super::*;

    #[test]
    fn entry_letter_quotes_reason_as_text() {
        let entry = JudgedEntry {
            book: "<i>Rivers</i>",
            question: "What is <b>blue</b>?",
            why: "It names <a href=x>",
            link: "http://host/entries/1",
        };
        for verdict in Verdict::ALL {
            let letter = entry_judged("Club", "Mara", verdict, &entry);
            for kept in [entry.book, entry.question, entry.why] {
                assert!(letter.text.contains(kept), "{}", letter.text);
                assert!(letter.html.contains(&escape(kept)) && !letter.html.contains(kept));
            }
        }
    }
}
