//! Check of the database: reclaimable space, and stored files that it does not name.

use crate::context::Context;
use crate::domain::check_result::{CheckResult, HealthCheck};
use crate::domain::damage::PathError;
use crate::domain::policy::Actor;
use crate::error::Result;
use crate::services::operations::database;

use super::{count, megabytes, with_full_stop};

/// Reclaimable bytes below which compacting is not worth stopping the server.
const MIN_BYTES: u64 = 64 << 20;
/// Normal ratio of the database's size to its content: pages are not full, and have indexes.
const MIN_FREE_SHARE: u64 = 3;

pub(super) fn check(context: &Context, actor: &Actor) -> Result<Vec<CheckResult>> {
    let stats = database::stats(context, actor)?;
    let (size, used) = (megabytes(stats.database_bytes), megabytes(stats.used_bytes));
    let empty =
        stats.database_bytes.saturating_sub(stats.used_bytes.saturating_mul(MIN_FREE_SHARE));
    let size = if empty > MIN_BYTES {
        let words = format!("The database file has {size}, of which {used} are used.");
        let hint = "stop the server and run `inkfold db compact` to free the rest";
        CheckResult::warn(HealthCheck::Database, words, hint)
    } else {
        let words =
            format!("The database can be read ({size}); `inkfold db check` checks all of it.");
        CheckResult::ok(HealthCheck::Database, words)
    };
    let held_back = context.read()?.held_back_files()?;
    let unreadable = context.blobs.list().unreadable;
    let unreadable = unreadable.iter().map(unreadable_folder);
    Ok([size].into_iter().chain(held_back_files(held_back as usize)).chain(unreadable).collect())
}

fn unreadable_folder(PathError { path, error }: &PathError) -> CheckResult {
    let words = format!("The folder {path} cannot be read: {}", with_full_stop(error));
    let hint = "`inkfold db check` lists the missing files, and `inkfold db repair` restores them from the trash and from backups";
    CheckResult::fail(HealthCheck::Database, words, hint)
}

/// Reports files that the last garbage collection held back: an older copy of the database names few of the stored files.
fn held_back_files(files: usize) -> Option<CheckResult> {
    let files = (files > 0).then(|| count(files, "file", "files"))?;
    let words = format!(
        "The database may be an older copy: {files}, more than a tenth of all, are not referenced by it. They are not moved to the trash."
    );
    let hint = "run `inkfold db check`, and restore the right database if this is not it; otherwise run `inkfold trash sweep --all`";
    Some(CheckResult::fail(HealthCheck::Database, words, hint))
}
