//! Editions after the first: their changes, and unpublished books.

mod builds;
mod covers;
mod large;
mod missing_pictures;
mod print_files;
mod unpublishing;

use std::path::Path;
use std::time::{Duration, Instant};

use crate::support::{
    Community, Member, PASSWORD, TestServer, eventually, inkfold, json as answer_of, root, words,
};
use inkfold::domain::edition::Format;
use inkfold::domain::id::BookId;
use inkfold::domain::policy::Actor;
use inkfold::http::operator::books::{
    Book, Compilation, CompiledPreview, Edition, Failure, PublishedEdition,
};
use inkfold::sandbox::Sandbox;
use inkfold::services::operations::garbage_collection;
use inkfold::services::{editions, search};

use serde_json::{Value, json};

async fn submit_text(member: &Member, book: &str, question: &str, post: &str) -> Value {
    member.submit_text(book, question, post).await.json()["memo"].clone()
}

async fn unpublish(server: &TestServer, book: &str) -> String {
    let unpublished = server.operator_post(&format!("books/{book}/unpublish"), &()).await;
    unpublished
        .map_or_else(|error| error, |edition: Edition| format!("edition {}", edition.edition))
}

/// Returns the numbers of the editions that visitors can download.
async fn editions_of(server: &TestServer, book: &str) -> Vec<u64> {
    let listed = server.visitor().get(&format!("/api/book/{book}/editions")).await.json();
    let numbers = listed.as_array().unwrap().iter();
    numbers.map(|edition| edition["edition"].as_u64().unwrap()).collect()
}

async fn status_of(server: &TestServer, book: &str) -> Value {
    server.visitor().post("/api/book", json!({ "bid": book })).await.json()["status"].clone()
}

