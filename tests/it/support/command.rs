//! The executable, run as an operator does.

use std::io::Write;
use std::path::Path;
use std::process::{Command, Output, Stdio};

use serde_json::Value;

/// Runs a command on a data folder, without a terminal.
pub(crate) fn inkfold(data: &Path, args: &[&str]) -> Output {
    inkfold_with_input(data, args, "")
}

/// Runs a command on a data folder, with this text on standard input.
pub(crate) fn inkfold_with_input(data: &Path, args: &[&str], input: &str) -> Output {
    let mut child = Command::new(env!("CARGO_BIN_EXE_inkfold"))
        .arg("--data-dir")
        .arg(data)
        .args(args)
        // The settings loader would read this variable as a setting.
        .env_remove("INKFOLD_LONG_TESTS")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    // A command that refuses may end without reading its input.
    let _ = child.stdin.take().unwrap().write_all(input.as_bytes());
    child.wait_with_output().unwrap()
}

/// Parses the only JSON output of a command that succeeded.
pub(crate) fn json(output: &Output) -> Value {
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    serde_json::from_slice(&output.stdout).unwrap()
}

/// Returns the standard error of a command as text.
pub(crate) fn words(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}
