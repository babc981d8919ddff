//! Verbs of `inkfold user`, offline and through a running server: the same effects and answers.

use std::path::Path;
use std::process::Command;

use serde_json::{Value, json};
use tempfile::TempDir;

use super::{lines, user};
use crate::support::{Member, Running, words};

/// Verbs in an order in which each finds its preconditions; later ones undo earlier changes.
const VERBS: [&str; 14] = [
    "list",
    "show bo@example.org",
    "sessions bo",
    "sessions bo --end-all",
    "promote Bo@Example.org",
    "demote bo --yes",
    "verify bo",
    "reset-link bo",
    "disable bo --yes",
    "show BO",
    "enable bo",
    "list",
    "add --email cy@example.org --username cy --name Cy --verified --password-stdin",
    "delete bo --yes",
];

/// Redacts values that differ between runs.
fn redact(mut answer: Value) -> Value {
    for (name, value) in answer.as_object_mut().unwrap() {
        if matches!(name.as_str(), "uid" | "id" | "link" | "createdAt" | "usedAt" | "expiresAt") {
            assert!(value.is_string(), "{name}");
            *value = format!("[{name}]").into();
        }
    }
    answer
}

/// Creates the data of a stopped server: Ada is an admin, Bo is signed in twice.
async fn community() -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    for add in [
        "add --email ada@example.org --username ada --name Ada --admin --verified --password-stdin",
        "add --email bo@example.org --username bo --name Bo --password-stdin",
    ] {
        assert!(user(folder.path(), add).status.success());
    }
    let running = Running::start(serving(folder.path()));
    for _ in 0..2 {
        let signed_in = Member::at(&running.url).sign_in("bo@example.org", "a-long-password").await;
        assert_eq!(signed_in.status, 200);
    }
    folder
}

fn serving(data: &Path) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_inkfold"));
    command.arg("--data-dir").arg(data);
    command
}

/// Runs all verbs; asserts that the standard error of each names the data folder and the mode, and nothing else.
fn all_verbs(data: &Path, way: &str) -> Vec<(&'static str, Vec<Value>)> {
    let answer = |verb| {
        let output = user(data, &format!("{verb} --json"));
        assert_eq!(words(&output), format!("data {}, {way}\n", data.display()), "{verb}");
        (verb, lines(&output).into_iter().map(redact).collect())
    };
    VERBS.map(answer).to_vec()
}

#[tokio::test]
async fn every_user_verb_works_same_offline() {
    let (offline, served) = (community().await, tempfile::tempdir().unwrap());
    std::fs::copy(offline.path().join("inkfold.redb"), served.path().join("inkfold.redb")).unwrap();
    let answers = all_verbs(offline.path(), "offline");
    let running = Running::start(serving(served.path()));
    assert_eq!(all_verbs(served.path(), "by the running server"), answers);
    drop(running);

    let bo = |admin, verified, disabled| {
        json!({
            "uid": "[uid]", "email": "bo@example.org", "username": "bo", "name": "Bo", "admin": admin,
            "moderator": false,
            "verified": verified, "disabled": disabled, "createdAt": "[createdAt]", "memos": 0,
            "suspendedUntil": null,
        })
    };
    let session = json!({ "id": "[id]", "createdAt": "[createdAt]", "usedAt": "[usedAt]" });
    let link = json!({ "uid": "[uid]", "link": "[link]", "expiresAt": "[expiresAt]" });
    let answer = |place: usize| answers[place].1.as_slice();
    assert_eq!(answer(0)[0], bo(false, false, false));
    assert_eq!(
        (answer(1)[0]["sessions"].clone(), answer(9)[0]["sessions"].clone()),
        (2.into(), 0.into())
    );
    assert_eq!(answer(2), [session.clone(), session]);
    assert_eq!(answer(3), [json!({ "uid": "[uid]", "ended": 2 })]);
    assert_eq!(answer(4), [bo(true, false, false)]);
    assert_eq!(answer(5), [bo(false, false, false)]);
    assert_eq!(answer(6), [bo(false, true, false)]);
    assert_eq!(answer(7), [link]);
    assert_eq!(answer(8), [bo(false, true, true)]);
    assert_eq!(answer(10), [bo(false, true, false)]);
    assert_eq!(answer(13), [bo(false, true, false)]);
    assert!(!user(offline.path(), "show bo").status.success());
}
