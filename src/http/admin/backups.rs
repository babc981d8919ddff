//! Backups, as an admin looks after them. Putting one back is done on the machine, where no server runs.

use axum::extract::State;
use axum::http::StatusCode;
use serde::Serialize;
use utoipa::ToSchema;

use crate::archive::Archive;
use crate::domain::time::Time;
use crate::services::backups::{self, Backups, Standing, Trouble};

use crate::http::error::{ErrorBody, Result};
use crate::http::extract::{AppState, Caller, Json, blocking};
use crate::http::view::TimeView;

/// The backups of a community, and what becomes of the next one.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(in crate::http) struct BackupsView {
    /// Where they lie, on the server.
    folder: String,
    /// How many hours after one the next is made; 0 for never.
    every_hours: u32,
    /// The youngest first.
    backups: Vec<BackupView>,
    /// How far the one is that is being made; null while none is.
    step: Option<StepView>,
    /// Why the last one could not be made; null once one could.
    failure: Option<BackupFailureView>,
    /// When the next one is to be made; null where none is.
    next_at: Option<TimeView>,
    /// Whether its time has come: it is made as soon as the work before it is done.
    is_due: bool,
}

#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(in crate::http) struct BackupView {
    name: String,
    made_at: TimeView,
    /// Of everything in it together; other backups share most of it.
    bytes: u64,
    /// Pictures and books.
    files: u64,
    /// Those that no backup before had.
    new_files: u64,
    /// Files that were lost before it was made.
    missing: usize,
    /// The version of the program that made it.
    program: String,
    /// Whether it is read with a key only.
    encrypted: bool,
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
            program: manifest.program.clone(),
            encrypted: manifest.is_encrypted(),
        }
    }
}

impl BackupsView {
    fn of(all: Backups, every_hours: u32, now: Time) -> Self {
        let Backups { folder, archives, step, failure, next } = all;
        Self {
            folder: folder.display().to_string(),
            every_hours,
            backups: archives.iter().rev().map(BackupView::from).collect(),
            step: step.map(|step| StepView { done: step.done, of: step.of }),
            failure: failure
                .map(|failure| BackupFailureView { at: failure.at.into(), words: failure.words }),
            next_at: next.map(TimeView::from),
            is_due: next.is_some_and(|due| due <= now),
        }
    }
}

/// How it stands with backups.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(in crate::http) struct BackupStandingView {
    /// When the youngest was made; null while there is none.
    youngest_at: Option<TimeView>,
    /// How many hours after one the next is made; 0 for never.
    every_hours: u32,
    /// What wants an admin; null while nothing does.
    trouble: Option<BackupTrouble>,
    /// Why the last one could not be made.
    failure: Option<String>,
}

/// The last one could not be made; there is none, though members have written something; the youngest is twice as old as it
/// should be; it lacks damaged files, or its database contradicts itself; files are damaged in the data folder, of which it has intact
/// copies; or one is dated in the future, because the clock was wrong.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub(in crate::http) enum BackupTrouble {
    Failed,
    Missing,
    Old,
    Incomplete,
    Repairable,
    Future,
}

impl BackupStandingView {
    pub(super) fn of(Standing { youngest, trouble }: Standing, every_hours: u32) -> Self {
        let (trouble, failure) = match trouble {
            None => (None, None),
            Some(Trouble::Failed(failure)) => (Some(BackupTrouble::Failed), Some(failure.words)),
            Some(Trouble::Missing) => (Some(BackupTrouble::Missing), None),
            Some(Trouble::Old) => (Some(BackupTrouble::Old), None),
            Some(Trouble::Incomplete { .. }) => (Some(BackupTrouble::Incomplete), None),
            Some(Trouble::Repairable { .. }) => (Some(BackupTrouble::Repairable), None),
            Some(Trouble::Future) => (Some(BackupTrouble::Future), None),
        };
        Self { youngest_at: youngest.map(TimeView::from), every_hours, trouble, failure }
    }
}

/// Every backup in the folder of the settings.
#[utoipa::path(get, path = "/api/admin/backups", tag = "admin", responses(
    (status = 200, body = BackupsView), (status = 401, body = ErrorBody), (status = 403, body = ErrorBody)))]
pub(in crate::http) async fn list_backups(
    State(app): AppState,
    Caller(actor): Caller,
) -> Result<Json<BackupsView>> {
    let every_hours = app.config().backup.every_hours;
    let all = blocking(&app, move |app| backups::list(app, &actor)).await?;
    Ok(Json(BackupsView::of(all, every_hours, app.clock.now())))
}

/// Has a backup made as soon as the work before it is done; the list says how far it is.
#[utoipa::path(post, path = "/api/admin/backups", tag = "admin", responses(
    (status = 202), (status = 401, body = ErrorBody), (status = 403, body = ErrorBody)))]
pub(in crate::http) async fn ask_for_backup(
    State(app): AppState,
    Caller(actor): Caller,
) -> Result<StatusCode> {
    blocking(&app, move |app| backups::ask_for(app, &actor)).await?;
    Ok(StatusCode::ACCEPTED)
}
