//! How a mail leaves: as a file for the operator's own tools, or not at all.

use std::fs;
use std::io::Write;
use std::path::Path;

use lettre::Message;
use lettre::message::header::{ContentTransferEncoding, ContentType};
use lettre::message::{Body, Mailbox, MultiPart, SinglePart};

use crate::config::{Config, MailTransport};
use crate::domain::mail::Mail;

/// What a line of a mail may have, in bytes (RFC 5322).
const LONGEST_LINE: usize = 998;

/// Why a mail did not leave.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    #[error("an address cannot be used: {0}")]
    Address(#[from] lettre::address::AddressError),
    #[error("the mail cannot be composed: {0}")]
    Compose(#[from] lettre::error::Error),
    #[error("the mail cannot be written: {0}")]
    Write(#[from] std::io::Error),
}

/// Sends one mail by the configured transport. Doing it again sends it again.
pub fn send(config: &Config, mail: &Mail) -> Result<(), Error> {
    match config.mail.transport {
        MailTransport::None => Ok(()),
        MailTransport::File => {
            write_file(&config.data_dir.join("mail"), mail, &compose(config, mail)?)
        }
    }
}

fn compose(config: &Config, mail: &Mail) -> Result<Message, Error> {
    let from = Mailbox::new(Some(config.community.clone()), config.mail.from.parse()?);
    let to = Mailbox::new(None, mail.to.as_str().parse()?);
    let plain = SinglePart::builder().header(ContentType::TEXT_PLAIN).body(plain_body(&mail.text));
    let body =
        MultiPart::alternative().singlepart(plain).singlepart(SinglePart::html(mail.html.clone()));
    Ok(Message::builder().from(from).to(to).subject(mail.subject.clone()).multipart(body)?)
}

/// Not quoted-printable where it can be helped: whoever opens the file finds links that can be copied whole.
fn plain_body(text: &str) -> Body {
    let fits = text.lines().all(|line| line.len() <= LONGEST_LINE);
    let text = text.replace("\r\n", "\n").replace('\n', "\r\n");
    if fits {
        Body::dangerous_pre_encoded(text.into_bytes(), ContentTransferEncoding::EightBit)
    } else {
        Body::new(text)
    }
}

fn write_file(folder: &Path, mail: &Mail, message: &Message) -> Result<(), Error> {
    fs::create_dir_all(folder)?;
    let aside = folder.join(format!("{}.tmp", mail.id));
    let mut file = fs::File::create(&aside)?;
    file.write_all(&message.formatted())?;
    file.sync_all()?;
    Ok(fs::rename(&aside, folder.join(format!("{}.eml", mail.id)))?)
}
