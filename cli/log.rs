//! What the server tells on stderr while it runs.

use std::panic;

use inkfold::config::LogFormat;
use tracing_subscriber::EnvFilter;

/// Warnings, errors and what is worth knowing; `RUST_LOG` asks for more.
pub(crate) fn start(format: LogFormat) {
    let filter =
        EnvFilter::try_from_default_env().unwrap_or_else(|_| EnvFilter::new("warn,inkfold=info"));
    let log = tracing_subscriber::fmt().with_env_filter(filter).with_writer(std::io::stderr);
    match format {
        LogFormat::Text => log.init(),
        LogFormat::Json => log.json().flatten_event(true).init(),
    }
    // Who collects the log finds a panic in it, and not between its lines.
    panic::set_hook(Box::new(|panic| tracing::error!("{panic}")));
}
