//! Composition of outgoing mails.

use std::time::{Duration, SystemTime};

use lettre::Message;
use lettre::message::header::{ContentTransferEncoding, ContentType, HeaderName, HeaderValue};
use lettre::message::{Attachment, Body, Mailbox, MultiPart, SinglePart};

use crate::config::Config;
use crate::domain::mail::Mail;
use crate::mail::{Error, Picture, pictures};

use super::error::one_line;

/// Maximum length of a line in bytes (RFC 5322).
const MAX_LINE_LENGTH: usize = 998;

/// Composes a message with its pictures, whose plain text is encoded by `encode`. Its Message-ID depends on the mail only, so that recipients can
/// recognise a duplicate.
pub(super) fn compose(
    config: &Config,
    mail: &Mail,
    pictures: &[Picture],
    encode: fn(&str) -> Body,
) -> Result<Message, Error> {
    let from: lettre::Address = config.mail.from.parse()?;
    let id = format!("<{}@{}>", mail.id, from.domain());
    let to = Mailbox::new(None, mail.to.as_str().parse()?);
    let plain = SinglePart::builder().header(ContentType::TEXT_PLAIN).body(encode(&mail.text));
    let body = MultiPart::alternative().singlepart(plain);
    let body =
        match (html(mail, pictures), pictures) {
            (html, []) => body.singlepart(html),
            (html, pictures) => {
                let related = MultiPart::related().singlepart(html);
                body.multipart(pictures.iter().fold(related, |related, picture| {
                    related.singlepart(attachment(picture, mail))
                }))
            }
        };
    let written = Duration::from_secs(u64::try_from(mail.created_at.seconds).unwrap_or_default());
    let mut message = Message::builder()
        .message_id(Some(id))
        .date(SystemTime::UNIX_EPOCH + written)
        .from(Mailbox::new(Some(one_line(&config.community)), from))
        .to(to)
        .subject(one_line(&mail.subject));
    // `contact` may also be empty, or no address.
    if let Ok(reply_to) = mail.reply_to.as_ref().unwrap_or(&config.contact).parse() {
        message = message.reply_to(Mailbox::new(None, reply_to));
    }
    let mut message = message.multipart(body)?;
    let headers = message.headers_mut();
    // Prevents automatic replies, such as those of vacation responders (RFC 3834).
    headers.insert_raw(raw(HeaderName::new_from_ascii_str("Auto-Submitted"), "auto-generated"));
    if let Some(link) = &mail.unsubscribe {
        let link = one_line(link);
        headers.insert_raw(raw(
            HeaderName::new_from_ascii_str("List-Unsubscribe"),
            &format!("<{link}>"),
        ));
        // One-click unsubscribing requires https (RFC 8058, 3.1).
        if link.starts_with("https://") {
            headers.insert_raw(raw(
                HeaderName::new_from_ascii_str("List-Unsubscribe-Post"),
                "List-Unsubscribe=One-Click",
            ));
        }
    }
    Ok(message)
}

fn html(mail: &Mail, pictures: &[Picture]) -> SinglePart {
    SinglePart::html(pictures::fill(&mail.html, pictures, &mail.id.to_string()))
}

/// Picture that the HTML shows by its content id.
fn attachment(picture: &Picture, mail: &Mail) -> SinglePart {
    let id = picture.content_id(&mail.id.to_string());
    let png = ContentType::parse("image/png").expect("this is a media type");
    Attachment::new_inline(id).body(picture.png.clone(), png)
}

/// Header with an ASCII value.
fn raw(name: HeaderName, value: &str) -> HeaderValue {
    HeaderValue::new(name, value.to_owned())
}

/// Encodes text as 8bit if its lines are short enough, so that links in mail files can be copied whole.
pub(super) fn readable(text: &str) -> Body {
    let fits = text.lines().all(|line| line.len() <= MAX_LINE_LENGTH);
    let text = text.replace("\r\n", "\n").replace('\n', "\r\n");
    if fits {
        Body::dangerous_pre_encoded(text.into_bytes(), ContentTransferEncoding::EightBit)
    } else {
        Body::new(text)
    }
}

/// Encodes text in ASCII and short lines, which every mail server accepts.
pub(super) fn portable(text: &str) -> Body {
    Body::new(text.to_owned())
}
