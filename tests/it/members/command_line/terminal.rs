//! On a terminal one is asked first, and links are shown as codes.

use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};

use super::club;

/// Runs a command on a terminal of its own; `None` where the tool for that is not installed.
fn on_a_terminal(data: &Path, command: &str, typed: &str) -> Option<String> {
    let inkfold = env!("CARGO_BIN_EXE_inkfold");
    let command = format!("{inkfold} --data-dir {} {command}", data.display());
    let script = Command::new("script")
        .args(["-qec", &command, "/dev/null"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn();
    let Ok(mut script) = script else {
        println!("SKIPPED: `script`, which makes terminals, is not installed");
        return None;
    };
    script.stdin.take().unwrap().write_all(typed.as_bytes()).unwrap();
    let output = script.wait_with_output().unwrap();
    Some(String::from_utf8_lossy(&output.stdout).into_owned())
}

#[tokio::test]
async fn on_a_terminal_one_is_asked_first_and_links_are_shown_as_codes() {
    let server = club().await;
    let data = &server.app.config().data_dir;
    let Some(link) = on_a_terminal(data, "user reset-link bo", "") else { return };
    assert!(link.contains("reset-password?token=") && link.contains("▀▀▀▀"), "{link}");
    let json = on_a_terminal(data, "user reset-link bo --json", "").unwrap();
    assert!(json.contains("reset-password?token=") && !json.contains("▀▀▀▀"), "{json}");

    let kept = on_a_terminal(data, "user disable bo", "n\n").unwrap();
    assert!(kept.contains("Sign bo (bo, bo@example.org) out everywhere"), "{kept}");
    assert!(kept.contains("error: nothing was done"), "{kept}");
    let done = on_a_terminal(data, "user disable bo", "y\n").unwrap();
    assert!(done.contains("bo@example.org is disabled"), "{done}");

    let fresh = tempfile::tempdir().unwrap();
    let init = on_a_terminal(fresh.path(), "init", "").unwrap();
    assert!(init.contains("/signup?setup=") && init.contains("▀▀▀▀"), "{init}");
}
