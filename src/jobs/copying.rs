//! Thread that keeps the copies of backups on other machines up to date. Not a queued job, because a slow connection would block
//! the queue for hours.

use std::sync::Arc;
use std::thread::{self, JoinHandle};
use std::time::Duration;

use crate::context::Context;
use crate::error::catch_panic;
use crate::services::backups::copies;

/// Shortest delay after a failure; each failure in a row doubles it.
const FIRST_DELAY: Duration = Duration::from_mins(1);
const MAX_DELAY: Duration = Duration::from_hours(1);
/// Interval between updates while no new backup is made.
const IDLE_PAUSE: Duration = Duration::from_hours(6);

/// Starts the thread; it ends when `Context::copy_wakeup` is closed.
pub fn start(context: Arc<Context>) -> std::io::Result<JoinHandle<()>> {
    thread::Builder::new().name("copies".into()).spawn(move || run(&context))
}

fn run(context: &Context) {
    let mut failures = 0;
    loop {
        let is_good = catch_panic(|| copies::run(context)).unwrap_or_else(|error| {
            let error = &error as &dyn std::error::Error;
            tracing::error!(error, "failed to copy backups");
            false
        });
        failures = if is_good { 0 } else { failures + 1 };
        if !context.copy_wakeup.wait(backoff(failures)) {
            return;
        }
    }
}

fn backoff(failures: u32) -> Duration {
    match failures {
        0 => IDLE_PAUSE,
        more => FIRST_DELAY.saturating_mul(1 << (more - 1).min(6)).min(MAX_DELAY),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pause_doubles_up_to_an_hour() {
        let minutes = [1, 2, 3, 6, 7, 100].map(|failures| backoff(failures).as_secs() / 60);
        assert_eq!(minutes, [1, 2, 4, 32, 60, 60]);
        assert_eq!(backoff(0), IDLE_PAUSE);
    }
}
