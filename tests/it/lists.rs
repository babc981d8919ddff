//! Lists of the command line: their headings and limits.

use crate::support::verbs::verbs;
use crate::support::{inkfold, words};

/// Standard output of a successful command.
fn stdout(output: &std::process::Output) -> String {
    assert!(output.status.success(), "{}", words(output));
    String::from_utf8_lossy(&output.stdout).into_owned()
}

#[test]
fn list_stops_at_limit_and_prints_remark() {
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().join("data");
    inkfold(&data, &["init"]);
    for code in ["rain", "snow", "hail"] {
        inkfold(&data, &["topic", "add", "--name", "Sky", "--code", code]);
    }
    let remark = "2 of 3; --all shows all\n";
    let some = inkfold(&data, &["topic", "list", "--limit", "2"]);
    assert!(words(&some).ends_with(remark), "{}", words(&some));
    let lines = stdout(&some);
    assert_eq!(lines, "CODE  NAME  POSTS\nhail  Sky   0\nsnow  Sky   0\n");

    let some = inkfold(&data, &["topic", "list", "--limit", "2", "--json"]);
    assert!(words(&some).ends_with(remark), "{}", words(&some));
    assert_eq!(stdout(&some).lines().count(), 2);

    let all = inkfold(&data, &["topic", "list", "--all"]);
    assert_eq!(stdout(&all).lines().count(), 4);
    assert!(!words(&all).contains("--all"), "{}", words(&all));
    let both = inkfold(&data, &["topic", "list", "--all", "--limit", "2"]);
    assert_eq!(both.status.code(), Some(2));
    assert_eq!(inkfold(&data, &["topic", "list", "--limit", "0"]).status.code(), Some(2));
}

#[test]
fn every_list_takes_limit_and_all() {
    let nowhere = tempfile::tempdir().unwrap();
    let is_list =
        |name: &str| name.ends_with(" list") || matches!(name, "book editions" | "user sessions");
    let lists: Vec<String> =
        verbs().into_iter().map(|verb| verb.name).filter(|name| is_list(name)).collect();
    assert!(lists.len() > 12, "{lists:?}");
    for list in lists {
        let words: Vec<&str> = list.split(' ').chain(["--help"]).collect();
        let help = stdout(&inkfold(nowhere.path(), &words));
        assert!(help.contains("--limit <N>") && help.contains("--all"), "{list}: {help}");
    }
}
