//! What systemd is told, where it has started us: that we are ready, that we read our settings again, that we stop, and, again and
//! again, that we are well.

use std::sync::Arc;
use std::time::Duration;

use inkfold::context::Context;
use sd_notify::NotifyState;
use tokio::task::spawn_blocking;
use tokio::time::timeout;

/// Requests are answered from now on.
pub(super) fn ready(place: &str) {
    tell(&[NotifyState::Ready, NotifyState::Status(&format!("serving at {place}"))]);
}

/// The settings are read again. That we are ready follows in any case.
pub(super) fn reloading() {
    let reads = NotifyState::Status("reading the settings again");
    // Without the moment, newer ones than that of Debian 12 take it for a mistake.
    match NotifyState::monotonic_usec_now() {
        Ok(now) => tell(&[NotifyState::Reloading, now, reads]),
        Err(error) => tracing::warn!(%error, "the system does not say how long it has been up"),
    }
}

/// The settings were wrong, and nothing has changed.
pub(super) fn ready_as_before(place: &str) {
    let words = format!("serving at {place} as before: new settings are wrong, see the log");
    tell(&[NotifyState::Ready, NotifyState::Status(&words)]);
}

/// No more are taken.
pub(super) fn stopping() {
    tell(&[NotifyState::Stopping, NotifyState::Status("answering what has begun")]);
}

/// Says that all is well as often as it is asked for, and only while the store answers: else we are started anew.
pub(super) async fn assure(context: Arc<Context>) {
    let Some(timeout) = sd_notify::watchdog_enabled().filter(|timeout| !timeout.is_zero()) else {
        return;
    };
    let pause = timeout / 2;
    loop {
        if is_well(&context, pause).await {
            tell(&[NotifyState::Watchdog]);
        } else {
            tracing::error!("the store does not answer; systemd is not told that all is well");
        }
        tokio::time::sleep(pause).await;
    }
}

async fn is_well(context: &Arc<Context>, limit: Duration) -> bool {
    let context = Arc::clone(context);
    let read = spawn_blocking(move || context.read().is_ok());
    matches!(timeout(limit, read).await, Ok(Ok(true)))
}

/// Nothing happens where no service manager listens.
fn tell(states: &[NotifyState<'_>]) {
    if let Err(error) = sd_notify::notify(states) {
        tracing::warn!(%error, "the service manager cannot be told how we are");
    }
}
