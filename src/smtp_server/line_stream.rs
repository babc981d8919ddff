//! Line and byte stream of one client, with timeouts.

use std::io;
use std::time::Duration;

use tokio::io::{AsyncBufReadExt, AsyncRead, AsyncWrite, AsyncWriteExt, BufReader};
use tokio::sync::watch;
use tokio::time::{Instant, timeout_at};

/// Maximum length of a command with its end: eight times what RFC 5321 requires.
const MAX_LINE_LENGTH: usize = 4096;

/// Reason for the end of a session.
#[derive(Debug)]
pub(super) enum Disconnected {
    /// The client hung up, or cannot be reached.
    Left,
    /// The idle timeout or the session timeout has expired.
    TimedOut,
    /// The server stops.
    Stopping,
}

impl From<io::Error> for Disconnected {
    fn from(_: io::Error) -> Self {
        Self::Left
    }
}

/// Received line.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Line {
    /// With its end, CRLF.
    Whole(Vec<u8>),
    TooLong,
    /// Ends in a line feed alone, or contains a carriage return or a NUL.
    BareEnd,
}

pub(super) struct LineStream<S> {
    stream: BufReader<S>,
    idle: Duration,
    end: Instant,
    stop: watch::Receiver<bool>,
}

impl<S: AsyncRead + AsyncWrite + Unpin> LineStream<S> {
    /// Stream of a client that may be silent for `idle` and connected for `whole`.
    pub(super) fn new(
        stream: S,
        idle: Duration,
        whole: Duration,
        stop: watch::Receiver<bool>,
    ) -> Self {
        Self { stream: BufReader::new(stream), idle, end: Instant::now() + whole, stop }
    }

    /// Returns the buffered input, waiting for at least one byte.
    pub(super) async fn fill(&mut self) -> Result<&[u8], Disconnected> {
        let until = self.end.min(Instant::now() + self.idle);
        let stop = &mut self.stop;
        tokio::select! {
            biased;
            // An error means that the shutdown signal's sender was dropped, which also counts as a shutdown.
            _ = stop.wait_for(|stops| *stops) => return Err(Disconnected::Stopping),
            came = timeout_at(until, self.stream.fill_buf()) => {
                if came.map_err(|_| Disconnected::TimedOut)??.is_empty() {
                    return Err(Disconnected::Left);
                }
            }
        }
        Ok(self.stream.buffer())
    }

    /// Removes bytes from the buffered input.
    pub(super) fn consume(&mut self, bytes: usize) {
        self.stream.consume(bytes);
    }

    /// Whether the client has sent more without waiting for a reply.
    pub(super) fn has_more(&self) -> bool {
        !self.stream.buffer().is_empty()
    }

    /// Reads the next line. A line that is too long is skipped to its end.
    pub(super) async fn line(&mut self) -> Result<Line, Disconnected> {
        let mut line = Vec::new();
        let mut is_long = false;
        loop {
            let fill = self.fill().await?;
            let end = fill.iter().position(|byte| *byte == b'\n').map(|place| place + 1);
            let taken = end.unwrap_or(fill.len());
            if line.len() + taken > MAX_LINE_LENGTH {
                is_long = true;
            } else {
                line.extend_from_slice(&fill[..taken]);
            }
            self.consume(taken);
            if end.is_some() {
                return Ok(if is_long { Line::TooLong } else { checked(line) });
            }
        }
    }

    /// Sends a reply, given without its line end. A client that does not receive it within `idle` times out.
    pub(super) async fn send(&mut self, reply: &str) -> Result<(), Disconnected> {
        let until = Instant::now() + self.idle;
        let line = format!("{reply}\r\n");
        let write = async {
            self.stream.write_all(line.as_bytes()).await?;
            self.stream.flush().await
        };
        Ok(timeout_at(until, write).await.map_err(|_| Disconnected::TimedOut)??)
    }

    /// Hangs up.
    pub(super) async fn close(&mut self) {
        // The client may have disconnected already.
        let _ = timeout_at(Instant::now() + self.idle, self.stream.shutdown()).await;
    }
}

fn checked(line: Vec<u8>) -> Line {
    match line.strip_suffix(b"\r\n") {
        Some(text) if !text.contains(&b'\r') && !text.contains(&0) => Line::Whole(line),
        _ => Line::BareEnd,
    }
}
