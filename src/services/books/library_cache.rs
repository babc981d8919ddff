//! In-memory cache of all books with their numbers of memos: the library is read far more often than it changes.

use std::num::NonZeroUsize;
use std::sync::Arc;

use lru::LruCache;
use parking_lot::Mutex;

use crate::context::Context;
use crate::domain::book::Book;
use crate::domain::cover::CoverFiles;
use crate::domain::id::{AccountId, BookId};
use crate::domain::policy::{Actor, Role};
use crate::error::Result;
use crate::platform::VersionedCache;
use crate::store::ReadTx;

/// Maximum number of cached responses, one per reader: with hundreds of books, each takes tens of kilobytes.
const MAX_CACHED: NonZeroUsize = NonZeroUsize::new(64).unwrap();

/// Books as of the last change that was read.
#[derive(Default)]
pub(super) struct LibraryCache {
    /// By the number of that change in the search change log, which records every change of a book or memo.
    by_change: VersionedCache<(), Arc<CachedLibrary>, 1>,
    /// By the store's write counter when the books were last found up to date.
    by_write: VersionedCache<(), Arc<CachedLibrary>, 1>,
}

pub(super) struct CachedLibrary {
    /// The book with the newest edition, then the others, the newest first.
    pub(super) books: Vec<BookWithCount>,
    /// Serialized responses by reader.
    responses: Mutex<LruCache<Viewer, Arc<[u8]>>>,
}

/// Readers whose library is the same until the next change.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum Viewer {
    /// Any visitor.
    Anybody,
    /// Member, whose own counts are included.
    Member(AccountId),
}

impl Viewer {
    /// `None` for keepers, moderators, admins and the operator: many of them see builds in progress, which no stored change reflects.
    pub(super) fn of(actor: &Actor) -> Option<Self> {
        match actor {
            Actor::Visitor => Some(Self::Anybody),
            Actor::Member { account, role: Role::Member, .. } => Some(Self::Member(*account)),
            Actor::Member { role: Role::Staff(_) | Role::Admin, .. } | Actor::Operator => None,
        }
    }
}

#[derive(Clone)]
pub(super) struct BookWithCount {
    pub(super) book: Book,
    pub(super) memos: u32,
    /// Number of answers for its next edition.
    pub(super) new_answers: u32,
    /// Cover of the newest edition.
    pub(super) cover: Option<CoverFiles>,
    /// Whether no other book has a newer edition.
    pub(super) is_newest: bool,
}

/// Book with the edition that was published last.
fn newest_edition(tx: &ReadTx) -> Result<Option<BookId>> {
    let published = tx.books()?.into_iter().filter(|book| book.edition > 0);
    let mut newest = None;
    for book in published {
        let edition = tx.edition(book.id, book.edition)?;
        let at = edition.map(|edition| edition.published_at);
        newest = newest.max(at.map(|at| (at, book.id)));
    }
    Ok(newest.map(|(_, book)| book))
}

impl LibraryCache {
    /// Cached books, if the store has had no write since they were last found up to date. Reads nothing from the store.
    pub(super) fn unchanged(&self, context: &Context) -> Option<Arc<CachedLibrary>> {
        self.by_write.get(context.store.version(), &())
    }

    /// Current books; rebuilds the cache if a book or memo has changed.
    pub(super) fn now(&self, context: &Context) -> Result<Arc<CachedLibrary>> {
        let version = context.store.version();
        let tx = context.read()?;
        let change = u64::from(tx.last_change()?);
        let library = match self.by_change.get(change, &()) {
            Some(library) => library,
            None => Arc::new(CachedLibrary::load(&tx)?),
        };
        self.by_change.insert(change, (), Arc::clone(&library));
        self.by_write.insert(version, (), Arc::clone(&library));
        Ok(library)
    }
}

impl CachedLibrary {
    fn load(tx: &ReadTx) -> Result<Self> {
        let counts = tx.count_memos()?;
        let newest = newest_edition(tx)?;
        let counted = |book: Book| {
            let memos = counts.get(&book.id).copied().unwrap_or(0);
            let new_answers = tx.count_new_answers(book.id)?;
            let cover = tx.edition(book.id, book.edition)?.and_then(|edition| edition.cover);
            let is_newest = newest == Some(book.id);
            Ok(BookWithCount { book, memos, new_answers, cover, is_newest })
        };
        let mut books = tx.books()?.into_iter().map(counted).collect::<Result<Vec<_>>>()?;
        books.sort_by_key(|book| !book.is_newest);
        Ok(Self { books, responses: Mutex::new(LruCache::new(MAX_CACHED)) })
    }

    pub(super) fn response(&self, reader: Viewer) -> Option<Arc<[u8]>> {
        self.responses.lock().get(&reader).cloned()
    }

    pub(super) fn insert(&self, reader: Viewer, response: Arc<[u8]>) {
        self.responses.lock().put(reader, response);
    }
}
