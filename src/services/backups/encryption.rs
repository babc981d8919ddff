//! Encryption of backups: to the recipients of the settings, with file names that only this community can derive.

use std::fs::{self, File};
use std::io::{self, Write};
use std::os::unix::fs::OpenOptionsExt;

use crate::archive::{self, Encryptor};
use crate::context::Context;
use crate::error::Result;

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
    let folder = &config.data_dir;
    let path = folder.join(NAMES);
    match fs::read(&path) {
        Ok(bytes) => {
            if let Ok(secret) = bytes.try_into() {
                return Ok(secret);
            }
        }
        Err(error) if error.kind() == io::ErrorKind::NotFound => {}
        Err(source) => {
            let action = format!("reading {}, by which encrypted files are named,", path.display());
            return Err(archive::Error::Io { action, source }.into());
        }
    }
    let secret = context.random()?;
    let partial = path.with_extension("partial");
    let mut file =
        File::options().write(true).create(true).truncate(true).mode(0o600).open(&partial)?;
    file.write_all(&secret).and_then(|()| file.sync_all())?;
    fs::rename(partial, path)?;
    File::open(folder)?.sync_all()?;
    Ok(secret)
}
