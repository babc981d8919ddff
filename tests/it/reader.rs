//! The reader of a published book, question by question.

use serde_json::{Value, json};

use crate::support::{Member, PASSWORD, Reply, TestServer};

async fn submit_text(member: &Member, book: &str, question: &str, post: &str) -> Value {
    member.submit_text(book, question, post).await.json()["memo"].clone()
}

async fn read(member: &Member, book: &str, question: &str) -> Reply {
    let query = if question.is_empty() { String::new() } else { format!("?qid={question}") };
    member.get(&format!("/api/book/{book}/read{query}")).await
}

#[tokio::test]
async fn members_read_published_book_question_by_question() {
    let server = TestServer::start().await;
    let book = server.book("A year in ink", 5).await;
    let (mara, ana) = (server.member("mara").await, server.member("ana").await);
    submit_text(&mara, &book, "q4", "It rained.").await;
    let loved = submit_text(&mara, &book, "q2", "We danced.").await["id"].clone();
    server.clock.advance(60);
    submit_text(&ana, &book, "q2", "We sang.").await;
    server.publish(&book).await;
    assert_eq!(mara.post("/api/memo/love/add", json!({ "id": loved })).await.status, 200);

    let contents = read(&mara, &book, "").await.json();
    assert_eq!((&contents["name"], &contents["edition"]), (&json!("A year in ink"), &json!(1)));
    assert_eq!(contents["memos"], json!([]));
    // Unanswered questions have no chapter, as in print.
    let chapters = json!([
        { "key": "q2", "number": 2, "description": "What is memory 2?", "answers": 2, "letters": [10, 8] },
        { "key": "q4", "number": 4, "description": "What is memory 4?", "answers": 1, "letters": [10] },
    ]);
    assert_eq!(contents["chapters"], chapters);

    let chapter = read(&mara, &book, "q2").await.json();
    assert_eq!(chapter["chapters"], chapters);
    let memos = chapter["memos"].as_array().unwrap();
    let posts: Vec<&Value> = memos.iter().map(|memo| &memo["post"]).collect();
    assert_eq!(posts, ["We danced.", "We sang."]);
    assert_eq!((&memos[0]["loves"], &memos[0]["loved"]), (&json!(1), &json!(true)));
    assert_eq!(read(&ana, &book, "q2").await.json()["memos"][0]["loved"], false);
}

#[tokio::test]
async fn memos_outside_newest_edition_are_not_read() {
    let server = TestServer::start().await;
    let book = server.book("A year in ink", 5).await;
    let (mara, ana) = (server.member("mara").await, server.member("ana").await);
    submit_text(&mara, &book, "q1", "It rained.").await;
    server.publish(&book).await;
    let fresh = submit_text(&ana, &book, "q1", "It snowed.").await;
    submit_text(&ana, &book, "q3", "We sang.").await;
    let posts = async |question: &str| {
        let memos = read(&mara, &book, question).await.json()["memos"].clone();
        memos.as_array().unwrap().iter().map(|memo| memo["post"].clone()).collect::<Vec<_>>()
    };
    assert_eq!(posts("q1").await, ["It rained."]);
    assert_eq!(read(&mara, &book, "q3").await.refusal(), (404, "not-found".into()));

    // New and withdrawn memos change the reader with the next edition.
    assert_eq!(ana.post("/api/memo/remove", json!({ "id": fresh["id"] })).await.status, 204);
    submit_text(&mara, &book, "q1", "It hailed.").await;
    assert_eq!(posts("q1").await, ["It rained."]);
    server.publish(&book).await;
    assert_eq!(posts("q1").await, ["It hailed."]);
    assert_eq!(posts("q3").await, ["We sang."]);
}

#[tokio::test]
async fn only_members_read_and_only_published_books() {
    let server = TestServer::start().await;
    let (book, other) = (server.book("A year in ink", 5).await, server.book("Rivers", 5).await);
    let (mara, ana) = (server.member("mara").await, server.unverified("ana").await);
    submit_text(&mara, &book, "q1", "It rained.").await;
    let not_found = (404, "not-found".to_owned());
    // Authors and admins get the same response before the first edition.
    for member in [&mara, &ana, &server.admin("ada").await] {
        assert_eq!(read(member, &book, "").await.refusal(), not_found);
    }
    server.publish(&book).await;
    assert_eq!(read(&ana, &book, "q1").await.status, 200);
    assert_eq!(read(&server.visitor(), &book, "q1").await.refusal(), (401, "signed-out".into()));
    for (book, question) in
        [(&other, ""), (&"nonsense".to_owned(), ""), (&book, "q2"), (&book, "%2F..%2F")]
    {
        assert_eq!(read(&ana, book, question).await.refusal(), not_found, "{book} {question}");
    }
    server.disable(&ana).await;
    assert_eq!(read(&ana, &book, "q1").await.status, 401);
}

#[tokio::test]
async fn memo_of_deleted_author_has_no_name() {
    let server = TestServer::start().await;
    let book = server.book("A year in ink", 5).await;
    let (mara, ana) = (server.member("mara").await, server.member("ana").await);
    submit_text(&mara, &book, "q1", "It rained.").await;
    server.publish(&book).await;
    let leave = json!({ "password": PASSWORD, "name": "mara" });
    assert_eq!(mara.post("/api/account/delete", leave).await.status, 204);
    let memo = read(&ana, &book, "q1").await.json()["memos"][0].clone();
    assert_eq!(memo["author"], json!({ "username": "", "name": "a former member" }));
}
