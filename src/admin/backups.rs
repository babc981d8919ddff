//! Backups, as the operator asks for them. Restoring is none of these: no server runs then.

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
    /// Into a folder that is there, named from the root; or into that of the settings.
    Make {
        to: Option<PathBuf>,
    },
    List,
    /// By its name or path; the youngest when none is named.
    Verify {
        backup: Option<String>,
    },
    /// Brings the copies elsewhere up to date.
    Copy {
        reread: Reread,
    },
}

/// Copy of the backups on another machine.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Copy {
    /// Its address in the settings.
    pub copy: String,
    /// When the youngest backup in it was made; null while it has none, or was not reached.
    pub youngest: Option<String>,
    /// Complete backups in it.
    pub backups: usize,
    /// Why it is not up to date.
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

/// One backup.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Backup {
    pub name: String,
    pub path: String,
    /// Empty for one that cannot be read.
    pub made_at: String,
    /// The version of the program that made it.
    pub program: String,
    /// Pictures and books.
    pub files: u64,
    /// Those that no backup before had.
    pub new_files: u64,
    /// Of everything in it together; other backups share most of it.
    pub bytes: u64,
    /// Whether everything is in it that should be.
    pub complete: bool,
    /// Names of the files that it lacks.
    pub missing: Vec<String>,
    /// Paths of templates that it lacks, because they could not be read.
    pub missing_templates: Vec<String>,
    /// Entries of its database that contradict each other.
    pub flaws: u64,
    /// Whether it is read with a key only.
    pub encrypted: bool,
    /// Why it cannot be read; null for one that can.
    pub error: Option<String>,
}

/// A backup that was just made.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct MadeBackup {
    #[serde(flatten)]
    pub backup: Backup,
    /// Files that are damaged in the data folder. The backup lacks those that no earlier one had copied.
    pub damaged_files: Vec<DamagedFile>,
    /// Templates that cannot be read, and that the backup lacks.
    pub unreadable_templates: Vec<PathError>,
    /// Where things are kept that were in the place of files of the backups.
    pub moved_aside: Vec<PathBuf>,
}

impl From<&Archive> for Backup {
    fn from(archive: &Archive) -> Self {
        Self::new(archive.name(), archive.path().display().to_string(), &archive.manifest)
    }
}

impl Backup {
    /// A backup in a folder or in a copy.
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

    /// A backup of which nothing is known but its name and why it cannot be read.
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

/// Backups as a list shows them: those that cannot be read, and then the others, the youngest first.
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
