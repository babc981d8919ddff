//! Copies of encrypted backups on other machines, in the same layout as in the folder of backups.
//!
//! Every file that is sent is read back and compared with its hash. The manifest of a backup is sent last: where it exists,
//! everything that the backup names has been verified. Files that an interruption has left without a manifest are read again
//! before they are trusted.

mod inventory;
mod pruning;
mod uploading;
mod verifying;

use std::collections::{BTreeMap, HashMap, HashSet};
use std::io::{self, Read};
use std::path::Path;

use parking_lot::Mutex;
use serde::{Deserialize, Serialize};

use crate::backup::remote::{self, Remote};
use crate::backup::{self, Archive, FetchedArchive, Folder, Manifest, Source};
use crate::config::{Config, CopyUrl};
use crate::context::Context;
use crate::domain::item::Item;
use crate::domain::policy::{self, Actor};
use crate::domain::progress::{Progress, ProgressFn};
use crate::domain::time::Timestamp;
use crate::error::{Error, Required, Result, format_error_chain};

use super::{Failure, own_folder, retention};

use inventory::Inventory;
use uploading::Upload;

pub use verifying::{VerifiedCopy, verify};

/// State of the copies.
#[derive(Default)]
struct Copies {
    states: Mutex<BTreeMap<String, CopyState>>,
    /// Files that were verified in a copy and that no complete backup there names yet: an interrupted transfer resumes after
    /// them.
    verified: Mutex<HashMap<String, HashSet<String>>>,
    is_running: Mutex<()>,
}

/// State of one copy. Empty until the server has first contacted it.
#[derive(Clone, Debug, Default)]
pub struct CopyState {
    /// Creation time of its youngest backup.
    pub youngest: Option<Timestamp>,
    /// Complete backups in it.
    pub backups: usize,
    /// Time of its last complete update.
    pub updated_at: Option<Timestamp>,
    /// Progress of the current transfer.
    pub step: Option<Progress>,
    /// Error of the last transfer; `None` after a successful one.
    pub failure: Option<Failure>,
}

/// Copy with its URL from the settings.
#[derive(Clone, Debug)]
pub struct Copy {
    pub url: CopyUrl,
    pub state: CopyState,
}

/// Backup in a copy.
#[derive(Clone, Debug)]
pub struct CopiedBackup {
    pub name: String,
    pub manifest: Manifest,
}

/// Returns the copies of the settings with their states.
pub fn states(context: &Context) -> Vec<Copy> {
    let states = context.state::<Copies>().states.lock();
    let config = context.config();
    let copy = |url: &CopyUrl| Copy {
        url: url.clone(),
        state: states.get(&url.to_string()).cloned().unwrap_or_default(),
    };
    config.backup.copies.iter().map(copy).collect()
}

/// Most recent failure of a copy that is not up to date. Its words name the copy.
pub(in crate::services) fn failure(context: &Context) -> Option<Failure> {
    let failures = states(context).into_iter().filter_map(|copy| copy.state.failure);
    failures.max_by_key(|failure| failure.at)
}

/// Number of copies that are not up to date.
pub(in crate::services) fn failures(context: &Context) -> usize {
    states(context).iter().filter(|copy| copy.state.failure.is_some()).count()
}

/// Age of the most outdated copy: creation time of its youngest backup. `None` while a copy has no backup, or without copies.
pub(in crate::services) fn oldest_state(context: &Context) -> Option<Timestamp> {
    let youngest: Option<Vec<Timestamp>> =
        states(context).into_iter().map(|copy| copy.state.youngest).collect();
    youngest?.into_iter().min()
}

/// Selection of the files of a copy that are read again although they were verified when they were sent.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum RereadSelection {
    /// A share with every new backup, so that every file is read once in 30 days.
    Share,
    All,
}

/// Brings every copy up to date with the youngest encrypted backup, and reports progress to an admin. A copy that fails does not
/// hold up the others; the returned states tell which failed.
pub fn update(
    context: &Context,
    actor: &Actor,
    reread: RereadSelection,
    on_progress: ProgressFn<'_>,
) -> Result<Vec<Copy>> {
    policy::may_administrate(actor)?;
    let _running = context.state::<Copies>().is_running.lock();
    update_all(context, reread, on_progress)?;
    Ok(states(context))
}

/// Brings every copy up to date on behalf of the server, without a permission check or progress. Returns whether all copies are
/// up to date.
pub(crate) fn run(context: &Context) -> Result<bool> {
    let _running = context.state::<Copies>().is_running.lock();
    update_all(context, RereadSelection::Share, &mut |_| {})
}

fn update_all(
    context: &Context,
    reread: RereadSelection,
    on_progress: ProgressFn<'_>,
) -> Result<bool> {
    let config = context.config();
    let mut are_all_good = true;
    for (url, secret) in config.backup.copies()? {
        if !context.copy_wakeup.is_open() {
            break;
        }
        let outcome = update_one(context, &url, &secret, reread, on_progress);
        are_all_good &= outcome.is_ok();
        // A transfer that was stopped by shutdown has not failed.
        if context.copy_wakeup.is_open() {
            record_outcome(context, &url, outcome);
        }
    }
    Ok(are_all_good)
}

fn record_outcome(context: &Context, url: &CopyUrl, outcome: Result<Inventory>) {
    let now = context.now();
    let mut states = context.state::<Copies>().states.lock();
    let state = states.entry(url.to_string()).or_default();
    state.step = None;
    match outcome {
        Ok(inventory) => {
            state.youngest = inventory.youngest(now);
            state.backups = inventory.backups.len();
            (state.updated_at, state.failure) = (Some(now), None);
        }
        Err(error) => {
            let problem = format_error_chain(&error);
            let error = &error as &dyn std::error::Error;
            tracing::error!(error, copy = %url, "failed to copy backups");
            state.failure = Some(Failure { at: now, problem });
        }
    }
}

