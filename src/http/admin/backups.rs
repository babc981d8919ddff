//! Backups for admins. Restoring needs a stopped server and is done at the command line.

use axum::extract::State;
use axum::http::StatusCode;
use serde::Serialize;
use utoipa::ToSchema;

use crate::backup::Archive;
use crate::domain::progress::Progress;
use crate::domain::time::Timestamp;
use crate::error::{format_error_chain, to_sentences};
use crate::http::error::Result;
use crate::http::extractors::{AppState, CurrentActor, Json, run_blocking};
use crate::http::view::TimeView;
use crate::services::operations::backups::copies::{self, Copy};
use crate::services::operations::backups::{
    self, BackupHealth, BackupProblem, Backups, Failure, UnreadableBackup,
};

/// Backups of a community, with the state of the next one.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(in crate::http) struct BackupsView {
    /// Path of the backup folder on the server.
    folder: String,
    /// Interval of scheduled backups in hours; 0 for never.
    every_hours: u32,
    /// Backups, youngest first.
    backups: Vec<BackupView>,
    /// Backups in the folder that cannot be read.
    unreadable: Vec<UnreadableBackupView>,
    /// Progress of the running backup; null while none is running.
    step: Option<StepView>,
    /// Failure of the last attempt; null after a successful backup.
    failure: Option<BackupFailureView>,
    /// Time of the next scheduled backup; null if none is scheduled.
    next_at: Option<TimeView>,
    /// Whether the next backup is due: it starts as soon as earlier jobs are done.
    is_due: bool,
    /// Copies on other machines.
    copies: Vec<BackupCopyView>,
}

/// Copy of the backups on another machine.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(in crate::http) struct BackupCopyView {
    /// Address of the copy, as in the settings.
    place: String,
    /// Time of the youngest backup in the copy; null while there is none, or if the copy was not reached since the server started.
    youngest_at: Option<TimeView>,
    /// Number of backups in the copy.
    backups: usize,
    /// Progress of the running transfer; null while none is running.
    step: Option<StepView>,
    /// Reason that the copy is not up to date; null if it is.
    failure: Option<BackupFailureView>,
}

#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(in crate::http) struct BackupView {
    name: String,
    made_at: TimeView,
    /// Total size in bytes, including files that are shared with other backups.
    bytes: u64,
    /// Number of files (pictures and books) in the backup.
    files: u64,
    /// Number of files that no earlier backup had.
    new_files: u64,
    /// Number of files that were lost before the backup was made.
    missing: usize,
    /// Number of the community's own templates that could not be read when the backup was made.
    missing_templates: usize,
    /// Number of database entries that contradict each other.
    flaws: u64,
    /// Version of the program that made the backup.
    program: String,
    /// Whether the backup is encrypted, so that reading it needs a key.
    encrypted: bool,
}

/// Backup that cannot be read.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(in crate::http) struct UnreadableBackupView {
    /// Name of its folder.
    name: String,
    /// Error of the attempt to read it.
    error: String,
}

#[derive(Serialize, ToSchema)]
pub(in crate::http) struct StepView {
    done: u64,
    of: u64,
}

#[derive(Serialize, ToSchema)]
pub(in crate::http) struct BackupFailureView {
    at: TimeView,
    words: String,
}

impl From<&Archive> for BackupView {
    fn from(archive: &Archive) -> Self {
        let manifest = &archive.manifest;
        Self {
            name: archive.name(),
            made_at: manifest.made_at.into(),
            bytes: manifest.bytes(),
            files: manifest.contents.blobs,
            new_files: manifest.contents.new_blobs,
            missing: manifest.contents.files_lacking(),
            missing_templates: manifest.contents.unreadable_templates.len(),
            flaws: manifest.contents.flaws,
            program: manifest.program.clone(),
            encrypted: manifest.is_encrypted(),
        }
    }
}

impl From<UnreadableBackup> for UnreadableBackupView {
    fn from(UnreadableBackup { name, error, .. }: UnreadableBackup) -> Self {
        Self { name, error: to_sentences(&format_error_chain(&error)) }
    }
}

impl From<Failure> for BackupFailureView {
    fn from(Failure { at, problem }: Failure) -> Self {
        Self { at: at.into(), words: to_sentences(&problem) }
    }
}

impl From<Progress> for StepView {
    fn from(Progress { done, of }: Progress) -> Self {
        Self { done, of }
    }
}

