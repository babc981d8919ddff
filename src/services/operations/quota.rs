//! Storage quotas for uploads: free space on the disk, and the share of each member.

use crate::context::Context;
use crate::domain::id::AccountId;
use crate::domain::memo::Memo;
use crate::domain::message::Message;
use crate::error::{Error, Result};
use crate::platform::disk_space::DiskSpace;
use crate::store::{ReadTx, WriteTx};

const SHARE_USED_UP: Error = Error::QuotaExceeded(Message::new(
    "picture-storage-full",
    "You've used all your picture storage. Delete some posts: their space is free ten minutes later.",
));

const ENTRIES_USED_UP: Error = Error::QuotaExceeded(Message::new(
    "entry-storage-full",
    "You've used all your storage for entries. Please ask an admin; everything you've submitted stays.",
));

/// Number of memos that are counted in one transaction.
const AT_A_TIME: usize = 256;

/// Part of a member's quota that a guest has: one in this many.
const GUEST_SHARE: u64 = 10;

/// Free bytes below which a disk counts as full regardless of the settings: a change of the database may need as much.
pub(in crate::services) const MIN_FREE_BYTES: u64 = 16 << 20;

/// Free and reserved space on the disk, in bytes.
#[derive(Clone, Copy, Debug)]
pub struct Space {
    pub free: u64,
    /// Bytes that stay free (`[limits] free_space_mib`).
    pub floor: u64,
}

impl Space {
    /// Whether uploads are refused.
    pub fn is_low(self) -> bool {
        self.free < self.floor
    }

    /// Whether an admin has to free space: also if the settings reserve none and the disk is nearly full.
    pub fn is_full(self) -> bool {
        self.is_low() || self.free < MIN_FREE_BYTES
    }
}

/// Space on the disk of the data folder.
pub(in crate::services) fn space(context: &Context) -> Result<Space> {
    let free = DiskSpace::of(&context.config().data_dir)?.bytes;
    Ok(Space { free, floor: mebibytes(context.config().limits.free_space_mib) })
}

/// Fails with [`Error::DiskFull`] if fewer bytes are free than the settings reserve.
pub fn check_disk(context: &Context) -> Result<()> {
    if space(context)?.is_low() { Err(Error::DiskFull) } else { Ok(()) }
}

/// Fails if `bytes` more would exceed the member's quota of pictures in posts.
pub(in crate::services) fn check_picture_quota(
    context: &Context,
    tx: &ReadTx,
    member: AccountId,
    bytes: u64,
) -> Result<()> {
    let all = tx.picture_bytes_of(member)?.saturating_add(bytes);
    if all > mebibytes(context.config().limits.pictures_mib) { Err(SHARE_USED_UP) } else { Ok(()) }
}

/// Fails if the files of the member's memos, present and replaced, and of their answers by mail exceed their quota, which is separate
/// from that of posts. Guests have a tenth of it.
pub(in crate::services) fn check_memo_quota(
    context: &Context,
    tx: &ReadTx,
    member: AccountId,
) -> Result<()> {
    // One answer by mail for each question at most.
    let mailed = tx.mailed_answers_of(member)?.into_iter();
    let mailed = mailed.flat_map(|answer| answer.content.blobs());
    let mailed: u64 = mailed.map(|blob| context.blobs.bytes(blob)).sum();
    let all = tx.memo_bytes_of(member)?.saturating_add(mailed);
    let quota = mebibytes(context.config().limits.pictures_mib);
    let share = if tx.guest(member)?.is_some() { GUEST_SHARE } else { 1 };
    if all > quota / share { Err(ENTRIES_USED_UP) } else { Ok(()) }
}

/// Counts the files of memos that are not counted yet: those of an earlier program, which did not store their lengths.
pub(in crate::services) fn count_memo_files(context: &Context) -> Result<()> {
    let mut last = None;
    loop {
        let tx = context.read()?;
        let mut memos = tx.memos_after(last, AT_A_TIME)?;
        let Some(memo) = memos.last() else { return Ok(()) };
        last = Some(memo.id);
        memos.retain(|memo| !are_files_counted(&tx, memo).unwrap_or(false));
        drop(tx);
        if !memos.is_empty() {
            context
                .write(|tx| memos.iter().try_for_each(|memo| count_files_of(context, tx, memo)))?;
        }
    }
}

fn are_files_counted(tx: &ReadTx, memo: &Memo) -> Result<bool> {
    for blob in memo.content.blobs() {
        if !tx.is_memo_file_counted(memo, blob)? {
            return Ok(false);
        }
    }
    Ok(true)
}

fn count_files_of(context: &Context, tx: &mut WriteTx, memo: &Memo) -> Result<()> {
    for blob in memo.content.blobs() {
        // The memo may have been deleted meanwhile.
        if !tx.is_memo_file_counted(memo, blob)? && tx.memo(memo.id)?.is_some() {
            tx.count_memo_file(memo, blob, context.blobs.bytes(blob))?;
        }
    }
    Ok(())
}

fn mebibytes(number: u32) -> u64 {
    u64::from(number) << 20
}
