//! Editions after the first: what is new in them, and what becomes of a book that is unpublished.

use std::path::Path;
use std::time::{Duration, Instant};

use inkfold::domain::edition::Format;
use inkfold::domain::id::BookId;
use inkfold::domain::policy::Actor;
use inkfold::services::admin::books::{Failure, Request};
use inkfold::services::admin::{self, Answer};
use inkfold::services::{editions, search, sweep};
use inkfold::worker::Worker;
use serde_json::{Value, json};

use crate::support::{Community, Member, TestServer, inkfold, json as answer_of, root, words};

async fn type_in(member: &Member, book: &str, question: &str, post: &str) -> Value {
    let body = json!({
        "bid": book, "uid": member.uid, "qid": question, "post": post, "question": "",
    });
    member.post("/api/memo/text/publish", body).await.json()["memo"].clone()
}

async fn perform(server: &TestServer, request: Request) -> inkfold::error::Result<Answer> {
    server.do_here(move |app| admin::perform(app, request.into())).await
}

async fn unpublish(server: &TestServer, book: &str) -> String {
    match perform(server, Request::Unpublish { book: book.to_owned() }).await {
        Ok(Answer::Unpublished(edition)) => format!("edition {}", edition.edition),
        Ok(_) => panic!("another answer"),
        Err(error) => error.to_string(),
    }
}

/// The numbers of the editions that can be had, as anybody is told.
async fn editions_of(server: &TestServer, book: &str) -> Vec<u64> {
    let listed = server.visitor().get(&format!("/api/book/{book}/editions")).await.json();
    let numbers = listed.as_array().unwrap().iter();
    numbers.map(|edition| edition["edition"].as_u64().unwrap()).collect()
}

async fn status_of(server: &TestServer, book: &str) -> Value {
    server.visitor().post("/api/book", json!({ "bid": book })).await.json()["status"].clone()
}

#[tokio::test]
async fn anybody_lists_the_editions_of_a_book_and_downloads_earlier_ones() {
    let server = TestServer::start().await;
    let book = server.book("A year in ink", 5).await;
    let mara = server.member("mara").await;
    assert_eq!(editions_of(&server, &book).await, Vec::<u64>::new());
    type_in(&mara, &book, "q1", "It rained.").await;
    server.publish(&book).await;
    let anybody = server.visitor();
    let path = format!("/api/book/{book}/download");
    let first = anybody.get(&path).await.bytes;
    type_in(&mara, &book, "q2", "We sang.").await;
    server.publish(&book).await;

    let listed = anybody.get(&format!("/api/book/{book}/editions")).await.json();
    assert_eq!((&listed[0]["edition"], &listed[1]["edition"]), (&json!(2), &json!(1)));
    assert_eq!((&listed[0]["memos"], &listed[0]["pages"]), (&json!(2), &json!(7)));
    assert_eq!(listed[1]["publishedAt"]["_seconds"], 1_767_225_600);
    // An edition never changes.
    assert!(anybody.get(&format!("{path}?edition=1")).await.bytes == first);
    for nothing in ["?edition=0", "?edition=3"] {
        assert_eq!(anybody.get(&format!("{path}{nothing}")).await.status, 404);
    }
    assert_eq!(anybody.get("/api/book/nonsense/editions").await.status, 404);
}

#[tokio::test]
async fn the_library_shows_every_change_at_once() {
    let server = TestServer::start().await;
    let book = server.book("A year in ink", 5).await;
    let (mara, anybody) = (server.member("mara").await, server.visitor());
    let shown = async || {
        // The second answer is the one that was kept.
        let list = async || anybody.post("/api/book/list", json!({})).await.json();
        let (list, again) = (list().await, list().await);
        assert_eq!(list, again);
        let first = &list[0];
        format!(
            "{} books, {} {}",
            list.as_array().unwrap().len(),
            first["memoCount"],
            first["status"]
        )
    };
    assert_eq!(shown().await, "1 books, 0 \"collecting\"");
    let memo = type_in(&mara, &book, "q1", "It rained.").await;
    assert_eq!(shown().await, "1 books, 1 \"collecting\"");
    server.publish(&book).await;
    assert_eq!(shown().await, "1 books, 1 \"published\"");
    unpublish(&server, &book).await;
    mara.post("/api/memo/remove", json!({ "id": memo["id"] })).await;
    assert_eq!(shown().await, "1 books, 0 \"collecting\"");
    server.book("Rivers", 5).await;
    assert_eq!(shown().await, "2 books, 0 \"collecting\"");
    // Members see their own counts, not what visitors are sent.
    type_in(&mara, &book, "q1", "It hailed.").await;
    let list = mara.post("/api/book/list", json!({})).await.json();
    let own = list.as_array().unwrap().iter().find(|shown| shown["id"] == *book).unwrap();
    assert_eq!((&own["userMemoCount"], &own["hasContributed"]), (&json!(1), &json!(true)));
}

