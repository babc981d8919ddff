//! Request bodies, with a timeout, and response bodies.

use std::io;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll, ready};
use std::time::Duration;

use axum::body::{Body, Bytes};
use http_body::{Body as HttpBody, Frame, SizeHint};
use tokio::time::{Instant, Sleep, sleep_until};

use super::connection_timer::RequestGuard;
use super::stall::StallState;

/// Minimum rate of an upload, in bytes per second: below that of the oldest mobile networks.
const MIN_UPLOAD_RATE: f64 = 500.0;

/// Request body that fails once its sender lets it wait too long, by one pause or by many.
pub(super) struct RequestBodyTimeout<B> {
    body: B,
    timeout: Duration,
    received: usize,
    /// Total time of waiting, without our own processing.
    waited: Duration,
    waiting: Option<PendingRead>,
}

struct PendingRead {
    since: Instant,
    end: Pin<Box<Sleep>>,
}

impl<B> RequestBodyTimeout<B> {
    pub(super) fn new(body: B, timeout: Duration) -> Self {
        Self { body, timeout, received: 0, waited: Duration::ZERO, waiting: None }
    }

    /// Timeout for the next chunk.
    fn remaining(&self) -> Duration {
        let earned = Duration::from_secs_f64(self.received as f64 / MIN_UPLOAD_RATE);
        let in_all = (self.timeout + earned).saturating_sub(self.waited);
        in_all.min(self.timeout)
    }

    fn poll_end(&mut self, cx: &mut Context<'_>) -> Poll<()> {
        let remaining = self.remaining();
        let waiting = self.waiting.get_or_insert_with(|| {
            let since = Instant::now();
            PendingRead { since, end: Box::pin(sleep_until(since + remaining)) }
        });
        waiting.end.as_mut().poll(cx)
    }
}

impl<B> HttpBody for RequestBodyTimeout<B>
where
    B: HttpBody<Data = Bytes> + Unpin,
    B::Error: Into<axum::BoxError>,
{
    type Data = Bytes;
    type Error = axum::BoxError;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, axum::BoxError>>> {
        let Poll::Ready(next) = Pin::new(&mut self.body).poll_frame(cx) else {
            return self.poll_end(cx).map(|()| {
                let words = "the request's body came too slowly";
                Some(Err(io::Error::new(io::ErrorKind::TimedOut, words).into()))
            });
        };
        if let Some(waiting) = self.waiting.take() {
            self.waited += waiting.since.elapsed();
        }
        if let Some(data) = next.as_ref().and_then(|next| next.as_ref().ok()?.data_ref()) {
            self.received += data.len();
        }
        Poll::Ready(next.map(|next| next.map_err(Into::into)))
    }

    fn is_end_stream(&self) -> bool {
        self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.body.size_hint()
    }
}

/// Largest piece of an answer on HTTP/2: a client that takes so much within the timeout is slow and not stalled.
const MAX_PIECE: usize = 16 << 10;

/// Response body. The request counts as answered when it was sent completely.
pub(super) struct ResponseBody {
    body: Body,
    /// Rest of a piece that was too large.
    rest: Bytes,
    stall: Option<Arc<StallState>>,
    _guard: RequestGuard,
}

impl ResponseBody {
    pub(super) fn new(body: Body, guard: RequestGuard, stall: Option<Arc<StallState>>) -> Self {
        Self { body, rest: Bytes::new(), stall, _guard: guard }
    }

    /// The next piece, no larger than is sent at a time.
    fn poll_piece(
        &mut self,
        cx: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, axum::Error>>> {
        if self.rest.is_empty() {
            let next = ready!(Pin::new(&mut self.body).poll_frame(cx));
            match next.map(|frame| frame.map(Frame::into_data)) {
                Some(Ok(Ok(data))) => self.rest = data,
                Some(Ok(Err(other))) => return Poll::Ready(Some(Ok(other))),
                Some(Err(error)) => return Poll::Ready(Some(Err(error))),
                None => return Poll::Ready(None),
            }
        }
        let length = self.rest.len().min(MAX_PIECE);
        Poll::Ready(Some(Ok(Frame::data(self.rest.split_to(length)))))
    }
}

impl HttpBody for ResponseBody {
    type Data = Bytes;
    type Error = axum::Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, axum::Error>>> {
        let Some(stall) = self.stall.clone() else {
            return Pin::new(&mut self.body).poll_frame(cx);
        };
        stall.end();
        let piece = self.poll_piece(cx);
        if matches!(piece, Poll::Ready(Some(Ok(_)))) {
            stall.begin();
        }
        piece
    }

    fn is_end_stream(&self) -> bool {
        self.rest.is_empty() && self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        match self.body.size_hint().exact() {
            Some(bytes) => SizeHint::with_exact(bytes + self.rest.len() as u64),
            None => SizeHint::default(),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::convert::Infallible;

    use futures_util::stream;

    use super::*;

    /// Number of bytes that are read of a body of single bytes with `pause` before each.
    async fn read(bytes: usize, pause: Duration, timeout: Duration) -> Result<usize, axum::Error> {
        let sent = stream::unfold(bytes, move |remaining| async move {
            tokio::time::sleep(pause).await;
            (remaining > 0).then(|| (Ok::<_, Infallible>(Bytes::from_static(b"a")), remaining - 1))
        });
        let sent = RequestBodyTimeout::new(Body::from_stream(sent), timeout);
        let whole = axum::body::to_bytes(Body::new(sent), usize::MAX).await;
        whole.map(|bytes| bytes.len())
    }

    #[tokio::test]
    async fn silent_and_trickling_bodies_time_out() {
        let ms = Duration::from_millis;
        assert_eq!(read(3, ms(1), Duration::from_secs(30)).await.unwrap(), 3);
        let silent = read(1, Duration::from_hours(1), ms(20)).await.unwrap_err();
        assert!(silent.to_string().contains("too slowly"), "{silent}");
        // Each of these pauses is short enough, but together they are too long.
        assert!(read(100_000, ms(5), ms(50)).await.is_err());
    }

    #[test]
    fn body_progress_extends_deadline_but_not_idle_timeout() {
        let seconds = Duration::from_secs;
        let remaining = |received, waited| {
            let sent = RequestBodyTimeout::new(Body::empty(), seconds(30));
            RequestBodyTimeout { received, waited: seconds(waited), ..sent }.remaining()
        };
        assert_eq!(remaining(0, 0), seconds(30));
        assert_eq!(remaining(0, 20), seconds(10));
        assert_eq!(remaining(1_000_000, 1_000), seconds(30), "a slow network");
        assert_eq!(remaining(1_000, 60), seconds(0), "seventeen bytes a second");
    }
}
