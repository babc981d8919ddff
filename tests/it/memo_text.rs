//! Typed memos and their earlier versions, and readers' actions on published ones.

use serde_json::{Value, json};

use crate::support::{Member, Reply, TestServer};

/// Submits a text memo as the member.
async fn submit_text(member: &Member, book: &str, question: &str, post: &str) -> Reply {
    member.submit_text(book, question, post).await
}

async fn of_book(member: &Member, path: &str, book: &str) -> Value {
    member.post(path, json!({ "uid": member.uid, "bid": book })).await.json()
}

#[tokio::test]
async fn typed_memo_is_stored_and_printed_verbatim() {
    let server = TestServer::start().await;
    let book = server.book("A year in ink", 5).await;
    let mara = server.member("mara").await;
    let words = "  It rained.\r\nWe danced — 今日は雨。 ";
    let submitted = submit_text(&mara, &book, "q2", words).await;
    assert_eq!(submitted.status, 201, "{submitted}");
    let memo = &submitted.json()["memo"];
    assert_eq!(memo["post"], "It rained.\nWe danced — 今日は雨。");
    assert_eq!((&memo["type"], &memo["img"]), (&json!("text"), &Value::Null));
    assert_eq!(memo["question"], "What is memory 2?");

    // The same text changes nothing; another one replaces it.
    assert_eq!(submit_text(&mara, &book, "q2", words).await.json()["memo"]["id"], memo["id"]);
    assert_eq!(submit_text(&mara, &book, "q2", "It snowed.").await.status, 201);
    let listed = of_book(&mara, "/api/memo/list", &book).await;
    assert_eq!((listed.as_array().unwrap().len(), &listed[0]["post"]), (1, &json!("It snowed.")));
    assert_eq!(of_book(&mara, "/api/memo/usr/count", &book).await["text"], 1);

    server.publish(&book).await;
    let pdf = server.visitor().get(&format!("/api/book/{book}/download")).await.bytes;
    assert!(lopdf::Document::load_mem(&pdf).unwrap().get_pages().len() > 3);
}

#[tokio::test]
async fn invalid_text_or_unknown_question_is_refused() {
    let server = TestServer::start().await;
    let book = server.book("A year in ink", 5).await;
    let mara = server.member("mara").await;
    let too_long = "x".repeat(401);
    for (question, post, field, words) in [
        ("q1", too_long.as_str(), "post", "A text has at most 400 characters."),
        ("q1", "abc", "post", "A text needs at least 4 characters."),
        ("q1", "        ", "post", "A text needs at least 4 characters."),
        ("q1", "\u{301}\u{301}\u{301}\u{301}", "post", "A text needs at least 4 characters."),
        ("q9", "It rained.", "questions", "This book doesn't ask that question."),
    ] {
        let refused = submit_text(&mara, &book, question, post).await;
        assert_eq!(refused.refusal(), (422, "invalid".into()), "{post}");
        assert_eq!(refused.json()["fields"][field], words, "{refused}");
    }
    assert_eq!(submit_text(&mara, &book, "q1", &"x".repeat(400)).await.status, 201);
    assert_eq!(
        submit_text(&server.unverified("noa").await, &book, "q1", "Rain.").await.status,
        403
    );
}

#[tokio::test]
async fn restored_memo_keeps_loves_and_date() {
    let server = TestServer::start().await;
    let book = server.book("A year in ink", 5).await;
    let (mara, ana) = (server.member("mara").await, server.member("ana").await);
    let memo = submit_text(&mara, &book, "q1", "It rained.").await.json()["memo"]["id"].clone();
    server.publish(&book).await;
    ana.post("/api/memo/love/add", json!({ "id": memo })).await;
    let before = of_book(&mara, "/api/memo/list", &book).await;

    server.clock.advance(60);
    assert_eq!(mara.post("/api/memo/remove", json!({ "id": memo })).await.status, 204);
    assert_eq!(of_book(&mara, "/api/memo/list", &book).await, json!([]));
    for _ in 0..2 {
        assert_eq!(mara.post("/api/memo/restore", json!({ "id": memo })).await.status, 200);
        assert_eq!(of_book(&mara, "/api/memo/list", &book).await, before);
        assert_eq!(of_book(&mara, "/api/memo/history", &book).await, json!([]));
    }
    assert_eq!((&before[0]["loves"], &before[0]["published"]), (&json!(1), &json!(true)));
}

