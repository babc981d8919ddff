//! What a server of its own says on stderr, while it says it.

use std::fs::File;
use std::io::Read;
use std::path::Path;
use std::process::Command;
use std::time::{Duration, Instant};

const TIMEOUT: Duration = Duration::from_secs(30);

pub(crate) struct Log(File);

impl Log {
    /// Lets the command write it into a new file there.
    pub(crate) fn of(command: &mut Command, path: &Path) -> Self {
        command.stderr(File::create(path).unwrap());
        Self(File::open(path).unwrap())
    }

    /// What it has had since it was last looked at, once it has these words.
    pub(crate) async fn told(&mut self, words: &str) -> String {
        let (mut text, begun) = (String::new(), Instant::now());
        while !text.contains(words) {
            assert!(begun.elapsed() < TIMEOUT, "{words} is not in {text}");
            self.0.read_to_string(&mut text).unwrap();
            tokio::task::yield_now().await;
        }
        text
    }
}
