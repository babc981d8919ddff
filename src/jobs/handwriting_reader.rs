//! Thread that reads handwriting. Not a queued job: reading all that was there before takes hours, at the lowest priority.

use std::sync::Arc;
use std::thread::{self, JoinHandle};
use std::time::Duration;

use crate::context::Context;
use crate::domain::backoff::Backoff;
use crate::error::catch_panic;
use crate::services::handwriting;

use super::MAX_WAIT;

/// Delays after failures.
const BACKOFF: Backoff = Backoff { first: Duration::from_mins(1), max: Duration::from_hours(1) };

/// Starts the reader; it ends when `Context::reading_wakeup` is closed.
pub fn start(context: Arc<Context>) -> std::io::Result<JoinHandle<()>> {
    thread::Builder::new().name("handwriting".into()).spawn(move || run(&context))
}

fn run(context: &Context) {
    let mut failures = 0;
    loop {
        let has_read = catch_panic(|| {
            handwriting::queue_for_current_reader(context)?;
            handwriting::read_next(context)
        });
        let is_open = match has_read {
            Ok(has_read) => {
                failures = 0;
                context.reading_wakeup.wait(if has_read { Duration::ZERO } else { MAX_WAIT })
            }
            Err(error) => {
                failures += 1;
                let error = &error as &dyn std::error::Error;
                tracing::error!(error, failures, "failed to read handwriting");
                // New pictures are no reason to try again.
                context.reading_wakeup.pause(BACKOFF.delay(failures))
            }
        };
        if !is_open {
            return;
        }
    }
}
