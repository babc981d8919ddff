//! Where the files of an archive in the making go: each into the pool, and encrypted where that is wanted.

use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};

use super::encrypted_blob_pool::EncryptedBlobPool;
use super::encryptor::Encryptor;
use super::manifest::{Encryption, Written};
use super::{BlobPool, FILES, LIST, Result, SEALED, WithContext, write_new};
use crate::domain::blob::BlobHash;

/// A file that was written just now: what the disk has to have there.
pub(super) struct New {
    pub(super) path: PathBuf,
    pub(super) hash: BlobHash,
}

pub(super) enum ArchiveSink {
    Plain(BlobPool),
    Sealed(Encryptor, EncryptedBlobPool),
}

impl ArchiveSink {
    pub(super) fn of(folder: &Path, encryptor: Option<Encryptor>) -> Result<Self> {
        Ok(match encryptor {
            None => Self::Plain(BlobPool::of(folder)),
            Some(encryptor) => {
                let pool = EncryptedBlobPool::open(folder, encryptor.recipients())?;
                Self::Sealed(encryptor, pool)
            }
        })
    }

    /// Whether the pool seems to have the file, by its length. That says how much room the others take, and nothing more.
    pub(super) fn seems_to_have(&self, blob: BlobHash, from: &Path) -> bool {
        match self {
            Self::Plain(pool) => pool.seems_to_have(blob, from),
            Self::Sealed(encryptor, pool) => {
                fs::metadata(from).is_ok_and(|live| pool.has(encryptor.name(blob), live.len()))
            }
        }
    }

    /// Whether the pool has the file as it was written, which is read for that. A damaged copy is removed.
    pub(super) fn verify(&mut self, blob: BlobHash, from: &Path) -> io::Result<bool> {
        match self {
            Self::Plain(pool) => pool.verify(blob, from),
            Self::Sealed(encryptor, pool) => pool.verify(encryptor.name(blob)),
        }
    }

    /// Puts a copy of the file there. Returns where things are kept that were in its place, too.
    pub(super) fn put(&mut self, blob: BlobHash, from: &Path) -> io::Result<(New, Vec<PathBuf>)> {
        match self {
            Self::Plain(pool) => {
                let aside = pool.put(blob, from)?;
                Ok((New { path: pool.path(blob), hash: blob }, aside))
            }
            Self::Sealed(encryptor, pool) => {
                let (file, aside) = pool.put(encryptor, encryptor.name(blob), from)?;
                Ok((New { path: file.path, hash: file.hash }, aside.into_iter().collect()))
            }
        }
    }

    /// Where a file goes: its path, or the folder of those whose names are made when they are encrypted.
    pub(super) fn place(&self, blob: BlobHash) -> PathBuf {
        match self {
            Self::Plain(pool) => pool.path(blob),
            Self::Sealed(encryptor, pool) => pool.folder(encryptor.name(blob)),
        }
    }

    /// Puts something beside the manifest, under this name or, encrypted, under one like it.
    pub(super) fn add(&self, from: &Path, to: &Path) -> io::Result<(Written, Option<New>)> {
        match self {
            Self::Plain(_) => {
                fs::copy(from, to)?;
                Ok((Written::of(to)?, None))
            }
            Self::Sealed(encryptor, _) => {
                let (written, new) = seal_as(encryptor, File::open(from)?, to)?;
                Ok((written, Some(new)))
            }
        }
    }

    /// Writes down which files an archive has. An encrypted one has two lists: what its files are called in the pool, for those who tidy up or
    /// look whether all is well; and, encrypted, which is which.
    pub(super) fn list(&self, archive: &Path, blobs: &[BlobHash]) -> Result<Listed> {
        let path = archive.join(LIST);
        let writing = || format!("writing {}", path.display());
        match self {
            Self::Plain(_) => {
                write_new(&path, lines(blobs.iter()).as_bytes()).with_context(writing)?;
                Ok(Listed {
                    list: Written::of(&path).with_context(writing)?,
                    encryption: None,
                    new: None,
                })
            }
            Self::Sealed(encryptor, _) => {
                let mut names: Vec<_> =
                    blobs.iter().map(|blob| (encryptor.name(*blob), blob)).collect();
                names.sort_unstable();
                let public = archive.join(FILES);
                write_new(&public, lines(names.iter().map(|(name, _)| name)).as_bytes())
                    .with_context(writing)?;
                let pairs = names.iter().map(|(name, blob)| format!("{name} {blob}"));
                let (list, new) =
                    seal_as(encryptor, lines(pairs).as_bytes(), &path).with_context(writing)?;
                let files = Written::of(&public).with_context(writing)?;
                let encryption = Encryption { recipients: encryptor.recipients().to_vec(), files };
                Ok(Listed { list, encryption: Some(encryption), new: Some(new) })
            }
        }
    }
}

/// What was written down of an archive's files.
pub(super) struct Listed {
    pub(super) list: Written,
    pub(super) encryption: Option<Encryption>,
    pub(super) new: Option<New>,
}

fn seal_as(encryptor: &Encryptor, from: impl io::Read, to: &Path) -> io::Result<(Written, New)> {
    let path = sealed(to);
    let written = encryptor.write(from, &path)?;
    let hash = written.blake3.parse().map_err(io::Error::other)?;
    Ok((written, New { path, hash }))
}

/// What a file is called that is encrypted.
pub(super) fn sealed(path: &Path) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(SEALED);
    name.into()
}

fn lines(all: impl Iterator<Item = impl ToString>) -> String {
    all.fold(String::new(), |text, line| text + &line.to_string() + "\n")
}
