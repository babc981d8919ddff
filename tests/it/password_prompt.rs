//! Password prompt for a new member on a terminal.

use std::path::Path;

use crate::support::{PASSWORD, Terminal, inkfold, inkfold_with_input, json};

fn add<'a>(email: &'a str, username: &'a str) -> [&'a str; 8] {
    ["user", "add", "--email", email, "--username", username, "--name", "Mara"]
}

/// Community with a member called Otto.
fn community(folder: &Path) -> std::path::PathBuf {
    let data = folder.join("data");
    let otto = [&add("otto@example.org", "otto")[..], &["--password-stdin"]].concat();
    assert!(inkfold_with_input(&data, &otto, PASSWORD).status.success());
    data
}

#[test]
fn password_is_asked_twice_and_not_shown() {
    let folder = tempfile::tempdir().unwrap();
    let data = community(folder.path());
    let Some(mut terminal) = Terminal::run(&data, &add("mara@example.org", "mara")) else { return };
    for prompt in ["New password: ", "Repeat it: "] {
        terminal.wait_for(prompt);
        terminal.type_line(PASSWORD);
    }
    let (code, seen) = terminal.end();
    assert_eq!(code, Some(0), "{seen}");
    assert!(seen.contains("Mara can sign in as mara@example.org.") && !seen.contains(PASSWORD));
    let shown = json(&inkfold(&data, &["user", "show", "mara", "--json"]));
    assert_eq!(shown["email"], "mara@example.org");
}

#[test]
fn refused_account_is_asked_no_password() {
    let folder = tempfile::tempdir().unwrap();
    let data = community(folder.path());
    for (email, username, words) in [
        ("mara", "mara", "Please enter a valid email address."),
        ("mara@example.org", "a@b", "Username is invalid, special characters not allowed"),
        ("mara@example.org", "OTTO", "Username is already taken"),
        ("otto@example.org", "mara", "An account with this email already exists."),
    ] {
        let Some(terminal) = Terminal::run(&data, &add(email, username)) else { return };
        let (code, seen) = terminal.end();
        assert_eq!(code, Some(1), "{seen}");
        assert!(seen.contains(words) && !seen.contains("New password"), "{seen}");
    }
}

#[test]
fn short_password_is_not_asked_again() {
    let folder = tempfile::tempdir().unwrap();
    let data = community(folder.path());
    let Some(mut terminal) = Terminal::run(&data, &add("mara@example.org", "mara")) else { return };
    terminal.wait_for("New password: ");
    terminal.type_line("short");
    let (code, seen) = terminal.end();
    assert_eq!(code, Some(1), "{seen}");
    assert!(seen.contains("at least 8 characters") && !seen.contains("Repeat it"), "{seen}");
}
