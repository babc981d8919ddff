//! The search index: a folder that can be made anew from the store at any time, and is never backed up.
//!
//! It knows the number of the last change that it has (see `store::changes`), so a crash, an older copy or a damaged folder
//! is seen and made good. What it has is found; who may find it is decided by the [`Wanted`] question.

mod folder;
mod marks;
mod query;
mod schema;
mod terms;
mod words;
mod writer;

use std::path::{Path, PathBuf};
use std::sync::Arc;

use parking_lot::{Mutex, MutexGuard};
use tantivy::collector::{Count, TopDocs};
use tantivy::schema::Value;
use tantivy::{DocAddress, Searcher, TantivyDocument};

pub use marks::Marked;
pub use query::Wanted;
pub use schema::Document;
pub use terms::Terms;
pub use writer::Writer;

use crate::domain::search::Target;
use folder::Opened;

/// Why the index cannot answer.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    #[error("the search index is not made yet")]
    NotThere,
    #[error("the search index failed")]
    Engine(#[from] tantivy::TantivyError),
    #[error("the folder of the search index cannot be used")]
    Folder(#[from] std::io::Error),
}

pub type Result<T, E = Error> = std::result::Result<T, E>;

/// The index in its folder. It answers once [`Index::position`] has looked at it.
pub struct Index {
    folder: PathBuf,
    opened: Mutex<Option<Arc<Opened>>>,
    /// Held by the one who writes.
    writing: Mutex<()>,
}

/// One page of what was found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Found {
    pub total: usize,
    /// The best first.
    pub targets: Vec<Target>,
}

impl Index {
    pub fn at(folder: &Path) -> Self {
        Self { folder: folder.to_owned(), opened: Mutex::default(), writing: Mutex::default() }
    }

    /// Keeps everybody else from writing.
    pub fn lock(&self) -> MutexGuard<'_, ()> {
        self.writing.lock()
    }

    /// How many changes it has; `None` when it is not there, of another version or damaged.
    pub fn position(&self) -> Option<u32> {
        let opened = self.opened.lock().clone();
        if let Some(opened) = opened {
            return opened.position().ok();
        }
        let opened = Opened::checked(&self.folder).ok()?;
        let position = opened.position().ok()?;
        *self.opened.lock() = Some(Arc::new(opened));
        Some(position)
    }

    /// Closes it, so that it is looked at closely before it is used again.
    pub fn distrust(&self) {
        *self.opened.lock() = None;
    }

    /// A change of what it has.
    pub fn change(&self) -> Result<Writer> {
        Writer::of(self.opened()?)
    }

    /// A new index beside the present one, which answers until [`Self::replace`].
    pub fn begin(&self) -> Result<Writer> {
        Writer::of(Arc::new(Opened::make(&self.new_folder())?))
    }

    /// Puts the new index in the place of the present one.
    pub fn replace(&self) -> Result<()> {
        folder::remove(&self.folder)?;
        std::fs::rename(self.new_folder(), &self.folder)?;
        *self.opened.lock() = Some(Arc::new(Opened::open(&self.folder)?));
        Ok(())
    }

    fn new_folder(&self) -> PathBuf {
        self.folder.with_extension("new")
    }

    /// What matches, from the `skip`th on, at most `limit`.
    pub fn find(&self, wanted: &Wanted, skip: usize, limit: usize) -> Result<Found> {
        if wanted.terms.is_empty() {
            return Ok(Found { total: 0, targets: Vec::new() });
        }
        let opened = self.opened()?;
        let searcher = opened.reader.searcher();
        let best = TopDocs::with_limit(limit).and_offset(skip).order_by_score();
        let query = wanted.query(&opened.fields);
        let (total, best) = searcher.search(&query, &(Count, best))?;
        let targets = best.into_iter().map(|(_, place)| target(&searcher, &opened, place));
        Ok(Found { total, targets: targets.filter_map(Result::transpose).collect::<Result<_>>()? })
    }

    fn opened(&self) -> Result<Arc<Opened>> {
        self.opened.lock().clone().ok_or(Error::NotThere)
    }
}

fn target(searcher: &Searcher, opened: &Opened, place: DocAddress) -> Result<Option<Target>> {
    let document: TantivyDocument = searcher.doc(place)?;
    let target = document.get_first(opened.fields.target).and_then(|value| value.as_str());
    Ok(target.and_then(|text| text.parse().ok()))
}
