//! Retention of backups: which of the folder are this database's, which is the youngest, and which have expired.

use crate::backup::{Archive, Folder, Manifest};
use crate::context::Context;
use crate::domain::retention::Retention;
use crate::domain::time::Timestamp;
use crate::error::Result;
use crate::store::ReadTx;

/// Returns the youngest backup in the folder of the settings, ignoring those that a wrong clock has dated in the future. A
/// folder that cannot be read has none: the next scheduled backup reports why.
pub(in crate::services) fn youngest(context: &Context) -> Option<Archive> {
    without_future(archives(context), context.now()).pop()
}

/// Removes backups dated in the future from the list.
pub(in crate::services) fn without_future(archives: Vec<Archive>, now: Timestamp) -> Vec<Archive> {
    archives.into_iter().filter(|archive| archive.manifest.made_at <= now).collect()
}

/// Backups in the folder of the settings, oldest first; none if it cannot be read.
pub(super) fn archives(context: &Context) -> Vec<Archive> {
    let config = context.config();
    let (folder, _) = config.backup.folder_for(&config.data_dir);
    Folder::open(&folder).and_then(|folder| folder.archives()).unwrap_or_default()
}

/// Removes expired backups and returns their number. Backups dated in the future by a wrong clock, and backups of other
/// databases, are neither counted nor removed.
pub(super) fn prune(context: &Context, folder: &Folder) -> Result<usize> {
    let archives = without_future(folder.archives()?, context.now());
    let (archives, others) = partition_by_database(&*context.read()?, archives, |archive| {
        (archive.name(), archive.manifest.schema)
    })?;
    if !others.is_empty() {
        tracing::warn!(
            count = others.len(),
            youngest = others.last().map(Archive::name),
            "backups of another database not pruned; if they are newer, this database is an older copy"
        );
    }
    let old = expired(context.config().backup.retention(), archives, |archive| &archive.manifest);
    folder.remove(&old)?;
    context.write(|tx| {
        old.iter().try_for_each(|archive| Ok(tx.remove_own_backup(&archive.name())?))
    })?;
    Ok(old.len())
}

/// Splits backups into those of this database and those of others, by their name and the version of their database.
pub(super) fn partition_by_database<T>(
    tx: &ReadTx,
    backups: Vec<T>,
    identity: impl Fn(&T) -> (String, u32),
) -> Result<(Vec<T>, Vec<T>)> {
    let (mut own, mut others) = (Vec::new(), Vec::new());
    for backup in backups {
        let (name, schema) = identity(&backup);
        if tx.is_own_backup(&name, schema)? { own.push(backup) } else { others.push(backup) }
    }
    Ok((own, others))
}

/// Filters backups that the retention does not keep. Incomplete backups are counted apart from complete ones, so that the last
/// complete backup is never removed in favour of an incomplete one.
pub(super) fn expired<T>(
    retention: Retention,
    backups: Vec<T>,
    manifest: impl Fn(&T) -> &Manifest,
) -> Vec<T> {
    let (complete, incomplete): (Vec<T>, Vec<T>) =
        backups.into_iter().partition(|backup| manifest(backup).contents.is_complete());
    let expired_of = |backups: Vec<T>| {
        let times: Vec<Timestamp> = backups.iter().map(|backup| manifest(backup).made_at).collect();
        let expired = retention.expired(&times);
        let is_old = |backup: &T| expired.contains(&manifest(backup).made_at);
        backups.into_iter().filter(is_old).collect::<Vec<T>>()
    };
    let mut old = expired_of(complete);
    old.extend(expired_of(incomplete));
    old
}
