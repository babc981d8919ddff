//! Inbound mail, parsed within limits.

use mail_parser::{Address, Message, MessageParser, PartType};

use super::auth_results::Results;
use super::automatic;
use super::charset::Charsets;
use super::headers::Headers;
use super::limits;
use super::pages::Files;
use super::reply_text::{self, OwnWords};
use super::text::TypedText;
use crate::domain::account::Email;
use crate::domain::post::Words;

/// Number of `Received` headers above which a mail is in a loop (RFC 5321, 6.3).
const MAX_HOPS: usize = 50;
/// Maximum number of pages in one mail.
const MAX_PAGES: usize = 10;
/// Maximum length of a caption in characters; a longer subject is cut.
const MAX_CAPTION_LENGTH: usize = 200;

/// Mail from which pages can be posted.
#[derive(Debug)]
pub struct InboundMessage {
    /// Address of the sender; `None` unless the From header is one plain address.
    pub from: Option<Email>,
    /// Subject as a caption.
    pub words: Words,
    /// Message id; may be empty.
    pub name: String,
    /// Whether the mail was sent by a program, such as a vacation responder (RFC 3834).
    pub is_automatic: bool,
    /// Text with all that the mail program has added.
    text: String,
    behind_picture: String,
    subject: String,
    files: Files,
    results: Vec<Results>,
}

/// Text that answers a mail.
#[derive(Debug, PartialEq, Eq)]
pub struct Answer {
    /// Text without the mail that is answered and without a signature.
    pub text: String,
    /// Whether the pages are pictures within the text, such as the logo of a signature.
    pub has_pages_within: bool,
}

/// Reason for which a mail cannot be posted, with a message for its sender.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum MessageError {
    #[error("mail loop detected")]
    Loop,
    #[error("the head of this mail is too long")]
    LongHead,
    #[error("this mail has too many parts")]
    ManyParts,
    #[error("this mail contains another one that is encoded: attach the page itself")]
    PackedMail,
    #[error("this mail cannot be read")]
    Unreadable,
    #[error("there is no page in this mail: attach a PNG or a PDF")]
    NoPage,
    #[error(
        "there is a {0} picture in this mail, and pages are PNG or PDF: scan or print it to PDF, or export it as PNG, and send that"
    )]
    WrongFormat(&'static str),
    #[error("there are too many pages in this mail: attach at most 10 files")]
    ManyPages,
}

impl InboundMessage {
    /// Parses a raw mail.
    ///
    /// # Errors
    /// [`MessageError`] when a limit is exceeded or the mail cannot be parsed.
    pub fn read(mail: &[u8]) -> Result<Self, MessageError> {
        let headers = Headers::of(mail).ok_or(MessageError::LongHead)?;
        if headers.count("received") > MAX_HOPS {
            return Err(MessageError::Loop);
        }
        limits::check(mail)?;
        let message = MessageParser::default().parse(mail).ok_or(MessageError::Unreadable)?;
        if count_parts(&message) > limits::MAX_PARTS {
            return Err(MessageError::ManyParts);
        }
        let charsets = Charsets::of_sender(&message);
        let TypedText { text, behind_picture, files: written } = TypedText::of(&message, &charsets);
        let from = headers.only("from").filter(|from| is_plain(from));
        let from = from.and_then(|_| only_address(message.from()?));
        let subject = charsets.subject(&message);
        let name = message.message_id().unwrap_or_default().to_owned();
        let is_reaction = automatic::is_reaction(&message);
        let files = Files::of(message, &written);
        let is_automatic = is_reaction
            || automatic::by_headers(&headers)
            || (files.meant.is_empty() && automatic::is_probable(&headers, &subject));
        Ok(Self {
            from,
            words: caption(&subject),
            name,
            is_automatic,
            text,
            behind_picture,
            subject,
            results: headers.exactly("authentication-results").filter_map(Results::parse).collect(),
            files,
        })
    }

