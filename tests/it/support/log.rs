//! Standard error of a server in its own process, read while it runs.

use std::io::{BufRead, BufReader, pipe};
use std::process::Command;
use std::thread;
use std::time::Duration;

use tokio::sync::mpsc::{UnboundedReceiver, unbounded_channel};
use tokio::time::timeout;

const TIMEOUT: Duration = Duration::from_mins(3);

/// Lines of the log, read by a thread so that the server is never blocked by a full pipe.
pub(crate) struct Log(UnboundedReceiver<String>);

impl Log {
    pub(crate) fn of(command: &mut Command) -> Self {
        let (reader, writer) = pipe().unwrap();
        command.stderr(writer);
        let (sender, lines) = unbounded_channel();
        thread::spawn(move || {
            let read = BufReader::new(reader).lines().map_while(Result::ok);
            read.for_each(|line| drop(sender.send(line)));
        });
        Self(lines)
    }

    /// Waits for a line with this text; returns the log since the last call.
    pub(crate) async fn wait_for(&mut self, words: &str) -> String {
        let mut text = String::new();
        while !text.contains(words) {
            let line = timeout(TIMEOUT, self.0.recv()).await.ok().flatten();
            text += &line.unwrap_or_else(|| panic!("{words} is not in {text}"));
            text += "\n";
        }
        text
    }
}
