//! Destination of the files of a new archive: the plain pool, or the encrypted pool of its recipients.

use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};

use crate::domain::blob::BlobHash;

use super::encrypted_blob_pool::EncryptedBlobPool;
use super::encryptor::Encryptor;
use super::manifest::{Encryption, FileDigest};
use super::{AGE_SUFFIX, BlobPool, FILES, LIST, Result, WithContext, write_new};

/// New file with its expected hash, to be read back.
pub(super) struct NewFile {
    pub(super) path: PathBuf,
    pub(super) hash: BlobHash,
}

pub(super) enum ArchiveSink {
    Plain(BlobPool),
    Encrypted(Encryptor, EncryptedBlobPool),
}

impl ArchiveSink {
    pub(super) fn of(folder: &Path, encryptor: Option<Encryptor>) -> Result<Self> {
        Ok(match encryptor {
            None => Self::Plain(BlobPool::of(folder)),
            Some(encryptor) => {
                let pool = EncryptedBlobPool::open(folder, encryptor.recipients())?;
                Self::Encrypted(encryptor, pool)
            }
        })
    }

    /// Whether the pool has the file, determined by its length. Used only to estimate the needed space.
    pub(super) fn seems_to_have(&self, blob: BlobHash, from: &Path) -> bool {
        match self {
            Self::Plain(pool) => pool.seems_to_have(blob, from),
            Self::Encrypted(encryptor, pool) => {
                fs::metadata(from).is_ok_and(|live| pool.has(encryptor.name(blob), live.len()))
            }
        }
    }

    /// Verifies the file in the pool by reading it. A damaged copy is removed.
    pub(super) fn verify(&mut self, blob: BlobHash, from: &Path) -> io::Result<bool> {
        match self {
            Self::Plain(pool) => pool.verify(blob, from),
            Self::Encrypted(encryptor, pool) => pool.verify(encryptor.name(blob)),
        }
    }

    /// Copies the file into the pool. Also returns the paths to which things in its place were moved.
    pub(super) fn put(
        &mut self,
        blob: BlobHash,
        from: &Path,
    ) -> io::Result<(NewFile, Vec<PathBuf>)> {
        match self {
            Self::Plain(pool) => {
                let aside = pool.put(blob, from)?;
                Ok((NewFile { path: pool.path(blob), hash: blob }, aside))
            }
            Self::Encrypted(encryptor, pool) => {
                let (file, aside) = pool.put(encryptor, encryptor.name(blob), from)?;
                Ok((NewFile { path: file.path, hash: file.hash }, aside))
            }
        }
    }

    /// Path of a file in the pool; for the encrypted pool its folder, as the name is made when the file is encrypted.
    pub(super) fn path_of(&self, blob: BlobHash) -> PathBuf {
        match self {
            Self::Plain(pool) => pool.path(blob),
            Self::Encrypted(encryptor, pool) => pool.folder(encryptor.name(blob)),
        }
    }

    /// Adds a file beside the manifest, as `to` or, encrypted, as `to` with the extension of encrypted files.
    pub(super) fn add(&self, from: &Path, to: &Path) -> io::Result<(FileDigest, Option<NewFile>)> {
        match self {
            Self::Plain(_) => {
                fs::copy(from, to)?;
                Ok((FileDigest::of(to)?, None))
            }
            Self::Encrypted(encryptor, _) => {
                let (written, new) = seal_as(encryptor, File::open(from)?, to)?;
                Ok((written, Some(new)))
            }
        }
    }

    /// Writes the list of an archive's files. An encrypted archive has two: the names in the pool, in plain text for pruning and
    /// verification, and the pairs of name and original hash, encrypted.
    pub(super) fn list(&self, archive: &Path, blobs: &[BlobHash]) -> Result<FileLists> {
        let path = archive.join(LIST);
        let writing = || format!("writing {}", path.display());
        match self {
            Self::Plain(_) => {
                write_new(&path, lines(blobs.iter()).as_bytes()).with_context(writing)?;
                Ok(FileLists {
                    list: FileDigest::of(&path).with_context(writing)?,
                    encryption: None,
                    new: None,
                })
            }
            Self::Encrypted(encryptor, _) => {
                let mut names: Vec<_> =
                    blobs.iter().map(|blob| (encryptor.name(*blob), blob)).collect();
                names.sort_unstable();
                let public = archive.join(FILES);
                write_new(&public, lines(names.iter().map(|(name, _)| name)).as_bytes())
                    .with_context(writing)?;
                let pairs = names.iter().map(|(name, blob)| format!("{name} {blob}"));
                let (list, new) =
                    seal_as(encryptor, lines(pairs).as_bytes(), &path).with_context(writing)?;
                let files = FileDigest::of(&public).with_context(writing)?;
                let encryption = Encryption { recipients: encryptor.recipients().to_vec(), files };
                Ok(FileLists { list, encryption: Some(encryption), new: Some(new) })
            }
        }
    }
}

/// Written lists of an archive's files.
pub(super) struct FileLists {
    pub(super) list: FileDigest,
    pub(super) encryption: Option<Encryption>,
    pub(super) new: Option<NewFile>,
}

fn seal_as(
    encryptor: &Encryptor,
    from: impl io::Read,
    to: &Path,
) -> io::Result<(FileDigest, NewFile)> {
    let path = encrypted_path(to);
    let written = encryptor.write(from, &path)?;
    let hash = written.blake3.parse().map_err(io::Error::other)?;
    Ok((written, NewFile { path, hash }))
}

/// Path of a file with the extension of encrypted files.
pub(super) fn encrypted_path(path: &Path) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(AGE_SUFFIX);
    name.into()
}

fn lines(all: impl Iterator<Item = impl ToString>) -> String {
    all.fold(String::new(), |text, line| text + &line.to_string() + "\n")
}
