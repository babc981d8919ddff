//! Confirmations and QR codes, which are for terminals only.

use std::io::{Read, Write};
use std::path::Path;
use std::process::{Command, Stdio};

use super::club;

/// Runs a command on a terminal of its own, and types each answer after its question; `None` where the tool for that is not
/// installed.
fn on_a_terminal(data: &Path, command: &str, answers: &[(&str, &str)]) -> Option<String> {
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
    let (mut keyboard, mut screen) = (script.stdin.take().unwrap(), script.stdout.take().unwrap());
    let mut shown = Vec::new();
    for (question, answer) in answers {
        let begun = shown.len();
        while !String::from_utf8_lossy(&shown[begun..]).contains(question) {
            let mut byte = [0];
            screen.read_exact(&mut byte).unwrap();
            shown.push(byte[0]);
        }
        keyboard.write_all(answer.as_bytes()).unwrap();
    }
    drop(keyboard);
    screen.read_to_end(&mut shown).unwrap();
    script.wait().unwrap();
    Some(String::from_utf8_lossy(&shown).into_owned())
}

#[tokio::test]
async fn terminal_confirms_first_and_shows_qr_codes() {
    let server = club().await;
    let data = &server.context.config().data_dir;
    let Some(link) = on_a_terminal(data, "user reset-link bo", &[]) else { return };
    assert!(link.contains("reset-password?token=") && link.contains("▀▀▀▀"), "{link}");
    let json = on_a_terminal(data, "user reset-link bo --json", &[]).unwrap();
    assert!(json.contains("reset-password?token=") && !json.contains("▀▀▀▀"), "{json}");

    let kept = on_a_terminal(data, "user disable bo", &[("[y/N]", "n\n")]).unwrap();
    assert!(kept.contains("Disable bo (bo, bo@example.org)?"), "{kept}");
    assert!(kept.contains("error: nothing was done"), "{kept}");
    let done = on_a_terminal(data, "user disable bo", &[("[y/N]", "y\n")]).unwrap();
    assert!(done.contains("bo@example.org is disabled"), "{done}");

    let fresh = tempfile::tempdir().unwrap();
    let init = on_a_terminal(fresh.path(), "init", &[]).unwrap();
    assert!(init.contains("/signup?setup=") && init.contains("▀▀▀▀"), "{init}");
}

#[tokio::test]
async fn new_password_is_asked_twice_and_hidden() {
    let server = club().await;
    let data = &server.context.config().data_dir;
    let add = "user add --email cy@example.org --username cy --name Cy";
    let answers = |second| [("New password: ", "quiet-water-runs\n"), ("Repeat it: ", second)];
    let Some(refused) = on_a_terminal(data, add, &answers("quiet-water-ran\n")) else { return };
    assert!(refused.contains("error: the passwords differ; nothing was done"), "{refused}");
    let added = on_a_terminal(data, add, &answers("quiet-water-runs\n")).unwrap();
    assert!(added.contains("Cy can sign in as cy@example.org."), "{added}");
    for shown in [refused, added] {
        assert!(!shown.contains("quiet-water"), "{shown}");
    }
    let mut cy = server.visitor();
    assert_eq!(cy.sign_in("cy@example.org", "quiet-water-runs").await.status, 200);
}
