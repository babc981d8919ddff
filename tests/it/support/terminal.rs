//! Terminal at which a command asks for passwords and confirmations.

use std::io::{Read, Write};
use std::path::Path;
use std::process::{Child, Command, Stdio};

use super::{executable, skip};

/// Maximum duration of a command in seconds; a command that hangs fails.
const TIMEOUT_SECONDS: &str = "60";

/// Command that runs in a pseudo-terminal of `script`, from util-linux.
pub(crate) struct Terminal {
    script: Child,
    seen: String,
}

impl Terminal {
    /// Runs a command on a data folder; `None` where `script` is not installed.
    pub(crate) fn run(data: &Path, args: &[&str]) -> Option<Self> {
        let quoted = |word: &str| format!("'{word}'");
        let (program, data) = (executable().display().to_string(), data.display().to_string());
        let words = [&program, "--data-dir", &data].into_iter().chain(args.iter().copied());
        let command = words.map(quoted).collect::<Vec<_>>().join(" ");
        let script = Command::new("timeout")
            .args([TIMEOUT_SECONDS, "script", "--quiet", "--flush", "--return", "--command"])
            .args([&command, "/dev/null"])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let is_there = Command::new("script").arg("--version").output().is_ok();
        if !is_there {
            skip("`script`, which makes a terminal, is not installed");
        }
        is_there.then_some(Self { script, seen: String::new() })
    }

    /// Waits until this text is on the screen.
    pub(crate) fn wait_for(&mut self, words: &str) {
        let stdout = self.script.stdout.as_mut().unwrap();
        let mut some = [0; 1024];
        while !self.seen.contains(words) {
            let count = stdout.read(&mut some).unwrap();
            assert!(count > 0, "{words:?} is never seen, but {:?}", self.seen);
            self.seen += &String::from_utf8_lossy(&some[..count]);
        }
    }

    pub(crate) fn type_line(&mut self, line: &str) {
        writeln!(self.script.stdin.as_mut().unwrap(), "{line}").unwrap();
    }

    /// Waits for the end of the command. Returns its exit code and all output.
    pub(crate) fn end(mut self) -> (Option<i32>, String) {
        self.script.stdout.as_mut().unwrap().read_to_string(&mut self.seen).unwrap();
        (self.script.wait().unwrap().code(), self.seen)
    }
}
