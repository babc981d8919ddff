//! Suggestions of books.

use std::sync::Arc;

use crate::support::{Member, Reply, TestServer, inkfold, json as answer_of, words};
use inkfold::domain::policy::{Actor, Denied};
use inkfold::error::Error;
use inkfold::http::operator::books;
use inkfold::http::operator::suggestions::{Outcome, Suggestion};
use inkfold::services::books::suggestions;

use serde_json::json;

async fn suggest(member: &Member, words: &str) -> Reply {
    member.post("/api/suggestion/send", json!({ "suggestion": words, "uid": member.uid })).await
}

async fn suggested(member: &Member, words: &str) -> String {
    suggest(member, words).await.json()["id"].as_str().unwrap().to_owned()
}

/// Answers a suggestion as the operator; returns the suggestion, or the error in words.
async fn answer(
    server: &TestServer,
    suggestion: &str,
    book: Option<&str>,
    words: &str,
) -> Result<Suggestion, String> {
    let outcome = Outcome { book: book.map(str::to_owned), words: words.to_owned() };
    server.operator_post(&format!("suggestions/{suggestion}/answer"), &outcome).await
}

/// Suggestions as the operator lists them: the open ones, or all.
async fn list(server: &TestServer, answered: bool) -> Vec<Suggestion> {
    server.operator_get(&format!("suggestions?answered={answered}")).await.unwrap()
}

/// Mails about suggestions, after all queued jobs are done.
async fn answers(server: &TestServer) -> Vec<String> {
    server.run_jobs().await;
    let mut mails = server.mails();
    mails.retain(|mail| mail.contains("Subject: What became of your suggestion to Inkfold"));
    mails
}

#[tokio::test]
async fn answered_suggestion_is_mailed_once() {
    let server = TestServer::start().await;
    let (mara, book) = (server.member("mara").await, server.book("Rivers", 2).await);
    let made = suggested(&mara, "A book about rivers.\nAnd boats.").await;
    answer(&server, &made, Some(&book), " Thank\r\nyou <b>all</b>.\n\nSee you! ").await.unwrap();
    let mails = answers(&server).await;
    assert_eq!(mails.len(), 1);
    for part in [
        "To: mara@example.org",
        "Hello mara,",
        "\u{201c}A book about rivers.\nAnd boats.\u{201d}\n",
        "A book came of it: \u{201c}Rivers\u{201d}.",
        "http://127.0.0.1:8080/library",
        "In our own words: Thank\nyou <b>all</b>.\n\nSee you!\n",
    ] {
        assert!(mails[0].replace("\r\n", "\n").contains(part), "{part}: {}", mails[0]);
    }

    // Repeating the book changes nothing; another book, none, or a second message is refused.
    answer(&server, &made, Some(&book), "").await.unwrap();
    let other = server.book("Boats", 2).await;
    for (book, to_member, words) in [
        (Some(&other), "", "This suggestion has already become another book."),
        (None, "", "This suggestion has already been answered."),
        (Some(&book), "Hi", "The member has already been told. A message can't be added."),
    ] {
        let refused = answer(&server, &made, book.map(String::as_str), to_member).await;
        assert_eq!(refused.unwrap_err(), words);
    }
    assert_eq!(answers(&server).await.len(), 1);
}

#[tokio::test]
async fn suggestion_answered_without_book_gets_one_later() {
    let server = TestServer::start().await;
    let mara = server.member("mara").await;
    let made = suggested(&mara, &"A book about rivers. ".repeat(20)).await;
    answer(&server, &made, None, "").await.unwrap();
    let mails = answers(&server).await;
    assert!(mails[0].contains("there will be no book of its own for now"), "{}", mails[0]);
    assert!(
        mails[0].contains("A book about ri\u{2026}\u{201d}")
            && !mails[0].contains("In our own words")
    );

    let book = server.book("Rivers", 2).await;
    let later = answer(&server, &made, Some(&book), "").await.unwrap();
    assert_eq!(later.bid, Some(book));
    assert_eq!(answers(&server).await.len(), 1);
}

#[tokio::test]
async fn deleted_disabled_or_unproven_member_is_not_mailed() {
    let server = TestServer::start().await;
    let members =
        [server.member("mara").await, server.unverified("una").await, server.member("leo").await];
    let mut made = Vec::new();
    for member in &members {
        made.push(suggested(member, "A book about rivers.").await);
    }
    server.disable(&members[0]).await;
    let leave = json!({ "password": crate::support::PASSWORD, "name": "leo" });
    assert_eq!(members[2].post("/api/account/delete", leave).await.status, 204);
    for answered in &made[..2] {
        answer(&server, answered, None, "Thank you.").await.unwrap();
    }
    let gone = answer(&server, &made[2], None, "").await.unwrap_err();
    assert!(gone.starts_with("This suggestion was not found: `"), "{gone}");
    assert_eq!(answers(&server).await, Vec::<String>::new());
    assert_eq!(list(&server, false).await.len(), 0);
}

