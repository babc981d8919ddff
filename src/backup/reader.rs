//! Reader of an archive's original files: of an unencrypted one, or of an encrypted one with its key.

use std::collections::BTreeMap;
use std::fs::File;
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use crate::domain::blob::BlobHash;
use crate::domain::damage::DamageKind;
use crate::domain::progress::{Progress, ProgressFn};

use super::blob_pool::copy;
use super::encrypted_blob_pool::EncryptedBlobPool;
use super::manifest::Encryption;
use super::verify::PoolFile;
use super::{
    Archive, DATABASE, Error, Key, LIST, MAX_LIST_LENGTH, Result, TEMPLATES, VerificationReport,
    WithContext,
};

/// Archive opened for reading, with its key if it is encrypted.
pub struct ArchiveReader<'a> {
    archive: &'a Archive,
    /// Files of the archive. If its list is damaged: none of an unencrypted archive, and of an encrypted one all that its pool has.
    blobs: Vec<BlobHash>,
    has_damaged_list: bool,
    /// Pool of an encrypted archive, with the key that opens it; `None` for an unencrypted one.
    pool: Option<OpenedPool<'a>>,
}

struct OpenedPool<'a> {
    key: &'a Key,
    pool: EncryptedBlobPool,
    /// Names in the pool by the hash of the original file.
    names: BTreeMap<BlobHash, BlobHash>,
}

impl Archive {
    /// Opens the archive for reading, with a key if it is encrypted. An archive opens without a valid list, too: see
    /// [`ArchiveReader::has_damaged_list`]. Of an encrypted one, every file of the pool is then decrypted to find its original
    /// hash, which reports its progress.
    ///
    /// # Errors
    /// As of [`require_key`](Self::require_key).
    pub fn open_with<'a>(
        &'a self,
        key: Option<&'a Key>,
        on_progress: ProgressFn<'_>,
    ) -> Result<ArchiveReader<'a>> {
        let has_damaged_list = self.list_problem().is_some();
        let Some((key, encryption)) = self.require_key(key)? else {
            let blobs = if has_damaged_list { Vec::new() } else { self.names()? };
            return Ok(ArchiveReader { archive: self, blobs, has_damaged_list, pool: None });
        };
        let pool = EncryptedBlobPool::open(self.folder(), &encryption.recipients)?;
        let names = if has_damaged_list {
            find_names(key, &pool, on_progress)
        } else {
            self.encrypted_list(key)?
        };
        let blobs = names.keys().copied().collect();
        let pool = Some(OpenedPool { key, pool, names });
        Ok(ArchiveReader { archive: self, blobs, has_damaged_list, pool })
    }

    /// Returns the key and the encryption that it belongs to; `None` for an unencrypted archive.
    ///
    /// # Errors
    /// [`Error::Locked`] without a key and [`Error::OtherKey`] with a wrong one name the recipients.
    pub fn require_key<'a>(
        &'a self,
        key: Option<&'a Key>,
    ) -> Result<Option<(&'a Key, &'a Encryption)>> {
        let Some(encryption) = &self.manifest.contents.encryption else { return Ok(None) };
        let recipients = || in_words(encryption);
        let Some(key) = key else {
            return Err(Error::Locked { path: self.path.clone(), recipients: recipients() });
        };
        let name = if self.list_problem().is_some() {
            self.require_as_written(DATABASE, self.manifest.contents.database.as_ref())?;
            DATABASE
        } else {
            LIST
        };
        let file = self.file(name);
        let opened = key.open(&file).with_context(|| format!("reading {}", file.display()))?;
        if opened.is_none() {
            let (path, key) = (self.path.clone(), key.path().to_owned());
            return Err(Error::OtherKey { path, key, recipients: recipients() });
        }
        Ok(Some((key, encryption)))
    }

    /// Reads the list of an encrypted archive: names in the pool by the hash of the original file.
    fn encrypted_list(&self, key: &Key) -> Result<BTreeMap<BlobHash, BlobHash>> {
        let list = self.file(LIST);
        let reading = || format!("reading {}", list.display());
        let mut text = String::new();
        if let Some(opened) = key.open(&list).with_context(reading)? {
            opened.take(MAX_LIST_LENGTH).read_to_string(&mut text).with_context(reading)?;
        }
        let names = text.lines().map(pair).collect::<Option<_>>();
        names.ok_or_else(|| self.damaged("its list of files cannot be read"))
    }
}

