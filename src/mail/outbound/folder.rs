//! Folder of mails as files, for the operator's own tools.

use std::fs;
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};

use lettre::Message;

use crate::domain::id::MailId;
use crate::platform::{atomic_file, file_system};

const NAME: &str = "mail";
const WHOLE: &str = "eml";

/// Path of the folder in a data folder.
pub fn folder_in(data_dir: &Path) -> PathBuf {
    data_dir.join(NAME)
}

pub(super) fn write(folder: &Path, id: MailId, message: &Message) -> io::Result<()> {
    file_system::create_folder(folder)?;
    atomic_file::write(&file(folder, id, WHOLE), &message.formatted())
}

/// Ids of the mails in the folder. Files with other names belong to the operator.
pub fn list(data_dir: &Path) -> io::Result<Vec<MailId>> {
    let entries = match fs::read_dir(folder_in(data_dir)) {
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(Vec::new()),
        entries => entries?,
    };
    let mut ids = Vec::new();
    for entry in entries {
        let path = entry?.path();
        let is_ours =
            path.extension().is_some_and(|end| end == WHOLE || end == atomic_file::PARTIAL);
        let id: Option<MailId> = path.file_stem().and_then(|stem| stem.to_str()?.parse().ok());
        ids.extend(id.filter(|_| is_ours));
    }
    Ok(ids)
}

/// Removes the file of a mail, if there is one.
pub fn remove(data_dir: &Path, id: MailId) -> io::Result<()> {
    for ending in [WHOLE, atomic_file::PARTIAL] {
        file_system::remove_file_if_exists(&file(&folder_in(data_dir), id, ending))?;
    }
    Ok(())
}

fn file(folder: &Path, id: MailId, ending: &str) -> PathBuf {
    folder.join(format!("{id}.{ending}"))
}
