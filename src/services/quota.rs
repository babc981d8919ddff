//! Room for what members send: on the disk, and in each member's share of it.

use std::collections::HashSet;

use crate::context::Context;
use crate::disk::Disk;
use crate::domain::blob::BlobHash;
use crate::domain::id::AccountId;
use crate::error::{Error, Result};
use crate::store::ReadTx;

const SHARE_USED_UP: Error = Error::QuotaExceeded(
    "Your pictures take all the room that a member has here. Delete some posts: ten minutes later their room is free.",
);

const ENTRIES_USED_UP: Error = Error::QuotaExceeded(
    "Your entries take all the room that a member has here. Tell whoever runs this site; what you have submitted stays.",
);

/// Free bytes below which a disk counts as full whatever the settings want left: a change of the database may need as much.
pub(super) const MIN_FREE_BYTES: u64 = 16 << 20;

/// What there is on the disk, in bytes.
#[derive(Clone, Copy, Debug)]
pub struct Space {
    pub free: u64,
    /// What the settings want left.
    pub floor: u64,
}

impl Space {
    /// Whether nothing more is taken from members.
    pub fn is_low(self) -> bool {
        self.free < self.floor
    }

    /// Whether an admin has to make room: also where the settings allow the last bytes to be used.
    pub fn is_full(self) -> bool {
        self.is_low() || self.free < MIN_FREE_BYTES
    }
}

/// The disk that the data folder lies on.
pub(super) fn space(context: &Context) -> Result<Space> {
    let free = Disk::of(&context.config().data_dir)?.bytes;
    Ok(Space { free, floor: mebibytes(context.config().limits.free_space_mib) })
}

/// Whether the disk takes more files and leaves what the settings want left.
pub fn check_disk(context: &Context) -> Result<()> {
    if space(context)?.is_low() { Err(Error::DiskFull) } else { Ok(()) }
}

/// Whether a member may keep a picture of so many bytes more.
pub(super) fn check_picture_quota(
    context: &Context,
    tx: &ReadTx,
    member: AccountId,
    bytes: u64,
) -> Result<()> {
    let all = tx.picture_bytes_of(member)?.saturating_add(bytes);
    if all > mebibytes(context.config().limits.pictures_mib) { Err(SHARE_USED_UP) } else { Ok(()) }
}

/// Whether a member may submit more pictures: those of their entries, present and earlier ones, have a share of their own.
pub(super) fn check_memo_quota(context: &Context, tx: &ReadTx, member: AccountId) -> Result<()> {
    let memos = tx.memos_of(member)?.into_iter().chain(tx.replaced_memos_of(member)?);
    let blobs: HashSet<BlobHash> = memos.flat_map(|memo| memo.content.blobs()).collect();
    let all: u64 = blobs.into_iter().map(|blob| context.blobs.bytes(blob)).sum();
    if all > mebibytes(context.config().limits.pictures_mib) {
        Err(ENTRIES_USED_UP)
    } else {
        Ok(())
    }
}

fn mebibytes(number: u32) -> u64 {
    u64::from(number) << 20
}
