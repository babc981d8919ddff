//! Database of the community, everything but files: typed reads and writes in transactions.
//!
//! Reading functions live on [`ReadTx`], to which a [`Snapshot`] and a [`WriteTx`] dereference.
//! A write of one user action is one [`Store::write`]: all of it happens or nothing.

mod accounts;
mod alt_texts;
mod api_tokens;
mod applications;
mod audit;
mod blocks;
mod books;
mod change_log;
pub mod check;
mod codec;
mod comments;
mod counts;
mod edition_notices;
mod engine;
mod forms;
mod guests;
mod held_back_files;
mod hidden_memos;
mod inbound_mail;
mod invitations;
mod jobs;
mod key;
mod known_locations;
mod likes;
mod loves;
mod mailed_answers;
mod mails;
mod maintenance;
mod memo_bytes;
mod memo_counts;
mod memo_history;
mod memos;
mod migrate;
mod own_backups;
mod participation;
mod passkeys;
mod post_ranks;
mod posts;
mod prize;
mod readings;
mod reports;
mod role_grants;
mod second_factors;
mod sessions;
mod suggestions;
mod table;
mod tables;
mod timestamps;
mod topics;
mod upload_keys;
mod webhooks;
mod weekly_questions;

use std::fs;
use std::path::Path;
use std::sync::Arc;

pub use counts::Counts;
pub use engine::{Entry, Order, PendingCommit, ReadOnlyStore, ReadTx, Snapshot, WriteTx};
pub use forms::IssuedForm;
pub use maintenance::{FileLock, Secrets, schema_version};
pub use memos::NewInBook;
pub use migrate::check_schema_version;
pub use post_ranks::HiddenPosts;

use engine::{CACHE_BYTES, Engine, WriteQueue};

/// The community's database.
pub struct Store {
    engine: Arc<Engine>,
    queue: WriteQueue,
}

/// Error of the store.
#[derive(Clone, Debug, thiserror::Error)]
pub enum Error {
    #[error("the database is held by another program")]
    Locked,
    #[error(
        "the database was written by a newer Inkfold (its version {found}, ours {known}): use that one"
    )]
    Newer { found: u32, known: u32 },
    #[error(
        "the database was written before the first release of Inkfold (its version {found}, the first release's {oldest})"
    )]
    TooOld { found: u32, oldest: u32 },
    #[error("the database has an entry that cannot be read, in {table}")]
    Corrupt { table: &'static str },
    /// Pages of the database are not as they were written.
    #[error("the database is damaged. Put a backup in its place with `inkfold restore`")]
    Damaged,
    #[error("the disk of the database is full")]
    Full,
    /// The disk of the database has just failed, and the database is being reopened.
    #[error("the database was interrupted by its disk")]
    Interrupted,
    #[error("the database failed: {0}")]
    Engine(String),
}

/// Result of a store function.
pub type Result<T, E = Error> = std::result::Result<T, E>;

impl Store {
    /// Opens an existing file, and migrates it to this program's version.
    ///
    /// # Errors
    /// [`Error::Damaged`] for an empty file.
    pub fn open(path: &Path) -> Result<Self> {
        Self::open_with_cache(path, CACHE_BYTES)
    }

    /// Opens a file after verifying the checksum of every page. No byte of the file is changed: it is migrated to this program's
    /// version in memory only.
    ///
    /// # Errors
    /// [`Error::Damaged`] when a page is not as it was written, [`Error::Locked`] when another program has the file.
    pub fn inspect(path: &Path) -> Result<Self> {
        refuse_unsupported(path)?;
        Self::prepare(Engine::inspect(path)?)
    }

    /// Opens the file, or creates it if it does not exist or is empty.
    pub fn create(path: &Path) -> Result<Self> {
        if fs::metadata(path).map_or(0, |file| file.len()) == 0 {
            Engine::create(path)?;
        }
        Self::open(path)
    }

    /// Opens an existing file with a cache of up to `cache` bytes, and migrates it to this program's version.
    pub fn open_with_cache(path: &Path, cache: usize) -> Result<Self> {
        refuse_unsupported(path)?;
        Self::prepare(Engine::open(path, cache)?)
    }

    /// Creates a store in memory, for tests.
    pub fn in_memory() -> Result<Self> {
        Self::prepare(Engine::in_memory()?)
    }

    fn prepare(engine: Engine) -> Result<Self> {
        let engine = Arc::new(engine);
        let store = Self { queue: WriteQueue::start(Arc::clone(&engine))?, engine };
        // A file of the current version can be opened on a full disk, too.
        if !migrate::is_done(&store.read()?)? {
            store.write(migrate::run)?;
        }
        Ok(store)
    }

    /// Begins a read transaction. Not to be held over slow work: old pages cannot be reused while it lives.
    pub fn read(&self) -> Result<Snapshot> {
        self.engine.read()
    }

    /// Runs `change` in a write transaction: commits it durably, or rolls it back when it fails. One transaction runs at a time. A
    /// change that leaves everything as it was writes nothing.
    pub fn write<T, E: From<Error>>(
        &self,
        change: impl FnOnce(&mut WriteTx) -> std::result::Result<T, E>,
    ) -> std::result::Result<T, E> {
        self.engine.write(change)
    }

    /// Runs a change like [`Self::write`], but returns before it is on the disk: for tasks of the queue, which commits their changes.
    /// Other callers must wait for the result, because writers may rely on them to commit.
    pub fn write_async_commit<T, E: From<Error>>(
        &self,
        change: impl FnOnce(&mut WriteTx) -> std::result::Result<T, E>,
    ) -> std::result::Result<PendingCommit<T>, E> {
        self.engine.write_async_commit(change)
    }

    /// Runs `task` on a thread of the store that runs one after another. The changes of tasks that follow each other closely are
    /// committed together, without a thread for each that waits.
    pub fn enqueue(&self, task: impl FnOnce() + Send + 'static) {
        self.queue.push(Box::new(task));
    }

    /// Closes the file before the process ends, so that the next one need not repair it. Later transactions fail with
    /// [`Error::Interrupted`].
    ///
    /// # Errors
    /// [`Error::Interrupted`] when a write transaction takes too long.
    pub fn close(&self) -> Result<()> {
        self.engine.close()
    }

    /// Checks that the disk has space for a change, before an action that cannot be undone.
    ///
    /// # Errors
    /// [`Error::Full`]
    pub fn check_free_space(&self) -> Result<()> {
        self.engine.check_free_space()
    }

    /// Write counter: as long as it stays the same, so do all entries. A snapshot that is opened after reading the counter has at
    /// least as many changes.
    pub fn version(&self) -> u64 {
        // A failed disk may have stored a commit that it reported as failed, so that a reopening counts as well.
        self.engine.commits() + self.engine.reopen_count()
    }
}

/// Refuses a file of a newer program, or of one before the first release, without changing a byte of it: opening it for writing would
/// change it already.
fn refuse_unsupported(path: &Path) -> Result<()> {
    match ReadOnlyStore::open(path).and_then(|file| schema_version(&file)) {
        Err(error @ (Error::Newer { .. } | Error::TooOld { .. })) => Err(error),
        _ => Ok(()),
    }
}
