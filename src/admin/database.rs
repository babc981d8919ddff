//! Operator requests for the database and the stored files.

use std::path::PathBuf;

use serde::{Deserialize, Serialize};

use crate::blobs::Listing;
use crate::domain::blob::BlobHash;
use crate::error::Result;
use crate::services::{backups, database, garbage};

use super::{Answer, LongWork};

#[derive(Clone, Debug, Serialize, Deserialize)]
pub enum Request {
    Check,
    Stats,
    /// Replaces damaged files from the trash and from backups: those in a given folder, or in the folder of the settings. Paths are
    /// absolute.
    Repair {
        from: Option<PathBuf>,
        identity: Option<PathBuf>,
    },
    ListTrash,
    /// Restores the given files, or all files that the database names.
    RestoreTrash(Vec<BlobHash>),
    SweepTrash(garbage::Extent),
}

/// File in the trash.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct TrashedFile {
    /// Day on which the file was moved to the trash.
    pub day: String,
    pub file: String,
    pub bytes: u64,
}

impl From<crate::blobs::TrashedFile> for TrashedFile {
    fn from(file: crate::blobs::TrashedFile) -> Self {
        Self { day: file.day, file: file.blob.to_string(), bytes: file.bytes }
    }
}

pub(super) fn perform(
    LongWork { context, actor, tell }: LongWork<'_>,
    request: Request,
) -> Result<Answer> {
    Ok(match request {
        Request::Check => Answer::Checked(database::check(context, actor, tell)?),
        Request::Stats => Answer::Stats(database::stats(context, actor)?),
        Request::Repair { from, identity } => {
            let (from, identity) = (from.as_deref(), identity.as_deref());
            Answer::Repaired(backups::repair(context, actor, from, identity, tell)?)
        }
        Request::ListTrash => {
            let Listing { files, unreadable } = garbage::list(context, actor)?;
            Answer::Trash { files: files.into_iter().map(Into::into).collect(), unreadable }
        }
        Request::RestoreTrash(files) => {
            Answer::TrashRestored(garbage::restore(context, actor, &files)?)
        }
        Request::SweepTrash(extent) => Answer::Collected(garbage::sweep(context, actor, extent)?),
    })
}
