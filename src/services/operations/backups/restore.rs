//! Restore: replaces the data by a backup and moves the previous data aside. Runs while no server does.
//!
//! Everything is prepared in a folder of its own, which is then renamed to mark it as ready; after that its parts are moved into
//! place one by one. An interrupted restore is finished when the data folder is opened next: see [`finish`].

use std::collections::HashSet;
use std::fs::{self, DirBuilder, File};
use std::io::{self, Write};
use std::os::fd::AsRawFd;
use std::os::unix::fs::DirBuilderExt;
use std::path::{Path, PathBuf};

use crate::backup::{
    self, Archive, ArchiveReader, BLOBS, DATABASE, Key, TEMPLATES, VerificationReport,
};
use crate::data_dir::{self, ASIDE_PREFIX};
use crate::domain::blob::BlobHash;
use crate::domain::id::MemoId;
use crate::domain::item::Item;
use crate::domain::job::{Job, QueuedJob};
use crate::domain::memo::Memo;
use crate::domain::message::Message;
use crate::domain::progress::ProgressFn;
use crate::domain::time::Timestamp;
use crate::error::{Error, Required, Result};
use crate::platform::file_system;
use crate::services::operations::blob_references;
use crate::store::{self, Store, WriteTx, check};

/// Folder in which a restore is prepared.
const PARTIAL: &str = "restore.partial";
/// Folder of a prepared restore whose parts are moved into place.
const READY: &str = "restore";
/// File with the name of the folder that takes the previous data.
const ASIDE: &str = "aside.txt";
/// Everything that is replaced. The search index is rebuilt.
const REPLACED: [&str; 4] = [DATABASE, BLOBS, TEMPLATES, "search"];

const NOT_SENT: &str =
    "It waited when the backup was made that is now restored. Send it again if it is still wanted.";
/// Reason of a webhook's delivery that waited.
const NOT_DELIVERED: Message = Message::new(
    "webhook-not-delivered-after-restore",
    "This waited when the backup was made. Send it again if it is still wanted.",
);
const NOT_THERE: &str = "It waited when the backup was made that is now restored, and what it said is in encrypted backups only.";

/// Verifies an archive from beginning to end, including the content of its database, and changes nothing. Of an encrypted
/// archive, only the checksums are verified without a key.
///
/// # Errors
/// [`backup::Error::Damaged`] when its database is damaged: nothing of it can be restored. Damaged lists, templates,
/// pictures and books are listed in the result.
pub fn verify(
    archive: &Archive,
    key: Option<&Key>,
    on_progress: ProgressFn<'_>,
) -> Result<VerificationReport> {
    if archive.manifest.is_encrypted() && key.is_none() {
        store::check_schema_version(archive.manifest.schema)?;
        return Ok(archive.verify(on_progress)?);
    }
    verify_opened(&open(archive, key, on_progress)?, on_progress)
}

fn verify_opened(
    opened: &ArchiveReader<'_>,
    on_progress: ProgressFn<'_>,
) -> Result<VerificationReport> {
    let verified = opened.verify(on_progress)?;
    verify_database(opened)?;
    Ok(verified)
}

/// Opens an archive. If its file list is damaged, the files that its database names are used instead.
fn open<'a>(
    archive: &'a Archive,
    key: Option<&'a Key>,
    on_progress: ProgressFn<'_>,
) -> Result<ArchiveReader<'a>> {
    let mut opened = archive.open_with(key, on_progress)?;
    if opened.has_damaged_list() {
        let store = inspect_database(&opened).map_err(|error| explain_damage(archive, error))?;
        let lacking: HashSet<&String> = archive.manifest.contents.files_left_out().collect();
        let named = blob_references::all(&*store.read()?)?.into_iter();
        opened.set_blobs(named.filter(|blob| !lacking.contains(&blob.to_string())).collect());
    }
    Ok(opened)
}

/// Adds the path of the archive to an error of a damaged database.
fn explain_damage(archive: &Archive, error: Error) -> Error {
    match error {
        Error::Store(store::Error::Damaged) => {
            let (path, what) = (archive.path().to_owned(), "its database is not whole".to_owned());
            backup::Error::Damaged { path, what }.into()
        }
        error => error,
    }
}

/// Checks the database of an archive against its checksums, for contradictions, and against the file list.
fn verify_database(opened: &ArchiveReader<'_>) -> Result<()> {
    let archive = opened.archive();
    let damaged = |what: String| backup::Error::Damaged { path: archive.path().to_owned(), what };
    let inspected = inspect_database(opened).map_err(|error| explain_damage(archive, error))?;
    let contents = &archive.manifest.contents;
    let tx = inspected.read()?;
    let flaws: u64 = check::find_flaws(&tx)?.iter().map(|flaw| flaw.entries).sum();
    if flaws > contents.flaws {
        return Err(
            damaged(format!("{flaws} entries of its database contradict each other")).into()
        );
    }
    let listed: HashSet<BlobHash> = opened.blobs().iter().copied().collect();
    let lacking =
        blob_references::all(&tx)?.into_iter().filter(|blob| !listed.contains(blob)).count();
    if lacking > contents.files_lacking() {
        return Err(
            damaged(format!("its list lacks {lacking} files that its database names")).into()
        );
    }
    Ok(())
}

