//! The only place that writes to the terminal: words for people, or JSON for scripts.

use std::io::{self, BufRead, IsTerminal, Write};
use std::process::ExitCode;

use serde::Serialize;

use crate::client;

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

/// A remark that is not part of the answer.
pub(crate) fn note(words: &str) {
    // With stderr closed there is nobody left to tell.
    let _ = writeln!(io::stderr().lock(), "{words}");
}

/// The error and everything that led to it, on stderr.
pub(crate) fn complain(error: &anyhow::Error) -> ExitCode {
    note(&format!("error: {error:#}"));
    client::exit_code(error)
}

/// Asks before something that cannot be undone. Without a terminal only `--yes` is a yes.
pub(crate) fn confirm(question: &str, yes: bool) -> anyhow::Result<()> {
    if yes {
        return Ok(());
    }
    if !io::stdin().is_terminal() {
        anyhow::bail!("{question}\nhint: without a terminal, say --yes");
    }
    let mut stderr = io::stderr().lock();
    write!(stderr, "{question} [y/N] ")?;
    stderr.flush()?;
    let mut answer = String::new();
    io::stdin().lock().read_line(&mut answer)?;
    if !matches!(answer.trim(), "y" | "Y" | "yes") {
        anyhow::bail!("nothing was done");
    }
    Ok(())
}
