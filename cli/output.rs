//! Terminal output, in this module only: words for people, or JSON for scripts.

mod prompt;
mod table;

use std::io::{self, IsTerminal, Write};
use std::process::ExitCode;

use indicatif::{ProgressBar, ProgressStyle};
use inkfold::error::format_error_chain;
use serde::Serialize;

use crate::{client, qr};

pub(crate) use inkfold::domain::sentence::counted;
pub(crate) use prompt::{confirm, is_terminal, new_password, password};
pub(crate) use table::{Page, Row, Table};

/// Error for a closed stdout, such as after `head` has read enough.
#[derive(Debug, thiserror::Error)]
#[error("stdout is closed")]
struct StdoutClosed;

/// Output of a command.
pub(crate) struct Output {
    json: bool,
}

impl Output {
    pub(crate) fn new(json: bool) -> Self {
        Self { json }
    }

    /// Writes one answer: a line of JSON, or the output of `words`.
    pub(crate) fn report<T: Serialize>(
        &mut self,
        answer: &T,
        words: impl FnOnce(&mut dyn Write) -> io::Result<()>,
    ) -> anyhow::Result<()> {
        self.write(answer, words).map_err(|error| match error.kind() {
            io::ErrorKind::BrokenPipe => StdoutClosed.into(),
            _ => error.into(),
        })
    }

    fn write<T: Serialize>(
        &self,
        answer: &T,
        words: impl FnOnce(&mut dyn Write) -> io::Result<()>,
    ) -> io::Result<()> {
        let mut stdout = io::stdout().lock();
        if self.json {
            serde_json::to_writer(&mut stdout, answer)?;
            writeln!(stdout)?;
        } else {
            words(&mut stdout)?;
        }
        stdout.flush()
    }

    /// Whether answers are JSON, for programs.
    pub(crate) fn is_json(&self) -> bool {
        self.json
    }

    /// Draws the link that was just reported as a QR code for a phone. Only on a terminal, and not among JSON.
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

/// Progress bar for long work, on stderr if that is a terminal; [`ProgressBar::suspend`] lets answers through.
pub(crate) fn progress(steps: usize, of_what: &'static str) -> ProgressBar {
    let style = ProgressStyle::with_template("{wide_bar} {pos} of {len} {msg}, {eta} left");
    let bar = ProgressBar::new(steps as u64).with_message(of_what);
    match style {
        Ok(style) => bar.with_style(style),
        Err(_) => bar,
    }
}

/// Spinner with the elapsed time, for long work of unknown length.
pub(crate) fn spinner(work: &'static str) -> ProgressBar {
    let style = ProgressStyle::with_template("{spinner} {msg}, {elapsed} so far");
    let bar = ProgressBar::no_length().with_message(work);
    match style {
        Ok(style) => bar.with_style(style),
        Err(_) => bar,
    }
}

/// Replaces the control characters in a text from outside, which a terminal would obey.
pub(crate) fn plain(text: &str) -> String {
    text.chars().map(|c| if c.is_control() { '\u{fffd}' } else { c }).collect()
}

/// Prints a remark that is not part of the answer, on stderr.
pub(crate) fn eprint_note(words: &str) {
    // With stderr closed the failure cannot be reported.
    let _ = writeln!(io::stderr().lock(), "{words}");
}

/// Prints the error and its causes on stderr. Returns the exit code.
pub(crate) fn print_error(error: &anyhow::Error) -> ExitCode {
    if error.is::<StdoutClosed>() {
        return ExitCode::SUCCESS;
    }
    eprint_note(&format!("error: {}", format_error_chain(&**error)));
    client::exit_code(error)
}
