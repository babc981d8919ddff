//! Moderation of memos at the command line.

use std::sync::Arc;

use serde_json::{Value, json};

use super::{Published, report};
use crate::support::{inkfold, words};

#[tokio::test]
async fn command_line_moderates_memos() {
    let it = Published::start().await;
    report(&it.ana, &it.memo).await;
    let data = it.server.context.config().data_dir.clone();
    inkfold::server::admin_socket::listen(Arc::clone(&it.server.context)).unwrap();
    let run = |args: &[&str]| inkfold(&data, args);
    let listed = |args: &[&str]| String::from_utf8(run(args).stdout).unwrap();

    let open: Value = serde_json::from_str(&listed(&["report", "list", "--json"])).unwrap();
    assert_eq!((&open["kind"], &open["id"]), (&json!("memo"), &json!(it.memo)));
    assert_eq!((&open["author"], &open["text"]), (&json!("mara"), &json!("It rained.")));
    let id = open["reports"][0]["id"].as_str().unwrap().to_owned();
    let silent = run(&["report", "resolve", &id, "--verdict", "hide"]);
    assert!(!silent.status.success() && words(&silent).contains("--why"), "{}", words(&silent));
    let resolve = ["report", "resolve", &id, "--verdict", "hide", "--why", "It names somebody."];
    assert_eq!(listed(&resolve), format!("The memo {} is hidden.\n", it.memo));
    assert_eq!(it.own().await["hidden"]["why"], "It names somebody.");

    let hidden = listed(&["memo", "list"]);
    assert!(hidden.contains(&it.memo) && hidden.contains("It names somebody."), "{hidden}");
    assert_eq!(listed(&["memo", "show", &it.memo]), format!("The memo {} is shown.\n", it.memo));
    assert_eq!(run(&["memo", "hide", &it.memo]).status.code(), Some(2), "without a reason");
    let hide = ["memo", "hide", &it.memo, "--why", "Again.", "--json"];
    let shown: Value = serde_json::from_str(&listed(&hide)).unwrap();
    assert_eq!((&shown["state"], &shown["editions"]), (&json!("hidden"), &json!([1])));
    let remove = ["memo", "remove", &it.memo, "--why", "Enough."];
    assert_eq!(run(&remove).status.code(), Some(1), "unasked");
    let removed = listed(&[&remove[..], &["--yes"]].concat());
    assert_eq!(removed, format!("The memo {} is removed.\n", it.memo));
    let gone = run(&["memo", "hide", &it.memo, "--why", "Too late."]);
    assert!(!gone.status.success() && words(&gone).contains("It is gone already."));
}
