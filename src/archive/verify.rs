//! Reading an archive as it stands on its disk, and holding it against what was written. That needs no key.

use std::io::ErrorKind;
use std::path::{Component, Path};

use super::manifest::Written;
use super::pool::is_as_written;
use super::sealed_pool::SealedPool;
use super::{Archive, DATABASE, Doing, Error, FILES, LIST, Result, TEMPLATES};
use crate::domain::blob::BlobHash;
use crate::domain::progress::{Step, Tell};

/// An archive in which every byte is as it was written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Verified {
    pub blobs: u64,
    pub bytes: u64,
}

impl Archive {
    /// Reads all of it, encrypted or not. What its database says is for the store to judge.
    ///
    /// # Errors
    /// [`Error::Damaged`] names the first thing that is not as it was written.
    pub fn verify(&self, tell: Tell<'_>) -> Result<Verified> {
        self.hold_all_against()?;
        let sealed = match &self.manifest.contents.encryption {
            Some(encryption) => Some(SealedPool::open(self.folder(), &encryption.recipients)?),
            None => None,
        };
        let names = self.names()?;
        for (done, name) in (1..).zip(&names) {
            match &sealed {
                Some(pool) => self.verify_sealed(pool, *name)?,
                None => self.verify_plain(*name)?,
            }
            tell(Step { done, of: names.len() as u64 });
        }
        Ok(self.verified())
    }

    fn verify_plain(&self, blob: BlobHash) -> Result<()> {
        self.verify_file(&self.pool().path(blob), blob)
    }

    fn verify_sealed(&self, pool: &SealedPool, name: BlobHash) -> Result<()> {
        let file = pool.find(name).ok_or_else(|| self.not_there(name))?;
        self.verify_file(&file.path, file.hash)
    }

    /// A disk that does not answer says nothing of the file: nobody is to remove it for that.
    fn verify_file(&self, path: &Path, hash: BlobHash) -> Result<()> {
        match is_as_written(path, hash) {
            Ok(true) => Ok(()),
            Ok(false) => Err(self.not_as_written(path)),
            Err(error) if error.kind() == ErrorKind::NotFound => {
                Err(self.not_there(path.display()))
            }
            Err(error) => Err(error).doing(|| format!("reading {}", path.display())),
        }
    }

    pub(super) fn verified(&self) -> Verified {
        Verified { blobs: self.manifest.contents.blobs, bytes: self.manifest.bytes() }
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
            Err(error) => Err(error).doing(|| format!("reading {}", path.display())),
        }
    }

    /// About a file in the pool; what else is damaged cannot be mended.
    pub(super) fn not_as_written(&self, path: &Path) -> Error {
        let path = path.display();
        self.damaged(format!(
            "the file {path} is not as it was written. Remove it: the next backup copies it anew"
        ))
    }

    pub(super) fn not_there(&self, file: impl std::fmt::Display) -> Error {
        self.damaged(format!("the file {file} is not there. The next backup copies it anew"))
    }
}