/// Finds the original hashes of all files of a pool by decrypting them. Damaged files are skipped.
fn find_names(
    key: &Key,
    pool: &EncryptedBlobPool,
    on_progress: ProgressFn<'_>,
) -> BTreeMap<BlobHash, BlobHash> {
    let mut names = BTreeMap::new();
    for (done, (name, path)) in (1..).zip(pool.paths()) {
        if let Ok(Some(opened)) = key.open(path)
            && let Ok(blob) = BlobHash::of_reader(opened)
        {
            names.insert(blob, name);
        }
        on_progress(Progress { done, of: pool.len() });
    }
    names
}

impl ArchiveReader<'_> {
    pub fn archive(&self) -> &Archive {
        self.archive
    }

    /// Files that the database of the archive references.
    pub fn blobs(&self) -> &[BlobHash] {
        &self.blobs
    }

    /// Whether the archive has the file; always true if its list is damaged.
    pub fn may_have(&self, blob: BlobHash) -> bool {
        self.has_damaged_list || self.blobs.contains(&blob)
    }

    /// Whether the list of files is not as it was written. The pool has the files all the same, beside those of other archives:
    /// the caller sets the archive's own by [`set_blobs`](Self::set_blobs).
    pub fn has_damaged_list(&self) -> bool {
        self.has_damaged_list
    }

    /// Sets the files of an archive whose list is damaged.
    pub fn set_blobs(&mut self, blobs: Vec<BlobHash>) {
        self.blobs = blobs;
    }

    /// Verifies all files of the archive by decrypting and hashing them. The content of the database is verified by the store.
    ///
    /// # Errors
    /// [`Error::Damaged`] when the database is not as it was written.
    pub fn verify(&self, on_progress: ProgressFn<'_>) -> Result<VerificationReport> {
        let damaged_parts = self.archive.find_damaged_parts()?;
        let Some(pool) = &self.pool else {
            return self.archive.verify_pool(damaged_parts, &self.blobs, on_progress);
        };
        let templates = self.archive.manifest.contents.templates.keys();
        let templates = templates.map(|name| format!("{TEMPLATES}/{name}"));
        let is_whole = |name: &String| damaged_parts.iter().all(|part| part.name != *name);
        for name in templates.filter(is_whole).chain([DATABASE.to_owned()]) {
            self.read(pool, &self.archive.file(&name), io::sink())?;
        }
        let mut damaged = Vec::new();
        for (done, blob) in (1..).zip(&self.blobs) {
            let (path, outcome) = match pool.path_of(*blob) {
                Some(path) => (path.to_owned(), pool.inspect(path, *blob)),
                None => (PathBuf::from(blob.to_string()), Err(DamageKind::Missing)),
            };
            damaged.extend(outcome.err().map(|problem| PoolFile { name: *blob, path, problem }));
            on_progress(Progress { done, of: self.blobs.len() as u64 });
        }
        Ok(self.archive.verified(damaged_parts, damaged))
    }

    /// Copies the database, decrypted, into a new file.
    pub fn copy_database(&self, to: &Path) -> Result<()> {
        self.copy(DATABASE, to)
    }

    /// Writes the decrypted database of an encrypted archive to `to`; nothing for an unencrypted archive.
    pub fn write_database(&self, to: &mut impl io::Write) -> Result<()> {
        match &self.pool {
            Some(pool) => self.read(pool, &self.archive.file(DATABASE), to),
            None => Ok(()),
        }
    }

    /// Copies a template, decrypted, into a new file.
    pub fn copy_template(&self, name: &str, to: &Path) -> Result<()> {
        self.copy(&format!("{TEMPLATES}/{name}"), to)
    }

    /// Copies a picture or book, decrypted, into a new file.
    pub fn copy_blob(&self, blob: BlobHash, to: &Path) -> Result<()> {
        if self.pool.is_some() {
            return self.write_blob(blob, &mut File::create_new(to).with_context(|| writing(to))?);
        }
        copy(&self.archive.pool().path(blob), to).with_context(|| writing(to))
    }

    /// Writes a picture or book, decrypted, to `to` without verifying it against its hash.
    pub fn write_blob(&self, blob: BlobHash, to: &mut impl io::Write) -> Result<()> {
        if let Some(pool) = &self.pool {
            let path = pool.path_of(blob);
            let path = path.ok_or_else(|| self.archive.damaged(format!("{blob} is missing")))?;
            return self.read(pool, path, to);
        }
        self.archive.pool().write(blob, to)
    }

    fn copy(&self, name: &str, to: &Path) -> Result<()> {
        let from = self.archive.file(name);
        match &self.pool {
            Some(pool) => {
                self.read(pool, &from, File::create_new(to).with_context(|| writing(to))?)
            }
            None => copy(&from, to).with_context(|| writing(to)),
        }
    }

    fn read(&self, pool: &OpenedPool, from: &Path, mut to: impl io::Write) -> Result<()> {
        let mut opened = self.decrypted(pool, from)?;
        match io::copy(&mut opened, &mut to) {
            Err(error) if is_damage(&error) => {
                let what = format!("{} cannot be decrypted: {error}", from.display());
                Err(self.archive.damaged(what))
            }
            copied => copied.map(drop).with_context(|| decrypting(from)),
        }
    }

    /// Opens an encrypted file. The key has opened the list, so that a file which it does not open was changed.
    fn decrypted(&self, pool: &OpenedPool, path: &Path) -> Result<impl Read> {
        match pool.key.open(path) {
            Ok(Some(opened)) => Ok(opened),
            Err(error) if !is_damage(&error) => Err(error).with_context(|| decrypting(path)),
            Ok(None) | Err(_) => {
                Err(self.archive.damaged(format!("{} does not match its checksum", path.display())))
            }
        }
    }
}

