//! What the server tells on stderr while it runs, and what becomes of a verb that breaks off.

use std::env;
use std::io::{self, IsTerminal};
use std::panic::{self, AssertUnwindSafe};

use anyhow::bail;
use inkfold::config::LogFormat;
use parking_lot::Mutex;
use tracing_subscriber::EnvFilter;

/// Where the program broke off last, and why.
static BROKEN: Mutex<String> = Mutex::new(String::new());

/// Ends a verb that breaks off as one that fails: with words, and with 1. What somebody else catches is not told.
pub(crate) fn catch_panic(command: impl FnOnce() -> anyhow::Result<()>) -> anyhow::Result<()> {
    panic::set_hook(Box::new(|panic| *BROKEN.lock() = panic.to_string()));
    let Ok(answer) = panic::catch_unwind(AssertUnwindSafe(command)) else {
        bail!(
            "this should not have happened: {}\nhint: please tell whoever makes Inkfold; `inkfold db check` says whether your data is whole",
            BROKEN.lock()
        )
    };
    answer
}

/// Warnings, errors and what is worth knowing; `RUST_LOG` asks for more.
pub(crate) fn start(format: LogFormat) {
    let filter =
        EnvFilter::try_from_default_env().unwrap_or_else(|_| EnvFilter::new("warn,inkfold=info"));
    let log = tracing_subscriber::fmt().with_env_filter(filter).with_writer(io::stderr);
    let log = log.with_ansi(has_colours());
    match format {
        LogFormat::Text => log.init(),
        LogFormat::Json => log.json().flatten_event(true).init(),
    }
    // Who collects the log finds a panic in it, and not between its lines.
    panic::set_hook(Box::new(|panic| tracing::error!("{panic}")));
}

/// Colours are for a screen, and for those who have not said that they want none (no-color.org).
fn has_colours() -> bool {
    io::stderr().is_terminal() && env::var_os("NO_COLOR").is_none_or(|value| value.is_empty())
}
