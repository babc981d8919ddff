//! Thread that keeps the copies of backups on other machines up to date. Not a queued job, because a slow connection would block
//! the queue for hours.

use std::sync::Arc;
use std::thread::{self, JoinHandle};
use std::time::Duration;

use crate::context::Context;
use crate::domain::backoff::Backoff;
use crate::error::catch_panic;
use crate::services::operations::backups::copies;

/// Delays after failures.
const BACKOFF: Backoff = Backoff { first: Duration::from_mins(1), max: Duration::from_hours(1) };
/// Interval between updates while no new backup is made.
const IDLE_INTERVAL: Duration = Duration::from_hours(6);

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
        if !context.copy_wakeup.wait(delay(failures)) {
            return;
        }
    }
}

fn delay(failures: u32) -> Duration {
    match failures {
        0 => IDLE_INTERVAL,
        more => BACKOFF.delay(more),
    }
}
