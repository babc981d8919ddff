//! How long a connection may take over what.

use std::time::Duration;

use crate::config::Serve;

/// Whoever is slower is cut off.
#[derive(Clone, Copy, Debug)]
pub struct Timeouts {
    /// For a request without its body; for the greeting of an encrypted connection, too.
    pub head: Duration,
    /// Between one piece of a body and the next, and for an answer to be taken.
    pub body: Duration,
    /// Without a request.
    pub idle: Duration,
    /// For begun requests, once the server is to stop.
    pub stop: Duration,
}

impl Timeouts {
    /// As the settings say.
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
