//! New settings for a running server, which takes them at SIGHUP.

use std::sync::Arc;

use inkfold::app::App;
use inkfold::config::{Error, Loaded};
use inkfold::jobs;
use tokio::signal::unix::Signal;
use tokio::task::block_in_place;

use super::service_manager;

/// Waits for the signal again and again. Settings that are wrong change nothing.
pub(super) async fn at(
    mut hangup: Signal,
    app: Arc<App>,
    place: String,
    load: impl Fn() -> Result<Loaded, Error>,
) {
    while hangup.recv().await.is_some() {
        service_manager::reloading();
        match load() {
            Ok(loaded) => {
                block_in_place(|| take(&app, loaded));
                service_manager::ready(&place);
            }
            Err(error) => {
                tracing::error!("the settings stay as they were: {error}");
                service_manager::ready_as_before(&place);
            }
        }
    }
}

fn take(app: &App, loaded: Loaded) {
    for warning in &loaded.warnings {
        tracing::warn!("{warning}");
    }
    let before = app.config();
    let later = app.reload(loaded);
    if app.config().backup != before.backup
        && let Err(error) = jobs::plan_backups(app)
    {
        let error = &error as &dyn std::error::Error;
        tracing::error!(error, "the next backup could not be planned anew");
    }
    if later.is_empty() {
        tracing::info!("the settings were read again");
    } else {
        tracing::warn!(
            "the settings were read again; these count after the next start: {}",
            later.join(", ")
        );
    }
}
