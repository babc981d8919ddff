//! Encryption of backups: to the recipients of the settings, with file names that only this community can derive.

use std::fs;
use std::io;

use crate::backup::{self, Encryptor};
use crate::context::Context;
use crate::error::Result;
use crate::platform::atomic_file;

/// File in the data folder with the secret that file names are derived from. If it is lost, a new one is made, and every file is
/// encrypted once more.
const NAMES: &str = "backup-names.key";

/// Encryptor of the next backup; `None` if the settings name no recipients.
pub(super) fn encryptor(context: &Context) -> Result<Option<Encryptor>> {
    let config = context.config();
    let recipients = &config.backup.encrypt_to;
    if recipients.is_empty() {
        return Ok(None);
    }
    Ok(Some(Encryptor::new(recipients, names(context)?)))
}

fn names(context: &Context) -> Result<[u8; 32]> {
    let config = context.config();
    let path = config.data_dir.join(NAMES);
    match fs::read(&path) {
        Ok(bytes) => {
            if let Ok(secret) = bytes.try_into() {
                return Ok(secret);
            }
        }
        Err(error) if error.kind() == io::ErrorKind::NotFound => {}
        Err(source) => {
            let action = format!("reading {}, by which encrypted files are named,", path.display());
            return Err(backup::Error::Io { action, source }.into());
        }
    }
    let secret = context.random()?;
    atomic_file::write_private(&path, &secret)?;
    Ok(secret)
}
