//! Log of the server on stderr, and panics of verbs.

use std::env;
use std::io::{self, IsTerminal};
use std::panic::{self, AssertUnwindSafe};

use anyhow::bail;
use inkfold::config::LogFormat;
use parking_lot::Mutex;
use tracing_subscriber::EnvFilter;

/// Message of the last panic.
static LAST_PANIC: Mutex<String> = Mutex::new(String::new());

/// Turns a panic of a verb into an error with exit code 1. Panics that are caught elsewhere are not reported.
pub(crate) fn catch_panic(command: impl FnOnce() -> anyhow::Result<()>) -> anyhow::Result<()> {
    panic::set_hook(Box::new(|panic| *LAST_PANIC.lock() = panic.to_string()));
    let Ok(answer) = panic::catch_unwind(AssertUnwindSafe(command)) else {
        bail!(
            "internal error: {}\nhint: please report this bug; `inkfold db check` says whether your data is intact",
            LAST_PANIC.lock()
        )
    };
    answer
}

/// Starts the log with warnings, and with info of Inkfold itself; `RUST_LOG` overrides this.
pub(crate) fn start(format: LogFormat) {
    let filter =
        EnvFilter::try_from_default_env().unwrap_or_else(|_| EnvFilter::new("warn,inkfold=info"));
    let log = tracing_subscriber::fmt().with_env_filter(filter).with_writer(io::stderr);
    let log = log.with_ansi(has_colours());
    match format {
        LogFormat::Text => log.init(),
        LogFormat::Json => log.json().flatten_event(true).init(),
    }
    // Panics are logged as events, so that they follow the log's format.
    panic::set_hook(Box::new(|panic| tracing::error!(%panic, "panicked")));
}

/// Whether stderr is a terminal, and colours are not disabled by `NO_COLOR` (no-color.org).
fn has_colours() -> bool {
    io::stderr().is_terminal() && env::var_os("NO_COLOR").is_none_or(|value| value.is_empty())
}
