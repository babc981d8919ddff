//! Search index: a folder that can be rebuilt from the store at any time, and is never backed up.
//!
//! The index records the number of the last change that it contains (see `store::change_log`), so that a crash, an older copy or a
//! damaged folder is detected and repaired. Access control is part of the query: see [`IndexQuery`].

mod deadline_collector;
mod folder;
mod marks;
mod query;
mod schema;
mod terms;
mod tokenizer;
mod writer;

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};

use parking_lot::{Mutex, MutexGuard};
use tantivy::collector::{Count, TopDocs};
use tantivy::query::Query;
use tantivy::schema::Value;
use tantivy::{DocAddress, Searcher, TantivyDocument};

pub use marks::MarkedText;
pub use query::IndexQuery;
pub use schema::{Document, Handwriting};
pub use terms::Terms;
pub use writer::Writer;

use crate::domain::search::Target;
use deadline_collector::DeadlineCollector;
use folder::OpenIndex;

/// Error of the index.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    #[error("the search index is not made yet")]
    NotThere,
    #[error("the search took too long")]
    TooSlow,
    #[error("the search index failed")]
    Engine(#[from] tantivy::TantivyError),
    #[error("the folder of the search index cannot be used")]
    Folder(#[from] std::io::Error),
}

pub type Result<T, E = Error> = std::result::Result<T, E>;

impl Error {
    /// I/O error that caused this one, if any.
    pub fn disk(&self) -> Option<&std::io::Error> {
        use tantivy::TantivyError;
        use tantivy::directory::error::{OpenDirectoryError, OpenReadError, OpenWriteError};
        match self {
            Self::Folder(error) => Some(error),
            Self::Engine(
                TantivyError::IoError(io_error)
                | TantivyError::OpenReadError(OpenReadError::IoError { io_error, .. })
                | TantivyError::OpenWriteError(OpenWriteError::IoError { io_error, .. })
                | TantivyError::OpenDirectoryError(OpenDirectoryError::IoError { io_error, .. }),
            ) => Some(io_error.as_ref()),
            Self::Engine(_) | Self::NotThere | Self::TooSlow => None,
        }
    }
}

/// Index in its folder. [`Index::position`] opens it; until then searches fail.
pub struct Index {
    folder: PathBuf,
    opened: Mutex<Option<Arc<OpenIndex>>>,
    /// Held by the writer.
    writing: Mutex<()>,
}

/// Page of results.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ResultPage {
    pub total: usize,
    /// Best first.
    pub targets: Vec<Target>,
}

impl Index {
    pub fn at(folder: &Path) -> Self {
        Self { folder: folder.to_owned(), opened: Mutex::default(), writing: Mutex::default() }
    }

