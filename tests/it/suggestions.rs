//! Suggesting a book.

use inkfold::services::admin::suggestions::Request;
use inkfold::services::admin::{self, Answer};
use serde_json::json;

use crate::support::{Member, Reply, TestServer, inkfold, words};

async fn suggest(member: &Member, words: &str) -> Reply {
    member.post("/api/suggestion/send", json!({ "suggestion": words, "uid": member.uid })).await
}

#[tokio::test]
async fn an_admin_reads_a_suggestion_and_makes_a_book_of_it() {
    let server = TestServer::start().await;
    let (mara, book) = (server.member("mara").await, server.book("Rivers", 2).await);
    assert_eq!(suggest(&mara, "A book about rivers.\nAnd boats.").await.status, 201);

    let ask = |request| server.do_here(move |app| admin::perform(app, request).unwrap());
    let list = |answered| ask(Request::List { answered }.into());
    let Answer::Suggestions(listed) = list(false).await else { panic!() };
    assert_eq!((listed[0].name.as_str(), listed.len()), ("mara", 1));
    assert_eq!(listed[0].text, "A book about rivers.\nAnd boats.");

    let done = Request::Done { suggestion: listed[0].id.clone(), book: Some(book.clone()) };
    let Answer::Suggestion(done) = ask(done.into()).await else { panic!() };
    assert_eq!((done.bid, done.done_at.is_some()), (Some(book), true));
    let Answer::Suggestions(waiting) = list(false).await else { panic!() };
    let Answer::Suggestions(all) = list(true).await else { panic!() };
    assert_eq!((waiting.len(), all.len()), (0, 1));
}

#[test]
fn the_list_is_empty_at_first_and_an_unknown_suggestion_is_told() {
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().join("data");
    inkfold(&data, &["init"]);
    assert!(inkfold(&data, &["suggestion", "list", "--json"]).stdout.is_empty());
    let unknown = inkfold(&data, &["suggestion", "done", "nonsense"]);
    assert_eq!(unknown.status.code(), Some(1));
    assert!(words(&unknown).contains("This suggestion was not found."), "{}", words(&unknown));
}

#[tokio::test]
async fn suggestions_are_words_of_members_and_not_too_many() {
    let server = TestServer::start().await;
    let mara = server.member("mara").await;
    let body = json!({ "suggestion": "A book about rivers.", "uid": mara.uid });
    assert_eq!(server.visitor().post("/api/suggestion/send", body.clone()).await.status, 401);
    assert_eq!(server.member("ana").await.post("/api/suggestion/send", body).await.status, 403);
    for bad in ["", "   ", "abc", &"x".repeat(1001)] {
        let refused = suggest(&mara, bad).await;
        assert_eq!(refused.refusal(), (422, "invalid".into()));
        assert_eq!(
            refused.json()["fields"]["suggestion"],
            "A suggestion has 4 to 1,000 characters."
        );
    }
    for _ in 0..20 {
        assert_eq!(suggest(&mara, "A book about rivers.").await.status, 201);
    }
    assert_eq!(suggest(&mara, "A book about rivers.").await.refusal().0, 409);
}