fn update_one(
    context: &Context,
    url: &CopyUrl,
    secret: &str,
    reread: RereadSelection,
    on_progress: ProgressFn<'_>,
) -> Result<Inventory> {
    let remote = &*remote::connect(url, secret)?;
    let here = encrypted(context)?;
    let mut inventory = Inventory::read(remote, &here)?;
    inventory.require_own(&context.config().community, &here, url)?;
    if let Some(youngest) = here.last() {
        let mut told = |step: Progress| {
            context.state::<Copies>().states.lock().entry(url.to_string()).or_default().step =
                Some(step);
            on_progress(step);
        };
        let mut verified =
            context.state::<Copies>().verified.lock().remove(&url.to_string()).unwrap_or_default();
        let upload = Upload { context, remote, inventory: &mut inventory, verified: &mut verified };
        let outcome = upload.send(youngest, reread, &mut told);
        if outcome.is_err() {
            context.state::<Copies>().verified.lock().insert(url.to_string(), verified);
        }
        outcome?;
    }
    pruning::prune(context, remote, &mut inventory)?;
    Ok(inventory)
}

/// Lists the encrypted backups in the folder of the settings, the oldest first, without those dated in the future.
fn encrypted(context: &Context) -> Result<Vec<Archive>> {
    let archives =
        retention::without_future(own_folder(&context.config())?.archives()?, context.now());
    Ok(archives.into_iter().filter(|archive| archive.manifest.is_encrypted()).collect())
}

/// Lists the backups in one copy, the oldest first. Needs no database.
pub fn list(url: &CopyUrl, secret: &str) -> Result<Vec<CopiedBackup>> {
    let remote = &*remote::connect(url, secret)?;
    let mut backups = Inventory::backups(remote)?;
    backups.sort_by_cached_key(|backup| (backup.manifest.made_at, backup.name.clone()));
    Ok(backups)
}

/// Asks a copy of the settings for the creation time of its youngest backup.
pub(in crate::services) fn youngest_backup(
    context: &Context,
    url: &CopyUrl,
) -> Result<Option<Timestamp>> {
    for (copy, secret) in context.config().backup.copies()? {
        if copy == *url {
            return Ok(list(url, &secret)?.pop().map(|backup| backup.manifest.made_at));
        }
    }
    Ok(None)
}

/// Fetches a backup into the folder of the settings, from the first copy that has it: of all copies, or of the one with this
/// number, counted from 1. Files that the copy has lost are left out. Needs no database.
///
/// # Errors
/// [`Error::NotFound`] when no copy has it.
pub fn fetch(
    config: &Config,
    name: &str,
    number: Option<usize>,
    on_progress: ProgressFn<'_>,
) -> Result<(CopyUrl, FetchedArchive)> {
    let folder = own_folder(config)?;
    let (mut partial, mut failure) = (None, None);
    for (url, secret) in select_copies(config, number)? {
        match fetch_from(&folder, &url, &secret, name, on_progress) {
            Ok(received) if received.damaged.is_empty() => return Ok((url, received)),
            // Files that one copy has lost may be in another: only those are fetched from there.
            Ok(received) => partial = Some((url, received)),
            Err(error) if is_not_there(&error) => {}
            Err(error) => failure = Some(error),
        }
    }
    partial.ok_or_else(|| failure.unwrap_or(Error::NotFound(Item::Backup)))
}

fn fetch_from(
    folder: &Folder,
    url: &CopyUrl,
    secret: &str,
    name: &str,
    on_progress: ProgressFn<'_>,
) -> Result<FetchedArchive> {
    let remote = &*remote::connect(url, secret)?;
    Ok(folder.receive(name, &RemoteSource(remote), on_progress)?)
}

/// Returns the copies of the settings, or only the one with this number, counted from 1.
pub fn select_copies(config: &Config, number: Option<usize>) -> Result<Vec<(CopyUrl, String)>> {
    let copies = config.backup.copies()?;
    let Some(number) = number else { return Ok(copies) };
    let copy = number.checked_sub(1).and_then(|index| copies.into_iter().nth(index));
    copy.map(|copy| vec![copy]).required(Item::BackupCopy)
}

/// Whether an error only means that a backup does not exist.
fn is_not_there(error: &Error) -> bool {
    match error {
        Error::Archive(backup::Error::NotAnArchive(_)) => true,
        Error::Archive(backup::Error::Io { source, .. }) => source
            .get_ref()
            .and_then(|error| error.downcast_ref::<remote::Error>())
            .is_some_and(|error| matches!(error, remote::Error::NotFound { .. })),
        _ => false,
    }
}

/// Adapter that serves the files of a copy as the [`Source`] of an archive.
struct RemoteSource<'a>(&'a dyn Remote);

impl Source for RemoteSource<'_> {
    fn read(&self, name: &str, bytes: u64) -> io::Result<Box<dyn Read>> {
        self.0.get(name, bytes).map_err(|error| match error {
            remote::Error::NotFound { .. } => io::Error::new(io::ErrorKind::NotFound, error),
            error => io::Error::other(error),
        })
    }

    fn pool(&self, folder: &str) -> io::Result<BTreeMap<String, u64>> {
        self.0.walk(&format!("{folder}/")).map_err(io::Error::other)
    }
}

/// Whether an argument is the name of an archive, and not a path.
pub fn is_name(backup: &str) -> bool {
    backup::is_archive_name(backup) && !Path::new(backup).exists()
}
