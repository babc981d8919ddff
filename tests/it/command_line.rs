//! The command line, offline and through a running server.

use std::io::Write;

use crate::support::{TestServer, fill, inkfold, inkfold_with_input, json, words};

#[test]
fn community_is_set_up_without_a_server() {
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().join("data");
    let made = json(&inkfold(&data, &["init", "--json"]));
    assert!(made["firstAdminLink"].as_str().unwrap().contains("/signup?setup="));

    let user = [
        "user",
        "add",
        "--email",
        "mara@example.org",
        "--username",
        "mara",
        "--name",
        "Mara",
        "--admin",
        "--verified",
        "--password-stdin",
        "--json",
    ];
    let user = json(&inkfold_with_input(&data, &user, "blue-ink-on-cream\n"));
    assert_eq!((&user["username"], &user["admin"]), (&"mara".into(), &true.into()));

    let book = json(&inkfold(
        &data,
        &["book", "add", "--name", "A year in ink", "--publish-at", "3", "--json"],
    ));
    let bid = book["bid"].as_str().unwrap();
    let file = folder.path().join("questions.csv");
    std::fs::File::create(&file)
        .unwrap()
        .write_all(b"key,description\nsmell,What did it smell of?\nsound,What did you hear?\n")
        .unwrap();
    let import = ["question", "import", "--book", bid, file.to_str().unwrap(), "--json"];
    assert_eq!(json(&inkfold(&data, &import))["added"], 2);
    assert_eq!(json(&inkfold(&data, &import))["unchanged"], 2);

    let shown = inkfold(&data, &["book", "show", bid]);
    assert!(String::from_utf8_lossy(&shown.stdout).contains("A year in ink"));
    assert!(words(&shown).contains("offline"));
}

#[test]
fn refusals_have_message_hint_and_exit_code() {
    let folder = tempfile::tempdir().unwrap();
    let nowhere = inkfold(&folder.path().join("typo"), &["book", "list"]);
    assert_eq!(nowhere.status.code(), Some(1));
    assert!(words(&nowhere).contains("name its folder with --data-dir"));
    assert!(!folder.path().join("typo").exists());

    let data = folder.path().join("data");
    inkfold(&data, &["init"]);
    assert_eq!(inkfold(&data, &["book", "add"]).status.code(), Some(2));
    let missing = inkfold(&data, &["book", "publish", "01", "--yes"]);
    assert_eq!(missing.status.code(), Some(1));
    assert!(words(&missing).contains("This book was not found: "));

    let bad = folder.path().join("bad.csv");
    std::fs::File::create(&bad).unwrap().write_all(b"smell,What?\n,No key\n").unwrap();
    let book = json(&inkfold(&data, &["book", "add", "--name", "B", "--json"]));
    let bid = book["bid"].as_str().unwrap();
    let refused = inkfold(&data, &["question", "import", "--book", bid, bad.to_str().unwrap()]);
    assert!(words(&refused).contains("Line 2: The key is missing."), "{}", words(&refused));
}

#[tokio::test]
async fn command_uses_running_server_instead_of_database() {
    let server = TestServer::start().await;
    let data = server.context.config().data_dir.clone();
    let held = inkfold(&data, &["book", "list"]);
    assert_eq!(held.status.code(), Some(75), "{}", words(&held));

    inkfold::server::admin_socket::listen(std::sync::Arc::clone(&server.context)).unwrap();
    server.book("A year in ink", 5).await;
    let asked = inkfold(&data, &["book", "list", "--json"]);
    assert!(words(&asked).contains("by the running server"));
    assert_eq!(json(&asked)["name"], "A year in ink");
}

#[tokio::test]
async fn filled_form_is_read_against_own_blank() {
    let server = TestServer::start().await;
    let book = server.book("A year in ink", 5).await;
    let blank = server.visitor().get(&format!("/assets/forms/{book}.pdf")).await.bytes;
    inkfold::server::admin_socket::listen(std::sync::Arc::clone(&server.context)).unwrap();
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("filled.pdf");
    std::fs::File::create(&file).unwrap().write_all(&fill(&blank, 2, &[1, 4])).unwrap();
    let read = inkfold(
        &server.context.config().data_dir,
        &["form", "read", file.to_str().unwrap(), "--json"],
    );
    assert_eq!(json(&read)["pages"][0]["dirty"], serde_json::json!([1, 4]));
}

#[tokio::test]
async fn publishing_without_a_terminal_needs_a_yes() {
    let server = TestServer::start().await;
    let (mara, book) = (server.member("mara").await, server.book("A year in ink", 1).await);
    assert_eq!(mara.submit_text(&book, "q1", "It rained.").await.status, 201);
    inkfold::server::admin_socket::listen(std::sync::Arc::clone(&server.context)).unwrap();
    let refused = inkfold(&server.context.config().data_dir, &["book", "publish", &book]);
    assert_eq!(refused.status.code(), Some(1));
    assert!(words(&refused).contains("--yes"));
}
