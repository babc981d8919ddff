//! Fetching of archives from a copy elsewhere into a backup folder. Existing files are not fetched again, so that an interrupted
//! transfer resumes where it stopped.

use std::collections::BTreeMap;
use std::fs::{self, File};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};

use crate::domain::blob::BlobHash;
use crate::domain::progress::{Progress, ProgressFn};
use crate::platform::file_system;

use super::blob_pool::is_as_written;
use super::encrypted_blob_pool::EncryptedBlobPool;
use super::manifest::FileDigest;
use super::names::{PARTIAL, is_archive_name, is_relative};
use super::outgoing::PoolName;
use super::{
    Archive, DATABASE, Error, FILES, Folder, MAX_LIST_LENGTH, Manifest, Result, WithContext,
    free_space, make_folder, rename_whole, write_new,
};

/// Maximum length of a fetched manifest in bytes.
const MAX_MANIFEST: u64 = 1 << 20;

/// Remote storage with archives and pools in the same layout.
pub trait Source {
    /// Returns the content of a file of about `bytes` bytes.
    ///
    /// # Errors
    /// [`io::ErrorKind::NotFound`] when there is no such file.
    fn read(&self, name: &str, bytes: u64) -> io::Result<Box<dyn Read>>;

    /// Lists the files of a pool by path, with their lengths in bytes.
    fn pool(&self, folder: &str) -> io::Result<BTreeMap<String, u64>>;
}

/// Fetched archive.
#[derive(Debug)]
pub struct FetchedArchive {
    pub archive: Archive,
    /// Paths of files that are missing or damaged at the source.
    pub damaged: Vec<String>,
}

/// Fetches the manifest of an archive elsewhere.
///
/// # Errors
/// [`Error::NotAnArchive`] or [`Error::Newer`], as for a folder.
pub fn read_manifest(name: &str, source: &dyn Source) -> Result<Manifest> {
    Manifest::parse(Path::new(name), &read_manifest_text(name, source)?)
}

/// Fetches the names in the pool of an archive elsewhere; none for an unencrypted archive.
pub fn read_names(name: &str, manifest: &Manifest, source: &dyn Source) -> Result<Vec<BlobHash>> {
    let damaged = || Error::Damaged { path: name.into(), what: format!("its {FILES} is damaged") };
    let Some(encryption) = &manifest.contents.encryption else { return Ok(Vec::new()) };
    let path = format!("{name}/{FILES}");
    let mut text = Vec::new();
    let read = source.read(&path, encryption.files.bytes);
    read.and_then(|bytes| {
        bytes
            .take(encryption.files.bytes.saturating_add(1).min(MAX_LIST_LENGTH))
            .read_to_end(&mut text)
    })
    .with_context(|| format!("fetching {path}"))?;
    if BlobHash::of(&text).to_string() != encryption.files.blake3 {
        return Err(damaged());
    }
    let text = String::from_utf8(text).map_err(|_| damaged())?;
    text.lines().map(|line| line.parse().map_err(|_| damaged())).collect()
}

/// Location of a file in a pool elsewhere.
#[derive(Clone, Debug)]
pub struct PoolLocation {
    pub path: String,
    /// Hash of the encrypted bytes as they were written.
    pub hash: BlobHash,
    pub bytes: u64,
}

/// Locations of the files of a pool by their names in the lists of archives. A file that was encrypted twice has two.
pub type PoolLocations = BTreeMap<BlobHash, Vec<PoolLocation>>;

/// Lists the files in the pool of an archive elsewhere.
pub fn read_pool(manifest: &Manifest, source: &dyn Source) -> Result<PoolLocations> {
    let folder = manifest.pool().unwrap_or_default();
    let mut places = PoolLocations::new();
    for (path, bytes) in source.pool(&folder).with_context(|| format!("listing {folder}"))? {
        if let Some(PoolName { name, hash, .. }) = PoolName::parse(&path) {
            places.entry(name).or_default().push(PoolLocation { path, hash, bytes });
        }
    }
    Ok(places)
}

