//! Contents of a copy: its files and the backups that name them.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};

use crate::backup::remote::{Files, Remote};
use crate::backup::{self, Archive, Manifest, PoolName};
use crate::config::CopyUrl;
use crate::domain::blob::BlobHash;
use crate::domain::time::Timestamp;
use crate::error::Result;

use super::{CopiedBackup, RemoteSource, is_not_there};

/// Files of a copy, and the backups that name them.
pub(super) struct Inventory {
    pub(super) files: Files,
    /// Whole backups by their names.
    pub(super) backups: BTreeMap<String, CompleteBackup>,
    /// Backup folders without a readable manifest. The manifest is sent last, so their transfer was cut off.
    pub(super) unfinished: BTreeSet<String>,
    /// Reason why the file list of some backup is unknown. Nothing is removed then.
    pub(super) unknown: Option<backup::Error>,
}

/// Complete backup in a copy.
pub(super) struct CompleteBackup {
    pub(super) manifest: Manifest,
    /// Files of the pool.
    pub(super) names: Vec<BlobHash>,
}

/// Files of pools that backups name.
#[derive(Default)]
pub(super) struct ReferencedFiles(HashMap<String, HashSet<BlobHash>>);

impl ReferencedFiles {
    pub(super) fn has(&self, file: &PoolName) -> bool {
        self.0.get(&file.pool).is_some_and(|names| names.contains(&file.name))
    }
}

impl Inventory {
    /// Reads the manifests and file lists of a copy. For backups that exist locally too, the local list is read.
    ///
    /// # Errors
    /// When the server does not answer, or a backup is of a newer program.
    pub(super) fn read(remote: &dyn Remote, here: &[Archive]) -> Result<Self> {
        let (files, source) = (remote.walk("")?, RemoteSource(remote));
        let mut inventory =
            Self { files, backups: BTreeMap::new(), unfinished: BTreeSet::new(), unknown: None };
        let folders: BTreeSet<String> = inventory
            .files
            .keys()
            .filter_map(|name| name.split_once('/'))
            .map(|(folder, _)| folder.to_owned())
            .filter(|folder| backup::is_archive_name(folder))
            .collect();
        for name in folders {
            let manifest = match backup::read_manifest(&name, &source).map_err(Into::into) {
                Err(error) if is_not_there(&error) => {
                    inventory.unfinished.insert(name);
                    continue;
                }
                read => read?,
            };
            let local = here.iter().find(|one| one.name() == name && one.manifest == manifest);
            let names = match local {
                Some(archive) => archive.names(),
                None => backup::read_names(&name, &manifest, &source),
            };
            match names {
                Err(error @ backup::Error::Damaged { .. }) => inventory.unknown = Some(error),
                names => inventory.add(name, manifest, names?),
            }
        }
        Ok(inventory)
    }

    /// Lists the complete backups in a copy.
    pub(super) fn backups(remote: &dyn Remote) -> Result<Vec<CopiedBackup>> {
        let source = RemoteSource(remote);
        let mut backups = Vec::new();
        for name in remote.folders()?.into_iter().filter(|name| backup::is_archive_name(name)) {
            // A backup without a manifest was cut off.
            match backup::read_manifest(&name, &source).map_err(Into::into) {
                Ok(manifest) => backups.push(CopiedBackup { name, manifest }),
                Err(error) if is_not_there(&error) => {}
                Err(error) => return Err(error),
            }
        }
        Ok(backups)
    }

    /// Adds a complete backup.
    pub(super) fn add(&mut self, name: String, manifest: Manifest, names: Vec<BlobHash>) {
        self.unfinished.remove(&name);
        self.backups.insert(name, CompleteBackup { manifest, names });
    }

    /// Returns the files that complete backups name. Each was verified when it was sent.
    pub(super) fn named(&self) -> ReferencedFiles {
        let mut named = ReferencedFiles::default();
        for CompleteBackup { manifest, names } in self.backups.values() {
            if let Some(pool) = manifest.pool() {
                named.0.entry(pool).or_default().extend(names);
            }
        }
        named
    }

    /// Creation time of the youngest backup, ignoring those dated in the future.
    pub(super) fn youngest(&self, now: Timestamp) -> Option<Timestamp> {
        self.backups.values().map(|whole| whole.manifest.made_at).filter(|made| *made <= now).max()
    }

    /// Refuses a copy whose backups all belong to another community: our retention rules would remove them. A community that was
    /// renamed is recognised by a backup that exists locally too.
    pub(super) fn require_own(
        &self,
        community: &str,
        here: &[Archive],
        url: &CopyUrl,
    ) -> Result<()> {
        let is_ours = |(name, CompleteBackup { manifest, .. }): (&String, &CompleteBackup)| {
            manifest.community == community
                || here.iter().any(|one| one.name() == *name && one.manifest == *manifest)
        };
        let Some(other) = self.backups.values().next_back() else { return Ok(()) };
        if self.backups.iter().any(is_ours) {
            return Ok(());
        }
        let (place, community) = (url.to_string(), other.manifest.community.clone());
        Err(backup::Error::OthersCopy { place, community }.into())
    }
}
