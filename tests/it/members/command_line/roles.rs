//! `inkfold user promote` and `demote` with a role.

use super::*;

/// Data of a stopped server with the member Kim and a book; returns the folder and the book's id.
fn club_with_book() -> (tempfile::TempDir, String) {
    let folder = tempfile::tempdir().unwrap();
    let add = "add --email kim@example.org --username kim --name Kim --verified --password-stdin";
    assert!(user(folder.path(), add).status.success());
    let added = inkfold(folder.path(), &["book", "add", "--name", "Own", "--json"]);
    let book = lines(&added)[0]["bid"].as_str().unwrap().to_owned();
    (folder, book)
}

/// Runs a verb; returns what it prints.
fn output_of(data: &Path, verb: &str) -> String {
    let output = user(data, verb);
    assert!(output.status.success(), "{}", words(&output));
    String::from_utf8(output.stdout).unwrap()
}

#[test]
fn roles_are_given_and_taken_offline() {
    let (folder, book) = club_with_book();
    let data = folder.path();
    let keeper = format!("--keeper {book}");
    assert_eq!(
        output_of(data, &format!("promote kim {keeper}")),
        "kim@example.org is a keeper of the book now.\n"
    );
    assert_eq!(output_of(data, "promote kim --moderator"), "kim@example.org is a moderator now.\n");
    let shown = output_of(data, "show kim");
    assert!(shown.contains("member, moderator") && shown.contains("keeper of    Own"), "{shown}");

    assert_eq!(
        output_of(data, &format!("demote kim {keeper} --yes")),
        "kim@example.org is no longer a keeper.\nThe book has no keeper now: admins look after it.\n"
    );
    let left = lines(&user(data, "demote kim --moderator --yes --json"));
    assert_eq!((&left[0]["left"], &left[0]["moderator"]), (&json!(0), &json!(false)));
}

#[test]
fn wrong_roles_are_refused_in_words() {
    let (folder, book) = club_with_book();
    let both = user(folder.path(), &format!("promote kim --moderator --keeper {book}"));
    assert_eq!(both.status.code(), Some(2), "{}", words(&both));
    let unknown = user(folder.path(), "promote kim --keeper 00000000000000000000000000");
    assert!(words(&unknown).contains("book"), "{}", words(&unknown));
    assert_eq!(unknown.status.code(), Some(1));
    let nobody = user(folder.path(), "promote nobody --moderator");
    assert!(words(&nobody).contains("member"), "{}", words(&nobody));
}
