//! Every book with how many memos it has, in memory: the library is looked at far more often than it changes.

use std::collections::HashMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use parking_lot::Mutex;

use crate::context::Context;
use crate::domain::book::Book;
use crate::domain::id::AccountId;
use crate::domain::policy::Actor;
use crate::error::Result;

/// Answers for more readers than this are not kept: with hundreds of books, each of them has its tens of kilobytes.
const ANSWERS: usize = 64;

/// The books as they were at the last change that anybody looked at.
#[derive(Default)]
pub(super) struct LibraryCache(Mutex<Option<Arc<Kept>>>);

pub(super) struct Kept {
    /// The number of that change. Whatever becomes of a book or a memo is one, because search wants to know it.
    change: u32,
    /// How many writes the store had when it was last looked whether that is still the newest.
    writes: AtomicU64,
    /// Newest first.
    pub(super) books: Vec<BookWithCount>,
    /// The answers that were given, by whom they were for.
    answers: Mutex<HashMap<Reader, Arc<[u8]>>>,
}

/// For whom the library looks the same for as long as nothing is written.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum Reader {
    /// Any visitor.
    Anybody,
    /// Sees their own counts.
    Member(AccountId),
}

impl Reader {
    /// `None` for those who look after books: they see which are being made, which is written nowhere.
    pub(super) fn of(actor: &Actor) -> Option<Self> {
        match actor {
            Actor::Visitor => Some(Self::Anybody),
            Actor::Member { account, admin: false, .. } => Some(Self::Member(*account)),
            Actor::Member { admin: true, .. } | Actor::Operator => None,
        }
    }
}

pub(super) struct BookWithCount {
    pub(super) book: Book,
    pub(super) memos: u32,
}

impl LibraryCache {
    /// The books, if nothing at all was written since they were looked at. Takes no time.
    pub(super) fn unchanged(&self, context: &Context) -> Option<Arc<Kept>> {
        let writes = context.store.writes();
        let kept = self.0.lock();
        kept.as_ref().filter(|kept| kept.writes.load(Ordering::Relaxed) == writes).cloned()
    }

    /// The books as they are now.
    pub(super) fn now(&self, context: &Context) -> Result<Arc<Kept>> {
        let writes = context.store.writes();
        let tx = context.read()?;
        let change = tx.last_change()?;
        if let Some(kept) = self.0.lock().as_ref().filter(|kept| kept.change == change) {
            kept.writes.store(writes, Ordering::Relaxed);
            return Ok(Arc::clone(kept));
        }
        let counts = tx.count_memos()?;
        let counted = |book: Book| {
            let memos = counts.get(&book.id).copied().unwrap_or(0);
            BookWithCount { book, memos }
        };
        let books = tx.books()?.into_iter().map(counted).collect();
        let writes = AtomicU64::new(writes);
        let kept = Arc::new(Kept { change, writes, books, answers: Mutex::default() });
        *self.0.lock() = Some(Arc::clone(&kept));
        Ok(kept)
    }
}

impl Kept {
    pub(super) fn answer(&self, reader: Reader) -> Option<Arc<[u8]>> {
        self.answers.lock().get(&reader).cloned()
    }

    pub(super) fn keep(&self, reader: Reader, answer: Arc<[u8]>) {
        let mut answers = self.answers.lock();
        if answers.len() >= ANSWERS {
            answers.clear();
        }
        answers.insert(reader, answer);
    }
}
