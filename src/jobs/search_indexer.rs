//! Thread that keeps the search index up to date with the store. Not a queued job, which would wait behind the typesetting of a
//! book.

use std::sync::Arc;
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use crate::context::Context;
use crate::error::catch_panic;
use crate::services::search;

use super::MAX_WAIT;

/// Minimum pause between two commits of the index: changes within it are written together, because an index on a memory card should
/// not be written for each.
const MIN_PAUSE_INTERVAL: Duration = Duration::from_millis(200);
/// Maximum pause, so that a search finds what was written a second ago.
const MAX_PAUSE_INTERVAL: Duration = Duration::from_secs(1);
/// The pause as a multiple of the time that the commit before took: while many write, indexing leaves them most of a processor.
const PAUSE_FACTOR: u32 = 8;

/// Starts the indexer; it ends when `Context::index_wakeup` is closed.
pub fn start(context: Arc<Context>) -> std::io::Result<JoinHandle<()>> {
    thread::Builder::new().name("search".into()).spawn(move || run(&context))
}

fn run(context: &Context) {
    loop {
        let start = Instant::now();
        if let Err(error) = catch_panic(|| search::catch_up(context)) {
            // Forces a full check next time, in which a damaged index is rebuilt.
            context.search.invalidate();
            tracing::error!(
                error = &error as &dyn std::error::Error,
                "failed to write the search index"
            );
        }
        let took = start.elapsed();
        if !context.index_wakeup.wait(MAX_WAIT) {
            return;
        }
        let pause = took * PAUSE_FACTOR;
        if !context.index_wakeup.pause(pause.clamp(MIN_PAUSE_INTERVAL, MAX_PAUSE_INTERVAL)) {
            return;
        }
    }
}
