//! The reader of a published book, question by question.

use serde_json::{Value, json};

use crate::support::{Member, PASSWORD, Reply, TestServer, noise};

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
        { "key": "q2", "number": 2, "description": "What is memory 2?", "answers": 2, "letters": [10, 8], "open": true },
        { "key": "q4", "number": 4, "description": "What is memory 4?", "answers": 1, "letters": [10], "open": true },
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
    assert_eq!(
        read(&server.visitor(), &book, "q1").await.refusal(),
        (401, "unauthenticated".into())
    );
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

/// A community whose first chapters are public, with a published book of handwriting; returns it with the addresses of the pictures.
async fn public_book() -> (TestServer, Member, String, [String; 2]) {
    let server = TestServer::start_with(|config| config.library.first_chapter_public = true).await;
    let book = server.book("A year in ink", 5).await;
    let mara = server.member("mara").await;
    let pictures = [("q2", 1), ("q4", 2)].map(|(question, number)| (question, noise(number, 60)));
    let mut shown = Vec::new();
    for (question, picture) in &pictures {
        let memo = mara.answer(&book, &[(question, picture)]).await.json()["memos"][0].clone();
        shown.push(memo["img"].as_str().unwrap().to_owned());
    }
    server.publish(&book).await;
    (server, mara, book, shown.try_into().unwrap())
}

#[tokio::test]
async fn visitors_read_public_first_chapter_only() {
    let (server, _mara, book, [first, second]) = public_book().await;
    let visitor = server.visitor();
    let contents = read(&visitor, &book, "").await.json();
    let open: Vec<&Value> =
        contents["chapters"].as_array().unwrap().iter().map(|chapter| &chapter["open"]).collect();
    assert_eq!(open, [true, false]);
    assert_eq!(contents["memos"], json!([]));

    let chapter = read(&visitor, &book, "q2").await.json();
    assert_eq!(chapter["memos"][0]["img"], first);
    assert_eq!(chapter["memos"][0]["loved"], false);
    assert_eq!(read(&visitor, &book, "q4").await.refusal(), (401, "unauthenticated".into()));
    assert_eq!(read(&visitor, &book, "q1").await.refusal(), (404, "not-found".into()));
    assert_eq!(visitor.get(&first).await.status, 200);
    assert_eq!(visitor.get(&second).await.status, 404);
    let ana = server.member("ana").await;
    assert_eq!(read(&ana, &book, "q4").await.status, 200);
}

#[tokio::test]
async fn hidden_and_later_memos_are_not_public() {
    let (server, mara, book, [first, second]) = public_book().await;
    let ana = server.member("ana").await;
    let later = ana.answer(&book, &[("q2", &noise(3, 60))]).await.json()["memos"][0].clone();
    let visitor = server.visitor();
    assert_eq!(visitor.get(later["img"].as_str().unwrap()).await.status, 404);

    let shown = read(&mara, &book, "q2").await.json()["memos"][0]["id"].clone();
    let admin = server.admin("ada").await;
    let verdict = json!({ "kind": "memo", "id": shown, "verdict": "hide", "why": "Private." });
    assert_eq!(admin.post("/api/admin/reports/settle", verdict).await.status, 200);
    assert_eq!(visitor.get(&first).await.status, 404);
    // The next question with a memo is the first chapter now.
    assert_eq!(read(&visitor, &book, "q4").await.status, 200);
    assert_eq!(visitor.get(&second).await.status, 200);
    let unpublished: Result<Value, _> =
        server.operator_post(&format!("books/{book}/unpublish"), &()).await;
    assert!(unpublished.is_ok(), "{unpublished:?}");
    assert_eq!(visitor.get(&second).await.status, 404);
}
