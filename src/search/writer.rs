//! Writer of one change of the index, which becomes visible as a whole.

use std::sync::Arc;
use std::thread;
use std::time::Duration;

use tantivy::directory::error::LockError;
use tantivy::indexer::{IndexWriterOptions, LogMergePolicy};
use tantivy::{IndexWriter, TantivyError, Term};

use super::Result;
use super::folder::OpenIndex;
use super::schema::{Document, VERSION};
use crate::domain::search::Subject;

/// Minimum memory budget of the engine in bytes; freed with the writer, which exists for one change.
const MIN_MEMORY_BUDGET: usize = 15_000_000;
/// Share of removed documents above which a segment is merged, so that removed words leave the disk.
const MAX_REMOVED_SHARE: f32 = 0.2;

/// Pause between two attempts to lock the index.
const LOCK_INTERVAL: Duration = Duration::from_millis(20);
/// Maximum number of attempts.
const MAX_ATTEMPTS: u32 = 50;

pub struct Writer {
    opened: Arc<OpenIndex>,
    writer: IndexWriter,
}

impl Writer {
    pub(super) fn of(opened: Arc<OpenIndex>) -> Result<Self> {
        let options = IndexWriterOptions::builder()
            .num_worker_threads(1)
            .num_merge_threads(1)
            .memory_budget_per_thread(MIN_MEMORY_BUDGET)
            .build();
        let writer = exclusive(|| opened.index.writer_with_options(options.clone()))?;
        let mut policy = LogMergePolicy::default();
        policy.set_del_docs_ratio_before_merge(MAX_REMOVED_SHARE);
        writer.set_merge_policy(Box::new(policy));
        Ok(Self { opened, writer })
    }

    /// Removes all documents of the subject.
    pub fn remove(&self, subject: Subject) {
        let subject = subject.to_string();
        self.writer.delete_term(Term::from_field_text(self.opened.fields.subject, &subject));
    }

    pub fn put(&self, document: &Document) -> Result<()> {
        self.writer.add_document(self.opened.fields.document(document))?;
        Ok(())
    }

    /// Commits the change: the index now contains all changes up to number `position`.
    pub fn commit(mut self, position: u32) -> Result<()> {
        let mut commit = self.writer.prepare_commit()?;
        commit.set_payload(&format!("{VERSION} {position}"));
        commit.commit()?;
        self.opened.reader.reload()?;
        self.writer.wait_merging_threads()?;
        Ok(self.opened.reader.reload()?)
    }
}

/// Locks the index. A child process that is just being started holds a copy of the lock before it, until its program runs.
fn exclusive(lock: impl Fn() -> tantivy::Result<IndexWriter>) -> tantivy::Result<IndexWriter> {
    let mut attempts = 1;
    loop {
        match lock() {
            Err(TantivyError::LockFailure(LockError::LockBusy, _)) if attempts < MAX_ATTEMPTS => {
                attempts += 1;
                thread::sleep(LOCK_INTERVAL);
            }
            outcome => return outcome,
        }
    }
}
