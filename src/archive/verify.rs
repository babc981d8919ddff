//! Reading an archive as it stands on its disk, and holding it against what was written.

use std::path::{Component, Path};

use super::manifest::Written;
use super::{Archive, DATABASE, LIST, Result, TEMPLATES};
use crate::domain::progress::{Step, Tell};

/// An archive in which every byte is as it was written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Verified {
    pub blobs: u64,
    pub bytes: u64,
}

impl Archive {
    /// Reads all of it. What its database says is for the store to judge.
    ///
    /// # Errors
    /// [`Error::Damaged`](super::Error::Damaged) names the first thing that is not as it was written.
    pub fn verify(&self, tell: Tell<'_>) -> Result<Verified> {
        let contents = &self.manifest.contents;
        self.hold_against(DATABASE, contents.database.as_ref())?;
        self.hold_against(LIST, contents.list.as_ref())?;
        for (name, written) in &contents.templates {
            let path = Path::new(name);
            if !path.components().all(|part| matches!(part, Component::Normal(_))) {
                return Err(self.damaged(format!("{name} would lie outside of it")));
            }
            self.hold_against(&format!("{TEMPLATES}/{name}"), Some(written))?;
        }
        let (blobs, pool) = (self.blobs()?, self.pool());
        for (done, blob) in (1..).zip(&blobs) {
            if !pool.has(*blob) {
                let place = pool.path(*blob);
                let what = if place.exists() {
                    "is not as it was written. Remove it: the next backup copies it anew"
                } else {
                    "is not there. The next backup copies it anew"
                };
                return Err(self.damaged(format!("the file {} {what}", place.display())));
            }
            tell(Step { done, of: blobs.len() as u64 });
        }
        Ok(Verified { blobs: blobs.len() as u64, bytes: self.manifest.bytes() })
    }

    fn hold_against(&self, name: &str, written: Option<&Written>) -> Result<()> {
        let found = Written::of(&self.path.join(name))
            .map_err(|error| self.damaged(format!("{name} cannot be read: {error}")))?;
        if Some(&found) == written {
            return Ok(());
        }
        Err(self.damaged(format!("{name} is not as it was written")))
    }
}
