//! Backups: made by schedule and on request, listed, verified. The server keeps running while one is made.

pub mod copies;
mod create;
mod encryption;
mod health;
mod repairing;
pub mod restore;
mod retention;
mod schedule;
pub mod standby;

use std::fs;
use std::path::{Path, PathBuf};

use parking_lot::Mutex;
use strsim::osa_distance;

use crate::backup::{self, Archive, Folder, VerificationReport};
use crate::config::Config;
use crate::context::Context;
use crate::domain::audit::AuditAction;
use crate::domain::message::Message;
use crate::domain::policy::{self, Actor};
use crate::domain::progress::{Progress, ProgressFn};
use crate::domain::time::Timestamp;
use crate::error::{Error, Result};
use crate::store::WriteTx;

use super::audit;

pub use create::CreatedBackup;
pub use health::{BackupHealth, BackupProblem};
pub(in crate::services) use health::{damage, health};
pub use repairing::{RepairReport, repair};
pub(in crate::services) use retention::{without_future, youngest};
pub(crate) use schedule::{run, schedule};

/// Error for a second backup or check at the same time, which would only make both slower.
pub(in crate::services) const ALREADY_RUNNING: Error = Error::Conflict {
    field: None,
    message: Message::new(
        "backup-running",
        "A backup or a check is already reading all files. Please wait until it's done.",
    ),
};

/// Progress and last failure of backups.
#[derive(Default)]
struct BackupProgress {
    step: Mutex<Option<Progress>>,
    failure: Mutex<Option<Failure>>,
}

/// Time and error of a failed backup or copy. The next success clears it.
#[derive(Clone, Debug)]
pub struct Failure {
    pub at: Timestamp,
    pub problem: String,
}

/// Backup that cannot be read.
#[derive(Debug)]
pub struct UnreadableBackup {
    pub name: String,
    pub path: PathBuf,
    pub error: backup::Error,
}

/// Backups of a community, and the state of the next one.
#[derive(Debug)]
pub struct Backups {
    pub folder: PathBuf,
    /// The oldest first.
    pub archives: Vec<Archive>,
    pub unreadable: Vec<UnreadableBackup>,
    /// Progress of the backup that is being made.
    pub step: Option<Progress>,
    pub failure: Option<Failure>,
    /// Due time of the next backup, if it is in the queue.
    pub next: Option<Timestamp>,
}

/// Lists every backup in the folder of the settings. A missing folder has none.
pub fn list(context: &Context, actor: &Actor) -> Result<Backups> {
    policy::may_administrate(actor)?;
    let (folder, _) = context.config().backup.folder_for(&context.config().data_dir);
    Ok(Backups {
        next: schedule::planned(&*context.read()?)?,
        archives: archives(&folder)?,
        unreadable: unreadable_in(&folder)?,
        folder,
        step: *context.state::<BackupProgress>().step.lock(),
        failure: context.state::<BackupProgress>().failure.lock().clone(),
    })
}

/// Filters backups that were made of another database.
pub(in crate::services) fn filter_foreign(
    context: &Context,
    archives: Vec<Archive>,
) -> Result<Vec<Archive>> {
    let identity = |archive: &Archive| (archive.name(), archive.manifest.schema);
    Ok(retention::partition_by_database(&*context.read()?, archives, identity)?.1)
}

/// Makes a backup now, in an existing folder, or in that of the settings.
pub fn create_backup(
    context: &Context,
    actor: &Actor,
    to: Option<&Path>,
    on_progress: ProgressFn<'_>,
) -> Result<CreatedBackup> {
    policy::may_administrate(actor)?;
    let folder = match to {
        Some(folder) => Folder::open(folder)?,
        None => own_folder(&context.config())?,
    };
    let made = create::create_archive(context, &folder, || {}, on_progress)?;
    let noted = context.write(|tx| {
        record_in_audit(context, tx, actor, format!("backup {}", made.archive.name()), "")
    });
    if let Err(error) = noted {
        // The backup is valid without this entry, which may fail on a full data disk.
        let error = &error as &dyn std::error::Error;
        tracing::warn!(error, "failed to record a backup in the audit log");
    }
    Ok(made)
}

/// Enqueues a backup that is due now.
pub fn request(context: &Context, actor: &Actor) -> Result<()> {
    policy::may_administrate(actor)?;
    context.write(|tx| {
        record_in_audit(context, tx, actor, "backup".to_owned(), "asked for")?;
        schedule::schedule_now(context, tx)
    })
}

fn record_in_audit(
    context: &Context,
    tx: &mut WriteTx,
    actor: &Actor,
    to: String,
    words: &str,
) -> Result<()> {
    audit::record(context, tx, actor, AuditAction::BackUp, to, words.to_owned())
}

