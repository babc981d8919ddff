//! Putting a backup in the place of what is there, which is kept aside. Done while no server runs.
//!
//! First everything is made ready in a folder of its own, then that folder gets the name that says so, then one thing after the
//! other takes its place. Whoever opens the data folder next finishes what an interruption has left: see [`finish`].

use std::collections::HashSet;
use std::fs::{self, DirBuilder, File};
use std::io::{self, Write};
use std::os::fd::AsRawFd;
use std::os::unix::fs::DirBuilderExt;
use std::path::{Path, PathBuf};

use crate::archive::{self, Archive, ArchiveReader, BLOBS, DATABASE, Key, TEMPLATES, Verified};
use crate::data_dir::{self, ASIDE_PREFIX};
use crate::disk;
use crate::domain::blob::BlobHash;
use crate::domain::id::MemoId;
use crate::domain::job::{Job, QueuedJob};
use crate::domain::memo::Memo;
use crate::domain::progress::Tell;
use crate::domain::time::Time;
use crate::error::{Error, Required, Result};
use crate::services::blob_references;
use crate::store::{self, Store, WriteTx, check};

/// What is being made ready.
const PARTIAL: &str = "restore.partial";
/// What is ready to take its place.
const READY: &str = "restore";
/// Says what the folder is called that keeps what was there.
const ASIDE: &str = "aside.txt";
/// Everything that is replaced. The index of search is made anew.
const REPLACED: [&str; 4] = [DATABASE, BLOBS, TEMPLATES, "search"];

const NOT_SENT: &str =
    "It waited when the backup was made that is now restored. Send it again if it is still wanted.";
const NOT_THERE: &str = "It waited when the backup was made that is now restored, and what it said is in encrypted backups only.";

/// Reads an archive from beginning to end, down to what its database says, and changes nothing. An encrypted one is read as deep as
/// the key goes: without one, as it lies there.
///
/// # Errors
/// [`archive::Error::Damaged`] when its database is damaged: nothing of it can be restored. Damaged lists, templates, pictures and
/// books are listed in the answer.
pub fn verify(archive: &Archive, key: Option<&Key>, tell: Tell<'_>) -> Result<Verified> {
    if archive.manifest.is_encrypted() && key.is_none() {
        store::check_schema_version(archive.manifest.schema)?;
        return Ok(archive.verify(tell)?);
    }
    let opened = open(archive, key)?;
    let verified = opened.verify(tell)?;
    verify_database(&opened)?;
    Ok(verified)
}

/// Opens an archive. Where the list of its files is damaged, they are those that its database names.
fn open<'a>(archive: &'a Archive, key: Option<&'a Key>) -> Result<ArchiveReader<'a>> {
    let mut opened = archive.open_with(key)?;
    if opened.has_damaged_list() {
        let store = inspect_database(&opened).map_err(|error| explain_damage(archive, error))?;
        let lacking: HashSet<&String> = archive.manifest.contents.files_left_out().collect();
        let named = blob_references::all(&*store.read()?)?.into_iter();
        opened.set_blobs(named.filter(|blob| !lacking.contains(&blob.to_string())).collect());
    }
    Ok(opened)
}

/// Names the archive whose database is damaged.
fn explain_damage(archive: &Archive, error: Error) -> Error {
    match error {
        Error::Store(store::Error::Damaged) => {
            let (path, what) = (archive.path().to_owned(), "its database is not whole".to_owned());
            archive::Error::Damaged { path, what }.into()
        }
        error => error,
    }
}

/// Holds the database of an archive against its checksums, against itself, and against the list of files.
fn verify_database(opened: &ArchiveReader<'_>) -> Result<()> {
    let archive = opened.archive();
    let damaged = |what: String| archive::Error::Damaged { path: archive.path().to_owned(), what };
    let inspected = inspect_database(opened).map_err(|error| explain_damage(archive, error))?;
    let contents = &archive.manifest.contents;
    let tx = inspected.read()?;
    let flaws: u64 = check::flaws(&tx)?.iter().map(|flaw| flaw.entries).sum();
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

/// Opens the database of an archive for reading. What was encrypted is decrypted into a file without a name, gone when it is closed.
fn inspect_database(opened: &ArchiveReader<'_>) -> Result<Store> {
    if !opened.archive().manifest.is_encrypted() {
        return Ok(Store::inspect(&opened.archive().database())?);
    }
    let mut scratch = tempfile::tempfile()?;
    opened.write_database(&mut scratch)?;
    Ok(Store::inspect(&PathBuf::from(format!("/proc/self/fd/{}", scratch.as_raw_fd())))?)
}

/// Pictures, books and memos of an archive.
///
/// # Errors
/// [`Error::NotFound`] when there is no such memo in it.
pub fn find_memo(opened: &ArchiveReader<'_>, id: MemoId) -> Result<Memo> {
    let store = inspect_database(opened)?;
    store.read()?.memo(id)?.required("A memo with this id in the backup")
}

/// How a restore treats a backup that is damaged or incomplete.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Damage {
    Refuse,
    /// Everything else is restored.
    LeaveOut,
}

/// How a backup is put in the place of what is there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Plan {
    pub damage: Damage,
    /// Whether intact files that are there already are taken from there. What is kept aside shares them, and is to be removed.
    pub reuses_files: bool,
}

