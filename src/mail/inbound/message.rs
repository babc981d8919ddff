//! Inbound mail, parsed within limits.

use mail_parser::{Address, MessageParser};

use super::auth_results::Results;
use super::charset::Charsets;
use super::headers::Headers;
use super::limits;
use super::pages::{self, Pages};
use super::reply_text;
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
    /// Text that the sender wrote, without the mail that is answered and without a signature.
    pub reply: String,
    /// Files in the mail that are PNG or PDF by content or by type.
    pub pages: Vec<Vec<u8>>,
    /// Whether the pages are pictures within the text, which may be the logo of a signature.
    pub are_pages_in_text: bool,
    results: Vec<Results>,
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
    #[error("this mail contains another one as an attachment: attach the page itself")]
    PackedMail,
    #[error("this mail cannot be read")]
    Unreadable,
    #[error("there is no page in this mail: attach a PNG or a PDF")]
    NoPage,
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
        if message.parts.len() > limits::MAX_PARTS {
            return Err(MessageError::ManyParts);
        }
        let charsets = Charsets::of_sender(&message);
        let reply = reply_text::extract(&message, &charsets);
        let from = headers.only("from").filter(|from| is_plain(from));
        let from = from.and_then(|_| only_address(message.from()?));
        let words = caption(&charsets.subject(&message));
        let name = message.message_id().unwrap_or_default().to_owned();
        let Pages { files: pages, are_in_text } = pages::extract_pages(message);
        Ok(Self {
            from,
            words,
            name,
            is_automatic: is_automatic(&headers),
            reply,
            results: headers.exactly("authentication-results").filter_map(Results::parse).collect(),
            pages,
            are_pages_in_text: are_in_text,
        })
    }

    /// Returns [`InboundMessage::pages`], if their number is allowed.
    ///
    /// # Errors
    /// [`MessageError`] when there are none, or too many.
    pub fn require_pages(&self) -> Result<&[Vec<u8>], MessageError> {
        match self.pages.len() {
            0 => Err(MessageError::NoPage),
            1..=MAX_PAGES => Ok(&self.pages),
            _ => Err(MessageError::ManyPages),
        }
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

fn is_automatic(headers: &Headers) -> bool {
    let says = |name: &str, is: &dyn Fn(&str) -> bool| {
        headers.all(name).any(|value| is(value.split([';', ' ', '(']).next().unwrap_or_default()))
    };
    let is_bulk = |value: &str| {
        let kinds = ["bulk", "list", "junk", "auto_reply"];
        kinds.iter().any(|kind| value.eq_ignore_ascii_case(kind))
    };
    says("auto-submitted", &|value| !value.eq_ignore_ascii_case("no"))
        || says("precedence", &is_bulk)
        || ["list-id", "x-autoreply", "x-autorespond"].iter().any(|name| headers.count(name) > 0)
        // Delivery reports with a sender, which they should not have.
        || says("content-type", &|value| value.eq_ignore_ascii_case("multipart/report"))
}

/// Subject as a caption: one line of printable characters, cut to the maximum length.
fn caption(subject: &str) -> Words {
    let printable = |c: &char| Words::parse(&c.to_string(), "").is_ok();
    let line = subject.split_whitespace().collect::<Vec<_>>().join(" ");
    let caption: String = line.chars().filter(printable).take(MAX_CAPTION_LENGTH).collect();
    Words::parse(&caption, "").unwrap_or_default()
}

#[cfg(test)]
mod large_mails;
#[cfg(test)]
mod tests;
