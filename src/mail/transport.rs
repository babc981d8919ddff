//! How a mail leaves: to a mail server, as a file for the operator's own tools, or not at all.

use super::message::{compose, readable};
use super::{Error, Transcript, folder, smtp};
use crate::config::{Config, MailTransport};
use crate::domain::mail::Mail;

/// Sends one mail by the configured transport. Doing it again sends it again. Where none goes out nothing is done: whoever would call
/// the mail sent then asks before.
pub fn send(config: &Config, mail: &Mail) -> Result<(), Error> {
    send_with_transcript(config, mail, &mut Transcript::default())
}

/// The same, and writes down what was said, as far as it went.
pub fn send_with_transcript(
    config: &Config,
    mail: &Mail,
    said: &mut Transcript,
) -> Result<(), Error> {
    match config.mail.transport {
        MailTransport::None => Ok(()),
        MailTransport::File => {
            let place = folder::place(&config.data_dir);
            folder::write(&place, mail.id, &compose(config, mail, readable)?)?;
            said.note(format!("wrote {}.eml to {}", mail.id, place.display()));
            Ok(())
        }
        MailTransport::Smtp => smtp::send(config, mail, said),
    }
}
