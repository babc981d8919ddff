//! Everything the community keeps except files: typed reads and writes in transactions.
//!
//! Reading functions live on [`ReadTx`], to which a [`Snapshot`] and a [`WriteTx`] dereference.
//! A write of one user action is one [`Store::write`]: all of it happens or nothing.

mod accounts;
mod alt_texts;
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
mod familiar_places;
mod forms;
mod held_back_files;
mod hidden_memos;
mod inbound_mail;
mod jobs;
mod key;
mod likes;
mod loves;
mod mails;
mod maintenance;
mod memo_counts;
mod memos;
mod migrate;
mod own_backups;
mod posts;
mod prize;
mod reports;
mod second_factors;
mod sessions;
mod suggestions;
mod table;
mod tables;
mod timestamps;
mod topics;
mod upload_keys;

use std::fs;
use std::path::Path;

pub use counts::Counts;
pub use engine::{Entry, Order, ReadOnlyStore, ReadTx, Snapshot, WriteTx};
pub use forms::IssuedForm;
pub use maintenance::{FileLock, Secrets, check_schema_version, schema_version};
pub use memos::NewInBook;

use engine::{CACHE_BYTES, Engine};

/// The community's database.
pub struct Store {
    engine: Engine,
}

/// Why the store cannot answer.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    #[error("the database is held by another program")]
    Held,
    #[error(
        "the database was written by a newer Inkfold (its version {found}, ours {known}): use that one"
    )]
    Newer { found: u32, known: u32 },
    #[error("the database has an entry that cannot be read, in {table}")]
    Corrupt { table: &'static str },
    /// Its pages are not as they were written.
    #[error("the database is damaged. Put a backup in its place with `inkfold restore`")]
    Damaged,
    #[error("the disk of the database is full")]
    Full,
    /// Its disk has failed just now, and it is opened again.
    #[error("the database was interrupted by its disk")]
    Interrupted,
    #[error("the database failed: {0}")]
    Engine(String),
}

/// The answer of a store function.
pub type Result<T, E = Error> = std::result::Result<T, E>;

impl Store {
    /// Opens a file that is there, and brings it to this program's version.
    ///
    /// # Errors
    /// [`Error::Damaged`] for an empty file.
    pub fn open(path: &Path) -> Result<Self> {
        Self::open_with_cache(path, CACHE_BYTES)
    }

    /// Opens a file after holding every page against its checksum. No byte of the file is changed: it is brought to this
    /// program's version in memory only.
    ///
    /// # Errors
    /// [`Error::Damaged`] when a page is not as it was written, [`Error::Held`] when another program has the file.
    pub fn inspect(path: &Path) -> Result<Self> {
        refuse_newer(path)?;
        Self::prepare(Engine::inspect(path)?)
    }

    /// Makes the file, or opens the one that is there.
    pub fn create(path: &Path) -> Result<Self> {
        if fs::metadata(path).map_or(0, |file| file.len()) == 0 {
            Engine::create(path)?;
        }
        Self::open(path)
    }

    /// The same with up to so many bytes of it in memory.
    pub fn open_with_cache(path: &Path, cache: usize) -> Result<Self> {
        refuse_newer(path)?;
        Self::prepare(Engine::open(path, cache)?)
    }

    /// A store that is gone when it is dropped; for tests.
    pub fn in_memory() -> Result<Self> {
        Self::prepare(Engine::in_memory()?)
    }

    fn prepare(engine: Engine) -> Result<Self> {
        let store = Self { engine };
        // One that is as it should be is opened on a full disk, too.
        if !migrate::is_done(&store.read()?)? {
            store.write(migrate::run)?;
        }
        Ok(store)
    }

    /// A view of one moment. Never held over slow work: old pages cannot be reused while it lives.
    pub fn read(&self) -> Result<Snapshot> {
        self.engine.read()
    }

    /// Runs `change` and makes it durable, or leaves no trace of it when it fails. One change at a time. A change that leaves
    /// everything as it was writes nothing.
    pub fn write<T, E: From<Error>>(
        &self,
        change: impl FnOnce(&mut WriteTx) -> std::result::Result<T, E>,
    ) -> std::result::Result<T, E> {
        self.engine.write(change)
    }

    /// Whether a change can be made: what is done before one and cannot be undone is better not begun.
    ///
    /// # Errors
    /// [`Error::Full`]
    pub fn has_room(&self) -> Result<()> {
        self.engine.has_room()
    }

    /// How many changes were made since the store was opened: while it stays, so does everything. A view that is opened after
    /// asking has at least as many.
    pub fn writes(&self) -> u64 {
        // A disk that fails may have kept what it says that it has not.
        self.engine.commits() + self.engine.reopen_count()
    }
}

/// What a newer program wrote is left as it is to the last byte: even opening a file to refuse it would write to it.
fn refuse_newer(path: &Path) -> Result<()> {
    match ReadOnlyStore::open(path).and_then(|file| schema_version(&file)) {
        Err(newer @ Error::Newer { .. }) => Err(newer),
        _ => Ok(()),
    }
}
