//! Dashboard of the admin area.

use axum::extract::State;
use serde::Serialize;
use utoipa::ToSchema;

use crate::http::error::Result;
use crate::http::extractors::{AppState, CurrentActor, Json, run_blocking};
use crate::services::editions::AdminBookSummary;
use crate::services::operations::admin_dashboard::{self, Overview, Space};

use super::backups::BackupHealthView;
use super::books::BookFailureView;

/// Book whose last attempt to make an edition failed.
#[derive(Serialize, ToSchema)]
pub(in crate::http) struct FailedBookView {
    bid: String,
    name: String,
    failure: BookFailureView,
}

/// Book that has enough new memos to be published.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(in crate::http) struct ReadyBookView {
    bid: String,
    name: String,
    /// Number of memos that were in no edition yet.
    new_memos: u32,
    /// Number of questions that the new memos answer, counted once per member.
    new_answers: u32,
    publish_at: u32,
}

/// Disk space, in bytes.
#[derive(Serialize, ToSchema)]
pub(in crate::http) struct SpaceView {
    free: u64,
    /// Free space to reserve: below it, uploads of members are refused.
    floor: u64,
    /// Whether free space is below the floor of the settings, or below the built-in one.
    low: bool,
}

/// Overview of everything that needs attention.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(in crate::http) struct OverviewView {
    /// Version of the program.
    version: &'static str,
    /// Number of posts, comments and memos with open reports.
    open_reports: u32,
    /// Number of claimed payouts that wait for a decision and approved ones that are not paid. 0 where no prize game is played.
    pending_payouts: u32,
    open_suggestions: u32,
    /// Number of new members who wait to be accepted.
    waiting_applications: u32,
    /// Number of mails that are not tried again.
    failed_mails: u32,
    /// Books whose next edition could not be made.
    failed_books: Vec<FailedBookView>,
    /// Books that have the memos for their next edition, which is not being made.
    ready_books: Vec<ReadyBookView>,
    /// Whether mail is sent at all.
    sends_mail: bool,
    /// Number of members whose address an admin must verify, because no mail is sent. 0 where mail is sent.
    waiting_members: u32,
    /// Number of members who may not post at the moment.
    suspended_members: u32,
    space: SpaceView,
    /// Number of stored files that the database does not name, and that the last garbage collection left because they are more
    /// than a tenth of all. 0 while garbage collection moves what it finds.
    held_back_files: u32,
    backups: BackupHealthView,
}

impl From<AdminBookSummary> for ReadyBookView {
    fn from(AdminBookSummary { book, new, .. }: AdminBookSummary) -> Self {
        let (bid, publish_at) = (book.id.to_string(), book.publish_threshold);
        Self { bid, name: book.name, new_memos: new.memos, new_answers: new.answered, publish_at }
    }
}

impl FailedBookView {
    fn of(AdminBookSummary { book, failure, .. }: AdminBookSummary) -> Option<Self> {
        Some(Self { bid: book.id.to_string(), name: book.name, failure: failure?.into() })
    }
}

impl From<Space> for SpaceView {
    fn from(space: Space) -> Self {
        Self { free: space.free, floor: space.floor, low: space.is_full() }
    }
}

impl OverviewView {
    fn of(seen: Overview, every_hours: u32) -> Self {
        Self {
            version: env!("CARGO_PKG_VERSION"),
            open_reports: seen.open_reports,
            pending_payouts: seen.pending_payouts,
            open_suggestions: seen.open_suggestions,
            waiting_applications: seen.waiting_applications,
            failed_mails: seen.failed_mails,
            failed_books: seen.failed_books.into_iter().filter_map(FailedBookView::of).collect(),
            ready_books: seen.ready_books.into_iter().map(ReadyBookView::from).collect(),
            sends_mail: seen.sends_mail,
            waiting_members: seen.waiting_members,
            suspended_members: seen.suspended_members,
            space: seen.space.into(),
            held_back_files: seen.held_back_files,
            backups: BackupHealthView::of(seen.backups, every_hours),
        }
    }
}

/// Shows counts of everything that needs an admin.
#[utoipa::path(get, path = "/api/admin/overview", tag = "admin",
    security(("apiToken" = ["administration"])), responses((status = 200, body = OverviewView)))]
pub(in crate::http) async fn show_overview(
    State(context): AppState,
    CurrentActor(actor): CurrentActor,
) -> Result<Json<OverviewView>> {
    let every_hours = context.config().backup.every_hours;
    let seen =
        run_blocking(&context, move |context| admin_dashboard::overview(context, &actor)).await?;
    Ok(Json(OverviewView::of(seen, every_hours)))
}