/// Reads a backup, given by name or path, or the youngest, from beginning to end. An encrypted backup is only compared with its
/// checksums: its content can be verified where its key is, and the server needs none.
pub fn verify(
    context: &Context,
    actor: &Actor,
    which: Option<&str>,
    on_progress: ProgressFn<'_>,
) -> Result<(Archive, VerificationReport)> {
    policy::may_administrate(actor)?;
    let archive = find(&context.config(), which)?;
    let verified = restore::verify(&archive, None, on_progress)?;
    archive.require_whole(&verified)?;
    Ok((archive, verified))
}

/// Lists every backup in the folder of the settings, the oldest first. Needs no database.
///
/// # Errors
/// If the disk of that folder is not there.
pub fn all(config: &Config) -> Result<Vec<Archive>> {
    existing_folder(config)?.map_or(Ok(Vec::new()), |folder| Ok(folder.archives()?))
}

/// Refuses a folder of the settings whose disk is not there: its backups are not lost.
pub fn require_folder(config: &Config) -> Result<()> {
    existing_folder(config).map(drop)
}

/// Lists the backups in the folder of the settings that cannot be read. Needs no database.
pub fn unreadable(config: &Config) -> Result<Vec<UnreadableBackup>> {
    unreadable_in(&config.backup.folder_for(&config.data_dir).0)
}

fn unreadable_in(folder: &Path) -> Result<Vec<UnreadableBackup>> {
    if !folder.is_dir() {
        return Ok(Vec::new());
    }
    let name = |path: &Path| path.file_name().unwrap_or_default().to_string_lossy().into_owned();
    let unreadable = Folder::open(folder)?.unreadable()?.into_iter();
    Ok(unreadable
        .map(|(path, error)| UnreadableBackup { name: name(&path), path, error })
        .collect())
}

/// Finds a backup by its name or path, or the youngest in the folder of the settings.
pub fn find(config: &Config, which: Option<&str>) -> Result<Archive> {
    let (folder, _) = config.backup.folder_for(&config.data_dir);
    if let Some(path) = which.filter(|path| path.contains('/')) {
        return open(Path::new(path));
    }
    let mut all = all(config)?;
    match which {
        Some(name) if fs::symlink_metadata(folder.join(name)).is_err() => {
            let names: Vec<String> = all.iter().map(Archive::name).collect();
            let nearest = nearest(name, &names).cloned();
            Err(backup::Error::NotFound { folder, name: name.to_owned(), nearest }.into())
        }
        Some(name) => open(&folder.join(name)),
        None => match (all.pop(), unreadable_in(&folder)?.pop()) {
            (None, Some(unreadable)) => Err(unreadable.error.into()),
            (None, None) => Err(backup::Error::NoneYet(folder).into()),
            (Some(youngest), _) => Ok(youngest),
        },
    }
}

/// Youngest of the names (the oldest first) that begins as typed; otherwise the one with the fewest typos, if they are few.
fn nearest<'a>(typed: &str, names: &'a [String]) -> Option<&'a String> {
    let begun = names.iter().rev().find(|name| name.starts_with(typed));
    begun.or_else(|| {
        let near = names.iter().map(|name| (osa_distance(typed, name), name));
        near.filter(|(distance, _)| *distance <= typed.len() / 4).min().map(|(_, name)| name)
    })
}

/// Opens an archive. For a folder of backups the error suggests the youngest of them.
fn open(path: &Path) -> Result<Archive> {
    if fs::symlink_metadata(path).is_err() {
        return Err(backup::Error::NoSuchPath(path.to_owned()).into());
    }
    let opened = Archive::open(path);
    if let Err(backup::Error::NotAnArchive(_)) = &opened
        && let Some(youngest) = archives(path)?.pop()
    {
        let folder = path.to_owned();
        return Err(backup::Error::Several { folder, youngest: youngest.name() }.into());
    }
    Ok(opened?)
}

/// Opens the folder of the settings; `None` for the default folder before the first backup.
///
/// # Errors
/// If the disk of another folder is not there.
fn existing_folder(config: &Config) -> Result<Option<Folder>> {
    let (folder, may_be_made) = config.backup.folder_for(&config.data_dir);
    // A dangling link leads to a disk that is not there.
    if may_be_made && fs::symlink_metadata(&folder).is_err() {
        return Ok(None);
    }
    Ok(Some(Folder::open(&folder)?))
}

fn archives(folder: &Path) -> Result<Vec<Archive>> {
    Ok(if folder.is_dir() { Folder::open(folder)?.archives()? } else { Vec::new() })
}

fn own_folder(config: &Config) -> Result<Folder> {
    let (folder, may_be_made) = config.backup.folder_for(&config.data_dir);
    Ok(if may_be_made { Folder::create_or_open(&folder)? } else { Folder::open(&folder)? })
}
