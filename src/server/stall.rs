//! Stall timeout for the responses of HTTP/2, where one stream may stand still while its connection does not.
//!
//! The client opens a window for each stream; while it is closed, hyper polls the response body no further. A body that has
//! yielded a chunk and is not polled for the next is stalled, and its stream is reset when that lasts too long.

use std::sync::Arc;
use std::time::Duration;

use hyper::rt::Executor;
use parking_lot::Mutex;
use tokio::sync::Notify;
use tokio::time::{Instant, sleep_until};

tokio::task_local! {
    static STALL: Arc<StallState>;
}

/// Time since which a stream's response is not received.
#[derive(Debug, Default)]
pub(super) struct StallState {
    since: Mutex<Option<Instant>>,
    begun: Notify,
}

/// Stall state of the current task's stream; `None` for HTTP/1.1, where the connection itself is watched.
pub(super) fn of_this_stream() -> Option<Arc<StallState>> {
    STALL.try_with(Arc::clone).ok()
}

impl StallState {
    /// Notes that a chunk waits to be sent.
    pub(super) fn begin(&self) {
        *self.since.lock() = Some(Instant::now());
        self.begun.notify_one();
    }

    /// Notes that the next chunk is polled, or that there is none.
    pub(super) fn end(&self) {
        *self.since.lock() = None;
    }

    /// Waits until a chunk has not been sent for `timeout`.
    async fn expired(&self, timeout: Duration) {
        loop {
            let deadline = self.since.lock().map(|since| since + timeout);
            match deadline {
                None => self.begun.notified().await,
                Some(deadline) if deadline <= Instant::now() => return,
                Some(deadline) => sleep_until(deadline).await,
            }
        }
    }
}

/// Executor for HTTP/2 streams that ends those that stall.
#[derive(Clone, Copy, Debug)]
pub(super) struct StreamExecutor {
    timeout: Duration,
}

impl StreamExecutor {
    pub(super) fn new(timeout: Duration) -> Self {
        Self { timeout }
    }
}

impl<F> Executor<F> for StreamExecutor
where
    F: Future<Output: Send> + Send + 'static,
{
    fn execute(&self, stream: F) {
        let (stall, timeout) = (Arc::<StallState>::default(), self.timeout);
        let watch = Arc::clone(&stall);
        let watched = async move {
            tokio::select! {
                biased;
                _ = stream => {}
                () = watch.expired(timeout) => {}
            }
        };
        tokio::spawn(STALL.scope(stall, watched));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SOON: Duration = Duration::from_millis(1);

    #[tokio::test]
    async fn stalled_stream_is_dropped_and_others_continue() {
        let executor = StreamExecutor::new(SOON);
        let (hanging, cut_off) = tokio::sync::oneshot::channel::<()>();
        executor.execute(async move {
            of_this_stream().unwrap().begin();
            std::future::pending::<()>().await;
            drop(hanging);
        });
        let (done, finished) = tokio::sync::oneshot::channel();
        executor.execute(async move {
            let stall = of_this_stream().unwrap();
            stall.begin();
            stall.end();
            tokio::time::sleep(SOON * 20).await;
            let _ = done.send(());
        });
        assert!(cut_off.await.is_err());
        assert!(finished.await.is_ok());
    }
}
