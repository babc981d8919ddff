//! Reload of a running server's settings at SIGHUP.

use std::sync::Arc;

use inkfold::config::{ConfigWithSources, Error};
use inkfold::context::Context;
use inkfold::jobs;
use tokio::signal::unix::Signal;
use tokio::task::block_in_place;

use super::service_manager;

/// Reloads the settings at every signal. Invalid settings change nothing.
pub(super) async fn on_sighup(
    mut hangup: Signal,
    context: Arc<Context>,
    place: String,
    load: impl Fn() -> Result<ConfigWithSources, Error>,
) {
    while hangup.recv().await.is_some() {
        service_manager::reloading();
        match load() {
            Ok(loaded) => {
                block_in_place(|| apply(&context, loaded));
                service_manager::ready(&place);
            }
            Err(error) => {
                tracing::error!(%error, "invalid settings, keeping the previous ones");
                service_manager::ready_as_before(&place);
            }
        }
    }
}

fn apply(context: &Context, loaded: ConfigWithSources) {
    for warning in &loaded.warnings {
        tracing::warn!(%warning, "settings warning");
    }
    let before = context.config();
    let later = context.reload(loaded);
    if context.config().backup != before.backup
        && let Err(error) = jobs::reschedule_backups(context)
    {
        let error = &error as &dyn std::error::Error;
        tracing::error!(error, "failed to reschedule the next backup");
    }
    if later.is_empty() {
        tracing::info!("settings reloaded");
    } else {
        let settings = later.join(", ");
        tracing::warn!(%settings, "settings reloaded; some take effect after a restart");
    }
}
