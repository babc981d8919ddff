//! Sending a backup to a copy.

use std::path::Path;

use super::Reread;
use super::inventory::{Inventory, Named};
use super::verifying::has;
use crate::app::App;
use crate::archive::{self, Archive, Manifest, PoolName, StoredFile};
use crate::domain::progress::{Step, Tell};
use crate::error::{Error, Result};
use crate::remote::Remote;

/// With every backup, one in so many of the files that are in the copy already is read again, each within as many days.
const READ_AGAIN_DAYS: i64 = 30;
const DAY_SECONDS: i64 = 24 * 60 * 60;

/// Sends what a copy lacks of a backup, and reads it back. What is there and was never verified is read as well.
///
/// # Errors
/// When the copy cannot be reached or has no room, or when what it has is not what was sent. What has arrived stays.
pub(super) fn upload(
    app: &App,
    remote: &dyn Remote,
    archive: &Archive,
    inventory: &mut Inventory,
    reread: Reread,
    tell: Tell<'_>,
) -> Result<()> {
    let name = archive.name();
    let is_whole = inventory.backups.get(&name).is_some_and(|one| one.manifest == archive.manifest);
    if !is_whole && inventory.backups.remove(&name).is_some() {
        // Another backup of the same second, perhaps of a machine that this one has taken over from.
        let manifest = format!("{name}/{}", Manifest::FILE);
        remote.remove(&manifest)?;
        inventory.files.remove(&manifest);
    }
    let day = archive.manifest.made_at.seconds.div_euclid(DAY_SECONDS);
    let (named, files) = (inventory.named(), archive.stored_files()?);
    let of = files.len() as u64;
    for (done, file) in (1..).zip(&files) {
        if !app.copies_due.is_open() {
            return Err(Error::Busy);
        }
        let is_there = inventory.files.get(&file.name) == Some(&file.bytes);
        let is_trusted = reread != Reread::All && (is_whole || is_verified(&named, file, day));
        if !is_there || !is_trusted {
            send(remote, file, is_there)?;
            remove_others_of_name(remote, inventory, file)?;
            inventory.files.insert(file.name.clone(), file.bytes);
        }
        tell(Step { done, of });
    }
    inventory.add(name, archive.manifest.clone(), archive.names()?);
    Ok(())
}

/// Whether a file of the pool was verified when it was sent, and is not to be read again on this day.
fn is_verified(named: &Named, file: &StoredFile, day: i64) -> bool {
    let Some(name) = PoolName::parse(&file.name) else { return false };
    let [first, second, ..] = *name.name.as_bytes();
    let turn = i64::from(u16::from_be_bytes([first, second])) % READ_AGAIN_DAYS;
    named.has(&name) && turn != day.rem_euclid(READ_AGAIN_DAYS)
}

/// Sees to it that the copy has a file as it was written.
fn send(remote: &dyn Remote, file: &StoredFile, seems_to_be_there: bool) -> Result<()> {
    if seems_to_be_there && has(remote, &file.name, file.bytes, Some(file.hash))? {
        return Ok(());
    }
    remote.put(&file.name, &file.path)?;
    if has(remote, &file.name, file.bytes, Some(file.hash))? {
        return Ok(());
    }
    remote.remove(&file.name)?;
    let what = format!("{} was read back and is not what it should be", file.name);
    Err(archive::Error::Damaged { path: Path::new("the copy").into(), what }.into())
}

/// Removes what the copy has of a file of the pool that was encrypted another time, such as before it was damaged here.
fn remove_others_of_name(
    remote: &dyn Remote,
    inventory: &mut Inventory,
    file: &StoredFile,
) -> Result<()> {
    let Some((of_name, _)) = PoolName::parse(&file.name).and(file.name.rsplit_once('-')) else {
        return Ok(());
    };
    let with_name = inventory.files.range(format!("{of_name}-")..);
    let with_name = with_name.take_while(|(other, _)| other.starts_with(of_name));
    let others = with_name.map(|(other, _)| other.clone()).filter(|other| *other != file.name);
    for other in others.collect::<Vec<_>>() {
        remote.remove(&other)?;
        inventory.files.remove(&other);
    }
    Ok(())
}
