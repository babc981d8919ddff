//! Backups, as the operator asks for them. Restoring is none of these: no server runs then.

use std::path::PathBuf;

use serde::{Deserialize, Serialize};

use crate::archive::Archive;
use crate::error::Result;
use crate::services::backups;

use super::{Answer, LongWork};

#[derive(Clone, Debug, Serialize, Deserialize)]
pub enum Request {
    /// Into a folder that is there, named from the root; or into that of the settings.
    Make {
        to: Option<PathBuf>,
    },
    List,
    /// By its name or path; the youngest when none is named.
    Verify {
        backup: Option<String>,
    },
}

/// One backup.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Backup {
    pub name: String,
    pub path: String,
    pub made_at: String,
    /// The version of the program that made it.
    pub program: String,
    /// Pictures and books.
    pub files: u64,
    /// Those that no backup before had.
    pub new_files: u64,
    /// Of everything in it together; other backups share most of it.
    pub bytes: u64,
    /// Files that were lost before it was made.
    pub missing: Vec<String>,
    /// Whether it is read with a key only.
    pub encrypted: bool,
}

impl From<&Archive> for Backup {
    fn from(archive: &Archive) -> Self {
        let manifest = &archive.manifest;
        Self {
            name: archive.name(),
            path: archive.path().display().to_string(),
            made_at: manifest.made_at.to_string(),
            program: manifest.program.clone(),
            files: manifest.contents.blobs,
            new_files: manifest.contents.new_blobs,
            bytes: manifest.bytes(),
            missing: manifest.contents.missing.clone(),
            encrypted: manifest.is_encrypted(),
        }
    }
}

pub(super) fn perform(
    LongWork { app, actor, tell }: LongWork<'_>,
    request: Request,
) -> Result<Answer> {
    match request {
        Request::Make { to } => {
            let made = backups::make(app, actor, to.as_deref(), tell)?;
            Ok(Answer::Backup(Backup::from(&made)))
        }
        Request::List => {
            let all = backups::list(app, actor)?.archives;
            Ok(Answer::Backups(all.iter().rev().map(Backup::from).collect()))
        }
        Request::Verify { backup } => {
            let (archive, _) = backups::verify(app, actor, backup.as_deref(), tell)?;
            Ok(Answer::Backup(Backup::from(&archive)))
        }
    }
}
