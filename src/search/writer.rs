//! Writer of one change of the index, which becomes visible as a whole.

use std::sync::Arc;

use tantivy::indexer::{IndexWriterOptions, LogMergePolicy};
use tantivy::{IndexWriter, Term};

use super::Result;
use super::folder::OpenIndex;
use super::schema::{Document, VERSION};
use crate::domain::search::Subject;

/// Minimum memory budget of the engine in bytes; freed with the writer, which exists for one change.
const MIN_MEMORY_BUDGET: usize = 15_000_000;
/// Share of removed documents above which a segment is merged, so that removed words leave the disk.
const MAX_REMOVED_SHARE: f32 = 0.2;

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
        let writer = opened.index.writer_with_options(options)?;
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
