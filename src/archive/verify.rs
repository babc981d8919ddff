//! Reading an archive as it stands on its disk, and holding it against what was written. That needs no key.

use std::io::ErrorKind;
use std::path::{Component, Path, PathBuf};

use super::blob_pool::inspect;
use super::encrypted_blob_pool::EncryptedBlobPool;
use super::manifest::Written;
use super::{Archive, DATABASE, Error, FILES, LIST, Result, TEMPLATES, WithContext};
use crate::domain::blob::BlobHash;
use crate::domain::damage::Problem;
use crate::domain::progress::{Step, Tell};

/// Outcome of reading an archive from beginning to end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Verified {
    pub blobs: u64,
    pub bytes: u64,
    /// Files of the pool that are not as they were written; everything else is.
    pub damaged: Vec<PoolFile>,
}

/// A damaged file of the pool.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PoolFile {
    /// Its name in the list of the archive: of an encrypted one it says nothing of the file that was encrypted, unless there is a key.
    pub name: BlobHash,
    pub path: PathBuf,
    pub problem: Problem,
}

/// So many damaged files are named in words.
const MAX_NAMED: usize = 20;

impl Archive {
    /// Reads all of it, encrypted or not. What its database says is for the store to judge.
    ///
    /// # Errors
    /// [`Error::Damaged`] when its database, a list or a template is not as it was written.
    pub fn verify(&self, tell: Tell<'_>) -> Result<Verified> {
        self.hold_all_against()?;
        let sealed = match &self.manifest.contents.encryption {
            Some(encryption) => {
                Some(EncryptedBlobPool::open(self.folder(), &encryption.recipients)?)
            }
            None => None,
        };
        let names = self.names()?;
        let mut damaged = Vec::new();
        for (done, name) in (1..).zip(&names) {
            let (path, outcome) = match &sealed {
                None => {
                    let path = self.pool().path(*name);
                    let outcome = inspect(&path, *name);
                    (path, outcome)
                }
                Some(pool) => match pool.find(*name) {
                    Some(file) => (file.path.clone(), inspect(&file.path, file.hash)),
                    None => (PathBuf::from(name.to_string()), Err(Problem::Missing)),
                },
            };
            damaged.extend(outcome.err().map(|problem| PoolFile { name: *name, path, problem }));
            tell(Step { done, of: names.len() as u64 });
        }
        Ok(self.verified(damaged))
    }

    pub(super) fn verified(&self, damaged: Vec<PoolFile>) -> Verified {
        Verified { blobs: self.manifest.contents.blobs, bytes: self.manifest.bytes(), damaged }
    }

    /// Refuses an archive of which files are damaged.
    pub fn require_whole(&self, verified: &Verified) -> Result<()> {
        if verified.damaged.is_empty() {
            return Ok(());
        }
        let line =
            |file: &PoolFile| format!("\n  {} {}", file.path.display(), file.problem.words());
        let named: String = verified.damaged.iter().take(MAX_NAMED).map(line).collect();
        let more = match verified.damaged.len().saturating_sub(MAX_NAMED) {
            0 => String::new(),
            more => format!("\n  and {more} more"),
        };
        Err(Error::FilesDamaged { path: self.path.clone(), files: named + &more })
    }

    /// Everything beside the manifest.
    pub(super) fn hold_all_against(&self) -> Result<()> {
        let contents = &self.manifest.contents;
        self.hold_against(DATABASE, contents.database.as_ref())?;
        self.hold_against(LIST, contents.list.as_ref())?;
        if let Some(encryption) = &contents.encryption {
            self.hold_file_against(&self.path.join(FILES), Some(&encryption.files))?;
        }
        for (name, written) in &contents.templates {
            let path = Path::new(name);
            if !path.components().all(|part| matches!(part, Component::Normal(_))) {
                return Err(self.damaged(format!("{name} would lie outside of it")));
            }
            self.hold_against(&format!("{TEMPLATES}/{name}"), Some(written))?;
        }
        Ok(())
    }

    pub(super) fn hold_against(&self, name: &str, written: Option<&Written>) -> Result<()> {
        self.hold_file_against(&self.file(name), written)
    }

    fn hold_file_against(&self, path: &Path, written: Option<&Written>) -> Result<()> {
        let name = path.strip_prefix(&self.path).unwrap_or(path).display();
        match Written::of(path) {
            Ok(found) if Some(&found) == written => Ok(()),
            Ok(_) => Err(self.damaged(format!("{name} is not as it was written"))),
            Err(error) if error.kind() == ErrorKind::NotFound => {
                Err(self.damaged(format!("{name} is not there")))
            }
            Err(error) => Err(error).with_context(|| format!("reading {}", path.display())),
        }
    }
}