    /// Locks the index for writing.
    pub fn lock(&self) -> MutexGuard<'_, ()> {
        self.writing.lock()
    }

    /// Number of the last change in the index; `None` if it does not exist, has another version or is damaged.
    pub fn position(&self) -> Option<u32> {
        let opened = self.opened.lock().clone();
        if let Some(opened) = opened {
            return opened.position().ok();
        }
        let opened = OpenIndex::checked(&self.folder).ok()?;
        let position = opened.position().ok()?;
        *self.opened.lock() = Some(Arc::new(opened));
        Some(position)
    }

    /// Closes the index, so that its files are checked before it is used again.
    pub fn invalidate(&self) {
        *self.opened.lock() = None;
    }

    /// Begins a change of the index.
    pub fn change(&self) -> Result<Writer> {
        Writer::of(self.opened()?)
    }

    /// Begins a new index beside the present one, which serves searches until [`Self::replace`].
    pub fn begin_rebuild(&self) -> Result<Writer> {
        Writer::of(Arc::new(OpenIndex::create(&self.new_folder())?))
    }

    /// Replaces the present index by the new one.
    pub fn replace(&self) -> Result<()> {
        folder::remove(&self.folder)?;
        std::fs::rename(self.new_folder(), &self.folder)?;
        *self.opened.lock() = Some(Arc::new(OpenIndex::open(&self.folder)?));
        Ok(())
    }

    fn new_folder(&self) -> PathBuf {
        self.folder.with_extension("new")
    }

    /// Finds matching documents, from result `skip` on, at most `limit`.
    ///
    /// # Errors
    /// [`Error::TooSlow`] if the search takes longer than `longest`.
    pub fn find(
        &self,
        wanted: &IndexQuery,
        skip: usize,
        limit: usize,
        longest: Duration,
    ) -> Result<ResultPage> {
        if wanted.terms.is_empty() {
            return Ok(ResultPage { total: 0, targets: Vec::new() });
        }
        let opened = self.opened()?;
        let best = TopDocs::with_limit(limit).and_offset(skip);
        run(&opened, &wanted.query(&opened.fields), best, longest)
    }

    /// Finds documents that [`find`](Self::find) does not, whose doubtful handwriting is similar to the words; at most `limit`.
    ///
    /// # Errors
    /// [`Error::TooSlow`] if the search takes longer than `longest`.
    pub fn fuzzy_search(
        &self,
        wanted: &IndexQuery,
        limit: usize,
        longest: Duration,
    ) -> Result<Vec<Target>> {
        if wanted.terms.is_empty() {
            return Ok(Vec::new());
        }
        let opened = self.opened()?;
        match wanted.near_query(&opened.fields) {
            Some(query) => Ok(run(&opened, &query, TopDocs::with_limit(limit), longest)?.targets),
            None => Ok(Vec::new()),
        }
    }

    fn opened(&self) -> Result<Arc<OpenIndex>> {
        self.opened.lock().clone().ok_or(Error::NotThere)
    }
}

fn run(
    opened: &OpenIndex,
    query: &dyn Query,
    best: TopDocs,
    longest: Duration,
) -> Result<ResultPage> {
    let searcher = opened.reader.searcher();
    let inner = (Count, best.order_by_score());
    let counted =
        searcher.search(query, &DeadlineCollector { inner, deadline: Instant::now() + longest })?;
    let (total, best) = counted.ok_or(Error::TooSlow)?;
    let targets = best.into_iter().map(|(_, place)| target(&searcher, opened, place));
    Ok(ResultPage { total, targets: targets.filter_map(Result::transpose).collect::<Result<_>>()? })
}

fn target(searcher: &Searcher, opened: &OpenIndex, place: DocAddress) -> Result<Option<Target>> {
    let document: TantivyDocument = searcher.doc(place)?;
    let target = document.get_first(opened.fields.target).and_then(|value| value.as_str());
    Ok(target.and_then(|text| text.parse().ok()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::id::BookId;
    use crate::domain::search::Audience;
    use crate::domain::time::Timestamp;

    const LONG: Duration = Duration::from_mins(1);

    #[test]
    fn slow_search_times_out() {
        let folder = tempfile::tempdir().unwrap();
        let index = Index::at(&folder.path().join("search"));
        let writer = index.begin_rebuild().unwrap();
        let target = Target::Book(BookId::new(Timestamp { seconds: 1, nanoseconds: 0 }, [1; 10]));
        let title = "Ink".to_owned();
        let [text, author] = [const { String::new() }; 2];
        let audiences = vec![Audience::Everyone];
        let document = Document {
            target: target.clone(),
            audiences,
            title,
            text,
            author,
            handwriting: Handwriting::default(),
        };
        writer.put(&document).unwrap();
        writer.commit(0).unwrap();
        index.replace().unwrap();

        let wanted = IndexQuery { terms: Terms::parse("ink"), kind: None, audiences: None };
        let found = |longest| index.find(&wanted, 0, 20, longest);
        assert_eq!(found(LONG).unwrap(), ResultPage { total: 1, targets: vec![target] });
        assert!(matches!(found(Duration::ZERO), Err(Error::TooSlow)));
        // A timeout does no harm.
        assert_eq!(found(LONG).unwrap().total, 1);
    }
}