#[tokio::test]
async fn editions_are_listed_and_downloaded_publicly() {
    let server = TestServer::start().await;
    let book = server.book("A year in ink", 5).await;
    let mara = server.member("mara").await;
    assert_eq!(editions_of(&server, &book).await, Vec::<u64>::new());
    submit_text(&mara, &book, "q1", "It rained.").await;
    server.publish(&book).await;
    let anybody = server.visitor();
    let path = format!("/api/book/{book}/download");
    let first = anybody.get(&path).await.bytes;
    submit_text(&mara, &book, "q2", "We sang.").await;
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
async fn book_list_cache_reflects_every_change() {
    let server = TestServer::start().await;
    let book = server.book("A year in ink", 5).await;
    let (mara, anybody) = (server.member("mara").await, server.visitor());
    let shown = async || {
        // The second response comes from the cache.
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
    let memo = submit_text(&mara, &book, "q1", "It rained.").await;
    assert_eq!(shown().await, "1 books, 1 \"collecting\"");
    server.publish(&book).await;
    assert_eq!(shown().await, "1 books, 1 \"published\"");
    unpublish(&server, &book).await;
    mara.post("/api/memo/remove", json!({ "id": memo["id"] })).await;
    assert_eq!(shown().await, "1 books, 0 \"collecting\"");
    server.book("Rivers", 5).await;
    assert_eq!(shown().await, "2 books, 0 \"collecting\"");
}

#[tokio::test]
async fn count_queries_are_repeatable_for_each_member() {
    let server = TestServer::start().await;
    let book = server.book("A year in ink", 5).await;
    let readers = [server.member("mara").await, server.member("otto").await, server.visitor()];
    let shown = async || {
        let mut counts = Vec::new();
        for reader in readers.iter().chain(&readers) {
            let list = reader.post("/api/book/list", json!({})).await.json();
            counts.push([list[0]["memoCount"].as_u64(), list[0]["userMemoCount"].as_u64()]);
        }
        let again = counts.split_off(readers.len());
        assert_eq!(counts, again, "the second answer is the one that was kept");
        counts.into_iter().map(|count| count.map(Option::unwrap)).collect::<Vec<_>>()
    };
    assert_eq!(shown().await, [[0, 0], [0, 0], [0, 0]]);
    let memo = submit_text(&readers[0], &book, "q1", "It rained.").await;
    assert_eq!(shown().await, [[1, 1], [1, 0], [1, 0]]);
    submit_text(&readers[1], &book, "q1", "It hailed.").await;
    assert_eq!(shown().await, [[2, 1], [2, 1], [2, 0]]);
    readers[0].post("/api/memo/remove", json!({ "id": memo["id"] })).await;
    assert_eq!(shown().await, [[1, 0], [1, 1], [1, 0]]);
    // A member who has signed out is a visitor, and does not get the cached response.
    readers[1].post("/signout", json!({})).await;
    assert_eq!(shown().await, [[1, 0], [1, 0], [1, 0]]);
}

#[tokio::test]
async fn book_without_memos_is_not_published() {
    let server = TestServer::start().await;
    let book = server.book("A year in ink", 5).await;
    let refused =
        server.operator_post::<PublishedEdition>(&format!("books/{book}/publish"), &()).await;
    assert_eq!(refused.unwrap_err(), "This book has no memos yet.");
    assert_eq!(editions_of(&server, &book).await, Vec::<u64>::new());
    assert_eq!(server.kept_pdfs().len(), 0);
    let shelf = server.visitor().post("/api/book", json!({ "bid": book })).await.json();
    assert_eq!(shelf["status"], "collecting");
}

#[tokio::test]
async fn edition_has_epub_that_never_changes() {
    let server = TestServer::start().await;
    let book = server.book("A year in ink", 5).await;
    let mara = server.member("mara").await;
    submit_text(&mara, &book, "q1", "It rained.").await;
    server.publish(&book).await;
    let anybody = server.visitor();
    let path = format!("/api/book/{book}/download");
    let first = anybody.get(&format!("{path}?format=epub")).await;
    assert_eq!((first.status, first.header("content-type")), (200, "application/epub+zip"));
    assert!(first.header("content-disposition").contains("A year in ink.epub"));
    assert_eq!(first.header("content-length"), first.bytes.len().to_string());
    // An EPUB reader expects the media type at this offset.
    assert_eq!(&first.bytes[30..58], b"mimetypeapplication/epub+zip");
    assert_eq!(
        anybody.get(&format!("{path}?format=docx")).await.refusal(),
        (404, "not-found".into())
    );

    submit_text(&mara, &book, "q1", "It hailed.").await;
    server.publish(&book).await;
    let listed = anybody.get(&format!("/api/book/{book}/editions")).await.json();
    assert_eq!(listed[1]["formats"], json!(["pdf", "epub"]));
    // Garbage collection removes no file of an edition.
    server
        .run_service(|context| {
            garbage_collection::collect(
                context,
                Duration::ZERO,
                garbage_collection::CollectionLimit::All,
            )
            .unwrap()
        })
        .await;
    let again = anybody.get(&format!("{path}?format=epub&edition=1")).await;
    assert!(again.bytes == first.bytes);
    unpublish(&server, &book).await;
    assert_eq!(anybody.get(&format!("{path}?format=epub&edition=1")).await.status, 404);
}

#[tokio::test]
async fn preview_is_epub_when_named_so() {
    let community = Community::start().await;
    let book = community.book.clone();
    submit_text(&community.member, &book, "a", "It rained.").await;
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

/// Compiles a preview; returns its list of changes.
async fn changes(server: &TestServer, book: &str) -> Vec<String> {
    let compilation = Compilation::of(Format::Pdf);
    let compiled: Result<CompiledPreview, String> =
        server.operator_post(&format!("books/{book}/compile"), &compilation).await;
    compiled.unwrap().changes
}

#[tokio::test]
async fn later_edition_lists_changes_since_the_last() {
    let server = TestServer::start().await;
    let book = server.book("A year in ink", 5).await;
    let (mara, jo) = (server.member("mara").await, server.member("jo").await);
    submit_text(&mara, &book, "q1", "It rained.").await;
    let regretted = submit_text(&mara, &book, "q2", "We sang.").await["id"].clone();
    assert_eq!(changes(&server, &book).await, Vec::<String>::new());
    server.publish(&book).await;
    assert_eq!(changes(&server, &book).await, Vec::<String>::new());
    let path = format!("/api/book/{book}/download");
    let first = server.visitor().get(&path).await.bytes;

    submit_text(&mara, &book, "q1", "It hailed.").await;
    submit_text(&mara, &book, "q5", "A letter.").await;
    submit_text(&jo, &book, "q3", "A chair.").await;
    mara.post("/api/memo/remove", json!({ "id": regretted })).await;
    let new = [
        "New answers to 2 questions, by mara and jo",
        "mara changed the answer to question 1",
        "One answer was withdrawn",
    ];
    assert_eq!(changes(&server, &book).await, new);
    server.publish(&book).await;
    assert_eq!(changes(&server, &book).await, Vec::<String>::new());
    assert!(server.visitor().get(&format!("{path}?edition=1")).await.bytes == first);
}
