//! Verification of a backup in a copy: reads it from beginning to end without storing anything.

use std::io::Read;

use crate::backup::remote::{self, Remote};
use crate::backup::{self, Manifest, PoolLocation, PoolLocations};
use crate::config::CopyUrl;
use crate::domain::blob::BlobHash;
use crate::domain::item::Item;
use crate::domain::progress::{Progress, ProgressFn};
use crate::error::{Error, Required, Result};

use super::{RemoteSource, is_not_there};

/// Outcome of reading a backup in a copy.
#[derive(Clone, Debug)]
pub struct VerifiedCopy {
    pub name: String,
    pub manifest: Manifest,
    /// Paths of files that are missing or damaged.
    pub damaged: Vec<String>,
}

/// Reads a backup in a copy, or the youngest, and compares every file with its hash. Needs no key.
///
/// # Errors
/// [`Error::NotFound`] when the copy has no such backup.
pub fn verify(
    url: &CopyUrl,
    secret: &str,
    name: Option<&str>,
    on_progress: ProgressFn<'_>,
) -> Result<VerifiedCopy> {
    let remote = &*remote::connect(url, secret)?;
    let name = match name {
        Some(name) => name.to_owned(),
        None => {
            crate::services::operations::backups::copies::list(url, secret)?
                .pop()
                .required(Item::AnyBackup)?
                .name
        }
    };
    let source = RemoteSource(remote);
    let manifest = match backup::read_manifest(&name, &source).map_err(Into::into) {
        Err(error) if is_not_there(&error) => Err(Error::NotFound(Item::BackupInCopy)),
        read => read,
    }?;
    let mut damaged = Vec::new();
    for (path, bytes, hash) in manifest.files_beside_the_pool(&name) {
        damaged.extend((!verify_remote_file(remote, &path, bytes, hash)?).then_some(path));
    }
    let names = match backup::read_names(&name, &manifest, &source) {
        // The damaged list was reported already.
        Err(_) if !damaged.is_empty() => Vec::new(),
        names => names?,
    };
    let pool = backup::read_pool(&manifest, &source)?;
    for (done, name) in (1..).zip(&names) {
        damaged.extend(inspect(remote, &pool, *name)?);
        on_progress(Progress { done, of: names.len() as u64 });
    }
    Ok(VerifiedCopy { name, manifest, damaged })
}

/// Returns the path of a pool file if none of its locations has an intact copy.
fn inspect(remote: &dyn Remote, pool: &PoolLocations, name: BlobHash) -> Result<Option<String>> {
    let mut damaged = Some(name.to_string());
    for PoolLocation { path, hash, bytes } in pool.get(&name).into_iter().flatten() {
        if verify_remote_file(remote, path, *bytes, Some(*hash))? {
            return Ok(None);
        }
        damaged = Some(path.clone());
    }
    Ok(damaged)
}

/// Whether the copy has a file with this hash. A file without a known hash counts as damaged.
///
/// # Errors
/// When the file cannot be read to its end: its state is unknown then.
pub(super) fn verify_remote_file(
    remote: &dyn Remote,
    path: &str,
    bytes: u64,
    hash: Option<BlobHash>,
) -> Result<bool> {
    let content = match remote.get(path, bytes) {
        Err(remote::Error::NotFound { .. }) => return Ok(false),
        answer => answer?,
    };
    let found = BlobHash::of_reader(content.take(bytes.saturating_add(1)))
        .map_err(|source| backup::Error::Io { action: format!("reading {path} back"), source })?;
    Ok(Some(found) == hash)
}
