//! Connections as they come in at a door, until the server stops.

use std::io;
use std::time::Duration;

use tokio::sync::watch;

/// When no connection can be taken, the next is tried after this.
const PAUSE: Duration = Duration::from_millis(100);

/// The next connection, or `None` when the server stops. Where none can be had, such as when no more files can be opened, it
/// is waited for.
pub(crate) async fn next<T, F: Future<Output = io::Result<T>>>(
    stop: &watch::Receiver<bool>,
    accept: impl Fn() -> F,
) -> Option<T> {
    use io::ErrorKind::{ConnectionAborted, ConnectionRefused, ConnectionReset};
    loop {
        match until(stop, accept()).await? {
            Ok(came) => return Some(came),
            Err(error) => match error.kind() {
                ConnectionAborted | ConnectionRefused | ConnectionReset => {}
                _ => {
                    tracing::warn!(%error, "no connection can be taken");
                    until(stop, tokio::time::sleep(PAUSE)).await?;
                }
            },
        }
    }
}

async fn until<T>(stop: &watch::Receiver<bool>, next: impl Future<Output = T>) -> Option<T> {
    let mut stop = stop.clone();
    tokio::select! {
        biased;
        _ = stop.wait_for(|stops| *stops) => None,
        came = next => Some(came),
    }
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;
    use std::future::ready;

    use super::*;

    #[tokio::test]
    async fn who_hangs_up_and_what_fails_is_passed_over_until_the_server_stops() {
        let (stop, stops) = watch::channel(false);
        let asked = Cell::new(0);
        let accept = || {
            asked.set(asked.get() + 1);
            ready(match asked.get() {
                1 => Err(io::ErrorKind::ConnectionAborted.into()),
                2 => Err(io::ErrorKind::StorageFull.into()),
                asked => Ok(asked),
            })
        };
        assert_eq!(next(&stops, accept).await, Some(3));
        stop.send_replace(true);
        assert_eq!(next(&stops, accept).await, None);
    }
}
