//! The only place that writes to the terminal: words for people, or JSON for scripts.

use std::io::{self, BufRead, IsTerminal, Write};
use std::process::ExitCode;

use indicatif::{ProgressBar, ProgressStyle};
use inkfold::error::chain;
use serde::Serialize;

use crate::{client, qr};

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

    /// The link that was just reported, for a phone to read off the screen. Only on a terminal, and not among JSON.
    pub(crate) fn show_qr(&mut self, link: &str) -> anyhow::Result<()> {
        let mut stdout = io::stdout().lock();
        if self.json || !stdout.is_terminal() {
            return Ok(());
        }
        let code = qr::draw(link).unwrap_or_default();
        stdout.write_all(code.as_bytes())?;
        Ok(())
    }
}

/// How far long work has come, on stderr where that is a terminal; [`ProgressBar::suspend`] lets answers through.
pub(crate) fn progress(steps: usize, of_what: &'static str) -> ProgressBar {
    let style = ProgressStyle::with_template("{wide_bar} {pos} of {len} {msg}, {eta} left");
    let bar = ProgressBar::new(steps as u64).with_message(of_what);
    match style {
        Ok(style) => bar.with_style(style),
        Err(_) => bar,
    }
}

/// A text from outside without what a terminal would obey.
pub(crate) fn plain(text: &str) -> String {
    text.chars().map(|c| if c.is_control() { '\u{fffd}' } else { c }).collect()
}

/// A remark that is not part of the answer.
pub(crate) fn note(words: &str) {
    // With stderr closed there is nobody left to tell.
    let _ = writeln!(io::stderr().lock(), "{words}");
}

/// The error and everything that led to it, on stderr.
pub(crate) fn complain(error: &anyhow::Error) -> ExitCode {
    note(&format!("error: {}", chain(&**error)));
    client::exit_code(error)
}

/// Asks before something that cannot be undone or cuts somebody off. Without a terminal only `--yes` is a yes.
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
