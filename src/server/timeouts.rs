//! Timeouts of a connection.

use std::time::Duration;

use crate::config::Serve;

/// Timeouts after which a slow connection is closed.
#[derive(Clone, Copy, Debug)]
pub struct Timeouts {
    /// For a request head, and for the TLS handshake.
    pub head: Duration,
    /// Between two chunks of a request body, and for a response to be received.
    pub body: Duration,
    /// For a connection without a request.
    pub idle: Duration,
    /// For requests in flight once the server stops.
    pub stop: Duration,
}

impl Timeouts {
    /// Timeouts of the settings.
    pub fn of(settings: &Serve) -> Self {
        let seconds = |seconds: u32| Duration::from_secs(seconds.into());
        Self {
            head: seconds(settings.head_seconds),
            body: seconds(settings.body_seconds),
            idle: seconds(settings.idle_seconds),
            stop: seconds(settings.stop_seconds),
        }
    }
}
