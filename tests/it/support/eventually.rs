//! Waiting for what other tasks, processes and the disk do.

use std::time::Duration;

use tokio::task::yield_now;
use tokio::time::timeout;

/// Ends tests that would hang; many times longer than any wait, also on a busy machine.
const HANG: Duration = Duration::from_mins(3);

/// Looks until something is found; panics with `complaint` if it never is.
pub(crate) async fn eventually<T>(complaint: &str, mut look: impl AsyncFnMut() -> Option<T>) -> T {
    let looking = async {
        loop {
            if let Some(found) = look().await {
                return found;
            }
            yield_now().await;
        }
    };
    timeout(HANG, looking).await.unwrap_or_else(|_| panic!("{complaint}"))
}
