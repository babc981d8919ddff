//! Accepting connections until shutdown, through errors that pass.

use std::io;
use std::time::Duration;

use tokio::sync::watch;

/// Pause after an error, such as too many open files.
const RETRY_DELAY: Duration = Duration::from_millis(100);

/// Next connection, or `None` when `shutdown` becomes true. Connections that the client has aborted are skipped; after any other
/// error `accept` is called again a little later.
pub async fn accept_until_shutdown<T, F: Future<Output = io::Result<T>>>(
    shutdown: &watch::Receiver<bool>,
    accept: impl Fn() -> F,
) -> Option<T> {
    use io::ErrorKind::{ConnectionAborted, ConnectionRefused, ConnectionReset};
    loop {
        match until_shutdown(shutdown, accept()).await? {
            Ok(connection) => return Some(connection),
            Err(error) => match error.kind() {
                ConnectionAborted | ConnectionRefused | ConnectionReset => {}
                _ => {
                    tracing::warn!(%error, "accept failed, retrying");
                    until_shutdown(shutdown, tokio::time::sleep(RETRY_DELAY)).await?;
                }
            },
        }
    }
}

async fn until_shutdown<T>(
    shutdown: &watch::Receiver<bool>,
    future: impl Future<Output = T>,
) -> Option<T> {
    let mut shutdown = shutdown.clone();
    tokio::select! {
        biased;
        _ = shutdown.wait_for(|shuts_down| *shuts_down) => None,
        output = future => Some(output),
    }
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;
    use std::future::ready;

    use super::*;

    #[tokio::test(start_paused = true)]
    async fn accept_loop_skips_errors_until_shutdown() {
        let (sender, shutdown) = watch::channel(false);
        let calls = Cell::new(0);
        let accept = || {
            calls.set(calls.get() + 1);
            ready(match calls.get() {
                1 => Err(io::ErrorKind::ConnectionAborted.into()),
                2 => Err(io::ErrorKind::StorageFull.into()),
                call => Ok(call),
            })
        };
        assert_eq!(accept_until_shutdown(&shutdown, accept).await, Some(3));
        sender.send_replace(true);
        assert_eq!(accept_until_shutdown(&shutdown, accept).await, None);
    }
}