/// Verifies the archive, and only then makes everything ready in the data folder, which nobody else uses meanwhile. Once this has
/// succeeded, whoever opens the folder next finishes the restore: see [`finish`]. If it fails, all is as it was.
pub fn begin(
    data_dir: &Path,
    archive: &Archive,
    key: Option<&Key>,
    plan: Plan,
    now: Time,
    tell: Tell<'_>,
) -> Result<Verified> {
    let opened = open(archive, key)?;
    let verified = verify(archive, key, tell)?;
    if plan.damage == Damage::Refuse {
        archive.require_whole(&verified)?;
    }
    // Nobody else on the machine reads what comes out of it.
    DirBuilder::new().recursive(true).mode(0o700).create(data_dir)?;
    archive::make_sure(data_dir, archive.manifest.bytes())?;
    // What an interruption has left is what stands there now.
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
    rustix::fs::syncfs(File::open(data_dir)?).map_err(io::Error::from)?;
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

/// Finishes a restore that was begun, if there is one; answers where what was there is kept: nowhere when there was nothing.
pub fn finish(data_dir: &Path) -> Result<Option<PathBuf>> {
    let ready = data_dir.join(READY);
    let aside = match fs::read_to_string(ready.join(ASIDE)) {
        Ok(name) => data_dir.join(name),
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
        Err(error) => return Err(error.into()),
    };
    // The disk knows that it was begun before anything of it is seen.
    File::open(data_dir)?.sync_all()?;
    fs::create_dir_all(&aside)?;
    for name in REPLACED {
        let (new, place) = (ready.join(name), data_dir.join(name));
        // What has taken its place already is not in the folder any more.
        if new.exists() {
            if place.exists() {
                fs::rename(&place, aside.join(name))?;
            }
            fs::rename(&new, &place)?;
        }
    }
    File::open(data_dir)?.sync_all()?;
    fs::remove_dir_all(&ready)?;
    // Where nothing was there is nothing to keep.
    Ok(if fs::remove_dir(&aside).is_ok() { None } else { Some(aside) })
}

/// Removes what a restore has left that was cut off before it was ready: everything that was perhaps encrypted lies open in it. Only for
/// somebody who has the database open, and so knows that none is under way.
pub fn remove_unfinished(data_dir: &Path) {
    let partial = data_dir.join(PARTIAL);
    if let Err(error) = remove_folder(&partial) {
        tracing::warn!(
            error = &error as &dyn std::error::Error,
            folder = %partial.display(),
            "what a restore has left that was cut off cannot be removed; remove it by hand"
        );
    }
}

/// Stored files of an archive that are to be put in place.
struct Files<'a> {
    opened: &'a ArchiveReader<'a>,
    damaged: HashSet<BlobHash>,
    /// Names of damaged lists and templates.
    damaged_parts: HashSet<&'a str>,
    /// Folder whose intact files are taken.
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

    /// Gives an intact file that is there a second name. Returns whether it did.
    fn reuse(&self, blob: BlobHash, to: &Path) -> bool {
        let Some(folder) = &self.reused else { return false };
        let name = blob.to_string();
        let path = folder.join(&name[..2]).join(name);
        let found = disk::open_regular(&path).and_then(BlobHash::of_reader);
        found.is_ok_and(|found| found == blob) && fs::hard_link(path, to).is_ok()
    }
}

fn fill(partial: &Path, files: &Files<'_>, aside: &str, now: Time) -> Result<()> {
    let opened = files.opened;
    for folder in ["", BLOBS, TEMPLATES, "search"] {
        fs::create_dir_all(partial.join(folder))?;
    }
    File::create_new(partial.join(ASIDE))?.write_all(aside.as_bytes())?;
    opened.copy_database(&partial.join(DATABASE))?;
    files.put_all(&partial.join(BLOBS))?;
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
        hold_mails(tx, now)
    })?;
    Ok(())
}

/// What the folder will be called that keeps what is there: two restores of one second are kept apart.
fn name_aside(data_dir: &Path, now: Time) -> String {
    let stamp = now.to_string().replace(':', "-");
    let mut name = format!("{ASIDE_PREFIX}{stamp}");
    let mut others = 1;
    while data_dir.join(&name).exists() {
        others += 1;
        name = format!("{ASIDE_PREFIX}{stamp}-{others}");
    }
    name
}

/// What waited then was sent long ago, and what it says is not true any more: nothing leaves unless an admin wants it.
fn hold_mails(tx: &mut WriteTx, now: Time) -> store::Result<()> {
    for job in tx.queued_jobs()? {
        let id = match job.job {
            Job::SendMail(id) => id,
            Job::OfferReset(_) => {
                tx.remove_job(&job)?;
                continue;
            }
            _ => continue,
        };
        let says_something = tx.mail(id)?.is_some_and(|mail| !mail.is_redacted());
        let why = if says_something { NOT_SENT } else { NOT_THERE };
        tx.remove_job(&job)?;
        tx.put_failed_job(&QueuedJob { due: now, last_error: Some(why.into()), ..job })?;
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
        let now = Time { seconds: 1_767_225_600, nanoseconds: 0 };
        let names = [(); 3].map(|()| {
            let name = name_aside(data.path(), now);
            fs::create_dir(data.path().join(&name)).unwrap();
            name
        });
        let first = "before-restore-2026-01-01T00-00-00Z";
        assert_eq!(names, [first.into(), format!("{first}-2"), format!("{first}-3")]);
    }
}
