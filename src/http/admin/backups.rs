//! Backups, as an admin looks after them. Putting one back is done on the machine, where no server runs.

use axum::extract::State;
use axum::http::StatusCode;
use serde::Serialize;
use utoipa::ToSchema;

use crate::archive::Archive;
use crate::domain::progress::Step;
use crate::domain::time::Time;
use crate::services::backups::copies::{self, Copy};
use crate::services::backups::{self, BackupHealth, BackupProblem, Backups, Failure};

use crate::http::error::{ErrorBody, Result};
use crate::http::extract::{AppState, CurrentActor, Json, run_blocking};
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
    /// Copies on other machines.
    copies: Vec<BackupCopyView>,
}

/// A copy of the backups on another machine.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(in crate::http) struct BackupCopyView {
    /// Its address in the settings.
    place: String,
    /// When the youngest backup in it was made; null while it has none, or was not reached since the server was started.
    youngest_at: Option<TimeView>,
    /// How many backups are in it.
    backups: usize,
    /// How far the transfer is that is under way; null while none is.
    step: Option<StepView>,
    /// Why it is not up to date; null when it is.
    failure: Option<BackupFailureView>,
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

impl From<Failure> for BackupFailureView {
    fn from(Failure { at, words }: Failure) -> Self {
        Self { at: at.into(), words }
    }
}

impl From<Step> for StepView {
    fn from(Step { done, of }: Step) -> Self {
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
    fn of(all: Backups, copies: Vec<Copy>, every_hours: u32, now: Time) -> Self {
        let Backups { folder, archives, step, failure, next, .. } = all;
        Self {
            folder: folder.display().to_string(),
            every_hours,
            backups: archives.iter().rev().map(BackupView::from).collect(),
            step: step.map(StepView::from),
            failure: failure.map(BackupFailureView::from),
            next_at: next.map(TimeView::from),
            is_due: next.is_some_and(|due| due <= now),
            copies: copies.into_iter().map(BackupCopyView::from).collect(),
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
    /// Why the last one could not be made, or copied.
    failure: Option<String>,
}

/// The last one could not be made; there is none, though members have written something; the youngest is twice as old as it
/// should be; it lacks damaged files, or its database contradicts itself; files are damaged in the data folder, of which it has intact
/// copies; one is dated in the future, because the clock was wrong; or a copy on another machine is not up to date.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub(in crate::http) enum BackupTrouble {
    Failed,
    Missing,
    Old,
    Incomplete,
    Repairable,
    Future,
    Uncopied,
}

impl BackupStandingView {
    pub(super) fn of(BackupHealth { youngest, trouble }: BackupHealth, every_hours: u32) -> Self {
        let (trouble, failure) = match trouble {
            None => (None, None),
            Some(BackupProblem::Failed(failure)) => {
                (Some(BackupTrouble::Failed), Some(failure.words))
            }
            Some(BackupProblem::Missing) => (Some(BackupTrouble::Missing), None),
            Some(BackupProblem::Old) => (Some(BackupTrouble::Old), None),
            Some(BackupProblem::Incomplete { .. }) => (Some(BackupTrouble::Incomplete), None),
            Some(BackupProblem::Repairable { .. }) => (Some(BackupTrouble::Repairable), None),
            Some(BackupProblem::Future) => (Some(BackupTrouble::Future), None),
            Some(BackupProblem::Uncopied(failure)) => {
                (Some(BackupTrouble::Uncopied), Some(failure.words))
            }
        };
        Self { youngest_at: youngest.map(TimeView::from), every_hours, trouble, failure }
    }
}

/// Every backup in the folder of the settings.
#[utoipa::path(get, path = "/api/admin/backups", tag = "admin", responses(
    (status = 200, body = BackupsView), (status = 401, body = ErrorBody), (status = 403, body = ErrorBody)))]
pub(in crate::http) async fn list_backups(
    State(context): AppState,
    CurrentActor(actor): CurrentActor,
) -> Result<Json<BackupsView>> {
    let every_hours = context.config().backup.every_hours;
    let all = run_blocking(&context, move |context| backups::list(context, &actor)).await?;
    Ok(Json(BackupsView::of(all, copies::states(&context), every_hours, context.clock.now())))
}

/// Has a backup made as soon as the work before it is done; the list says how far it is.
#[utoipa::path(post, path = "/api/admin/backups", tag = "admin", responses(
    (status = 202), (status = 401, body = ErrorBody), (status = 403, body = ErrorBody)))]
pub(in crate::http) async fn ask_for_backup(
    State(context): AppState,
    CurrentActor(actor): CurrentActor,
) -> Result<StatusCode> {
    run_blocking(&context, move |context| backups::request(context, &actor)).await?;
    Ok(StatusCode::ACCEPTED)
}
