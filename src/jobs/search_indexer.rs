//! Thread that keeps the search index up to date with the store. Not a queued job, which would wait behind the typesetting of a
//! book.

use std::sync::Arc;
use std::thread::{self, JoinHandle};

use crate::context::Context;
use crate::error::catch_panic;
use crate::services::search;

use super::MAX_WAIT;

/// Starts the indexer; it ends when `Context::index_wakeup` is closed.
pub fn start(context: Arc<Context>) -> std::io::Result<JoinHandle<()>> {
    thread::Builder::new().name("search".into()).spawn(move || run(&context))
}

fn run(context: &Context) {
    loop {
        if let Err(error) = catch_panic(|| search::catch_up(context)) {
            // Forces a full check next time, in which a damaged index is rebuilt.
            context.search.invalidate();
            tracing::error!(
                error = &error as &dyn std::error::Error,
                "failed to write the search index"
            );
        }
        if !context.index_wakeup.wait(MAX_WAIT) {
            return;
        }
        thread::sleep(search::DEBOUNCE);
    }
}
