//! Operator requests for backups. Restoring is not among them: it needs a stopped server.

use std::path::PathBuf;

use serde::{Deserialize, Serialize};

use crate::archive::{Archive, Manifest};
use crate::domain::damage::{DamagedFile, PathError};
use crate::error::{Result, format_error_chain};
use crate::services::backups::{
    self, Backups, Made, UnreadableBackup,
    copies::{self, Reread},
};

use super::{Answer, LongWork};

#[derive(Clone, Debug, Serialize, Deserialize)]
pub enum Request {
    /// Makes a backup in an existing folder given by its absolute path, or in the folder of the settings.
    Make {
        to: Option<PathBuf>,
    },
    List,
    /// Verifies the backup of this name or path, or the youngest one if none is named.
    Verify {
        backup: Option<String>,
    },
    /// Brings the copies on other machines up to date.
    Copy {
        reread: Reread,
    },
}

/// Copy of the backups on another machine.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Copy {
    /// Address of the copy, as in the settings.
    pub copy: String,
    /// Time of the youngest backup in the copy; null while there is none, or if the copy was not reached.
    pub youngest: Option<String>,
    /// Number of complete backups in the copy.
    pub backups: usize,
    /// Reason that the copy is not up to date.
    pub failure: Option<String>,
}

impl From<copies::Copy> for Copy {
    fn from(copies::Copy { url, state }: copies::Copy) -> Self {
        Self {
            copy: url.to_string(),
            youngest: state.youngest.map(|made_at| made_at.to_string()),
            backups: state.backups,
            failure: state.failure.map(|failure| failure.words),
        }
    }
}

/// Backup in a list.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Backup {
    pub name: String,
    pub path: String,
    /// Time of the backup; empty if the backup cannot be read.
    pub made_at: String,
    /// Version of the program that made the backup.
    pub program: String,
    /// Number of files (pictures and books) in the backup.
    pub files: u64,
    /// Number of files that no earlier backup had.
    pub new_files: u64,
    /// Total size in bytes, including files that are shared with other backups.
    pub bytes: u64,
    /// Whether nothing is missing from the backup.
    pub complete: bool,
    /// Names of the files that the backup lacks.
    pub missing: Vec<String>,
    /// Paths of templates that the backup lacks because they could not be read.
    pub missing_templates: Vec<String>,
    /// Number of contradictions between records of its database.
    pub flaws: u64,
    /// Whether the backup is encrypted, so that reading it needs a key.
    pub encrypted: bool,
    /// Reason that the backup cannot be read; null if it can.
    pub error: Option<String>,
}

/// Backup that was just made.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct MadeBackup {
    #[serde(flatten)]
    pub backup: Backup,
    /// Files that are damaged in the data folder. The backup lacks those that no earlier backup had copied.
    pub damaged_files: Vec<DamagedFile>,
    /// Templates that could not be read; the backup lacks them.
    pub unreadable_templates: Vec<PathError>,
    /// New paths of anything that stood in the place of a backup's file and was moved aside.
    pub moved_aside: Vec<PathBuf>,
}

impl From<&Archive> for Backup {
    fn from(archive: &Archive) -> Self {
        Self::new(archive.name(), archive.path().display().to_string(), &archive.manifest)
    }
}

impl Backup {
    /// Backup in a folder or in a copy.
    pub fn new(name: String, path: String, manifest: &Manifest) -> Self {
        Self {
            name,
            path,
            made_at: manifest.made_at.to_string(),
            program: manifest.program.clone(),
            files: manifest.contents.blobs,
            new_files: manifest.contents.new_blobs,
            bytes: manifest.bytes(),
            complete: manifest.contents.is_complete(),
            missing: manifest.contents.files_left_out().cloned().collect(),
            missing_templates: manifest.contents.unreadable_templates.clone(),
            flaws: manifest.contents.flaws,
            encrypted: manifest.is_encrypted(),
            error: None,
        }
    }

    /// Unreadable backup, of which only the name, the path and the error are known.
    pub fn unreadable(UnreadableBackup { name, path, error }: &UnreadableBackup) -> Self {
        Self {
            name: name.clone(),
            path: path.display().to_string(),
            made_at: String::new(),
            program: String::new(),
            files: 0,
            new_files: 0,
            bytes: 0,
            complete: false,
            missing: Vec::new(),
            missing_templates: Vec::new(),
            flaws: 0,
            encrypted: false,
            error: Some(format_error_chain(error)),
        }
    }
}

/// Backups in the order of a list: unreadable ones first, then the others, youngest first.
pub fn listed(archives: &[Archive], unreadable: &[UnreadableBackup]) -> Vec<Backup> {
    let readable = archives.iter().rev().map(Backup::from);
    unreadable.iter().map(Backup::unreadable).chain(readable).collect()
}

pub(super) fn perform(
    LongWork { context, actor, tell }: LongWork<'_>,
    request: Request,
) -> Result<Answer> {
    match request {
        Request::Make { to } => {
            let made = backups::make(context, actor, to.as_deref(), tell)?;
            let backup = Backup::from(&made.archive);
            let Made { damaged_files, unreadable_templates, moved_aside, .. } = made;
            Ok(Answer::BackupMade(MadeBackup {
                backup,
                damaged_files,
                unreadable_templates,
                moved_aside,
            }))
        }
        Request::List => {
            let Backups { archives, unreadable, .. } = backups::list(context, actor)?;
            Ok(Answer::Backups(listed(&archives, &unreadable)))
        }
        Request::Verify { backup } => {
            let (archive, _) = backups::verify(context, actor, backup.as_deref(), tell)?;
            Ok(Answer::Backup(Backup::from(&archive)))
        }
        Request::Copy { reread } => {
            let copies = copies::update(context, actor, reread, tell)?;
            Ok(Answer::Copies(copies.into_iter().map(Copy::from).collect()))
        }
    }
}