impl From<Copy> for BackupCopyView {
    fn from(Copy { url, state }: Copy) -> Self {
        Self {
            place: url.to_string(),
            youngest_at: state.youngest.map(TimeView::from),
            backups: state.backups,
            step: state.step.map(StepView::from),
            failure: state.failure.map(BackupFailureView::from),
        }
    }
}

impl BackupsView {
    fn of(all: Backups, copies: Vec<Copy>, every_hours: u32, now: Timestamp) -> Self {
        let Backups { folder, archives, unreadable, step, failure, next } = all;
        Self {
            folder: folder.display().to_string(),
            every_hours,
            backups: archives.iter().rev().map(BackupView::from).collect(),
            unreadable: unreadable.into_iter().map(UnreadableBackupView::from).collect(),
            step: step.map(StepView::from),
            failure: failure.map(BackupFailureView::from),
            next_at: next.map(TimeView::from),
            is_due: next.is_some_and(|due| due <= now),
            copies: copies.into_iter().map(BackupCopyView::from).collect(),
        }
    }
}

/// Health of the backups.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(in crate::http) struct BackupHealthView {
    /// Time of the youngest backup; null while there is none.
    youngest_at: Option<TimeView>,
    /// Interval of scheduled backups in hours; 0 for never.
    every_hours: u32,
    /// Problem that needs an admin; null if there is none.
    #[serde(rename = "trouble")]
    problem: Option<BackupProblemView>,
    /// Error of the last backup or copy, if it failed.
    failure: Option<String>,
}

/// Problem with the backups. `failed`: the last backup failed. `missing`: there is none, though members have written something.
/// `old`: the youngest is twice as old as it should be. `incomplete`: the youngest lacks damaged files, or its database contradicts
/// itself. `repairable`: files are damaged in the data folder, of which the backup has intact copies. `future`: a backup is dated
/// in the future, because the clock was wrong. `uncopied`: a copy on another machine is not up to date.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub(in crate::http) enum BackupProblemView {
    Failed,
    Missing,
    Old,
    Incomplete,
    Repairable,
    Future,
    Uncopied,
}

impl BackupHealthView {
    pub(super) fn of(BackupHealth { youngest, problem }: BackupHealth, every_hours: u32) -> Self {
        let (problem, failure) = match problem {
            None => (None, None),
            Some(BackupProblem::Failed(failure)) => {
                (Some(BackupProblemView::Failed), Some(to_sentences(&failure.problem)))
            }
            Some(BackupProblem::Missing) => (Some(BackupProblemView::Missing), None),
            Some(BackupProblem::Old) => (Some(BackupProblemView::Old), None),
            Some(BackupProblem::Incomplete { .. }) => (Some(BackupProblemView::Incomplete), None),
            Some(BackupProblem::Repairable { .. }) => (Some(BackupProblemView::Repairable), None),
            Some(BackupProblem::Future) => (Some(BackupProblemView::Future), None),
            Some(BackupProblem::Uncopied(failure)) => {
                (Some(BackupProblemView::Uncopied), Some(to_sentences(&failure.problem)))
            }
        };
        Self { youngest_at: youngest.map(TimeView::from), every_hours, problem, failure }
    }
}

/// Lists the backups in the folder of the settings.
#[utoipa::path(get, path = "/api/admin/backups", tag = "admin",
    security(("apiToken" = ["administration"])), responses((status = 200, body = BackupsView)))]
pub(in crate::http) async fn list_backups(
    State(context): AppState,
    CurrentActor(actor): CurrentActor,
) -> Result<Json<BackupsView>> {
    let every_hours = context.config().backup.every_hours;
    let all = run_blocking(&context, move |context| backups::list(context, &actor)).await?;
    Ok(Json(BackupsView::of(all, copies::states(&context), every_hours, context.now())))
}

/// Requests a backup, made as soon as earlier jobs are done; the list shows its progress.
#[utoipa::path(post, path = "/api/admin/backups", tag = "admin", responses((status = 202)))]
pub(in crate::http) async fn ask_for_backup(
    State(context): AppState,
    CurrentActor(actor): CurrentActor,
) -> Result<StatusCode> {
    run_blocking(&context, move |context| backups::request(context, &actor)).await?;
    Ok(StatusCode::ACCEPTED)
}
