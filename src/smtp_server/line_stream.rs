//! Lines and bytes of one caller, who must not keep us waiting.

use std::io;
use std::time::Duration;

use tokio::io::{AsyncBufReadExt, AsyncRead, AsyncWrite, AsyncWriteExt, BufReader};
use tokio::sync::watch;
use tokio::time::{Instant, timeout_at};

/// A command with its end: eight times what RFC 5321 asks for.
const MAX_LINE_LENGTH: usize = 4096;

/// Why the conversation is over.
#[derive(Debug)]
pub(super) enum Disconnected {
    /// The caller hung up, or cannot be reached.
    Left,
    /// Nothing came for too long, or it all takes too long.
    Late,
    /// The server stops.
    Stopping,
}

impl From<io::Error> for Disconnected {
    fn from(_: io::Error) -> Self {
        Self::Left
    }
}

/// A line that was a command, perhaps.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Line {
    /// With its end, CRLF.
    Whole(Vec<u8>),
    TooLong,
    /// It ends in a line feed alone, or has one of the two within.
    BareEnd,
}

pub(super) struct LineStream<S> {
    stream: BufReader<S>,
    idle: Duration,
    end: Instant,
    stop: watch::Receiver<bool>,
}

impl<S: AsyncRead + AsyncWrite + Unpin> LineStream<S> {
    /// A caller who may be silent for `idle`, and stay for `whole`.
    pub(super) fn new(
        stream: S,
        idle: Duration,
        whole: Duration,
        stop: watch::Receiver<bool>,
    ) -> Self {
        Self { stream: BufReader::new(stream), idle, end: Instant::now() + whole, stop }
    }

    /// What has come; at least a byte.
    pub(super) async fn fill(&mut self) -> Result<&[u8], Disconnected> {
        let until = self.end.min(Instant::now() + self.idle);
        let stop = &mut self.stop;
        tokio::select! {
            biased;
            // A sender that is gone stops, too.
            _ = stop.wait_for(|stops| *stops) => return Err(Disconnected::Stopping),
            came = timeout_at(until, self.stream.fill_buf()) => {
                if came.map_err(|_| Disconnected::Late)??.is_empty() {
                    return Err(Disconnected::Left);
                }
            }
        }
        Ok(self.stream.buffer())
    }

    /// So much of it is done with.
    pub(super) fn consume(&mut self, bytes: usize) {
        self.stream.consume(bytes);
    }

    /// Whether the caller has said more without waiting for an answer.
    pub(super) fn has_more(&self) -> bool {
        !self.stream.buffer().is_empty()
    }

    /// The next line. Of a long one only the end is waited for.
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

    /// Sends a reply without its end. One who does not take it is late.
    pub(super) async fn send(&mut self, reply: &str) -> Result<(), Disconnected> {
        let until = Instant::now() + self.idle;
        let line = format!("{reply}\r\n");
        let write = async {
            self.stream.write_all(line.as_bytes()).await?;
            self.stream.flush().await
        };
        Ok(timeout_at(until, write).await.map_err(|_| Disconnected::Late)??)
    }

    /// Hangs up.
    pub(super) async fn close(&mut self) {
        // Who is gone already need not be told.
        let _ = timeout_at(Instant::now() + self.idle, self.stream.shutdown()).await;
    }
}

fn checked(line: Vec<u8>) -> Line {
    match line.strip_suffix(b"\r\n") {
        Some(text) if !text.contains(&b'\r') && !text.contains(&0) => Line::Whole(line),
        _ => Line::BareEnd,
    }
}
