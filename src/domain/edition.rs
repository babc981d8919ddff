//! A published state of a book. Immutable.

use serde::{Deserialize, Serialize};

use super::blob::BlobHash;
use super::cover::CoverFiles;
use super::id::{BookId, MemoId};
use super::time::Timestamp;

/// File format of an edition.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Format {
    /// PDF, with the layout of the printed book.
    Pdf,
    /// EPUB, for e-readers that lay out the page themselves or cannot show PDFs.
    Epub,
}

impl Format {
    pub const ALL: [Self; 2] = [Self::Pdf, Self::Epub];

    /// The word in JSON and in addresses, and the ending of a file's name.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Pdf => "pdf",
            Self::Epub => "epub",
        }
    }

    /// The format of that word.
    pub fn parse(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|format| format.as_str() == word)
    }

    /// Media type for HTTP.
    pub fn media_type(self) -> &'static str {
        match self {
            Self::Pdf => "application/pdf",
            Self::Epub => "application/epub+zip",
        }
    }
}

/// Published edition of a book: its file, its memos and its time of publication.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Edition {
    pub book: BookId,
    /// Counted from 1.
    pub number: u32,
    pub pdf: BlobHash,
    pub pages: u32,
    /// Memos of the edition, in the order of the book.
    pub memos: Vec<MemoId>,
    pub published_at: Timestamp,
    /// EPUB, for reading devices without PDF; `None` for editions published before the EPUB was introduced.
    pub epub: Option<BlobHash>,
    /// `None` for editions published before covers were introduced.
    pub cover: Option<CoverFiles>,
    /// Memos whose pictures are missing, in the order of the book.
    pub missing_pictures: Vec<MemoId>,
}

impl Edition {
    /// All files.
    pub fn blobs(&self) -> Vec<BlobHash> {
        let cover = self.cover.iter().flat_map(CoverFiles::blobs);
        [self.pdf].into_iter().chain(self.epub).chain(cover).collect()
    }
}
