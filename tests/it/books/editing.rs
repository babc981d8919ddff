//! Changes to books that exist, and to their questions.

use inkfold::domain::book::{Question, QuestionKey};
use inkfold::domain::id::BookId;
use inkfold::domain::policy::{AccountStatus, Actor, Role};
use inkfold::error::{Error, Result};
use inkfold::services::books::{self, BookEdit};
use serde_json::json;

use crate::support::{TestServer, noise};

fn question(key: &str, description: &str) -> Question {
    Question::parse(key, description).unwrap()
}

/// Sets the whole list at once; returns the keys that the book asks afterwards, or the error message.
async fn replace(server: &TestServer, book: &str, questions: Vec<Question>) -> Result<Vec<String>> {
    let id: BookId = book.parse().unwrap();
    let replaced = server
        .run_service(move |context| {
            books::replace_questions(context, &Actor::Operator, id, questions, None)
        })
        .await?;
    Ok(replaced.iter().map(|question| question.key.as_str().to_owned()).collect())
}

async fn edit(server: &TestServer, book: &str, edit: BookEdit) -> Result<()> {
    let id: BookId = book.parse().unwrap();
    server
        .run_service(move |context| books::edit(context, &Actor::Operator, id, edit).map(drop))
        .await
}

#[tokio::test]
async fn omitted_book_fields_are_unchanged() {
    let server = TestServer::start().await;
    let book = server.book("Rivers", 1).await;
    let topics = vec![" water ".into(), "water".into(), String::new()];
    edit(&server, &book, BookEdit { topics: Some(topics), ..BookEdit::default() }).await.unwrap();
    let name = Some(" Lakes ".into());
    edit(&server, &book, BookEdit { name, ..BookEdit::default() }).await.unwrap();
    let shown = server.visitor().post("/api/book", json!({ "bid": book })).await.json();
    assert_eq!(shown["name"], "Lakes");
    assert_eq!((&shown["description"], &shown["publishAt"]), (&json!("Short memos."), &json!(20)));
    let of_topic = server.visitor().post("/api/book/list", json!({ "topics": ["water"] })).await;
    assert_eq!(of_topic.json().as_array().unwrap().len(), 1);
}

#[tokio::test]
async fn invalid_book_fields_are_all_named() {
    let server = TestServer::start().await;
    let book = server.book("Rivers", 1).await;
    let wrong = BookEdit {
        name: Some("two\nlines".into()),
        description: Some("x".repeat(601)),
        publish_threshold: Some(0),
        topics: Some(vec!["y".repeat(61)]),
        cover_ink: Some("green".into()),
        cover_memo: Some("nonsense".into()),
        all_black: None,
    };
    let Err(Error::Invalid(fields)) = edit(&server, &book, wrong).await else { panic!("taken") };
    let named: Vec<&str> = fields.iter().map(|(field, _)| field).collect();
    assert_eq!(named, ["coverInk", "coverMemo", "description", "name", "publishAt", "topics"]);
    let nowhere = edit(&server, "00000000000000000000000000", BookEdit::default()).await;
    assert_eq!(nowhere.unwrap_err().to_string(), "This book was not found.");
    let shown = server.visitor().post("/api/book", json!({ "bid": book })).await.json();
    assert_eq!(shown["name"], "Rivers");
}

#[tokio::test]
async fn lowered_threshold_publishes_at_once() {
    let server = TestServer::start().await;
    let (book, mara) = (server.book("Rivers", 1).await, server.member("mara").await);
    assert_eq!(mara.answer(&book, &[("q1", &noise(1, 90))]).await.status, 201);
    server.run_jobs().await;
    let publish_threshold = Some(1);
    edit(&server, &book, BookEdit { publish_threshold, ..BookEdit::default() }).await.unwrap();
    server.run_jobs().await;
    let shown = server.visitor().post("/api/book", json!({ "bid": book })).await.json();
    assert_eq!(shown["status"], "published");
}