#[tokio::test]
async fn only_admins_answer_suggestions_in_printable_text() {
    let server = TestServer::start().await;
    let mara = server.member("mara").await;
    let made = suggested(&mara, "A book about rivers.").await;
    for bad in ["x".repeat(601), "\u{202e}sdrow".to_owned(), "\u{1b}[2J".to_owned()] {
        let refused = answer(&server, &made, None, &bad).await.unwrap_err();
        assert!(refused.contains("message has"), "{refused}");
    }
    let unknown = answer(&server, &made, Some("nonsense"), "").await.unwrap_err();
    assert!(unknown.starts_with("This book was not found: `nonsense`"), "{unknown}");
    let id = made.parse().unwrap();
    let visitor = Actor::Visitor;
    let refused = server
        .run_service(move |context| suggestions::answer(context, &visitor, id, None, "").err())
        .await;
    assert!(matches!(refused, Some(Error::Denied(Denied::SignInRequired))));
    let member = Actor::full_member(mara.uid.parse().unwrap());
    let refused = server
        .run_service(move |context| suggestions::answer(context, &member, id, None, "").err())
        .await;
    assert!(matches!(refused, Some(Error::Denied(Denied::Forbidden))));
    assert_eq!(answers(&server).await, Vec::<String>::new());
}

/// Makes a book of a suggestion as the operator.
async fn make_book(
    server: &TestServer,
    suggestion: &str,
    name: &str,
) -> Result<books::Book, String> {
    let new = books::NewBook {
        name: name.to_owned(),
        from: Some(suggestion.to_owned()),
        words: "Here it is.".to_owned(),
        ..books::NewBook::default()
    };
    server.operator_post("books", &new).await
}

#[tokio::test]
async fn suggestion_becomes_book_or_nothing_changes() {
    let server = TestServer::start().await;
    let mara = server.member("mara").await;
    let made = suggested(&mara, "A book about rivers.").await;
    let book = make_book(&server, &made, "Rivers").await.unwrap();
    assert_eq!((book.name.as_str(), book.description.as_str()), ("Rivers", ""));
    assert_eq!(list(&server, true).await[0].bid, Some(book.bid));
    let mails = answers(&server).await;
    assert_eq!(mails.len(), 1);
    assert!(mails[0].contains("\u{201c}Rivers\u{201d}") && mails[0].contains("Here it is."));

    for (suggestion, name, words) in [
        (made.as_str(), "Boats", "This suggestion has already become another book."),
        ("nonsense", "Boats", "This suggestion was not found: "),
        (made.as_str(), " ", "A book needs a name."),
    ] {
        let refused = make_book(&server, suggestion, name).await.unwrap_err();
        assert!(refused.contains(words), "{refused}");
    }
    let shelf: Vec<books::Book> = server.operator_get("books").await.unwrap();
    assert_eq!((shelf.len(), answers(&server).await.len()), (1, 1));
}

#[tokio::test]
async fn suggested_book_works_same_offline() {
    let server = TestServer::start().await;
    let mara = server.member("mara").await;
    let made = suggested(&mara, "A book about rivers.").await;
    let (folder, data) = (tempfile::tempdir().unwrap(), server.context.config().data_dir.clone());
    let copy = folder.path().join("copy");
    std::fs::create_dir_all(&copy).unwrap();
    std::fs::copy(data.join("inkfold.redb"), copy.join("inkfold.redb")).unwrap();
    inkfold::server::admin_socket::listen(Arc::clone(&server.context)).unwrap();
    for (data, way) in [(&data, "by the running server"), (&copy, "offline")] {
        let add = ["book", "add", "--name", "Rivers", "--from", &made, "--words", "Here it is."];
        let added = inkfold(data, &[&add[..], &["--json"]].concat());
        let book = answer_of(&added);
        assert!(words(&added).contains(way), "{}", words(&added));
        assert_eq!((&book["name"], &book["description"]), (&json!("Rivers"), &json!("")));
        let listed = answer_of(&inkfold(data, &["suggestion", "list", "--done", "--json"]));
        assert_eq!(listed["bid"], book["bid"]);
        let queued = answer_of(&inkfold(data, &["mail", "list", "--json"]));
        assert_eq!(queued["subject"], "What became of your suggestion to Inkfold");

        let again = inkfold(data, &add);
        assert_eq!(again.status.code(), Some(1));
        assert!(words(&again).contains("This suggestion has already become another book."));
        let no_suggestion = inkfold(data, &["book", "add", "--name", "B", "--words", "Hi"]);
        assert_eq!(no_suggestion.status.code(), Some(2));
        assert_eq!(answer_of(&inkfold(data, &["book", "list", "--json"]))["bid"], book["bid"]);
    }
    let help = inkfold(&copy, &["book", "add", "--help"]);
    assert!(String::from_utf8_lossy(&help.stdout).contains("--name Rivers --from 01k"));
}

#[tokio::test]
async fn admin_reads_suggestion_and_makes_book() {
    let server = TestServer::start().await;
    let (mara, book) = (server.member("mara").await, server.book("Rivers", 2).await);
    assert_eq!(suggest(&mara, "A book about rivers.\nAnd boats.").await.status, 201);

    let listed = list(&server, false).await;
    assert_eq!((listed[0].name.as_str(), listed.len()), ("mara", 1));
    assert_eq!(listed[0].text, "A book about rivers.\nAnd boats.");

    let done = answer(&server, &listed[0].id, Some(&book), "").await.unwrap();
    assert_eq!((done.bid, done.done_at.is_some()), (Some(book), true));
    let (waiting, all) = (list(&server, false).await, list(&server, true).await);
    assert_eq!((waiting.len(), all.len()), (0, 1));
}

#[test]
fn unknown_suggestion_is_reported_not_found() {
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().join("data");
    inkfold(&data, &["init"]);
    assert!(inkfold(&data, &["suggestion", "list", "--json"]).stdout.is_empty());
    let unknown = inkfold(&data, &["suggestion", "done", "nonsense"]);
    assert_eq!(unknown.status.code(), Some(1));
    assert!(words(&unknown).contains("This suggestion was not found: "), "{}", words(&unknown));
}

#[tokio::test]
async fn suggestions_are_limited_and_for_members() {
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