#[tokio::test]
async fn a_book_without_memos_is_not_published() {
    let server = TestServer::start().await;
    let book = server.book("A year in ink", 5).await;
    let refused = perform(&server, Request::Publish { book: book.clone() }).await;
    assert_eq!(refused.map(|_| ()).unwrap_err().to_string(), "This book has no memos yet.");
    assert_eq!(editions_of(&server, &book).await, Vec::<u64>::new());
    assert_eq!(server.kept_pdfs().len(), 0);
    let shelf = server.visitor().post("/api/book", json!({ "bid": book })).await.json();
    assert_eq!(shelf["status"], "collecting");
}

#[tokio::test]
async fn an_edition_is_an_epub_too_and_stays_as_it_was_published() {
    let server = TestServer::start().await;
    let book = server.book("A year in ink", 5).await;
    let mara = server.member("mara").await;
    type_in(&mara, &book, "q1", "It rained.").await;
    server.publish(&book).await;
    let anybody = server.visitor();
    let path = format!("/api/book/{book}/download");
    let first = anybody.get(&format!("{path}?format=epub")).await;
    assert_eq!((first.status, first.header("content-type")), (200, "application/epub+zip"));
    assert!(first.header("content-disposition").contains("A year in ink.epub"));
    assert_eq!(first.header("content-length"), first.bytes.len().to_string());
    // What a reader looks for first, at its place.
    assert_eq!(&first.bytes[30..58], b"mimetypeapplication/epub+zip");
    assert_eq!(
        anybody.get(&format!("{path}?format=docx")).await.refusal(),
        (404, "not-found".into())
    );

    type_in(&mara, &book, "q1", "It hailed.").await;
    server.publish(&book).await;
    let listed = anybody.get(&format!("/api/book/{book}/editions")).await.json();
    assert_eq!(listed[1]["formats"], json!(["pdf", "epub"]));
    // The sweep takes nothing that can be downloaded.
    server.do_here(|app| sweep::remove_orphans(app, Duration::ZERO).unwrap()).await;
    let again = anybody.get(&format!("{path}?format=epub&edition=1")).await;
    assert!(again.bytes == first.bytes);
    unpublish(&server, &book).await;
    assert_eq!(anybody.get(&format!("{path}?format=epub&edition=1")).await.status, 404);
}

#[tokio::test]
async fn a_preview_is_an_epub_when_the_file_is_called_so() {
    let community = Community::start().await;
    let book = community.book.clone();
    type_in(&community.member, &book, "a", "It rained.").await;
    let folder = tempfile::tempdir().unwrap();
    for (name, beginning) in
        [("rivers.EPUB", &b"PK"[..]), ("rivers.pdf", b"%PDF"), ("rivers", b"%PDF")]
    {
        let file = folder.path().join(name);
        let made = community.inkfold(&["book", "compile", &book, "--out", file.to_str().unwrap()]);
        assert!(made.status.success(), "{}", words(&made));
        assert!(std::fs::read(&file).unwrap().starts_with(beginning), "{name}");
    }
}