fn read_manifest_text(name: &str, source: &dyn Source) -> Result<Vec<u8>> {
    let path = format!("{name}/{}", Manifest::FILE);
    let mut text = Vec::new();
    source
        .read(&path, MAX_MANIFEST)
        .and_then(|bytes| bytes.take(MAX_MANIFEST).read_to_end(&mut text))
        .with_context(|| format!("fetching {path}"))?;
    Ok(text)
}

impl Folder {
    /// Fetches an encrypted archive and the missing files of its pool, and verifies all of them. Files, lists and templates that are
    /// missing or damaged at the source are listed, and the archive lacks them until they are fetched from another source.
    ///
    /// # Errors
    /// [`Error::Damaged`] when its manifest or database is not as it was written. Only fetched files of the pool are kept then.
    pub fn receive(
        &self,
        name: &str,
        source: &dyn Source,
        on_progress: ProgressFn<'_>,
    ) -> Result<FetchedArchive> {
        if !is_archive_name(name) {
            return Err(Error::NotAnArchive(name.into()));
        }
        let text = read_manifest_text(name, source)?;
        let manifest = Manifest::parse(Path::new(name), &text)?;
        let incoming = ArchiveFetch { folder: self, name, manifest: &manifest, source };
        let mut damaged = incoming.fill_pool(on_progress)?;
        let path = self.path().join(name);
        if Archive::open(&path).is_ok_and(|here| here.manifest == manifest) {
            damaged.extend(incoming.fetch_own_files(&path)?);
            return Ok(FetchedArchive { archive: Archive::open(&path)?, damaged });
        }
        let partial = path.with_extension(PARTIAL);
        let fetched = incoming.fetch_own(&partial, &text, &path);
        if fetched.is_err() {
            let _ = fs::remove_dir_all(&partial);
        }
        damaged.extend(fetched?);
        Ok(FetchedArchive { archive: Archive::open(&path)?, damaged })
    }
}

/// Archive being fetched.
struct ArchiveFetch<'a> {
    folder: &'a Folder,
    name: &'a str,
    manifest: &'a Manifest,
    source: &'a dyn Source,
}