/// Opens the database of an archive for reading. An encrypted one is decrypted into an unnamed temporary file, which is gone
/// when it is closed.
fn inspect_database(opened: &ArchiveReader<'_>) -> Result<Store> {
    if !opened.archive().manifest.is_encrypted() {
        return Ok(Store::inspect(&opened.archive().database())?);
    }
    let mut temp_file = tempfile::tempfile()?;
    opened.write_database(&mut temp_file)?;
    Ok(Store::inspect(&PathBuf::from(format!("/proc/self/fd/{}", temp_file.as_raw_fd())))?)
}

/// Finds a memo in the database of an archive.
///
/// # Errors
/// [`Error::NotFound`] when the backup has no such memo.
pub fn find_memo(opened: &ArchiveReader<'_>, id: MemoId) -> Result<Memo> {
    let store = inspect_database(opened)?;
    store.read()?.memo(id)?.required(Item::MemoInBackup)
}

/// Policy for a backup that is damaged or incomplete.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Damage {
    Refuse,
    /// Restores everything else.
    LeaveOut,
}

/// Options of a restore.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Plan {
    pub damage: Damage,
    /// Whether intact files of the data folder are reused as hard links. The data that is moved aside then shares them, and is
    /// to be removed.
    pub reuses_files: bool,
}

/// Verifies the archive, and then prepares everything in the data folder, which no other process may use meanwhile. After a
/// success, the restore is finished when the folder is opened next: see [`finish`]. On an error, the data is unchanged.
pub fn begin(
    data_dir: &Path,
    archive: &Archive,
    key: Option<&Key>,
    plan: Plan,
    now: Timestamp,
    on_progress: ProgressFn<'_>,
) -> Result<VerificationReport> {
    let opened = open(archive, key, on_progress)?;
    let verified = verify_opened(&opened, on_progress)?;
    if plan.damage == Damage::Refuse {
        archive.require_whole(&verified)?;
    }
    // Other users of the machine must not read the restored data.
    DirBuilder::new().recursive(true).mode(0o700).create(data_dir)?;
    backup::ensure_free_space(data_dir, archive.manifest.bytes())?;
    // An interrupted restore is finished first: its result is the data that is replaced now.
    finish(data_dir)?;
    let partial = data_dir.join(PARTIAL);
    remove_folder(&partial)?;
    let files = Files {
        opened: &opened,
        damaged: verified.damaged.iter().map(|file| file.name).collect(),
        damaged_parts: verified.damaged_parts.iter().map(|part| &*part.name).collect(),
        reused: plan.reuses_files.then(|| data_dir.join(BLOBS)),
    };
    let filled = fill(&partial, &files, &name_aside(data_dir, now), now);
    if filled.is_err() {
        remove_folder(&partial)?;
    }
    filled?;
    file_system::sync_all_files(data_dir)?;
    fs::rename(&partial, data_dir.join(READY))?;
    Ok(verified)
}

/// Refuses a data folder in which a restore was interrupted.
pub fn require_finished(data_dir: &Path) -> Result<()> {
    if data_dir.join(READY).join(ASIDE).exists() {
        return Err(data_dir::Error::RestoreUnfinished(data_dir.to_owned()).into());
    }
    Ok(())
}

/// Finishes a restore that was begun, if there is one. Returns the folder of the previous data; `None` when there was none.
pub fn finish(data_dir: &Path) -> Result<Option<PathBuf>> {
    let ready = data_dir.join(READY);
    let aside = match fs::read_to_string(ready.join(ASIDE)) {
        Ok(name) => data_dir.join(name),
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
        Err(error) => return Err(error.into()),
    };
    // The rename of the ready folder is on the disk before any part is moved.
    File::open(data_dir)?.sync_all()?;
    fs::create_dir_all(&aside)?;
    for name in REPLACED {
        let (new, place) = (ready.join(name), data_dir.join(name));
        // Parts that were moved before an interruption are no longer in the folder.
        if is_there(&new)? {
            if is_there(&place)? {
                fs::rename(&place, aside.join(name))?;
            }
            fs::rename(&new, &place)?;
        }
    }
    File::open(data_dir)?.sync_all()?;
    fs::remove_dir_all(&ready)?;
    // An empty folder is removed: there was no previous data.
    Ok(if fs::remove_dir(&aside).is_ok() { None } else { Some(aside) })
}

/// Whether a path has anything, a dangling link among it.
fn is_there(path: &Path) -> io::Result<bool> {
    match fs::symlink_metadata(path) {
        Ok(_) => Ok(true),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(false),
        Err(error) => Err(error),
    }
}

/// Removes what is left of a restore that was interrupted before it was ready: data that was encrypted in the backup may lie in
/// it in plaintext. The caller must have the database open, so that no restore can be under way.
pub fn remove_unfinished(data_dir: &Path) {
    let partial = data_dir.join(PARTIAL);
    if let Err(error) = remove_folder(&partial) {
        tracing::warn!(
            error = &error as &dyn std::error::Error,
            folder = %partial.display(),
            "failed to remove the rest of an interrupted restore; remove it manually"
        );
    }
}