#[tokio::test]
async fn memo_is_withdrawn_and_earlier_one_restored() {
    let server = TestServer::start().await;
    let book = server.book("A year in ink", 5).await;
    let (mara, ana) = (server.member("mara").await, server.member("ana").await);
    let first = submit_text(&mara, &book, "q1", "It rained.").await.json()["memo"]["id"].clone();
    let second = submit_text(&mara, &book, "q1", "It snowed.").await.json()["memo"]["id"].clone();
    let earlier = of_book(&mara, "/api/memo/history", &book).await;
    assert_eq!((earlier.as_array().unwrap().len(), &earlier[0]["id"]), (1, &first));

    assert_eq!(ana.post("/api/memo/restore", json!({ "id": first })).await.status, 404);
    let restored = mara.post("/api/memo/restore", json!({ "id": first })).await;
    assert_eq!((restored.status, &restored.json()["post"]), (200, &json!("It rained.")));
    assert_eq!(restored.json()["id"], first);
    let present = of_book(&mara, "/api/memo/list", &book).await;
    assert_eq!(present.as_array().unwrap().len(), 1);
    assert_eq!(present[0]["post"], "It rained.");

    let id = &present[0]["id"];
    assert_eq!(ana.post("/api/memo/remove", json!({ "id": id })).await.status, 404);
    assert_eq!(mara.post("/api/memo/remove", json!({ "id": id })).await.status, 204);
    // Withdrawing twice has the same effect as once.
    assert_eq!(mara.post("/api/memo/remove", json!({ "id": id })).await.status, 204);
    assert_eq!(of_book(&mara, "/api/memo/list", &book).await, json!([]));
    let earlier = of_book(&mara, "/api/memo/history", &book).await;
    // The first memo was restored and replaced again, but is listed once.
    assert_eq!(earlier.as_array().unwrap().len(), 2);
    assert!(earlier.as_array().unwrap().iter().any(|memo| memo["id"] == second));
}

#[tokio::test]
async fn members_read_and_love_published_memos_only() {
    let server = TestServer::start().await;
    let book = server.book("A year in ink", 5).await;
    let (mara, ana) = (server.member("mara").await, server.member("ana").await);
    let memo = submit_text(&mara, &book, "q1", "It rained.").await.json()["memo"]["id"].clone();
    let asked = json!({ "id": memo });
    assert_eq!(ana.post("/get-memo", asked.clone()).await.status, 404);
    assert_eq!(ana.post("/api/memo/love/add", asked.clone()).await.status, 404);
    server.publish(&book).await;

    assert_eq!(server.visitor().post("/get-memo", asked.clone()).await.status, 401);
    for _ in 0..2 {
        let loved = ana.post("/api/memo/love/add", asked.clone()).await;
        assert_eq!(loved.json(), json!({ "id": memo, "loves": 1 }));
    }
    let seen = ana.post("/get-memo", asked.clone()).await.json();
    assert_eq!(
        [&seen["loves"], &seen["loved"], &seen["published"]],
        [&json!(1), &json!(true), &json!(true)]
    );
    let own = mara.post("/get-memo", asked.clone()).await.json();
    assert_eq!((&own["loves"], &own["loved"]), (&json!(1), &json!(false)));

    // A withdrawn memo stays in the edition, and readers still find it.
    assert_eq!(mara.post("/api/memo/remove", asked.clone()).await.status, 204);
    assert_eq!(ana.post("/get-memo", asked.clone()).await.status, 200);
    assert_eq!(ana.post("/api/memo/love/remove", asked).await.json()["loves"], 0);
}

#[tokio::test]
async fn memos_are_filtered_by_kind_and_question() {
    let server = TestServer::start().await;
    let book = server.book("A year in ink", 5).await;
    let (mara, ana) = (server.member("mara").await, server.member("ana").await);
    for question in ["q1", "q2"] {
        assert_eq!(submit_text(&mara, &book, question, "It rained.").await.status, 201);
    }
    let uid = &mara.uid;
    for (path, body, count) in [
        ("/api/memo/type/list", json!({ "uid": uid, "bid": book, "type": "text" }), 2),
        ("/api/memo/type/list", json!({ "uid": uid, "bid": book, "type": "hand" }), 0),
        ("/api/memo/usr/question", json!({ "uid": uid, "qid": "q2" }), 1),
        (
            "/api/book/memo/usr/question",
            json!({ "uid": uid, "bid": book, "qid": "q2", "type": "text" }),
            1,
        ),
        ("/get-memos", json!({ "uid": uid, "email": "MARA@example.org" }), 2),
        ("/query-memos", json!({ "uid": uid }), 2),
    ] {
        let found = mara.post(path, body.clone()).await;
        assert_eq!(found.json().as_array().map(Vec::len), Some(count), "{path} {found}");
        assert_eq!(ana.post(path, body).await.status, 403, "{path}");
    }
    let wrong = mara.post("/get-memos", json!({ "uid": uid, "email": "ana@example.org" })).await;
    assert_eq!(wrong.status, 403);
    let odd = mara.post("/api/memo/type/list", json!({ "uid": uid, "type": "song" })).await;
    assert_eq!(odd.refusal(), (422, "invalid".into()));
}