impl OpenedPool<'_> {
    /// Path of a file in the pool, if the pool has it.
    fn path_of(&self, blob: BlobHash) -> Option<&Path> {
        let name = self.names.get(&blob)?;
        Some(&*self.pool.find(*name)?.path)
    }

    /// Decrypts a file and verifies it against its hash.
    fn inspect(&self, path: &Path, blob: BlobHash) -> Result<(), DamageKind> {
        let opened = match self.key.open(path) {
            Ok(Some(opened)) => opened,
            Err(error) if !is_damage(&error) => return Err(DamageKind::Unreadable),
            // The key has opened the list, so that a file which it does not open was changed.
            Ok(None) | Err(_) => return Err(DamageKind::Damaged),
        };
        match BlobHash::of_reader(opened) {
            Ok(found) if found == blob => Ok(()),
            Err(error) if !is_damage(&error) => Err(DamageKind::Unreadable),
            Ok(_) | Err(_) => Err(DamageKind::Damaged),
        }
    }
}

/// Whether the error is of damaged content, rather than of the disk.
fn is_damage(error: &io::Error) -> bool {
    matches!(error.kind(), io::ErrorKind::InvalidData | io::ErrorKind::UnexpectedEof)
}

fn decrypting(path: &Path) -> String {
    format!("decrypting {}", path.display())
}

fn writing(path: &Path) -> String {
    format!("writing {}", path.display())
}

/// Parses a line of the list, `NAME HASH`: the name in the pool and the hash of the original file. Returns the hash first.
fn pair(line: &str) -> Option<(BlobHash, BlobHash)> {
    let (name, blob) = line.split_once(' ')?;
    Some((blob.parse().ok()?, name.parse().ok()?))
}

fn in_words(encryption: &Encryption) -> String {
    let recipients: Vec<String> = encryption.recipients.iter().map(ToString::to_string).collect();
    recipients.join(", ")
}
