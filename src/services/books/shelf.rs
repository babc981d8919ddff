//! Every book with how many memos it has, in memory: the library is looked at far more often than it changes.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, OnceLock};

use parking_lot::Mutex;

use crate::app::App;
use crate::domain::book::Book;
use crate::error::Result;

/// The books as they were at the last change that anybody looked at.
#[derive(Default)]
pub struct Shelf(Mutex<Option<Arc<Kept>>>);

pub(super) struct Kept {
    /// The number of that change. Whatever becomes of a book or a memo is one, because search wants to know it.
    change: u32,
    /// How many writes the store had when it was last looked whether that is still the newest.
    writes: AtomicU64,
    /// Newest first.
    pub(super) books: Vec<CountedBook>,
    /// The answer for those who are nobody here: it is the same for all of them.
    pub(super) for_visitors: OnceLock<Arc<[u8]>>,
}

pub(super) struct CountedBook {
    pub(super) book: Book,
    pub(super) memos: u32,
}

impl Shelf {
    /// The books, if nothing at all was written since they were looked at. Takes no time.
    pub(super) fn unchanged(&self, app: &App) -> Option<Arc<Kept>> {
        let writes = app.store.writes();
        let kept = self.0.lock();
        kept.as_ref().filter(|kept| kept.writes.load(Ordering::Relaxed) == writes).cloned()
    }

    /// The books as they are now.
    pub(super) fn now(&self, app: &App) -> Result<Arc<Kept>> {
        let writes = app.store.writes();
        let tx = app.read()?;
        let change = tx.last_change()?;
        if let Some(kept) = self.0.lock().as_ref().filter(|kept| kept.change == change) {
            kept.writes.store(writes, Ordering::Relaxed);
            return Ok(Arc::clone(kept));
        }
        let counts = tx.count_memos()?;
        let counted = |book: Book| {
            let memos = counts.get(&book.id).copied().unwrap_or(0);
            CountedBook { book, memos }
        };
        let books = tx.books()?.into_iter().map(counted).collect();
        let writes = AtomicU64::new(writes);
        let kept = Arc::new(Kept { change, writes, books, for_visitors: OnceLock::new() });
        *self.0.lock() = Some(Arc::clone(&kept));
        Ok(kept)
    }
}
