//! Check of the backups: whether there is one, how old it is, and whether it would survive a failure of the data disk.

use std::time::Duration;

use crate::backup::Archive;
use crate::context::Context;
use crate::domain::check_result::{CheckResult, HealthCheck};
use crate::domain::policy::Actor;
use crate::domain::sentence::with_full_stop;
use crate::domain::time::Timestamp;
use crate::error::{Result, format_error_chain};
use crate::platform::disk_space;
use crate::services::operations::backups::copies::{self, Copy};
use crate::services::operations::backups::{self, BackupProblem, Backups, UnreadableBackup};

use super::count;

/// Maximum age of a backup where backups are made by hand only.
const MANUAL_INTERVAL: Duration = Duration::from_hours(30 * 24);
/// Seconds of a day.
const DAY: u64 = 24 * 60 * 60;

pub(super) fn check(context: &Context, actor: &Actor) -> Result<Vec<CheckResult>> {
    let (now, pause) = (context.now(), context.config().backup.pause());
    let all = backups::list(context, actor)?;
    let mut found = Vec::new();
    if let Some(failure) = &all.failure {
        let words = format!(
            "The last backup failed at {}: {}",
            failure.at,
            with_full_stop(&failure.problem)
        );
        let hint = "fix the cause, then try `inkfold backup now`";
        found.push(CheckResult::fail(HealthCheck::Backups, words, hint));
    }
    for UnreadableBackup { name, error, .. } in &all.unreadable {
        let words = format!(
            "The backup {name} cannot be read: {}",
            with_full_stop(format_error_chain(error))
        );
        let hint = "move its folder elsewhere, or remove it: old backups are not removed while it is there";
        found.push(CheckResult::fail(HealthCheck::Backups, words, hint));
    }
    let past = backups::without_future(all.archives.clone(), now);
    if let Some(future) = all.archives.get(past.len()) {
        let words = format!("The backup {} is dated in the future.", future.name());
        let hint = "the clock was wrong when it was made: set it, run `inkfold backup now`, and remove the folder of this backup";
        found.push(CheckResult::fail(HealthCheck::Backups, words, hint));
    }
    match past.last() {
        // The backups dated in the future were reported above.
        None if !all.archives.is_empty() => {}
        None => found.extend(none_yet(context, &all, now)?),
        Some(youngest) => {
            let age = now.since(youngest.manifest.made_at);
            let longest = pause.map_or(MANUAL_INTERVAL, |pause| pause * 2);
            if age > longest {
                let words = format!("The newest backup is {} old.", in_days(age));
                let hint = "check that the server runs and that the backup disk is connected; `inkfold backup now` makes one";
                found.push(CheckResult::fail(HealthCheck::Backups, words, hint));
            }
            found.extend(damage_in(youngest));
        }
    }
    let others = backups::filter_foreign(context, past.clone())?;
    if let Some(youngest) = others.last() {
        let are = count(others.len(), "backup was", "backups were");
        let words = format!(
            "{are} not made of this database, the youngest at {}; none of them is ever removed.",
            youngest.manifest.made_at
        );
        let hint = "if they are newer than your data, an older database was restored: `inkfold restore` brings the newer one back. Otherwise remove their folders when they are no longer needed";
        found.push(CheckResult::warn(HealthCheck::Backups, words, hint));
    }
    if pause.is_none() {
        let words = "Automatic backups are off.";
        let hint = "set `every_hours` in [backup], unless something else backs up the data folder";
        found.push(CheckResult::warn(HealthCheck::Backups, words, hint));
    }
    let copies = copies::states(context);
    for copy in &copies {
        found.extend(copy_trouble(context, copy));
    }
    if copies.is_empty()
        && disk_space::is_same_disk(&all.folder, &context.config().data_dir) == Some(true)
    {
        let words = "Backups are on the same disk as the data, and would be lost with it.";
        let hint = "set `folder` in [backup] to another disk or USB stick, or `copies` to a remote location";
        found.push(CheckResult::warn(HealthCheck::Backups, words, hint));
    }
    if found.is_empty() {
        let made_at = past.last().map(|youngest| youngest.manifest.made_at.to_string());
        let words = format!("The newest backup is from {}.", made_at.unwrap_or_default());
        found.push(CheckResult::ok(HealthCheck::Backups, words));
    }
    Ok(found)
}

