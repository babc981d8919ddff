//! Deadline of progress for the answers of HTTP/2, where one stream may stand still while its connection does not.
//!
//! The client opens a window for each stream; while it is closed, hyper asks for no more of the answer's body. A body that
//! has given a piece and is not asked for the next is stalled, and its stream is reset when that lasts too long.

use std::sync::Arc;
use std::time::Duration;

use hyper::rt::Executor;
use parking_lot::Mutex;
use tokio::sync::Notify;
use tokio::time::{Instant, sleep_until};

tokio::task_local! {
    static STALL: Arc<Stall>;
}

/// Since when a stream's answer is not taken.
#[derive(Debug, Default)]
pub(super) struct Stall {
    since: Mutex<Option<Instant>>,
    begun: Notify,
}

/// Stall watch of the stream whose task this is; none for HTTP/1.1, where the connection itself is watched.
pub(super) fn of_this_stream() -> Option<Arc<Stall>> {
    STALL.try_with(Arc::clone).ok()
}

impl Stall {
    /// Notes that a piece waits to be taken.
    pub(super) fn begin(&self) {
        *self.since.lock() = Some(Instant::now());
        self.begun.notify_one();
    }

    /// Notes that the next piece is asked for, or that there is none.
    pub(super) fn end(&self) {
        *self.since.lock() = None;
    }

    /// Waits until a piece is not taken for so long.
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

/// Executor for the streams of HTTP/2, which ends those that stall.
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
        let (stall, timeout) = (Arc::<Stall>::default(), self.timeout);
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
