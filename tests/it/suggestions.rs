//! Suggesting a book.

use std::sync::Arc;

use inkfold::admin::suggestions::Request;
use inkfold::admin::{self, Answer, books};
use inkfold::domain::policy::{Actor, Denied};
use inkfold::error::Error;
use inkfold::services::suggestions;
use serde_json::json;

use crate::support::{Member, Reply, TestServer, inkfold, json as answer_of, words};

async fn suggest(member: &Member, words: &str) -> Reply {
    member.post("/api/suggestion/send", json!({ "suggestion": words, "uid": member.uid })).await
}

async fn suggested(member: &Member, words: &str) -> String {
    suggest(member, words).await.json()["id"].as_str().unwrap().to_owned()
}

/// Performs a request as the operator; returns the answer, or the error in words.
async fn perform(
    server: &TestServer,
    request: impl Into<admin::Request>,
) -> Result<Answer, String> {
    let request = request.into();
    server
        .do_here(move |context| {
            admin::perform(context, request, &mut |_| {}).map_err(|error| error.to_string())
        })
        .await
}

fn done(suggestion: &str, book: Option<&str>, words: &str) -> Request {
    let (suggestion, book) = (suggestion.to_owned(), book.map(str::to_owned));
    Request::Done { suggestion, book, words: words.to_owned() }
}

/// The mails about suggestions, after all that is queued is done.
async fn answers(server: &TestServer) -> Vec<String> {
    server.run_jobs().await;
    let mut mails = server.mails();
    mails.retain(|mail| mail.contains("Subject: What became of your suggestion to Inkfold"));
    mails
}

#[tokio::test]
async fn member_is_told_once_about_suggestion() {
    let server = TestServer::start().await;
    let (mara, book) = (server.member("mara").await, server.book("Rivers", 2).await);
    let made = suggested(&mara, "A book about rivers.\nAnd boats.").await;
    perform(&server, done(&made, Some(&book), " Thank\nyou <b>all</b>. ")).await.unwrap();
    let mails = answers(&server).await;
    assert_eq!(mails.len(), 1);
    for part in [
        "To: mara@example.org",
        "Hello mara,",
        "\u{201c}A book about rivers. And boats.\u{201d}",
        "A book came of it: \u{201c}Rivers\u{201d}.",
        "http://127.0.0.1:8080/library",
        "In our own words: Thank you <b>all</b>.",
    ] {
        assert!(mails[0].contains(part), "{part}: {}", mails[0]);
    }

    // The same book again is no news; another, or none, is refused, and so are words that nobody would read.
    perform(&server, done(&made, Some(&book), "")).await.unwrap();
    let other = server.book("Boats", 2).await;
    for (request, words) in [
        (done(&made, Some(&other), ""), "Another book came of this suggestion already."),
        (done(&made, None, ""), "This suggestion is answered already."),
        (done(&made, Some(&book), "Hi"), "The member was told already: no words can be added."),
    ] {
        assert_eq!(perform(&server, request).await.unwrap_err(), words);
    }
    assert_eq!(answers(&server).await.len(), 1);
}

#[tokio::test]
async fn suggestion_answered_without_book_gets_one_later() {
    let server = TestServer::start().await;
    let mara = server.member("mara").await;
    let made = suggested(&mara, &"A book about rivers. ".repeat(20)).await;
    perform(&server, done(&made, None, "")).await.unwrap();
    let mails = answers(&server).await;
    assert!(mails[0].contains("there will be no book of its own for now"), "{}", mails[0]);
    assert!(
        mails[0].contains("A book about ri\u{2026}\u{201d}")
            && !mails[0].contains("In our own words")
    );

    let book = server.book("Rivers", 2).await;
    let Ok(Answer::Suggestion(later)) = perform(&server, done(&made, Some(&book), "")).await else {
        panic!("it was refused")
    };
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
        perform(&server, done(answered, None, "Thank you.")).await.unwrap();
    }
    let gone = perform(&server, done(&made[2], None, "")).await.unwrap_err();
    assert!(gone.starts_with("This suggestion was not found: `"), "{gone}");
    assert_eq!(answers(&server).await, Vec::<String>::new());
    let Ok(Answer::Suggestions(waiting)) =
        perform(&server, Request::List { answered: false }).await
    else {
        panic!("no list")
    };
    assert_eq!(waiting.len(), 0);
}