/// Checks a copy on another machine. Contacts the copy if the server has not reached it yet.
fn copy_trouble(context: &Context, Copy { url, state }: &Copy) -> Option<CheckResult> {
    let hint = "fix the cause, then try `inkfold backup copy`";
    if let Some(failure) = &state.failure {
        let words = format!("A copy is not up to date: {}", with_full_stop(&failure.problem));
        return Some(CheckResult::fail(HealthCheck::Backups, words, hint));
    }
    if state.updated_at.is_some() {
        return None;
    }
    let words = match copies::youngest_backup(context, url) {
        Ok(Some(_)) => return None,
        Ok(None) => format!("The copy {url} has no backup yet."),
        Err(error) => {
            let words = format_error_chain(&error);
            format!("A copy cannot be read: {}", with_full_stop(&words))
        }
    };
    Some(CheckResult::fail(HealthCheck::Backups, words, hint))
}

/// Damage that was found when a backup was made.
fn damage_in(archive: &Archive) -> Option<CheckResult> {
    let hint = "`inkfold db check` lists the damage, and `inkfold db repair` restores files from the trash and from backups";
    let words = match backups::damage(&archive.manifest.contents)? {
        BackupProblem::Incomplete { files: 0, templates: 1.., .. } => {
            let contents = &archive.manifest.contents;
            let templates = contents.unreadable_templates.join(", ");
            let words = format!("The newest backup lacks unreadable templates: {templates}.");
            let hint = "replace them in `templates` of the data folder or remove them, then run `inkfold backup now`";
            return Some(CheckResult::fail(HealthCheck::Backups, words, hint));
        }
        BackupProblem::Incomplete { files: 0, flaws, .. } => {
            format!(
                "The newest backup is incomplete: {flaws} entries of the database contradict each other."
            )
        }
        BackupProblem::Incomplete { files, .. } => {
            format!("The newest backup is incomplete: {} damaged.", count(files, "file", "files"))
        }
        BackupProblem::Repairable { files } => {
            format!(
                "{} damaged in the data folder. The newest backup has intact copies.",
                count(files, "file is", "files are")
            )
        }
        BackupProblem::Failed(_)
        | BackupProblem::Missing
        | BackupProblem::Old
        | BackupProblem::Future
        | BackupProblem::Uncopied(_) => return None,
    };
    Some(CheckResult::fail(HealthCheck::Backups, words, hint))
}

fn none_yet(context: &Context, all: &Backups, now: Timestamp) -> Result<Option<CheckResult>> {
    let folder = all.folder.display();
    if !context.config().backup.folder.as_os_str().is_empty() && !all.folder.is_dir() {
        let words = format!("The backup folder {folder} does not exist.");
        let hint = "connect its disk or USB stick, or create the folder";
        return Ok(Some(CheckResult::fail(HealthCheck::Backups, words, hint)));
    }
    let hint = "`inkfold backup now` makes one";
    let age = context.read()?.oldest()?.map_or(Duration::ZERO, |oldest| now.since(oldest));
    let soon = context.config().backup.pause().is_some_and(|pause| age <= pause * 2);
    Ok(Some(if soon || age.is_zero() {
        CheckResult::warn(HealthCheck::Backups, "There is no backup yet.", hint)
    } else {
        let words = format!("There is no backup in {folder}.");
        CheckResult::fail(HealthCheck::Backups, words, hint)
    }))
}

fn in_days(age: Duration) -> String {
    match age.as_secs() / DAY {
        0 | 1 => format!("{} hours", age.as_secs() / 3_600),
        days => format!("{days} days"),
    }
}
