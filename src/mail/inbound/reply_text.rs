//! Text of a reply, without the mail that it answers and without a signature.
//!
//! Mail programs quote in their own ways and languages. What they have in common is that our own mail comes back: its addresses, its
//! names, its subject and its first line. Text that these do not mark stays, because its author sees it before handing it in.

mod automatic_lines;
mod lines;
mod quotation;

use automatic_lines::without_signature;
use quotation::Lines;

/// Line in mails that ask a question. Everything from it on is the question again.
const REPLY_MARK: &str = "write your answer above this line";
/// Maximum length of a prefix of a subject, such as `Antw:`, in characters.
const MAX_PREFIX_LENGTH: usize = 6;
/// Minimum length of a subject in characters: a shorter one may be a line of an answer.
const MIN_SUBJECT_LENGTH: usize = 10;

/// Words of the mail that is answered, in lower case, by which its quotation is recognised.
#[derive(Debug, Default)]
pub struct OwnWords {
    /// Our addresses, or their ends from the `@` on.
    pub addresses: Vec<String>,
    /// Address of the member.
    pub member: String,
    /// Name of the community, which is the sender.
    pub name: String,
    /// Lines at its beginning, such as the subject. None is empty.
    pub lines: Vec<String>,
}

impl OwnWords {
    /// Adds the subject of a reply, without the prefixes of mail programs.
    pub(super) fn add_subject(&mut self, subject: &str) {
        let subject = subject.to_lowercase();
        let subject = without_prefixes(&subject);
        if subject.chars().count() >= MIN_SUBJECT_LENGTH {
            self.lines.push(subject.to_owned());
        }
    }

    fn are_in(&self, line: &str) -> bool {
        self.addresses.iter().any(|address| line.contains(address.as_str()))
    }
}

fn without_prefixes(mut subject: &str) -> &str {
    while let Some((prefix, rest)) = subject.split_once([':', '：'])
        && prefix.trim().chars().count() <= MAX_PREFIX_LENGTH
        && !prefix.trim().contains(' ')
    {
        subject = rest;
    }
    subject.trim()
}

/// Extracts the part of a text that its sender wrote.
pub(super) fn extract(text: &str, own: &OwnWords) -> String {
    let lines = Lines::of(text, own);
    let end = lines.begin_of_quotation().map_or(lines.len(), |begin| lines.end_of_answer(begin));
    without_signature(&lines.typed[..end]).join("\n").trim().to_owned()
}

/// Whether a text is a reaction, which some programs send as a mail: a verb and words of the mail in quotation marks.
pub(super) fn is_reaction(text: &str, own: &OwnWords) -> bool {
    let text = text.to_lowercase();
    if !text.contains('\n')
        && (text.ends_with(" reacted via gmail") || text.contains(" reacted to your message"))
    {
        return true;
    }
    let is_mark = |c: char| "\"“”„«»‘’「」".contains(c);
    let Some((verb, quoted)) = text.split_once(is_mark) else { return false };
    let Some(quoted) = quoted.strip_suffix(is_mark) else { return false };
    let quoted = quoted.trim_end_matches(['…', '.']).trim();
    let is_verb = (1..=3).contains(&verb.split_whitespace().count());
    let known = own.lines.iter().map(String::as_str).chain([REPLY_MARK]);
    is_verb
        && !quoted.is_empty()
        && known.into_iter().any(|line| line.contains(quoted) && quoted.len() * 2 > line.len())
}

#[cfg(test)]
mod languages;
#[cfg(test)]
mod tests;
