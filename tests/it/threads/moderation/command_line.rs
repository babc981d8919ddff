//! Moderation of threads at the command line.

use serde_json::{Value, json};

use super::report;
use crate::support::{TestServer, inkfold, noise, words};

#[tokio::test]
async fn moderation_verbs_work_with_and_without_server() {
    let server = TestServer::start().await;
    let topic = server.topic("letters").await;
    let (mara, leo) = (server.member("mara").await, server.member("leo").await);
    let post = mara.post_and_publish(&topic, &noise(1, 40)).await;
    report(&leo, "post", &post).await;
    let folder = tempfile::tempdir().unwrap();
    let copy = folder.path().join("copy");
    std::fs::create_dir_all(&copy).unwrap();
    let data = server.context.config().data_dir.clone();
    std::fs::copy(data.join("inkfold.redb"), copy.join("inkfold.redb")).unwrap();
    inkfold::server::admin_socket::listen(std::sync::Arc::clone(&server.context)).unwrap();

    for folder in [&data, &copy] {
        let run = |args: &[&str]| inkfold(folder, args);
        let listed = |args: &[&str]| String::from_utf8(run(args).stdout).unwrap();
        let open: Value = serde_json::from_str(&listed(&["report", "list", "--json"])).unwrap();
        let id = open["reports"][0]["id"].as_str().unwrap().to_owned();
        assert_eq!((&open["kind"], &open["author"]), (&json!("post"), &json!("mara")));
        assert!(listed(&["post", "list", "--topic", "letters"]).contains("  mara  "));
        assert_eq!(listed(&["post", "list", "--hidden"]), "");
        let unasked = words(&run(&["report", "resolve", &id, "--verdict", "remove"]));
        assert!(unasked.contains("Remove the post by mara for good?"), "{unasked}");

        let resolve = ["report", "resolve", &id, "--verdict", "hide", "--note", "Unkind."];
        assert_eq!(
            String::from_utf8(run(&resolve).stdout).unwrap(),
            format!("The post {post} is hidden.\n")
        );
        assert_eq!(listed(&["report", "list"]), "");
        assert!(words(&run(&["report", "list"])).ends_with("no report waits\n"));
        assert!(listed(&["report", "list", "--settled"]).contains("note: Unkind."));
        assert!(listed(&["post", "list", "--hidden"]).contains(&post));
        assert!(run(&["post", "show", &post]).status.success());
        assert!(run(&["post", "hide", &post, "--note", "Again."]).status.success());
        let unsure = run(&["post", "remove", &post]);
        assert_eq!(unsure.status.code(), Some(1));
        assert!(run(&["post", "remove", &post, "--yes"]).status.success());
        assert_eq!(run(&["post", "hide", &post]).status.code(), Some(1));
        assert_eq!(run(&["report", "resolve", &id, "--verdict", "burn"]).status.code(), Some(2));

        let suspended = run(&["user", "suspend", "leo", "--days", "7", "--why", "Calm.", "--json"]);
        let suspended: Value = serde_json::from_slice(&suspended.stdout).unwrap();
        assert!(suspended["suspendedUntil"].is_string());
        let until = suspended["suspendedUntil"].as_str().unwrap().split('T').next().unwrap();
        assert!(listed(&["user", "show", "leo"]).contains(&format!("may not post until {until}")));
        assert!(listed(&["user", "list"]).contains(&format!("may not post until {until}")));
        assert_eq!(run(&["user", "suspend", "leo", "--days", "0"]).status.code(), Some(1));
        assert!(run(&["user", "release", "leo"]).status.success());
    }
    assert_eq!(mara.get(&format!("/api/posts/{post}")).await.status, 404);
}
