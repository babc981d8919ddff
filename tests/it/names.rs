//! Mistyped names at the command line: repeated with the nearest match, before any confirmation.

use std::io::Write;
use std::path::Path;

use crate::support::{inkfold, inkfold_with_input, json, words};

/// Fills a community with a member, a book with a question, and a topic. Returns the book's id.
fn fill(data: &Path) -> String {
    inkfold(data, &["init"]);
    let mara = ["user", "add", "--email", "mara@example.org", "--username", "mara"];
    let mara = [&mara[..], &["--name", "Mara Lindqvist", "--password-stdin"]].concat();
    assert!(inkfold_with_input(data, &mara, "blue-ink-on-cream\n").status.success());
    inkfold(data, &["topic", "add", "--name", "Rain", "--code", "rain"]);
    let book = json(&inkfold(data, &["book", "add", "--name", "A year in ink", "--json"]));
    let book = book["bid"].as_str().unwrap().to_owned();
    inkfold(data, &["book", "add", "--name", "The kitchen table"]);
    let add = ["question", "add", "--book", &book, "smell", "What did it smell of?"];
    assert!(inkfold(data, &add).status.success());
    book
}

#[test]
fn unknown_name_is_repeated_with_the_nearest() {
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().join("data");
    let book = fill(&data);
    let of_book = format!("did you mean `{book}` (A year in ink)?");
    for (args, said, hint) in [
        (
            &["user", "show", "marra"][..],
            "This member was not found: `marra`",
            "did you mean `mara`?",
        ),
        (
            &["user", "show", "otto"],
            "This member was not found: `otto`",
            "`inkfold user list --all`",
        ),
        (&["book", "show", "a year in inc"], "This book was not found: `a year in inc`", &of_book),
        (
            &["book", "show", "kitchen"],
            "This book was not found: `kitchen`",
            "(The kitchen table)?",
        ),
        (
            &["user", "show", "Lindqvist"],
            "This member was not found: `Lindqvist`",
            "did you mean `mara` (Mara Lindqvist)?",
        ),
        (&["topic", "edit", "rian", "--name", "R"], "This topic was not found: `rian`", "`rain`?"),
        (
            &["question", "remove", "--book", &book, "smel"],
            "This question was not found: `smel`",
            "did you mean `smell`?",
        ),
        (&["report", "resolve", "01", "--verdict", "show"], "not found: `01`", "report list"),
    ] {
        let refused = inkfold(&data, args);
        let words = words(&refused);
        assert_eq!(refused.status.code(), Some(1), "{args:?}: {words}");
        assert!(words.contains(said) && words.contains(hint), "{args:?}: {words}");
    }
}

#[test]
fn removal_of_unknown_name_asks_no_confirmation() {
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().join("data");
    let book = fill(&data);
    let id = "01kdw0000000000000000000zz";
    for args in [
        &["topic", "remove", "hail"][..],
        &["post", "remove", id],
        &["memo", "remove", id, "--why", "No."],
        &["question", "remove", "--book", &book, "sound"],
        &["book", "remove", id],
        &["user", "remove", "otto"],
    ] {
        let words = words(&inkfold(&data, args));
        assert!(words.contains("was not found: "), "{args:?}: {words}");
        assert!(!words.contains("--yes"), "{args:?}: {words}");
    }
    let asked = words(&inkfold(&data, &["topic", "remove", "rain"]));
    assert!(asked.contains("Remove the topic rain (Rain)?"), "{asked}");
}

#[test]
fn removal_verb_has_aliases_rm_and_delete() {
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().join("data");
    let book = fill(&data);
    for (word, args) in [
        ("rm", &["topic", "rm", "rain", "--yes"][..]),
        ("delete", &["question", "delete", "--book", &book, "smell", "--yes"]),
        ("delete", &["book", "delete", &book, "--yes"]),
        ("delete", &["user", "delete", "mara", "--yes"]),
    ] {
        let removed = inkfold(&data, args);
        assert!(removed.status.success(), "{word}: {}", words(&removed));
    }
}

#[test]
fn account_without_terminal_needs_password_or_invitation() {
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().join("data");
    inkfold(&data, &["init"]);
    let add = ["user", "add", "--email", "bo@example.org", "--username", "bo", "--name", "Bo"];
    let refused = inkfold(&data, &add);
    assert_eq!(refused.status.code(), Some(1));
    let hint = "hint: pipe it in with --password-stdin, or print a link with --invite";
    assert!(words(&refused).contains(hint), "{}", words(&refused));
    let invited = json(&inkfold(&data, &[&add[..], &["--invite", "--json"]].concat()));
    assert!(invited["link"].as_str().unwrap().contains("/reset-password?token="), "{invited}");
    let shown = json(&inkfold(&data, &["user", "show", "bo", "--json"]));
    assert_eq!((&shown["uid"], &shown["verified"]), (&invited["uid"], &false.into()));
}

#[test]
fn duplicate_question_key_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().join("data");
    let book = fill(&data);
    let add =
        |question: &str| inkfold(&data, &["question", "add", "--book", &book, "sound", question]);
    let added = add("What did you hear?");
    assert_eq!(String::from_utf8_lossy(&added.stdout), "Added sound as number 2.\n");
    let again = add("What did you see?");
    assert!(words(&again).contains("has a question with this key"), "{}", words(&again));
}

#[test]
fn template_is_exported_once_and_counts() {
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().join("data");
    inkfold(&data, &["init"]);
    let export = ["template", "export", "book/colophon.typ"];
    assert!(inkfold(&data, &export).status.success());
    let file = data.join("templates/book/colophon.typ");
    let built_in = std::fs::read(crate::support::root().join("forms/book/colophon.typ")).unwrap();
    assert_eq!(std::fs::read(&file).unwrap(), built_in);
    let listed = inkfold(&data, &["template", "list"]);
    let listed = String::from_utf8(listed.stdout).unwrap();
    assert!(listed.contains(&file.display().to_string()), "{listed}");
    assert!(listed.contains("the built-in one"), "{listed}");

    std::fs::File::create(&file).unwrap().write_all(b"mine").unwrap();
    let refused = inkfold(&data, &export);
    assert!(words(&refused).contains("already exists"), "{}", words(&refused));
    assert_eq!(std::fs::read(&file).unwrap(), b"mine");
    let unknown = inkfold(&data, &["template", "export", "book/colofon.typ"]);
    assert_eq!(unknown.status.code(), Some(2), "{}", words(&unknown));
    assert!(words(&unknown).contains("book/colophon.typ"), "{}", words(&unknown));
}
