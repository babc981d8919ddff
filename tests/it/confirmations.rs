//! Confirmation prompts, which are shown only if the change can be made.

use std::sync::Arc;

use crate::support::{TestServer, inkfold, noise, words};

#[tokio::test]
async fn impossible_change_is_refused_without_a_question() {
    let server = TestServer::start().await;
    let (mara, topic) = (server.member("mara").await, server.topic("letters").await);
    server.admin("ada").await;
    mara.post_picture(&topic, &noise(1, 40)).await;
    let (book, empty) = (server.book("Rivers", 2).await, server.book("Lakes", 1).await);
    let memo = mara.submit_text(&book, "q1", "It rained.").await.json()["memo"]["id"].clone();
    let memo = memo.as_str().unwrap();
    inkfold::server::admin_socket::listen(Arc::clone(&server.context)).unwrap();
    for (args, reason) in [
        (&["topic", "remove", "letters"][..], "Members have posted to this topic."),
        (
            &["book", "remove", &book],
            "Members have contributed to this book, so it can't be removed.",
        ),
        (&["book", "unpublish", &book], "This book is not published."),
        (&["book", "publish", &empty], "This book has no memos yet."),
        (&["question", "remove", "--book", &book, "q1"], "Members have answered the question `q1`"),
        (&["memo", "remove", memo, "--why", " "], "Please give a reason"),
        (&["user", "remove-second-factor", "mara"], "This member has no two-step verification."),
        (&["user", "demote", "mara"], "This member isn't an admin."),
        (&["user", "demote", "ada"], "This is the only admin who can sign in."),
        (&["user", "disable", "ada"], "This is the only admin who can sign in."),
        (&["user", "remove", "ada"], "This is the only admin who can sign in."),
    ] {
        let refused = inkfold(&server.context.config().data_dir, args);
        let words = words(&refused);
        assert_eq!(refused.status.code(), Some(1), "{args:?}: {words}");
        assert!(words.contains(reason) && !words.contains("--yes"), "{args:?}: {words}");
    }
    let asked = inkfold(&server.context.config().data_dir, &["book", "remove", &empty]);
    assert!(words(&asked).contains("for good?\nhint: without a terminal, pass --yes"));
}

#[tokio::test]
async fn change_made_before_is_reported_without_question() {
    let server = TestServer::start().await;
    server.member("mara").await;
    server.disable(&server.member("otto").await).await;
    server.admin("ada").await;
    inkfold::server::admin_socket::listen(Arc::clone(&server.context)).unwrap();
    for (args, said) in [
        (&["user", "promote", "ada"], "ada@example.org is an admin already.\n"),
        (&["user", "verify", "mara"], "mara@example.org is verified already.\n"),
        (&["user", "enable", "mara"], "mara@example.org is not disabled.\n"),
        (&["user", "disable", "otto"], "otto@example.org is disabled already.\n"),
        (&["user", "release", "mara"], "mara@example.org is not suspended.\n"),
    ] {
        let done = inkfold(&server.context.config().data_dir, args);
        assert_eq!(done.status.code(), Some(0), "{args:?}: {}", words(&done));
        assert_eq!(String::from_utf8_lossy(&done.stdout), said);
    }
}