    /// Files in the mail that are meant as pages: PNG and PDF by content or by type.
    ///
    /// # Errors
    /// [`MessageError`] when there is a picture of another format.
    pub fn pages(&self) -> Result<&[Vec<u8>], MessageError> {
        match self.files.unusable {
            Some(format) => Err(MessageError::WrongFormat(format)),
            None => Ok(&self.files.pages),
        }
    }

    /// Returns [`InboundMessage::pages`], if their number is allowed.
    ///
    /// # Errors
    /// [`MessageError`] when there are none, or too many, or others.
    pub fn require_pages(&self) -> Result<&[Vec<u8>], MessageError> {
        let pages = self.pages()?;
        match pages.len() {
            0 => Err(MessageError::NoPage),
            1..=MAX_PAGES => Ok(pages),
            _ => Err(MessageError::ManyPages),
        }
    }

    /// Text that the sender wrote. `None` for a reaction, which a program has written.
    pub fn answer(&self, mut own: OwnWords) -> Option<Answer> {
        own.add_subject(&self.subject);
        let text = reply_text::extract(&self.text, &own);
        if reply_text::is_reaction(&text, &own) {
            return None;
        }
        let goes_on = || !reply_text::extract(&self.behind_picture, &own).is_empty();
        let has_pages_within = self.files.are_in_text || (self.files.are_inline && goes_on());
        Some(Answer { text, has_pages_within })
    }

    /// Names of the files that are not taken beside the pages.
    pub fn left_out_beside_pages(&self) -> &[String] {
        &self.files.left_out
    }

    /// Names of the files that are not taken beside the text.
    pub fn left_out_beside_text(&self) -> Vec<String> {
        self.files.meant.iter().chain(&self.files.left_out).cloned().collect()
    }

    /// Whether the mail server with this name reports that DMARC passed for the domain of the From header. All results
    /// in its name must say so: a contradiction may be a forged header.
    pub fn passes_dmarc(&self, authserv_id: &str) -> bool {
        let Some((_, domain)) = self.from.as_ref().and_then(|from| from.as_str().split_once('@'))
        else {
            return false;
        };
        let authserv_id = authserv_id.to_ascii_lowercase();
        let own = self.results.iter().filter(|results| results.authserv_id == authserv_id);
        let mut dmarc = own.flat_map(|results| &results.dmarc).peekable();
        let passes = |(result, from): &(String, Option<String>)| {
            result == "pass" && from.as_deref() == Some(&*domain.to_ascii_lowercase())
        };
        !authserv_id.is_empty() && dmarc.peek().is_some() && dmarc.all(passes)
    }
}

/// Number of parts, also of mails that are attached.
fn count_parts(message: &Message<'_>) -> usize {
    let inner = message.parts.iter().map(|part| match &part.body {
        PartType::Message(inner) => count_parts(inner),
        _ => 0,
    });
    message.parts.len() + inner.sum::<usize>()
}

/// Whether every program reads the same address from a From header: it has one @ outside of quotes, and no ambiguous quoting.
fn is_plain(from: &str) -> bool {
    if from.contains('\\') || (from.contains('"') && from.contains('(')) {
        return false;
    }
    let (mut ats, mut is_quoted) = (0, false);
    for c in from.chars() {
        match c {
            '"' => is_quoted = !is_quoted,
            '@' if !is_quoted => ats += 1,
            _ => {}
        }
    }
    ats == 1
}

fn only_address(from: &Address<'_>) -> Option<Email> {
    let mut all = from.iter();
    let only = all.next().filter(|_| all.next().is_none())?;
    Email::parse(only.address()?).ok()
}

/// Subject as a caption: one line of printable characters, cut to the maximum length.
fn caption(subject: &str) -> Words {
    let printable = |c: &char| Words::parse(&c.to_string(), "").is_ok();
    let line = subject.split_whitespace().collect::<Vec<_>>().join(" ");
    let caption: String = line.chars().filter(printable).take(MAX_CAPTION_LENGTH).collect();
    Words::parse(&caption, "").unwrap_or_default()
}

#[cfg(test)]
mod field_mails;
#[cfg(test)]
mod large_mails;
#[cfg(test)]
mod tests;