#[tokio::test]
async fn questions_are_added_reordered_edited_and_removed_together() {
    let server = TestServer::start().await;
    let book = server.book("Rivers", 3).await;
    let wanted =
        vec![question("q3", "Third, first?"), question("new", "New?"), question("q1", "One?")];
    assert_eq!(replace(&server, &book, wanted).await.unwrap(), ["q3", "new", "q1"]);
    let asked = server.visitor().post("/api/questions", json!({ "bid": book })).await.json();
    assert_eq!(asked[0], json!({ "key": "q3", "number": 1, "description": "Third, first?" }));
    assert_eq!(asked.as_array().unwrap().len(), 3);

    let twice = vec![question("q1", "One?"), question("Q1", "Two?")];
    let words = replace(&server, &book, twice).await.unwrap_err().to_string();
    assert_eq!(words, "The key `q1` is used twice.");
    let many = (0..=100).map(|n| question(&format!("k{n}"), "What?")).collect();
    let words = replace(&server, &book, many).await.unwrap_err().to_string();
    assert_eq!(words, "A book asks at most 100 questions.");
    assert!(replace(&server, &book, Vec::new()).await.unwrap().is_empty());
}

#[tokio::test]
async fn moved_question_shifts_the_others() {
    let server = TestServer::start().await;
    let id: BookId = server.book("Rivers", 3).await.parse().unwrap();
    let keys = server.run_service(move |context| {
        let key = |text: &str| QuestionKey::parse(text).unwrap();
        let moved = |name: &str, number| {
            let moved = books::move_question(context, &Actor::Operator, id, &key(name), number);
            let keys = |all: Vec<Question>| {
                all.iter().map(|one| one.key.as_str().to_owned()).collect::<Vec<_>>().join(" ")
            };
            moved.map(keys).map_err(|error| error.to_string())
        };
        [
            moved("q3", 1),
            moved("q3", 2),
            moved("q1", 3),
            moved("q1", 4),
            moved("q1", 0),
            moved("q9", 1),
        ]
    });
    let [first, second, third, beyond, nowhere, unknown] = keys.await;
    assert_eq!(first.unwrap(), "q3 q1 q2");
    assert_eq!(second.unwrap(), "q1 q3 q2");
    assert_eq!(third.unwrap(), "q3 q2 q1");
    assert_eq!(beyond.unwrap_err(), "Enter a number from 1 to 3.");
    assert_eq!(nowhere.unwrap_err(), "Enter a number from 1 to 3.");
    assert_eq!(unknown.unwrap_err(), "This question was not found.");
}

#[tokio::test]
async fn question_with_memos_cannot_be_removed() {
    let server = TestServer::start().await;
    let (book, mara) = (server.book("Rivers", 2).await, server.member("mara").await);
    let answered = mara.answer(&book, &[("q1", &noise(1, 90))]).await;
    assert_eq!(answered.status, 201, "{answered}");
    let without = || vec![question("q2", "Two?")];
    let refused = replace(&server, &book, without()).await.unwrap_err();
    assert!(refused.message().is_some_and(|message| message.key() == "question-has-memos"));
    assert!(
        refused
            .to_string()
            .starts_with("Members have answered the question `q1`, so it can't be removed.")
    );
    let reworded = vec![question("q2", "Two?"), question("q1", "In other words?")];
    assert_eq!(replace(&server, &book, reworded).await.unwrap(), ["q2", "q1"]);

    // A question of a published edition cannot be removed, even after its only answer was withdrawn.
    server.publish(&book).await;
    let memo = answered.json()["memos"][0]["id"].as_str().unwrap().to_owned();
    assert_eq!(mara.post("/api/memo/remove", json!({ "id": memo })).await.status, 204);
    assert!(replace(&server, &book, without()).await.is_err());
    let id: BookId = book.parse().unwrap();
    server
        .run_service(move |context| {
            inkfold::services::editions::unpublish(context, &Actor::Operator, id).unwrap();
        })
        .await;
    assert_eq!(replace(&server, &book, without()).await.unwrap(), ["q2"]);
}

#[tokio::test]
async fn only_admins_change_books() {
    let server = TestServer::start().await;
    let id: BookId = server.book("Rivers", 1).await.parse().unwrap();
    let mara = server.member("mara").await;
    let account = mara.uid.parse().unwrap();
    server
        .run_service(move |context| {
            for actor in [Actor::Visitor, Actor::full_member(account)] {
                assert!(books::edit(context, &actor, id, BookEdit::default()).is_err());
                assert!(books::replace_questions(context, &actor, id, Vec::new(), None).is_err());
                assert!(books::export(context, &actor, id).is_err());
            }
            // An admin when the page was opened, who has been demoted since.
            let former =
                Actor::Member { account, standing: AccountStatus::Full, role: Role::Admin };
            assert!(books::edit(context, &former, id, BookEdit::default()).is_err());
            assert!(books::replace_questions(context, &former, id, Vec::new(), None).is_err());
        })
        .await;
}