#[tokio::test]
async fn a_book_that_is_unpublished_cannot_be_read_found_or_loved() {
    let server = TestServer::start().await;
    let book = server.book("A year in ink", 5).await;
    let (mara, ana) = (server.member("mara").await, server.member("ana").await);
    let memo = type_in(&mara, &book, "q1", "It rained.").await["id"].clone();
    for _ in 0..2 {
        server.publish(&book).await;
    }
    let anybody = server.visitor();
    let found = async |member: &Member| {
        server.do_here(|app| search::catch_up(app).unwrap()).await;
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
    assert_eq!(unpublish(&server, "nonsense").await, "This book was not found.");

    // What comes next has a number of its own, and brings nothing back that was withdrawn.
    server.publish(&book).await;
    assert_eq!(editions_of(&server, &book).await, [3]);
    assert_eq!(anybody.get(&format!("/api/book/{book}/download?edition=2")).await.status, 404);
    assert_eq!(anybody.get(&format!("/api/book/{book}/download")).await.status, 200);
    assert_eq!(found(&ana).await, 1);
}

#[tokio::test]
async fn an_unpublished_book_waits_for_as_many_new_entries_as_before() {
    let server = TestServer::start().await;
    let book = server.book("A year in ink", 5).await;
    server.publish_at(&book, 2).await;
    let mara = server.member("mara").await;
    let enter = async |question: &str| {
        type_in(&mara, &book, question, "It rained.").await;
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
async fn who_leaves_after_a_book_was_unpublished_takes_their_memos_along() {
    let server = TestServer::start().await;
    let book = server.book("A year in ink", 5).await;
    let (mara, ana) = (server.member("mara").await, server.member("ana").await);
    type_in(&mara, &book, "q1", "It rained.").await;
    type_in(&ana, &book, "q2", "We sang.").await;
    server.publish(&book).await;
    unpublish(&server, &book).await;
    let leave = json!({ "password": crate::support::PASSWORD, "name": "mara" });
    assert_eq!(mara.post("/api/account/delete", leave).await.status, 204);
    let shelf = ana.post("/api/book", json!({ "bid": book })).await.json();
    assert_eq!(shelf["memoCount"], 1);
    assert_eq!(changes(&server, &book).await, ["One answer was taken back"]);
}

/// What a preview says is new.
async fn changes(server: &TestServer, book: &str) -> Vec<String> {
    let answer =
        perform(server, Request::Compile { book: book.to_owned(), format: Format::Pdf }).await;
    let Ok(Answer::Compiled(compiled)) = answer else { panic!("no preview") };
    compiled.changes
}

#[tokio::test]
async fn a_later_edition_tells_what_is_new_in_it() {
    let server = TestServer::start().await;
    let book = server.book("A year in ink", 5).await;
    let (mara, jo) = (server.member("mara").await, server.member("jo").await);
    type_in(&mara, &book, "q1", "It rained.").await;
    let regretted = type_in(&mara, &book, "q2", "We sang.").await["id"].clone();
    assert_eq!(changes(&server, &book).await, Vec::<String>::new());
    server.publish(&book).await;
    assert_eq!(changes(&server, &book).await, Vec::<String>::new());
    let path = format!("/api/book/{book}/download");
    let first = server.visitor().get(&path).await.bytes;

    type_in(&mara, &book, "q1", "It hailed.").await;
    type_in(&mara, &book, "q5", "A letter.").await;
    type_in(&jo, &book, "q3", "A chair.").await;
    mara.post("/api/memo/remove", json!({ "id": regretted })).await;
    let new = [
        "New answers to 2 questions, by mara and jo",
        "mara changed the answer to question 1",
        "One answer was taken back",
    ];
    assert_eq!(changes(&server, &book).await, new);
    server.publish(&book).await;
    assert_eq!(changes(&server, &book).await, Vec::<String>::new());
    assert!(server.visitor().get(&format!("{path}?edition=1")).await.bytes == first);
}

#[tokio::test]
async fn admins_see_that_a_book_is_being_made() {
    let worker = Worker::of(&root().join("tests/fixtures/slow-worker.sh"));
    let server = TestServer::start_with_worker(worker, |_| {}).await;
    let book = server.book("A year in ink", 5).await;
    let (mara, ada) = (server.member("mara").await, server.admin("ada").await);
    type_in(&mara, &book, "q1", "It rained.").await;
    let since = async |who: &Member| {
        let shown = who.post("/api/book", json!({ "bid": book })).await.json();
        shown["compilingSince"]["_seconds"].as_i64()
    };
    assert_eq!(since(&ada).await, None);
    let id: BookId = book.parse().unwrap();
    let making = server.do_here(move |app| editions::publish(app, &Actor::Operator, id).map(drop));
    let looking = async {
        let begun = Instant::now();
        while since(&ada).await.is_none() {
            assert!(begun.elapsed() < Duration::from_secs(30), "nothing is being made");
        }
        let Ok(Answer::Book(shown)) = perform(&server, Request::Show { book: book.clone() }).await
        else {
            panic!("no book")
        };
        (since(&ada).await, since(&mara).await, shown.compiling_since)
    };
    let (made, seen) = tokio::join!(making, looking);
    assert_eq!(seen, (Some(1_767_225_600), None, Some("2026-01-01T00:00:00Z".to_owned())));
    made.unwrap_err();
    assert_eq!((since(&ada).await, editions_of(&server, &book).await), (None, vec![]));
}

/// What `book show` and its JSON say of a failure.
async fn failure(server: &TestServer, book: &str) -> Option<Failure> {
    let shown = perform(server, Request::Show { book: book.to_owned() }).await;
    let Ok(Answer::Book(shown)) = shown else { panic!("no book") };
    shown.last_failure
}

#[tokio::test]
async fn admins_see_why_a_book_could_not_be_made_until_it_is() {
    let worker = Worker::of(Path::new("/bin/false"));
    let server = TestServer::start_with_worker(worker, |_| {}).await;
    let book = server.book("A year in ink", 5).await;
    let other = server.book("Rivers", 5).await;
    server.publish_at(&book, 1).await;
    let mara = server.member("mara").await;
    assert!(failure(&server, &book).await.is_none());
    type_in(&mara, &book, "q1", "It rained.").await;
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

    // The same in text, offline, where it can be made.
    let (folder, data) = (tempfile::tempdir().unwrap(), server.app.config.data_dir.clone());
    std::fs::copy(data.join("inkfold.redb"), folder.path().join("inkfold.redb")).unwrap();
    let show =
        || String::from_utf8(inkfold(folder.path(), &["book", "show", &book]).stdout).unwrap();
    let told = show();
    let tried = "Making it failed at 2026-01-01T09:01:00Z, after 10 tries: the document could not";
    assert!(told.contains(tried) && told.contains("It was given up"), "{told}");
    let listed = inkfold(folder.path(), &["book", "list"]);
    assert!(
        String::from_utf8_lossy(&listed.stdout)
            .contains("A year in ink  1 memos, collecting, publishes at 1, making it failed")
    );
    let published = inkfold(folder.path(), &["book", "publish", &book, "--yes"]);
    assert!(published.status.success(), "{}", words(&published));
    assert!(!show().contains("failed"), "{}", show());
    let shown = answer_of(&inkfold(folder.path(), &["book", "show", &book, "--json"]));
    assert_eq!((&shown["edition"], &shown["lastFailure"]), (&json!(1), &Value::Null));
}

#[tokio::test]
async fn a_member_cannot_ask_why_a_book_could_not_be_made() {
    let server = TestServer::start().await;
    let mara = server.member("mara").await;
    let actor = Actor::Member { account: mara.uid.parse().unwrap(), verified: true, admin: false };
    let refused = server.do_here(move |app| editions::failures(app, &actor).is_err()).await;
    assert!(refused);
    assert!(server.do_here(|app| editions::failures(app, &Actor::Visitor).is_err()).await);
}

#[tokio::test]
async fn a_book_that_was_being_made_when_the_power_failed_is_made_after_the_next_start() {
    let mut community = Community::that_publishes_at("1").await;
    let book = community.book.clone();
    type_in(&community.member, &book, "a", "It rained.").await;
    let begun = Instant::now();
    while community.running.children() == 0 {
        assert!(begun.elapsed() < Duration::from_mins(1), "nobody typesets");
    }
    community.running.kill();
    let shown = answer_of(&community.inkfold(&["book", "show", &book, "--json"]));
    assert_eq!((&shown["edition"], &shown["memoCount"]), (&json!(0), &json!(1)));

    community.start_again().await;
    let path = format!("/api/book/{book}/editions");
    let begun = Instant::now();
    let editions = loop {
        let editions = community.member.get(&path).await.json();
        if editions != json!([]) {
            break editions;
        }
        assert!(begun.elapsed() < Duration::from_mins(2), "it is never made");
    };
    assert_eq!((editions.as_array().unwrap().len(), &editions[0]["edition"]), (1, &json!(1)));
    let pdf = community.member.get(&format!("/api/book/{book}/download")).await;
    assert!(pdf.status == 200 && pdf.bytes.starts_with(b"%PDF-"));
}

#[tokio::test]
async fn a_book_is_unpublished_alike_offline_and_through_a_server() {
    let mut community = Community::that_publishes_at("20").await;
    let book = community.book.clone();
    type_in(&community.member, &book, "a", "It rained.").await;
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
        // Without a terminal nothing is done that was not clearly meant.
        let unsure = community.inkfold(&["book", "unpublish", &book]);
        assert_eq!(unsure.status.code(), Some(1));
        assert_eq!(number(&answer_of(&run(&community, "book unpublish"))), published);
        assert!(run(&community, "book editions").stdout.is_empty());
        let again = run(&community, "book unpublish");
        assert_eq!(again.status.code(), Some(1));
        assert!(words(&again).contains("This book is not published."), "{}", words(&again));
    }
    let unknown = community.inkfold(&["book", "unpublish", "nonsense", "--yes"]);
    assert!(words(&unknown).contains("This book was not found."), "{}", words(&unknown));
}
