//! Pruning of a copy: removes old backups by the retention of the settings, and the files that no other backup names.

use crate::backup::remote::Remote;
use crate::backup::{Manifest, PoolName};
use crate::context::Context;
use crate::error::Result;
use crate::services::operations::backups::retention;

use super::inventory::Inventory;

/// Removes expired and unfinished backups, and the pool files that no backup in the copy names any more.
///
/// # Errors
/// When the file list of a backup in the copy is unknown: nothing is removed then.
pub(super) fn prune(
    context: &Context,
    remote: &dyn Remote,
    inventory: &mut Inventory,
) -> Result<()> {
    if let Some(error) = inventory.unknown.take() {
        return Err(error.into());
    }
    let old = expired(context, inventory)?;
    for name in old.iter().chain(&inventory.unfinished) {
        // A folder without a manifest is no backup, even if the removal of its other files fails.
        remote.remove(&format!("{name}/{}", Manifest::FILE))?;
        remote.remove_folder(name)?;
    }
    inventory.unfinished.clear();
    inventory.backups.retain(|name, _| !old.contains(name));
    let named = inventory.named();
    let is_lost = |name: &&String| PoolName::parse(name).is_some_and(|file| !named.has(&file));
    let lost: Vec<String> = inventory.files.keys().filter(is_lost).cloned().collect();
    for name in lost {
        remote.remove(&name)?;
        inventory.files.remove(&name);
    }
    Ok(())
}

/// Names of this database's backups that the retention does not keep, ignoring those dated in the future.
fn expired(context: &Context, inventory: &Inventory) -> Result<Vec<String>> {
    let now = context.now();
    let past = inventory.backups.iter().filter(|(_, whole)| whole.manifest.made_at <= now);
    let past = past.map(|(name, whole)| (name.clone(), &whole.manifest)).collect();
    let identity = |(name, manifest): &(String, &Manifest)| (name.clone(), manifest.schema);
    let (own, _) = retention::partition_by_database(&*context.read()?, past, identity)?;
    let old = retention::expired(context.config().backup.retention(), own, |(_, one)| one);
    Ok(old.into_iter().map(|(name, _)| name).collect())
}
