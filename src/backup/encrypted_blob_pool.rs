//! Pool of the files of encrypted archives, each encrypted once for all archives with the same recipients.
//!
//! A file is called `NAME-HASH.age`. The name identifies the content to its community only. The hash is that of the encrypted
//! bytes, so that damage is found without a key.

use std::collections::{HashMap, HashSet};
use std::fs::{self, File};
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use crate::domain::blob::BlobHash;
use crate::domain::recipient::Recipient;
use crate::platform::file_system::{self, open_regular};

use super::blob_pool::{self, folders, is_as_written, make_pool_folders, write_partial};
use super::encryptor::{Encryptor, pool_of};
use super::{ENCRYPTED, Result, WithContext};

/// Size in bytes of a chunk of the age format, and below it the overhead in bytes that each chunk adds.
const PIECE: u64 = 64 << 10;
const MORE: u64 = 16;

/// Pool of a set of recipients: its files when it was opened, and those added since.
pub(super) struct EncryptedBlobPool {
    /// Folder of the pools of all sets of recipients.
    pools: PathBuf,
    root: PathBuf,
    files: HashMap<BlobHash, EncryptedFile>,
}

/// File of the pool.
#[derive(Clone)]
pub(super) struct EncryptedFile {
    pub(super) path: PathBuf,
    /// Hash of the encrypted bytes as they were written.
    pub(super) hash: BlobHash,
    pub(super) bytes: u64,
}

impl EncryptedBlobPool {
    /// Opens the pool; a missing one has no files.
    pub(super) fn open(folder: &Path, recipients: &[Recipient]) -> Result<Self> {
        let pools = folder.join(ENCRYPTED);
        let root = pools.join(pool_of(recipients));
        let files =
            read(&root).with_context(|| format!("reading the folder {}", root.display()))?;
        Ok(Self { pools, root, files })
    }

    pub(super) fn find(&self, name: BlobHash) -> Option<&EncryptedFile> {
        self.files.get(&name)
    }

    /// Number of files.
    pub(super) fn len(&self) -> u64 {
        self.files.len() as u64
    }

    /// Names and paths of all files.
    pub(super) fn paths(&self) -> impl Iterator<Item = (BlobHash, &Path)> {
        self.files.iter().map(|(name, file)| (*name, &*file.path))
    }

    pub(super) fn folder(&self, name: BlobHash) -> PathBuf {
        self.root.join(&name.to_string()[..2])
    }

    /// Whether the pool has the file with at least the encrypted length of `bytes`: a shorter one was truncated, as by a power cut.
    pub(super) fn has(&self, name: BlobHash, bytes: u64) -> bool {
        let least = bytes + MORE * (bytes.div_ceil(PIECE).max(1) + 1);
        self.find(name).is_some_and(|file| file.bytes >= least)
    }

    /// Verifies a file against the hash of its encrypted bytes. A damaged one is removed.
    pub(super) fn verify(&mut self, name: BlobHash) -> io::Result<bool> {
        let Some(file) = self.files.get(&name) else { return Ok(false) };
        if is_as_written(&file.path, file.hash)? {
            return Ok(true);
        }
        file_system::remove_file_if_exists(&file.path)?;
        self.files.remove(&name);
        Ok(false)
    }

    /// Encrypts a file into the pool, replacing an existing one. Also returns the paths to which files in the place of its
    /// folders were moved.
    pub(super) fn put(
        &mut self,
        encryptor: &Encryptor,
        name: BlobHash,
        from: &Path,
    ) -> io::Result<(EncryptedFile, Vec<PathBuf>)> {
        let from = open_regular(from)?;
        let folder = self.folder(name);
        let partial = folder.join(format!("{name}.partial"));
        let aside = make_pool_folders(&self.pools, &partial)?;
        let written = write_partial(&partial, |partial| encryptor.write(from, partial))?;
        if let Some(old) = self.files.remove(&name) {
            file_system::remove_file_if_exists(&old.path)?;
        }
        let path = folder.join(format!("{name}-{}.age", written.blake3));
        fs::rename(partial, &path)?;
        let hash = written.blake3.parse().map_err(io::Error::other)?;
        let file = EncryptedFile { path, hash, bytes: written.bytes };
        self.files.insert(name, file.clone());
        Ok((file, aside))
    }

    /// Writes an encrypted file from elsewhere into the pool. Returns whether it matches its hash; otherwise it is removed.
    pub(super) fn adopt(
        &mut self,
        name: BlobHash,
        hash: BlobHash,
        from: impl Read,
    ) -> io::Result<bool> {
        let folder = self.folder(name);
        let partial = folder.join(format!("{name}.partial"));
        make_pool_folders(&self.pools, &partial)?;
        let (bytes, found) = write_partial(&partial, |partial| copy_hashing(from, partial))?;
        if found != hash {
            file_system::remove_file_if_exists(&partial)?;
            return Ok(false);
        }
        let path = folder.join(format!("{name}-{hash}.age"));
        fs::rename(partial, &path)?;
        self.files.insert(name, EncryptedFile { path, hash, bytes });
        Ok(true)
    }
}

/// Copies bytes into a new file. Returns their number, and the hash of the file read back.
fn copy_hashing(mut from: impl Read, to: &Path) -> io::Result<(u64, BlobHash)> {
    let bytes = io::copy(&mut from, &mut File::create_new(to)?)?;
    Ok((bytes, BlobHash::of_reader(File::open(to)?)?))
}

/// Removes all unwanted files, and the pools of recipients that no archive has any more.
pub(super) fn retain(folder: &Path, wanted: &HashMap<String, HashSet<BlobHash>>) -> Result<()> {
    let root = folder.join(ENCRYPTED);
    let removing = || format!("removing old files from {}", root.display());
    for pool in folders(&root).with_context(removing)? {
        let name = pool.file_name().and_then(|name| name.to_str());
        match name.and_then(|name| wanted.get(name)) {
            Some(wanted) => {
                blob_pool::retain(&pool, |file| {
                    parse(file).is_some_and(|(name, _)| wanted.contains(&name))
                })?;
            }
            None => fs::remove_dir_all(pool).with_context(removing)?,
        }
    }
    Ok(())
}

fn read(root: &Path) -> io::Result<HashMap<BlobHash, EncryptedFile>> {
    let mut files = HashMap::new();
    if !root.is_dir() {
        return Ok(files);
    }
    for folder in fs::read_dir(root)? {
        let folder = folder?.path();
        if !folder.is_dir() {
            continue;
        }
        for file in fs::read_dir(folder)? {
            let file = file?;
            let Some((name, hash)) = file.file_name().to_str().and_then(parse) else { continue };
            let found = file.metadata()?;
            // Only regular files were written by a backup.
            if found.is_file() {
                files.insert(name, EncryptedFile { path: file.path(), hash, bytes: found.len() });
            }
        }
    }
    Ok(files)
}

pub(super) fn parse(file: &str) -> Option<(BlobHash, BlobHash)> {
    let (name, hash) = file.strip_suffix(".age")?.split_once('-')?;
    Some((name.parse().ok()?, hash.parse().ok()?))
}
