//! Notifications to systemd, if it has started the server: ready, reloading, stopping, and, again and again, the watchdog's.

use std::sync::Arc;
use std::time::Duration;

use inkfold::context::Context;
use sd_notify::NotifyState;
use tokio::task::spawn_blocking;
use tokio::time::timeout;

/// Notifies that requests are answered from now on.
pub(super) fn ready(place: &str) {
    notify(&[NotifyState::Ready, NotifyState::Status(&format!("serving at {place}"))]);
}

/// Notifies that the settings are loaded again. [`ready`] or [`ready_as_before`] follows in any case.
pub(super) fn reloading() {
    let reads = NotifyState::Status("reloading settings");
    // Without the timestamp, systemd versions newer than that of Debian 12 reject the notification.
    match NotifyState::monotonic_usec_now() {
        Ok(now) => notify(&[NotifyState::Reloading, now, reads]),
        Err(error) => tracing::warn!(%error, "system uptime unavailable"),
    }
}

/// Notifies that the settings were invalid, and nothing has changed.
pub(super) fn ready_as_before(place: &str) {
    let words =
        format!("serving at {place} with the old settings: the new ones are invalid, see the log");
    notify(&[NotifyState::Ready, NotifyState::Status(&words)]);
}

/// Notifies that no more requests are accepted.
pub(super) fn stopping() {
    notify(&[NotifyState::Stopping, NotifyState::Status("draining connections")]);
}

/// Notifies the watchdog twice per timeout while the store answers; otherwise systemd restarts the server.
pub(super) async fn assure(context: Arc<Context>) {
    let Some(timeout) = sd_notify::watchdog_enabled().filter(|timeout| !timeout.is_zero()) else {
        return;
    };
    let pause = timeout / 2;
    loop {
        if is_well(&context, pause).await {
            notify(&[NotifyState::Watchdog]);
        } else {
            tracing::error!("store does not respond, watchdog not notified");
        }
        tokio::time::sleep(pause).await;
    }
}

async fn is_well(context: &Arc<Context>, limit: Duration) -> bool {
    let context = Arc::clone(context);
    let read = spawn_blocking(move || context.read().is_ok());
    matches!(timeout(limit, read).await, Ok(Ok(true)))
}

/// Sends notifications, and does nothing without a service manager.
fn notify(states: &[NotifyState<'_>]) {
    if let Err(error) = sd_notify::notify(states) {
        tracing::warn!(%error, "failed to notify the service manager");
    }
}
