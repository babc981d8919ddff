//! Verification of an archive's stored bytes against their checksums, which needs no key.

use std::io::ErrorKind;
use std::path::{Path, PathBuf};

use crate::domain::blob::BlobHash;
use crate::domain::damage::DamageKind;
use crate::domain::progress::{Progress, ProgressFn};

use super::blob_pool::inspect;
use super::encrypted_blob_pool::EncryptedBlobPool;
use super::manifest::FileDigest;
use super::names::is_relative;
use super::{Archive, DATABASE, Error, FILES, LIST, Result, TEMPLATES};

/// Result of verifying an archive.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct VerificationReport {
    pub blobs: u64,
    pub bytes: u64,
    /// Lists and templates that are not as they were written.
    pub damaged_parts: Vec<DamagedPart>,
    /// Files of the pool that are not as they were written; all others are.
    pub damaged: Vec<PoolFile>,
}

/// Damaged list or template of an archive.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DamagedPart {
    /// Path in the archive before encryption, such as `templates/book/cover.typ`.
    pub name: String,
    /// Path in the archive.
    pub file: String,
    /// Predicate of a sentence about the problem.
    pub problem: String,
}

/// Damaged file of the pool.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PoolFile {
    /// Name in the list of the archive. For an encrypted archive read without a key, it is the name in the pool, not the original hash.
    pub name: BlobHash,
    pub path: PathBuf,
    pub problem: DamageKind,
}

/// Maximum number of damaged files that an error names.
const MAX_NAMED: usize = 20;

impl Archive {
    /// Verifies all stored bytes, encrypted or not. The content of the database is verified by the store.
    ///
    /// # Errors
    /// [`Error::Damaged`] when the database is not as it was written.
    pub fn verify(&self, on_progress: ProgressFn<'_>) -> Result<VerificationReport> {
        let damaged_parts = self.find_damaged_parts()?;
        let list = if self.manifest.is_encrypted() { FILES } else { LIST };
        // Without its list, the archive's files are unknown.
        let is_list_damaged = damaged_parts.iter().any(|part| part.name == list);
        let names = if is_list_damaged { Vec::new() } else { self.names()? };
        self.verify_pool(damaged_parts, &names, on_progress)
    }

    /// Verifies files of the pool by their names.
    pub(super) fn verify_pool(
        &self,
        damaged_parts: Vec<DamagedPart>,
        names: &[BlobHash],
        on_progress: ProgressFn<'_>,
    ) -> Result<VerificationReport> {
        let encrypted = match &self.manifest.contents.encryption {
            Some(encryption) => {
                Some(EncryptedBlobPool::open(self.folder(), &encryption.recipients)?)
            }
            None => None,
        };
        let mut damaged = Vec::new();
        for (done, name) in (1..).zip(names) {
            let (path, outcome) = match &encrypted {
                None => {
                    let path = self.pool().path(*name);
                    let outcome = inspect(&path, *name);
                    (path, outcome)
                }
                Some(pool) => match pool.find(*name) {
                    Some(file) => (file.path.clone(), inspect(&file.path, file.hash)),
                    None => (PathBuf::from(name.to_string()), Err(DamageKind::Missing)),
                },
            };
            damaged.extend(outcome.err().map(|problem| PoolFile { name: *name, path, problem }));
            on_progress(Progress { done, of: names.len() as u64 });
        }
        Ok(self.verified(damaged_parts, damaged))
    }

    pub(super) fn verified(
        &self,
        damaged_parts: Vec<DamagedPart>,
        damaged: Vec<PoolFile>,
    ) -> VerificationReport {
        let (blobs, bytes) = (self.manifest.contents.blobs, self.manifest.bytes());
        VerificationReport { blobs, bytes, damaged_parts, damaged }
    }

    /// Refuses an archive with a damaged list, template or file.
    pub fn require_whole(&self, verified: &VerificationReport) -> Result<()> {
        let VerificationReport { damaged_parts, damaged, .. } = verified;
        let of_all = damaged_parts.len() + damaged.len();
        if of_all == 0 {
            return Ok(());
        }
        let parts = damaged_parts.iter().map(|part| format!("\n  {} {}", part.file, part.problem));
        let files = damaged
            .iter()
            .map(|file| format!("\n  {} {}", file.path.display(), file.problem.describe()));
        let named: String = parts.chain(files).take(MAX_NAMED).collect();
        let more = match of_all.saturating_sub(MAX_NAMED) {
            0 => String::new(),
            more => format!("\n  and {more} more"),
        };
        Err(Error::FilesDamaged { path: self.path.clone(), files: named + &more })
    }

    /// Verifies everything beside the manifest and the pool. Returns the damaged lists and templates.
    ///
    /// # Errors
    /// [`Error::Damaged`] when the database is damaged: there is no archive without it.
    pub(super) fn find_damaged_parts(&self) -> Result<Vec<DamagedPart>> {
        let contents = &self.manifest.contents;
        self.require_as_written(DATABASE, contents.database.as_ref())?;
        let mut damaged = Vec::new();
        let mut add = |name: &str, path: &Path, written: Option<&FileDigest>| {
            let (name, file) = (name.to_owned(), self.name_of(path));
            let problem = problem(path, written);
            damaged.extend(problem.map(|problem| DamagedPart { name, file, problem }));
        };
        add(LIST, &self.file(LIST), contents.list.as_ref());
        if let Some(encryption) = &contents.encryption {
            add(FILES, &self.path.join(FILES), Some(&encryption.files));
        }
        for (name, written) in &contents.templates {
            if !is_relative(Path::new(name)) {
                return Err(self.damaged(format!("{name} would lie outside of it")));
            }
            let name = format!("{TEMPLATES}/{name}");
            add(&name, &self.file(&name), Some(written));
        }
        Ok(damaged)
    }

    /// Problem of the list of files, if it is damaged.
    pub(super) fn list_problem(&self) -> Option<String> {
        problem(&self.file(LIST), self.manifest.contents.list.as_ref())
    }

    pub(super) fn require_as_written(
        &self,
        name: &str,
        written: Option<&FileDigest>,
    ) -> Result<()> {
        let path = self.file(name);
        match problem(&path, written) {
            None => Ok(()),
            Some(problem) => Err(self.damaged(format!("{} {problem}", self.name_of(&path)))),
        }
    }

    /// Path of a file in the archive.
    fn name_of(&self, path: &Path) -> String {
        path.strip_prefix(&self.path).unwrap_or(path).display().to_string()
    }
}

/// Problem of a file, if it differs from its recorded length and hash, as the predicate of a sentence.
fn problem(path: &Path, written: Option<&FileDigest>) -> Option<String> {
    match FileDigest::of(path) {
        Ok(found) if Some(&found) == written => None,
        Ok(_) => Some("does not match its checksum".to_owned()),
        Err(error) if error.kind() == ErrorKind::NotFound => Some("is not there".to_owned()),
        Err(error) => Some(format!("cannot be read: {error}")),
    }
}
