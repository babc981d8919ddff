//! Operator API for backups. Restoring is no part of it: that needs a stopped server.

use std::path::PathBuf;
use std::sync::Arc;

use axum::Router;
use axum::response::Response;
use axum::routing::{get, post};
use serde::{Deserialize, Serialize};

use crate::backup::{Archive, Manifest};
use crate::context::Context;
use crate::domain::damage::{DamagedFile, PathError};
use crate::error::format_error_chain;
use crate::http::extractors::Json;
use crate::services::operations::backups::copies::{self, RereadSelection};
use crate::services::operations::backups::{self, Backups, CreatedBackup, UnreadableBackup};

use super::call::{Operator, Reply};

/// Place of a new backup.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct NewBackup {
    /// Absolute path of an existing folder; `None` for the folder of the settings.
    pub to: Option<PathBuf>,
}

/// Choice of a backup.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Verification {
    /// Name or path of the backup; `None` for the youngest one.
    pub backup: Option<String>,
}

/// Options of an update of the copies.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
pub struct CopyUpdate {
    pub reread: RereadSelection,
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
            failure: state.failure.map(|failure| failure.problem),
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

pub(super) fn routes() -> Router<Arc<Context>> {
    Router::new()
        .route("/api/operator/backups", get(list_backups).post(make_backup))
        .route("/api/operator/backups/verify", post(verify_backup))
        .route("/api/operator/backups/copy", post(update_copies))
}

async fn list_backups(operator: Operator) -> Reply<Vec<Backup>> {
    let list = |context: &Context, actor: &_| {
        backups::require_folder(&context.config())?;
        let Backups { archives, unreadable, .. } = backups::list(context, actor)?;
        Ok(listed(&archives, &unreadable))
    };
    operator.run(list).await
}

async fn make_backup(operator: Operator, Json(NewBackup { to }): Json<NewBackup>) -> Response {
    operator.stream(move |context, actor, report| {
        let made = backups::create_backup(context, actor, to.as_deref(), report)?;
        let backup = Backup::from(&made.archive);
        let CreatedBackup { damaged_files, unreadable_templates, moved_aside, .. } = made;
        Ok(MadeBackup { backup, damaged_files, unreadable_templates, moved_aside })
    })
}

async fn verify_backup(
    operator: Operator,
    Json(Verification { backup }): Json<Verification>,
) -> Response {
    operator.stream(move |context, actor, report| {
        let (archive, _) = backups::verify(context, actor, backup.as_deref(), report)?;
        Ok(Backup::from(&archive))
    })
}

/// Brings the copies on other machines up to date.
async fn update_copies(
    operator: Operator,
    Json(CopyUpdate { reread }): Json<CopyUpdate>,
) -> Response {
    operator.stream(move |context, actor, report| {
        let copies = copies::update(context, actor, reread, report)?;
        Ok(copies.into_iter().map(Copy::from).collect::<Vec<_>>())
    })
}
