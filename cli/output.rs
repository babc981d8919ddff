//! The only place that writes to the terminal: words for people, or JSON for scripts.

use std::io::{self, Write};

use serde::Serialize;

/// Where a command's answer goes.
pub(crate) struct Output {
    json: bool,
}

impl Output {
    pub(crate) fn new(json: bool) -> Self {
        Self { json }
    }

    /// One answer: a line of JSON, or what `words` writes.
    pub(crate) fn report<T: Serialize>(
        &mut self,
        answer: &T,
        words: impl FnOnce(&mut dyn Write) -> io::Result<()>,
    ) -> anyhow::Result<()> {
        let mut stdout = io::stdout().lock();
        if self.json {
            serde_json::to_writer(&mut stdout, answer)?;
            writeln!(stdout)?;
        } else {
            words(&mut stdout)?;
        }
        stdout.flush()?;
        Ok(())
    }
}

/// The error and everything that led to it, on stderr.
pub(crate) fn complain(error: &anyhow::Error) {
    // With stderr closed there is nobody left to tell.
    let _ = writeln!(io::stderr().lock(), "error: {error:#}");
}
