//! Prompts at the terminal: for a confirmation, or for a password.
//!
//! Both are read from standard input. The `rpassword` crate opens `/dev/tty` instead, which not every container has.

use std::io::{self, BufRead, IsTerminal, Write};

use inkfold::domain::account::Password;
use rustix::termios::{LocalModes, OptionalActions, Termios, tcgetattr, tcsetattr};

/// Asks before an action that cannot be undone or cuts a member off. Without a terminal only `--yes` confirms.
pub(crate) fn confirm(question: &str, yes: bool) -> anyhow::Result<()> {
    if yes {
        return Ok(());
    }
    if !is_terminal() {
        anyhow::bail!("{question}\nhint: without a terminal, pass --yes");
    }
    prompt(&format!("{question} [y/N] "))?;
    let answer = line()?;
    if !matches!(answer.trim(), "y" | "Y" | "yes") {
        anyhow::bail!("nothing was done");
    }
    Ok(())
}

/// Reads a password from the first line of standard input. A terminal gets a prompt, and does not show what is typed.
pub(crate) fn password() -> io::Result<String> {
    if is_terminal() { hidden("Password: ") } else { line() }
}

/// Whether passwords can be asked for.
pub(crate) fn is_terminal() -> bool {
    io::stdin().is_terminal()
}

/// Reads a new password at the terminal, typed twice and not shown.
pub(crate) fn new_password() -> anyhow::Result<String> {
    let password = hidden("New password: ")?;
    Password::parse(&password).map_err(anyhow::Error::msg)?;
    if hidden("Repeat it: ")? != password {
        anyhow::bail!("the passwords differ; nothing was done");
    }
    Ok(password)
}

fn hidden(question: &str) -> io::Result<String> {
    let hidden = EchoGuard::begin()?;
    prompt(question)?;
    let password = line();
    drop(hidden);
    // The echo of the line end was suppressed, too.
    prompt("\n")?;
    password
}

fn prompt(words: &str) -> io::Result<()> {
    let mut stderr = io::stderr().lock();
    stderr.write_all(words.as_bytes())?;
    stderr.flush()
}

fn line() -> io::Result<String> {
    let mut line = String::new();
    io::stdin().lock().read_line(&mut line)?;
    Ok(line.trim_end_matches(['\r', '\n']).to_owned())
}

/// Terminal without echo, until this is dropped.
struct EchoGuard {
    before: Termios,
}

impl EchoGuard {
    fn begin() -> io::Result<Self> {
        let before = tcgetattr(io::stdin())?;
        let mut quiet = before.clone();
        quiet.local_modes.remove(LocalModes::ECHO);
        tcsetattr(io::stdin(), OptionalActions::Flush, &quiet)?;
        Ok(Self { before })
    }
}

impl Drop for EchoGuard {
    fn drop(&mut self) {
        // A closed terminal needs no reset.
        let _ = tcsetattr(io::stdin(), OptionalActions::Now, &self.before);
    }
}
