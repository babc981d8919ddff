//! Statistics of the community, for the overview of the admin area.

use axum::extract::State;
use serde::Serialize;
use utoipa::ToSchema;

use crate::http::error::Result;
use crate::http::extractors::{AppState, CurrentActor, Json, run_blocking};
use crate::http::view::TimeView;
use crate::services::handwriting::{self, ReadingStatus};
use crate::services::operations::statistics::{self, LastBackup, Statistics, Storage, Week};

/// Week from Monday to Sunday, in the community's time zone.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(in crate::http) struct WeekView {
    /// The week of ISO 8601, such as `2026-W48`.
    week: String,
    /// Its Monday, such as `2026-11-23`.
    starts_on: String,
    /// Number of current memos that were written in it.
    memos: u32,
    /// Number of members who joined in it.
    members: u32,
}

/// Used and free space, in bytes.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(in crate::http) struct StorageView {
    database: u64,
    /// Pictures and books. At most ten minutes old.
    files: u64,
    /// Number of pictures and books.
    file_count: u64,
    free: u64,
}

/// Newest backup on this machine. Its files were read back when it was made.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(in crate::http) struct LastBackupView {
    made_at: TimeView,
    /// Total size in bytes, including files that are shared with other backups.
    bytes: u64,
    /// Whether no file was missing or damaged, and the database did not contradict itself.
    complete: bool,
}

/// Progress of reading the handwriting in pictures.
#[derive(Serialize, ToSchema)]
pub(in crate::http) struct HandwritingProgressView {
    /// Whether it is read.
    enabled: bool,
    /// Number of pictures that were read.
    read: u64,
    /// Number of pictures that wait to be read.
    waiting: u64,
    /// Reason for which nothing can be read at present.
    fault: Option<String>,
}

/// Statistics of the community. Counts are at most a minute old.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(in crate::http) struct StatisticsView {
    /// The last twelve weeks, oldest first. The last one is not over.
    weeks: Vec<WeekView>,
    storage: StorageView,
    /// Null while there is no backup.
    last_backup: Option<LastBackupView>,
    handwriting: HandwritingProgressView,
}

impl From<Week> for WeekView {
    fn from(Week { starts_on, memos, members }: Week) -> Self {
        let iso = starts_on.iso_week_date();
        let week = format!("{}-W{:02}", iso.year(), iso.week());
        Self { week, starts_on: starts_on.to_string(), memos, members }
    }
}

impl From<Storage> for StorageView {
    fn from(Storage { database_bytes, files, free }: Storage) -> Self {
        Self { database: database_bytes, files: files.bytes, file_count: files.files, free }
    }
}

impl From<LastBackup> for LastBackupView {
    fn from(LastBackup { made_at, bytes, is_complete }: LastBackup) -> Self {
        Self { made_at: made_at.into(), bytes, complete: is_complete }
    }
}

impl From<ReadingStatus> for HandwritingProgressView {
    fn from(ReadingStatus { is_enabled, read, waiting, fault }: ReadingStatus) -> Self {
        Self { enabled: is_enabled, read, waiting, fault }
    }
}

impl StatisticsView {
    fn of(Statistics { weeks, storage, last_backup }: Statistics, reading: ReadingStatus) -> Self {
        Self {
            weeks: weeks.into_iter().map(WeekView::from).collect(),
            storage: storage.into(),
            last_backup: last_backup.map(LastBackupView::from),
            handwriting: reading.into(),
        }
    }
}

/// Shows new memos and members by week, the storage in use, the newest backup, and how much handwriting was read.
#[utoipa::path(get, path = "/api/admin/statistics", tag = "admin",
    security(("apiToken" = ["administration"])), responses((status = 200, body = StatisticsView)))]
pub(in crate::http) async fn show_statistics(
    State(context): AppState,
    CurrentActor(actor): CurrentActor,
) -> Result<Json<StatisticsView>> {
    let seen = run_blocking(&context, move |context| {
        let statistics = statistics::statistics(context, &actor)?;
        Ok(StatisticsView::of(statistics, handwriting::status(context, &actor)?))
    });
    Ok(Json(seen.await?))
}
