//! Unpublished books: reading, search, loves, the next edition, and deleted accounts.

use super::*;

#[tokio::test]
async fn unpublished_book_is_unreadable_and_unloved() {
    let server = TestServer::start().await;
    let book = server.book("A year in ink", 5).await;
    let (mara, ana) = (server.member("mara").await, server.member("ana").await);
    let memo = submit_text(&mara, &book, "q1", "It rained.").await["id"].clone();
    for _ in 0..2 {
        server.publish(&book).await;
    }
    let anybody = server.visitor();
    let found = async |member: &Member| {
        server.run_service(|context| search::catch_up(context).unwrap()).await;
        member.get("/api/search?q=rained").await.json()["total"].clone()
    };
    assert_eq!((found(&ana).await, editions_of(&server, &book).await), (json!(1), vec![2, 1]));

    assert_eq!(unpublish(&server, &book).await, "edition 2");
    assert_eq!(status_of(&server, &book).await, "collecting");
    assert_eq!(editions_of(&server, &book).await, Vec::<u64>::new());
    for query in ["", "?edition=1", "?edition=2"] {
        let path = format!("/api/book/{book}/download{query}");
        assert_eq!(anybody.get(&path).await.refusal(), (404, "not-found".into()));
    }
    for member in [&mara, &ana] {
        assert_eq!(member.get(&format!("/api/book/{book}/read")).await.status, 404);
    }
    assert_eq!(ana.post("/get-memo", json!({ "id": memo })).await.status, 404);
    assert_eq!(ana.post("/api/memo/love/add", json!({ "id": memo })).await.status, 404);
    assert_eq!((found(&ana).await, found(&mara).await), (json!(0), json!(1)));
    // Its author still has it.
    let own = mara.post("/get-memo", json!({ "id": memo })).await.json();
    assert_eq!((&own["post"], &own["published"]), (&json!("It rained."), &json!(false)));
    assert_eq!(unpublish(&server, &book).await, "This book is not published.");
    assert!(
        unpublish(&server, "nonsense").await.starts_with("This book was not found: `nonsense`")
    );

    // The next edition has a new number, and does not make withdrawn editions available again.
    server.publish(&book).await;
    assert_eq!(editions_of(&server, &book).await, [3]);
    assert_eq!(anybody.get(&format!("/api/book/{book}/download?edition=2")).await.status, 404);
    assert_eq!(anybody.get(&format!("/api/book/{book}/download")).await.status, 200);
    assert_eq!(found(&ana).await, 1);
}

#[tokio::test]
async fn unpublished_book_waits_for_full_threshold_again() {
    let server = TestServer::start().await;
    let book = server.book("A year in ink", 5).await;
    server.publish_threshold(&book, 2).await;
    let mara = server.member("mara").await;
    let enter = async |question: &str| {
        submit_text(&mara, &book, question, "It rained.").await;
        server.run_jobs().await;
        status_of(&server, &book).await
    };
    assert_eq!(enter("q1").await, "collecting");
    assert_eq!(enter("q2").await, "published");
    unpublish(&server, &book).await;
    assert_eq!(enter("q3").await, "collecting");
    assert_eq!(enter("q4").await, "published");
    assert_eq!(editions_of(&server, &book).await, [2]);
    let read = mara.get(&format!("/api/book/{book}/read")).await.json();
    assert_eq!(read["chapters"].as_array().unwrap().len(), 4);
}

#[tokio::test]
async fn account_deleted_after_unpublishing_takes_memos_along() {
    let server = TestServer::start().await;
    let book = server.book("A year in ink", 5).await;
    let (mara, ana) = (server.member("mara").await, server.member("ana").await);
    submit_text(&mara, &book, "q1", "It rained.").await;
    submit_text(&ana, &book, "q2", "We sang.").await;
    server.publish(&book).await;
    unpublish(&server, &book).await;
    let leave = json!({ "password": crate::support::PASSWORD, "name": "mara" });
    assert_eq!(mara.post("/api/account/delete", leave).await.status, 204);
    let shelf = ana.post("/api/book", json!({ "bid": book })).await.json();
    assert_eq!(shelf["memoCount"], 1);
    assert_eq!(changes(&server, &book).await, ["One answer was withdrawn"]);
}

#[tokio::test]
async fn unpublishing_works_same_offline_and_by_server() {
    let mut community = Community::that_publishes_at("20").await;
    let book = community.book.clone();
    submit_text(&community.member, &book, "a", "It rained.").await;
    let run = |community: &Community, verb: &str| {
        let args: Vec<&str> = verb.split(' ').chain([&*book, "--yes", "--json"]).collect();
        community.inkfold(&args)
    };
    let number = |answer: &Value| answer["edition"].as_u64().unwrap();
    for (published, is_served) in [(1, true), (2, false)] {
        if !is_served {
            community.running.kill();
        }
        assert_eq!(number(&answer_of(&run(&community, "book publish"))), published);
        let listed = answer_of(&run(&community, "book editions"));
        assert_eq!((number(&listed), &listed["memos"]), (published, &json!(1)));
        // Without a terminal the command needs `--yes`.
        let unsure = community.inkfold(&["book", "unpublish", &book]);
        assert_eq!(unsure.status.code(), Some(1));
        assert_eq!(number(&answer_of(&run(&community, "book unpublish"))), published);
        assert!(run(&community, "book editions").stdout.is_empty());
        let again = run(&community, "book unpublish");
        assert_eq!(again.status.code(), Some(1));
        assert!(words(&again).contains("This book is not published."), "{}", words(&again));
    }
    let unknown = community.inkfold(&["book", "unpublish", "nonsense", "--yes"]);
    assert!(words(&unknown).contains("This book was not found: "), "{}", words(&unknown));
}
