//! Opening and creation of a community.

use std::path::Path;
use std::sync::Arc;

use crate::backup::DATABASE;
use crate::config::Config;
use crate::context::Context;
use crate::data_dir;
use crate::error::Result;
use crate::platform::clock::{Clock, SystemClock};
use crate::platform::file_system;
use crate::platform::system_resources::SystemResources;
use crate::resource_budget::ResourceBudget;
use crate::sandbox::Sandbox;
use crate::store::Store;

use super::backups::restore;

/// Opens the community in the configured data folder.
///
/// # Errors
/// [`data_dir::Error`] if there is none, or if its database is missing; a missing database is never created.
pub fn open(config: Config) -> Result<Context> {
    let sandbox = sandbox(&config)?;
    finish_interrupted_restore(&config.data_dir)?;
    data_dir::require_community(&config.data_dir)?;
    assemble(config, Arc::new(SystemClock), sandbox)
}

/// Creates a community in the configured data folder, or opens the existing one.
///
/// # Errors
/// [`data_dir::Error`] if files indicate that the folder had a community.
pub fn create(config: Config) -> Result<Context> {
    let sandbox = sandbox(&config)?;
    create_with(config, Arc::new(SystemClock), sandbox)
}

/// Sandbox of the server: children of this executable, as many as the machine has room for.
fn sandbox(config: &Config) -> Result<Sandbox> {
    let budget = ResourceBudget::of(SystemResources::detect());
    let sandbox = Sandbox::this_executable()?.with_library(config.pdf.library());
    Ok(sandbox.with_max_children(budget.children))
}

/// Like [`create`], with another clock and executable; for tests.
pub fn create_with(config: Config, clock: Arc<dyn Clock>, sandbox: Sandbox) -> Result<Context> {
    let data: &Path = &config.data_dir;
    file_system::create_private_folder(data)?;
    finish_interrupted_restore(data)?;
    data_dir::require_room_for_community(data)?;
    Store::create(&data.join(DATABASE))?;
    assemble(config, clock, sandbox)
}

fn assemble(config: Config, clock: Arc<dyn Clock>, sandbox: Sandbox) -> Result<Context> {
    let context = Context::assemble(config, clock, sandbox)?;
    // The database is open now, so no other process can finish a restore in this folder.
    restore::remove_unfinished(&context.config().data_dir);
    Ok(context)
}

fn finish_interrupted_restore(data: &Path) -> Result<()> {
    if restore::finish(data)?.is_some() {
        tracing::warn!("finished an interrupted restore");
    }
    Ok(())
}
