//! Standard error of a server in its own process, read while it runs.

use std::fs::File;
use std::io::Read;
use std::path::Path;
use std::process::Command;
use std::time::{Duration, Instant};

const TIMEOUT: Duration = Duration::from_secs(30);

pub(crate) struct Log(File);

impl Log {
    /// Redirects the command's standard error into a new file there.
    pub(crate) fn of(command: &mut Command, path: &Path) -> Self {
        command.stderr(File::create(path).unwrap());
        Self(File::open(path).unwrap())
    }

    /// Waits until the log contains this text; returns the log since the last call.
    pub(crate) async fn wait_for(&mut self, words: &str) -> String {
        let (mut text, begun) = (String::new(), Instant::now());
        while !text.contains(words) {
            assert!(begun.elapsed() < TIMEOUT, "{words} is not in {text}");
            self.0.read_to_string(&mut text).unwrap();
            tokio::task::yield_now().await;
        }
        text
    }
}