/// Stored files of an archive that are to be put in place.
struct Files<'a> {
    opened: &'a ArchiveReader<'a>,
    damaged: HashSet<BlobHash>,
    /// Names of damaged lists and templates.
    damaged_parts: HashSet<&'a str>,
    /// Folder whose intact files are reused.
    reused: Option<PathBuf>,
}

impl Files<'_> {
    fn put_all(&self, folder: &Path) -> Result<()> {
        for blob in self.opened.blobs() {
            let name = blob.to_string();
            let folder = folder.join(&name[..2]);
            fs::create_dir_all(&folder)?;
            let to = folder.join(name);
            if !self.reuse(*blob, &to) && !self.damaged.contains(blob) {
                self.opened.copy_blob(*blob, &to)?;
            }
        }
        Ok(())
    }

    /// Hard-links an intact file of the reused folder. Returns whether it did.
    fn reuse(&self, blob: BlobHash, to: &Path) -> bool {
        let Some(folder) = &self.reused else { return false };
        let name = blob.to_string();
        let path = folder.join(&name[..2]).join(name);
        let found = file_system::open_regular(&path).and_then(BlobHash::of_reader);
        found.is_ok_and(|found| found == blob) && fs::hard_link(path, to).is_ok()
    }
}

fn fill(partial: &Path, files: &Files<'_>, aside: &str, now: Timestamp) -> Result<()> {
    let opened = files.opened;
    for folder in ["", BLOBS, TEMPLATES, "search"] {
        fs::create_dir_all(partial.join(folder))?;
    }
    File::create_new(partial.join(ASIDE))?.write_all(aside.as_bytes())?;
    opened.copy_database(&partial.join(DATABASE))?;
    files.put_all(&partial.join(BLOBS))?;
    // `verify_opened` has rejected path traversal in these names.
    for name in opened.archive().manifest.contents.templates.keys() {
        if files.damaged_parts.contains(&*format!("{TEMPLATES}/{name}")) {
            continue;
        }
        let to = partial.join(TEMPLATES).join(name);
        to.parent().map_or(Ok(()), fs::create_dir_all)?;
        opened.copy_template(name, &to)?;
    }
    let store = Store::open(&partial.join(DATABASE))?;
    store.write(|tx| {
        tx.clear_credentials()?;
        tx.note_own_backup(&opened.archive().name())?;
        stop_outgoing(tx, now)
    })?;
    Ok(())
}

/// Name of the folder for the previous data; restores within the same second are numbered.
fn name_aside(data_dir: &Path, now: Timestamp) -> String {
    let stamp = now.to_string().replace(':', "-");
    let mut name = format!("{ASIDE_PREFIX}{stamp}");
    let mut others = 1;
    while data_dir.join(&name).exists() {
        others += 1;
        name = format!("{ASIDE_PREFIX}{stamp}-{others}");
    }
    name
}

/// Moves queued mails to the failed jobs: mails that waited when the backup was made were sent long ago, and may be outdated. An
/// admin can send them again. The same goes for webhooks. Offers of a password reset are removed.
fn stop_outgoing(tx: &mut WriteTx, now: Timestamp) -> store::Result<()> {
    for event in tx.outgoing_events(usize::MAX)? {
        tx.remove_outgoing_event(event.id)?;
    }
    for job in tx.queued_jobs()? {
        let id = match job.job {
            Job::SendMail(id) => id,
            Job::SendPasswordReset(_) => {
                tx.remove_job(&job)?;
                continue;
            }
            Job::DeliverWebhook(webhook, id) => {
                if let Some(mut delivery) = tx.webhook_delivery(webhook, id)? {
                    delivery.fail(&NOT_DELIVERED, now);
                    tx.put_webhook_delivery(&delivery)?;
                }
                tx.remove_job(&job)?;
                continue;
            }
            _ => continue,
        };
        let says_something = tx.mail(id)?.is_some_and(|mail| !mail.is_redacted());
        let why = if says_something { NOT_SENT } else { NOT_THERE };
        tx.remove_job(&job)?;
        tx.put_dead_letter(&QueuedJob { run_at: now, last_error: Some(why.into()), ..job })?;
    }
    Ok(())
}

fn remove_folder(path: &Path) -> io::Result<()> {
    match fs::remove_dir_all(path) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error),
        _ => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn two_restores_of_one_second_are_kept_apart() {
        let data = tempfile::tempdir().unwrap();
        let now = Timestamp { seconds: 1_767_225_600, nanoseconds: 0 };
        let names = [(); 3].map(|()| {
            let name = name_aside(data.path(), now);
            fs::create_dir(data.path().join(&name)).unwrap();
            name
        });
        let first = "before-restore-2026-01-01T00-00-00Z";
        assert_eq!(names, [first.into(), format!("{first}-2"), format!("{first}-3")]);
    }
}
