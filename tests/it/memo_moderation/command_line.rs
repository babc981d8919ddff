//! Moderation of memos at the command line.

use std::sync::Arc;

use serde_json::{Value, json};

use super::{Published, report, submit_text};
use crate::support::{inkfold, words};

/// Changes the last character of an id.
fn mistype(id: &str) -> String {
    let last = if id.ends_with('0') { "1" } else { "0" };
    format!("{}{last}", &id[..id.len() - 1])
}

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
    assert_eq!(it.author_view().await["hidden"]["why"], "It names somebody.");

    let hidden = listed(&["memo", "list"]);
    assert!(hidden.contains(&it.memo) && hidden.contains("It names somebody."), "{hidden}");
    assert_eq!(listed(&["memo", "show", &it.memo]), format!("The memo {} is shown.\n", it.memo));
    assert_eq!(run(&["memo", "hide", &it.memo]).status.code(), Some(2), "without a reason");
    let hide = ["memo", "hide", &it.memo, "--why", "Line one.\nLine two.", "--json"];
    let shown: Value = serde_json::from_str(&listed(&hide)).unwrap();
    let mails = it.mails("An entry of yours is hidden").await;
    let keeps_lines =
        |mail: &String| mail.replace("\r\n", "\n").contains("The reason: Line one.\nLine two.\n");
    assert!(mails.iter().any(keeps_lines), "{mails:?}");
    assert!(listed(&["memo", "list"]).ends_with("\n    Line one. Line two.\n"));
    let logged = listed(&["audit", "list", "--limit", "1"]);
    assert!(logged.contains("Line one. Line two."), "{logged}");
    assert_eq!((&shown["state"], &shown["editions"]), (&json!("hidden"), &json!([1])));
    let other = submit_text(&it.mara, &it.book, "q3", "We swam.").await;
    let mistyped = words(&run(&["memo", "show", &mistype(&other)]));
    assert!(mistyped.contains(&format!("did you mean `{other}`?")), "{mistyped}");
    let remove = ["memo", "remove", &it.memo, "--why", "Enough."];
    assert_eq!(run(&remove).status.code(), Some(1), "unasked");
    let removed = listed(&[&remove[..], &["--yes"]].concat());
    assert_eq!(removed, format!("The memo {} is removed.\n", it.memo));
    let gone = run(&["memo", "hide", &it.memo, "--why", "Too late."]);
    assert!(!gone.status.success() && words(&gone).contains("This was removed already."));
}
