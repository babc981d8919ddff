//! Files of an encrypted archive, for copying them elsewhere. The layout there is the same.

use std::path::PathBuf;

use crate::domain::blob::BlobHash;

use super::encrypted_blob_pool::{EncryptedBlobPool, parse};
use super::encryptor::pool_of;
use super::manifest::FileDigest;
use super::{
    Archive, Contents, DATABASE, ENCRYPTED, Error, FILES, LIST, Manifest, Result, TEMPLATES,
    WithContext,
};

/// File of an archive or of its pool.
#[derive(Clone, Debug)]
pub struct StoredFile {
    /// Path in the backup folder, with slashes.
    pub name: String,
    pub path: PathBuf,
    pub bytes: u64,
    /// Hash of the bytes as they were written.
    pub hash: BlobHash,
}

/// Parsed path of a file in a pool of encrypted files.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PoolName {
    /// Folder of the pool, such as `encrypted/0f1e2d3c4b5a6978`.
    pub pool: String,
    /// Name in the lists of archives.
    pub name: BlobHash,
    /// Hash of the encrypted bytes.
    pub hash: BlobHash,
}

impl PoolName {
    /// Parses `encrypted/POOL/ab/NAME-HASH.age`.
    pub fn parse(path: &str) -> Option<Self> {
        let (folder, file) = path.rsplit_once('/')?;
        let (pool, _) = folder.rsplit_once('/')?;
        let (name, hash) = parse(file)?;
        pool.starts_with(ENCRYPTED).then(|| Self { pool: pool.to_owned(), name, hash })
    }
}

impl Manifest {
    /// Folder of the pool of an encrypted archive, in the backup folder.
    pub fn pool(&self) -> Option<String> {
        let encryption = self.contents.encryption.as_ref()?;
        Some(format!("{ENCRYPTED}/{}", pool_of(&encryption.recipients)))
    }

    /// Files of an encrypted archive except its manifest and its pool: paths in its folder, with lengths and hashes.
    pub(super) fn own_files(&self) -> Vec<(String, &FileDigest)> {
        let Contents { database, list, templates, encryption, .. } = &self.contents;
        let encrypted_name = |name: &str| format!("{name}{}", super::AGE_SUFFIX);
        let database = database.iter().map(|written| (encrypted_name(DATABASE), written));
        let list = list.iter().map(|written| (encrypted_name(LIST), written));
        let files = encryption.iter().map(|encryption| (FILES.to_owned(), &encryption.files));
        let templates = templates
            .iter()
            .map(|(name, written)| (encrypted_name(&format!("{TEMPLATES}/{name}")), written));
        database.chain(list).chain(files).chain(templates).collect()
    }

    /// Files of an encrypted archive except its manifest and its pool: paths in the backup folder, lengths and hashes; `None` for an
    /// invalid hash.
    pub fn files_beside_the_pool(&self, name: &str) -> Vec<(String, u64, Option<BlobHash>)> {
        let file = |(path, written): (String, &FileDigest)| {
            (format!("{name}/{path}"), written.bytes, written.blake3.parse().ok())
        };
        self.own_files().into_iter().map(file).collect()
    }
}

impl Archive {
    /// Files of an encrypted archive in the order for copying: the manifest is last, so that an archive with a manifest is whole.
    ///
    /// # Errors
    /// [`Error::Damaged`] when files are missing in the pool.
    pub fn stored_files(&self) -> Result<Vec<StoredFile>> {
        let Some(encryption) = &self.manifest.contents.encryption else { return Ok(Vec::new()) };
        let pool = EncryptedBlobPool::open(self.folder(), &encryption.recipients)?;
        let mut files = Vec::new();
        for name in self.names()? {
            let file = pool.find(name).ok_or_else(|| self.damaged(format!("{name} is missing")))?;
            let path = file.path.strip_prefix(self.folder()).unwrap_or(&file.path);
            files.push(StoredFile {
                name: path.display().to_string(),
                path: file.path.clone(),
                bytes: file.bytes,
                hash: file.hash,
            });
        }
        for (name, written) in self.manifest.own_files() {
            files.push(self.own_file(&name, written)?);
        }
        let manifest = self.path.join(Manifest::FILE);
        let written =
            FileDigest::of(&manifest).with_context(|| format!("reading {}", manifest.display()))?;
        files.push(self.own_file(Manifest::FILE, &written)?);
        Ok(files)
    }

    fn own_file(&self, name: &str, written: &FileDigest) -> Result<StoredFile> {
        let hash = written.blake3.parse();
        let hash = hash.map_err(|_| -> Error { self.damaged("its manifest cannot be read") })?;
        let (path, name) = (self.path.join(name), format!("{}/{name}", self.name()));
        Ok(StoredFile { name, path, bytes: written.bytes, hash })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pool_name_is_parsed_from_path() {
        let (name, hash) = (BlobHash::of(b"name"), BlobHash::of(b"bytes"));
        let path = format!("encrypted/0f1e/ab/{name}-{hash}.age");
        let wanted = PoolName { pool: "encrypted/0f1e".into(), name, hash };
        assert_eq!(PoolName::parse(&path), Some(wanted));
        for other in ["encrypted/0f1e/ab/x.age", "manifest.json", "blobs/0f1e/ab/x-y.age"] {
            assert_eq!(PoolName::parse(other), None);
        }
    }
}
