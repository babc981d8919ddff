//! How a mail leaves: to a mail server, as a file for the operator's own tools, or not at all.

use std::fs;
use std::io::Write;
use std::path::Path;

use lettre::Message;

use super::message::{compose, readable};
use super::{Error, Transcript, smtp};
use crate::config::{Config, MailTransport};
use crate::domain::mail::Mail;

/// Sends one mail by the configured transport. Doing it again sends it again.
pub fn send(config: &Config, mail: &Mail) -> Result<(), Error> {
    send_aloud(config, mail, &mut Transcript::default())
}

/// The same, and writes down what was said, as far as it went.
pub fn send_aloud(config: &Config, mail: &Mail, said: &mut Transcript) -> Result<(), Error> {
    match config.mail.transport {
        MailTransport::None => Ok(()),
        MailTransport::File => {
            let folder = config.data_dir.join("mail");
            write_file(&folder, mail, &compose(config, mail, readable)?)?;
            said.note(format!("wrote {}.eml to {}", mail.id, folder.display()));
            Ok(())
        }
        MailTransport::Smtp => smtp::send(config, mail, said),
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
