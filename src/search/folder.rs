//! Opened folder of the index.

use std::path::Path;
use std::{io, panic};

use tantivy::directory::MmapDirectory;
use tantivy::tokenizer::TokenizerManager;
use tantivy::{IndexReader, ReloadPolicy};

use super::schema::{ANALYSER, Fields, VERSION, schema};
use super::tokenizer::analyser;
use super::{Error, Result};

/// Number of cached blocks of stored identifiers per segment.
const CACHED_BLOCKS: usize = 4;

pub(super) struct OpenIndex {
    pub(super) index: tantivy::Index,
    pub(super) reader: IndexReader,
    pub(super) fields: Fields,
}

impl OpenIndex {
    /// Creates an empty index in a new folder.
    pub(super) fn create(folder: &Path) -> Result<Self> {
        remove(folder)?;
        std::fs::create_dir_all(folder)?;
        let (schema, _) = schema();
        Self::of(tantivy::Index::builder().schema(schema).create_in_dir(folder)?)
    }

    /// Opens an index that was just written.
    pub(super) fn open(folder: &Path) -> Result<Self> {
        Self::of(index_in(folder)?)
    }

    /// Opens an existing index, if the checksums of all its files match.
    pub(super) fn checked(folder: &Path) -> Result<Self> {
        let check = || {
            let index = index_in(folder)?;
            let damaged = index.validate_checksum()?;
            if damaged.is_empty() { Self::of(index) } else { Err(Error::NotThere) }
        };
        // The engine panics on a truncated file.
        panic::catch_unwind(check).unwrap_or(Err(Error::NotThere))
    }

    fn of(mut index: tantivy::Index) -> Result<Self> {
        let (wanted, fields) = schema();
        if index.schema() != wanted {
            return Err(Error::NotThere);
        }
        let tokenizers = TokenizerManager::default();
        tokenizers.register(ANALYSER, analyser());
        index.set_tokenizers(tokenizers);
        let reader = index.reader_builder().reload_policy(ReloadPolicy::Manual);
        let reader = reader.doc_store_cache_num_blocks(CACHED_BLOCKS).try_into()?;
        Ok(Self { index, reader, fields })
    }

    /// Number of the last change that the index contains.
    pub(super) fn position(&self) -> Result<u32> {
        let payload = self.index.load_metas()?.payload.unwrap_or_default();
        let (version, position) = payload.split_once(' ').ok_or(Error::NotThere)?;
        if version != VERSION.to_string() {
            return Err(Error::NotThere);
        }
        position.parse().map_err(|_| Error::NotThere)
    }
}

fn index_in(folder: &Path) -> Result<tantivy::Index> {
    if !folder.join("meta.json").exists() {
        return Err(Error::NotThere);
    }
    let directory = MmapDirectory::open(folder).map_err(tantivy::TantivyError::from)?;
    Ok(tantivy::Index::open(directory)?)
}

/// Removes a folder or a file, if it exists.
pub(super) fn remove(path: &Path) -> io::Result<()> {
    let removed = match std::fs::symlink_metadata(path) {
        Ok(found) if found.is_dir() => std::fs::remove_dir_all(path),
        Ok(_) => std::fs::remove_file(path),
        Err(error) => Err(error),
    };
    match removed {
        Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error),
        _ => Ok(()),
    }
}
