//! Keeps the search index as the store is: not in the queue of jobs, where it would wait behind a book that is made.

use std::sync::Arc;
use std::thread::{self, JoinHandle};

use crate::app::App;
use crate::error::catch_panic;
use crate::services::search;

use super::MAX_WAIT;

/// Starts the indexer; it ends when `App::index_wakeup` is closed.
pub fn start(app: Arc<App>) -> std::io::Result<JoinHandle<()>> {
    thread::Builder::new().name("search".into()).spawn(move || run(&app))
}

fn run(app: &App) {
    loop {
        if let Err(error) = catch_panic(|| search::catch_up(app)) {
            // Looked at closely the next time: a damaged one is made anew.
            app.search.distrust();
            tracing::error!(
                error = &error as &dyn std::error::Error,
                "the search index could not be written"
            );
        }
        if !app.index_wakeup.wait(MAX_WAIT) {
            return;
        }
        thread::sleep(search::GATHERING);
    }
}