#[tokio::test]
async fn only_admins_answer_with_mailable_words() {
    let server = TestServer::start().await;
    let mara = server.member("mara").await;
    let made = suggested(&mara, "A book about rivers.").await;
    for bad in ["x".repeat(601), "\u{202e}sdrow".to_owned(), "\u{1b}[2J".to_owned()] {
        let refused = perform(&server, done(&made, None, &bad)).await.unwrap_err();
        assert!(refused.contains("The words to the member have"), "{refused}");
    }
    let unknown = perform(&server, done(&made, Some("nonsense"), "")).await.unwrap_err();
    assert!(unknown.starts_with("This book was not found: `nonsense`"), "{unknown}");
    let id = made.parse().unwrap();
    let visitor = Actor::Visitor;
    let refused = server
        .do_here(move |context| suggestions::answer(context, &visitor, id, None, "").err())
        .await;
    assert!(matches!(refused, Some(Error::Denied(Denied::SignInRequired))));
    let member = Actor::Member { account: mara.uid.parse().unwrap(), verified: true, admin: false };
    let refused = server
        .do_here(move |context| suggestions::answer(context, &member, id, None, "").err())
        .await;
    assert!(matches!(refused, Some(Error::Denied(Denied::Forbidden))));
    assert_eq!(answers(&server).await, Vec::<String>::new());
}

fn from(suggestion: &str, name: &str) -> books::Request {
    books::Request::Add(books::New {
        name: name.to_owned(),
        from: Some(suggestion.to_owned()),
        words: "Here it is.".to_owned(),
        ..books::New::default()
    })
}

#[tokio::test]
async fn suggestion_becomes_book_or_nothing_changes() {
    let server = TestServer::start().await;
    let mara = server.member("mara").await;
    let made = suggested(&mara, "A book about rivers.").await;
    let Ok(Answer::Book(book)) = perform(&server, from(&made, "Rivers")).await else {
        panic!("no book")
    };
    assert_eq!((book.name.as_str(), book.description.as_str()), ("Rivers", ""));
    let Ok(Answer::Suggestions(all)) = perform(&server, Request::List { answered: true }).await
    else {
        panic!("no list")
    };
    assert_eq!(all[0].bid, Some(book.bid));
    let mails = answers(&server).await;
    assert_eq!(mails.len(), 1);
    assert!(mails[0].contains("\u{201c}Rivers\u{201d}") && mails[0].contains("Here it is."));

    for (suggestion, name, words) in [
        (made.as_str(), "Boats", "Another book came of this suggestion already."),
        ("nonsense", "Boats", "This suggestion was not found: "),
        (made.as_str(), " ", "A book needs a name."),
    ] {
        let refused = perform(&server, from(suggestion, name)).await.unwrap_err();
        assert!(refused.contains(words), "{refused}");
    }
    let Ok(Answer::Books(shelf)) = perform(&server, books::Request::List).await else { panic!() };
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
        assert!(words(&again).contains("Another book came of this suggestion already."));
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

    let ask = |request| {
        server.do_here(move |context| admin::perform(context, request, &mut |_| {}).unwrap())
    };
    let list = |answered| ask(Request::List { answered }.into());
    let Answer::Suggestions(listed) = list(false).await else { panic!() };
    assert_eq!((listed[0].name.as_str(), listed.len()), ("mara", 1));
    assert_eq!(listed[0].text, "A book about rivers.\nAnd boats.");

    let done = Request::Done {
        suggestion: listed[0].id.clone(),
        book: Some(book.clone()),
        words: String::new(),
    };
    let Answer::Suggestion(done) = ask(done.into()).await else { panic!() };
    assert_eq!((done.bid, done.done_at.is_some()), (Some(book), true));
    let Answer::Suggestions(waiting) = list(false).await else { panic!() };
    let Answer::Suggestions(all) = list(true).await else { panic!() };
    assert_eq!((waiting.len(), all.len()), (0, 1));
}

#[test]
fn empty_list_and_unknown_suggestion_are_told() {
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
