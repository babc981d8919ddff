//! Keeps the search index as the store is: not in the queue of jobs, where it would wait behind a book that is made.

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
            // Looked at closely the next time: a damaged one is made anew.
            context.search.distrust();
            tracing::error!(
                error = &error as &dyn std::error::Error,
                "the search index could not be written"
            );
        }
        if !context.index_wakeup.wait(MAX_WAIT) {
            return;
        }
        thread::sleep(search::GATHERING);
    }
}
