//! The only place that writes to the terminal: words for people, or JSON for scripts.

mod prompt;
mod table;

use std::fmt::Display;
use std::io::{self, IsTerminal, Write};
use std::process::ExitCode;

use indicatif::{ProgressBar, ProgressStyle};
use inkfold::error::format_error_chain;
use serde::Serialize;

use crate::{client, qr};

pub(crate) use prompt::{confirm, new_password, password};
pub(crate) use table::{Page, Row, Table};

/// Whoever reads our answers has seen enough of them, such as `head`.
#[derive(Debug, thiserror::Error)]
#[error("nobody reads on")]
struct NobodyReads;

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
        self.write(answer, words).map_err(|error| match error.kind() {
            io::ErrorKind::BrokenPipe => NobodyReads.into(),
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

    /// Whether programs read the answers.
    pub(crate) fn is_json(&self) -> bool {
        self.json
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

/// That long work goes on whose end nobody knows, and since when.
pub(crate) fn spinner(work: &'static str) -> ProgressBar {
    let style = ProgressStyle::with_template("{spinner} {msg}, {elapsed} so far");
    let bar = ProgressBar::no_length().with_message(work);
    match style {
        Ok(style) => bar.with_style(style),
        Err(_) => bar,
    }
}

/// A text from outside without what a terminal would obey.
pub(crate) fn plain(text: &str) -> String {
    text.chars().map(|c| if c.is_control() { '\u{fffd}' } else { c }).collect()
}

/// So many of them: `1 memo`, `2 memos`.
pub(crate) fn counted<N: Copy + Display + PartialEq + From<u8>>(
    number: N,
    one: &str,
    many: &str,
) -> String {
    let noun = if number == N::from(1) { one } else { many };
    format!("{number} {noun}")
}

/// A remark that is not part of the answer.
pub(crate) fn eprint_note(words: &str) {
    // With stderr closed there is nobody left to tell.
    let _ = writeln!(io::stderr().lock(), "{words}");
}

/// The error and everything that led to it, on stderr.
pub(crate) fn print_error(error: &anyhow::Error) -> ExitCode {
    if error.is::<NobodyReads>() {
        return ExitCode::SUCCESS;
    }
    eprint_note(&format!("error: {}", format_error_chain(&**error)));
    client::exit_code(error)
}
