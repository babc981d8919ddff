//! Transport of outgoing mail: to a mail server, as a file, or not at all.

use crate::config::{Config, MailTransport};
use crate::domain::mail::Mail;
use crate::mail::{Error, Picture, Transcript};

use super::message::{compose, readable};
use super::{folder, smtp};

/// Sends one mail with its pictures by the configured transport. A second call sends a second copy. With `transport = "none"` this does nothing:
/// callers that mark the mail as sent must check that before.
pub fn send(config: &Config, mail: &Mail, pictures: &[Picture]) -> Result<(), Error> {
    send_with_transcript(config, mail, pictures, &mut Transcript::default())
}

/// Like [`send`], with a transcript of the session.
pub fn send_with_transcript(
    config: &Config,
    mail: &Mail,
    pictures: &[Picture],
    transcript: &mut Transcript,
) -> Result<(), Error> {
    match config.mail.transport {
        MailTransport::None => Ok(()),
        MailTransport::File => {
            let place = folder::folder_in(&config.data_dir);
            folder::write(&place, mail.id, &compose(config, mail, pictures, readable)?)?;
            transcript.log(format!("wrote {}.eml to {}", mail.id, place.display()));
            Ok(())
        }
        MailTransport::Smtp => smtp::send(config, mail, pictures, transcript),
    }
}