impl ArchiveFetch<'_> {
    /// Fetches the files that are missing or damaged in the local pool. Returns the paths of those that the source lacks, too.
    fn fill_pool(&self, on_progress: ProgressFn<'_>) -> Result<Vec<String>> {
        let Some(encryption) = &self.manifest.contents.encryption else {
            return Err(Error::NotAnArchive(self.name.into()));
        };
        let mut pool = EncryptedBlobPool::open(self.folder.path(), &encryption.recipients)?;
        let places = read_pool(self.manifest, self.source)?;
        let names = match read_names(self.name, self.manifest, self.source) {
            // Without its list, any file of the pool may belong to the archive.
            Err(error) if is_lost(&error) => places.keys().copied().collect(),
            names => names?,
        };
        let lacking: u64 = names
            .iter()
            .filter(|name| pool.find(**name).is_none())
            .filter_map(|name| Some(places.get(name)?.first()?.bytes))
            .fold(0, u64::saturating_add);
        let own = self.manifest.own_files().into_iter().map(|(_, file)| file.bytes);
        free_space::ensure_free_space(self.folder.path(), own.fold(lacking, u64::saturating_add))?;
        let mut damaged = Vec::new();
        for (done, name) in (1..).zip(&names) {
            if !pool.verify(*name).unwrap_or(false) {
                let found = places.get(name).map(Vec::as_slice).unwrap_or_default();
                damaged.extend(self.fetch_into(&mut pool, *name, found)?);
            }
            on_progress(Progress { done, of: names.len() as u64 });
        }
        Ok(damaged)
    }

    /// Fetches one file of the pool from the first location with intact bytes. Returns its path if there is none.
    fn fetch_into(
        &self,
        pool: &mut EncryptedBlobPool,
        name: BlobHash,
        places: &[PoolLocation],
    ) -> Result<Option<String>> {
        for PoolLocation { path, hash, bytes } in places {
            let fetching = || format!("fetching {path}");
            let read = self.source.read(path, *bytes).with_context(fetching)?;
            if pool.adopt(name, *hash, read.take(bytes.saturating_add(1))).with_context(fetching)? {
                return Ok(None);
            }
        }
        Ok(Some(places.first().map_or_else(|| name.to_string(), |place| place.path.clone())))
    }

    /// Fetches everything beside the pool, the manifest last, and renames the archive to its final name. Returns the paths of lists
    /// and templates that the source has lost.
    fn fetch_own(&self, partial: &Path, manifest: &[u8], whole: &Path) -> Result<Vec<String>> {
        let writing = || format!("writing the backup {}", whole.display());
        if partial.exists() {
            fs::remove_dir_all(partial).with_context(writing)?;
        }
        make_folder(partial).with_context(writing)?;
        let damaged = self.fetch_own_files(partial)?;
        write_new(&partial.join(Manifest::FILE), manifest).with_context(writing)?;
        rename_whole(partial, whole).with_context(writing)?;
        Ok(damaged)
    }

    /// Fetches the database, lists and templates that the archive lacks. Returns the paths of lists and templates that the source
    /// has lost.
    ///
    /// # Errors
    /// [`Error::Damaged`] when the source has lost the database.
    fn fetch_own_files(&self, archive: &Path) -> Result<Vec<String>> {
        let mut lost = Vec::new();
        for (name, written) in self.manifest.own_files() {
            let to = self.path_within(archive, &name)?;
            if FileDigest::of(&to).is_ok_and(|here| here == *written) {
                continue;
            }
            match self.fetch_own_file(&name, written, &to) {
                Err(error) if is_lost(&error) && !name.starts_with(DATABASE) => {
                    file_system::remove_file_if_exists(&to)
                        .with_context(|| format!("removing {}", to.display()))?;
                    lost.push(format!("{}/{name}", self.name));
                }
                fetched => fetched?,
            }
        }
        Ok(lost)
    }

    /// Path of a file in the archive. Rejects path traversal: a manifest from elsewhere may name a path outside of the archive.
    fn path_within(&self, partial: &Path, name: &str) -> Result<PathBuf> {
        let path = Path::new(name);
        if is_relative(path) {
            return Ok(partial.join(path));
        }
        Err(self.damaged(format!("{name} would lie outside of it")))
    }

    fn fetch_own_file(&self, name: &str, written: &FileDigest, to: &Path) -> Result<()> {
        let path = format!("{}/{name}", self.name);
        let fetching = || format!("fetching {path}");
        to.parent().map_or(Ok(()), make_folder).with_context(fetching)?;
        let read = self.source.read(&path, written.bytes).with_context(fetching)?;
        file_system::remove_file_if_exists(to).with_context(fetching)?;
        copy_into(read, to, written.bytes).with_context(fetching)?;
        let hash = written.blake3.parse();
        if hash.is_ok_and(|hash| is_as_written(to, hash).unwrap_or(false)) {
            return Ok(());
        }
        Err(self.damaged(format!("{name} does not match its checksum")))
    }

    fn damaged(&self, what: String) -> Error {
        Error::Damaged { path: self.name.into(), what }
    }
}

/// Whether the file is missing at the source, or differs from its hash.
fn is_lost(error: &Error) -> bool {
    match error {
        Error::Damaged { .. } => true,
        Error::Io { source, .. } => source.kind() == io::ErrorKind::NotFound,
        _ => false,
    }
}

/// Writes at most one byte more than `bytes` into a new file: a longer file is damaged.
fn copy_into(from: impl Read, to: &Path, bytes: u64) -> io::Result<()> {
    let mut file = File::create_new(to)?;
    io::copy(&mut from.take(bytes.saturating_add(1)), &mut file)?;
    file.flush()
}
