//! Messages of the command line besides its results: refusals with their reason, empty lists, and next steps.

use std::fs::{self, File};
use std::io::Write;
use std::path::Path;
use std::process::{Command, Output, Stdio};

use crate::support::{executable, inkfold, inkfold_with_input, json, words};

/// Returns the standard output of a command as text.
fn output_text(output: &Output) -> String {
    String::from_utf8_lossy(&output.stdout).into_owned()
}

fn community() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    assert!(inkfold(&folder.path().join("data"), &["init"]).status.success());
    folder
}

fn new_book(data: &Path) -> String {
    let book = json(&inkfold(data, &["book", "add", "--name", "Rivers", "--json"]));
    book["bid"].as_str().unwrap().to_owned()
}

#[test]
fn unclosed_quote_in_file_imports_nothing() {
    let folder = community();
    let data = folder.path().join("data");
    let book = new_book(&data);
    let file = folder.path().join("questions.csv");
    let import = ["question", "import", "--book", &book, file.to_str().unwrap()];
    for (text, fault) in [
        ("key,description\na,One?\nb,\"Two?\nc,Three?\n", "Line 3: The quote is never closed."),
        ("a,One?\nb,\"Two\" or three?\n", "Line 2: There is text behind the closing quote."),
    ] {
        File::create(&file).unwrap().write_all(text.as_bytes()).unwrap();
        let refused = inkfold(&data, &import);
        assert_eq!(refused.status.code(), Some(1));
        assert!(words(&refused).contains(fault), "{}", words(&refused));
        let left = inkfold(&data, &["question", "list", "--book", &book]);
        assert_eq!(output_text(&left), "");
        assert!(words(&left).contains("the book has no questions yet\n"), "{}", words(&left));
    }
}

#[test]
fn typo_is_usage_error_with_choices() {
    let folder = community();
    let data = folder.path().join("data");
    for (args, choice) in [
        (&["search", "ink", "--kind", "foo"][..], "book, question, memo, topic, post, comment"),
        (&["search", "ink", "--page", "0"], "1.."),
        (&["payout", "list", "--status", "foo"], "claimed, approved, rejected, paid"),
        (&["report", "resolve", "01", "--verdict", "foo"], "hide, show, remove"),
        (&["topic", "edit", "letters"], "--name"),
    ] {
        let refused = inkfold(&data, args);
        assert_eq!(refused.status.code(), Some(2), "{args:?}: {}", words(&refused));
        assert!(words(&refused).contains(choice), "{args:?}: {}", words(&refused));
    }
}

#[test]
fn missing_page_is_reported() {
    let folder = community();
    let data = folder.path().join("data");
    new_book(&data);
    let beyond = inkfold(&data, &["search", "rivers", "--page", "9"]);
    assert_eq!(beyond.status.code(), Some(0));
    assert!(words(&beyond).contains("there is no page 9: 1 found, on 1 page\n"));
}

#[test]
fn unverified_member_is_marked_in_list() {
    let folder = community();
    let data = folder.path().join("data");
    let add = |name: &str, more: &[&str]| {
        let email = format!("{name}@example.org");
        let new = ["user", "add", "--email", &email, "--username", name, "--name", name];
        let args = [&new[..], &["--password-stdin"], more].concat();
        output_text(&inkfold_with_input(&data, &args, "blue-ink-on-cream\n"))
    };
    assert!(add("mara", &[]).ends_with("right: inkfold user verify mara@example.org\n"));
    assert_eq!(add("otto", &["--verified"]), "otto can sign in as otto@example.org.\n");
    let short = ["user", "add", "--email", "bo@example.org", "--username", "bo", "--name", "Bo"];
    let short = [&short[..], &["--password-stdin"]].concat();
    let refused = inkfold_with_input(&data, &short, "short\n");
    assert_eq!(refused.status.code(), Some(1));
    assert!(words(&refused).contains("at least 8 characters"), "{}", words(&refused));
}

#[test]
fn book_and_topic_are_shown_as_changed() {
    let folder = community();
    let data = folder.path().join("data");
    let book = new_book(&data);
    let edit = ["book", "edit", &book, "--description", "Of water.", "--topics", "lakes", "seas"];
    assert!(inkfold(&data, &edit).status.success());
    let shown = output_text(&inkfold(&data, &["book", "show", &book]));
    for line in ["    Of water.\n", "    lakes, seas\n", "    0 questions, 0 editions\n"] {
        assert!(shown.contains(line), "{shown}");
    }
    let listed = output_text(&inkfold(&data, &["book", "list"]));
    assert!(listed.ends_with("Rivers  0      collecting, publishes at 20\n"), "{listed}");
    let none = inkfold(&data, &["book", "editions", &book]);
    assert!(words(&none).contains("no edition of this book"), "{}", words(&none));

    inkfold(&data, &["topic", "add", "--name", "Rain", "--code", "rain"]);
    let removed = inkfold(&data, &["topic", "remove", "rain", "--yes"]);
    assert_eq!(output_text(&removed), "Removed the topic rain.\n");
    let none = inkfold(&data, &["topic", "list"]);
    assert!(words(&none).contains("there are no topics yet"), "{}", words(&none));
    let stats = output_text(&inkfold(&data, &["db", "stats"]));
    assert!(stats.contains(" kB") && !stats.contains(" 0.0 MB"), "{stats}");
}

#[test]
fn mail_is_tested_without_posting_by_mail() {
    let folder = community();
    let data = folder.path().join("data");
    let deliver = ["mail", "deliver", "--to", "mara.letters@post.example.org"];
    let refused = inkfold_with_input(&data, &deliver, "From: mara@example.org\r\n\r\nHello\r\n");
    assert_eq!(refused.status.code(), Some(75), "{}", words(&refused));
    assert!(words(&refused).contains("posting by mail is off: set `host` in [mail.inbound]"));
}

#[test]
fn closed_pipe_is_success_full_disk_is_not() {
    let folder = tempfile::tempdir().unwrap();
    let example = |to: Stdio| {
        let mut command = Command::new(executable());
        command.current_dir(&folder).args(["config", "example"]).stdout(to).output().unwrap()
    };
    let (reader, writer) = std::io::pipe().unwrap();
    drop(reader);
    let ended = example(writer.into());
    assert_eq!((ended.status.code(), words(&ended)), (Some(0), String::new()));

    let full = File::options().write(true).open("/dev/full").unwrap();
    let ended = example(full.into());
    assert_eq!(ended.status.code(), Some(1));
    assert!(words(&ended).contains("No space left"), "{}", words(&ended));
    assert_eq!(fs::read_dir(&folder).unwrap().count(), 0);
}
