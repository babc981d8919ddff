//! Confirmations and QR codes, which are for terminals only.

use std::path::Path;

use super::club;
use crate::support::Terminal;

/// Runs a command on a terminal of its own, and types each answer after its question; `None` where the tool for that is not
/// installed.
fn on_a_terminal(data: &Path, command: &str, answers: &[(&str, &str)]) -> Option<String> {
    let mut terminal = Terminal::run(data, &command.split(' ').collect::<Vec<_>>())?;
    for (question, answer) in answers {
        terminal.wait_for(question);
        terminal.type_line(answer);
    }
    Some(terminal.end().1)
}

#[tokio::test]
async fn terminal_confirms_first_and_shows_qr_codes() {
    let server = club().await;
    let data = &server.context.config().data_dir;
    let Some(link) = on_a_terminal(data, "user reset-link bo", &[]) else { return };
    assert!(link.contains("reset-password?token=") && link.contains("▀▀▀▀"), "{link}");
    let json = on_a_terminal(data, "user reset-link bo --json", &[]).unwrap();
    assert!(json.contains("reset-password?token=") && !json.contains("▀▀▀▀"), "{json}");

    let kept = on_a_terminal(data, "user disable bo", &[("[y/N]", "n")]).unwrap();
    assert!(kept.contains("Disable bo (bo, bo@example.org)?"), "{kept}");
    assert!(kept.contains("error: nothing was done"), "{kept}");
    let done = on_a_terminal(data, "user disable bo", &[("[y/N]", "y")]).unwrap();
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
    let answers = |second| [("New password: ", "quiet-water-runs"), ("Repeat it: ", second)];
    let Some(refused) = on_a_terminal(data, add, &answers("quiet-water-ran")) else { return };
    assert!(refused.contains("error: the passwords differ; nothing was done"), "{refused}");
    let added = on_a_terminal(data, add, &answers("quiet-water-runs")).unwrap();
    assert!(added.contains("Cy can sign in as cy@example.org."), "{added}");
    for shown in [refused, added] {
        assert!(!shown.contains("quiet-water"), "{shown}");
    }
    let mut cy = server.visitor();
    assert_eq!(cy.sign_in("cy@example.org", "quiet-water-runs").await.status, 200);
}
