//! Editions that are being compiled: their progress, and their errors.

use super::*;

#[tokio::test]
async fn admins_see_that_a_book_is_being_made() {
    let sandbox = Sandbox::of(&root().join("tests/fixtures/slow-worker.sh"));
    let server = TestServer::start_with_worker(sandbox, |_| {}).await;
    let book = server.book("A year in ink", 5).await;
    let (mara, ada) = (server.member("mara").await, server.admin("ada").await);
    submit_text(&mara, &book, "q1", "It rained.").await;
    let since = async |who: &Member| {
        let shown = who.post("/api/book", json!({ "bid": book })).await.json();
        shown["compilingSince"]["_seconds"].as_i64()
    };
    assert_eq!(since(&ada).await, None);
    let id: BookId = book.parse().unwrap();
    let making = server
        .run_service(move |context| editions::publish(context, &Actor::Operator, id).map(drop));
    let looking = async {
        eventually("nothing is being made", async || since(&ada).await).await;
        let shown: Book = server.operator_get(&format!("books/{book}")).await.unwrap();
        (since(&ada).await, since(&mara).await, shown.compiling_since)
    };
    let (made, seen) = tokio::join!(making, looking);
    assert_eq!(seen, (Some(1_767_225_600), None, Some("2026-01-01T00:00:00Z".to_owned())));
    made.unwrap_err();
    assert_eq!((since(&ada).await, editions_of(&server, &book).await), (None, vec![]));
}

/// Returns the last failure of a book, as `book show` has it.
async fn failure(server: &TestServer, book: &str) -> Option<Failure> {
    let shown: Book = server.operator_get(&format!("books/{book}")).await.unwrap();
    shown.last_failure
}

#[tokio::test]
async fn failed_build_is_shown_to_admins_until_success() {
    let sandbox = Sandbox::of(Path::new("/bin/false"));
    let server = TestServer::start_with_worker(sandbox, |_| {}).await;
    let book = server.book("A year in ink", 5).await;
    let other = server.book("Rivers", 5).await;
    server.publish_threshold(&book, 1).await;
    let mara = server.member("mara").await;
    assert!(failure(&server, &book).await.is_none());
    submit_text(&mara, &book, "q1", "It rained.").await;
    server.clock.advance(60);
    server.run_jobs().await;
    let first = failure(&server, &book).await.unwrap();
    assert_eq!((first.at.as_str(), first.attempts), ("2026-01-01T00:01:00Z", 1));
    assert_eq!(first.next_attempt_at.as_deref(), Some("2026-01-01T00:01:10Z"));
    assert!(first.error.contains("the document could not be typeset"), "{}", first.error);
    assert!(failure(&server, &other).await.is_none());

    for _ in 0..9 {
        server.clock.advance(3_600);
        server.run_jobs().await;
    }
    let last = failure(&server, &book).await.unwrap();
    assert_eq!((last.at.as_str(), last.attempts), ("2026-01-01T09:01:00Z", 10));
    assert_eq!((last.next_attempt_at, &last.error), (None, &first.error));

    // The offline command line reports the failure as text.
    let (folder, data) = (tempfile::tempdir().unwrap(), server.context.config().data_dir.clone());
    std::fs::copy(data.join("inkfold.redb"), folder.path().join("inkfold.redb")).unwrap();
    let show =
        || String::from_utf8(inkfold(folder.path(), &["book", "show", &book]).stdout).unwrap();
    let printed = show();
    let tried = "Edition failed at 2026-01-01T09:01:00Z, after 10 tries: the document could not";
    assert!(printed.contains(tried) && printed.contains("No attempts are left"), "{printed}");
    let listed = inkfold(folder.path(), &["book", "list"]);
    assert!(
        String::from_utf8_lossy(&listed.stdout)
            .contains("A year in ink  1      collecting, publishes at 1, making it failed")
    );
    let published = inkfold(folder.path(), &["book", "publish", &book, "--yes"]);
    assert!(published.status.success(), "{}", words(&published));
    assert!(!show().contains("failed"), "{}", show());
    let shown = answer_of(&inkfold(folder.path(), &["book", "show", &book, "--json"]));
    assert_eq!((&shown["edition"], &shown["lastFailure"]), (&json!(1), &Value::Null));
}

#[tokio::test]
async fn member_cannot_see_build_failures() {
    let server = TestServer::start().await;
    let mara = server.member("mara").await;
    let actor = Actor::full_member(mara.uid.parse().unwrap());
    let refused =
        server.run_service(move |context| editions::failures(context, &actor).is_err()).await;
    assert!(refused);
    assert!(
        server.run_service(|context| editions::failures(context, &Actor::Visitor).is_err()).await
    );
}

#[tokio::test]
async fn build_interrupted_by_power_cut_runs_after_restart() {
    let mut community = Community::that_publishes_at("1").await;
    let book = community.book.clone();
    submit_text(&community.member, &book, "a", "It rained.").await;
    eventually("no process typesets", async || (community.running.children() > 0).then_some(()))
        .await;
    community.running.kill();
    let shown = answer_of(&community.inkfold(&["book", "show", &book, "--json"]));
    assert_eq!((&shown["edition"], &shown["memoCount"]), (&json!(0), &json!(1)));

    community.start_again().await;
    let path = format!("/api/book/{book}/editions");
    let editions = eventually("it is never made", async || {
        let editions = community.member.get(&path).await.json();
        (editions != json!([])).then_some(editions)
    })
    .await;
    assert_eq!((editions.as_array().unwrap().len(), &editions[0]["edition"]), (1, &json!(1)));
    let pdf = community.member.get(&format!("/api/book/{book}/download")).await;
    assert!(pdf.status == 200 && pdf.bytes.starts_with(b"%PDF-"));
}
