//! Books that open and close, and are published when they close.

use inkfold::config::TimeZone;
use inkfold::domain::policy::Actor;
use inkfold::domain::time::Timestamp;
use inkfold::services::memos::{self, SubmissionRequest};
use serde_json::{Value, json};

use crate::support::{Member, Reply, TestServer, fill, inkfold, noise, words};

const HOUR: i64 = 60 * 60;
const DAY: i64 = 24 * HOUR;

/// Server in Berlin, whose clock shows 1 January 2026, 01:00.
async fn server() -> TestServer {
    TestServer::start_with(|config| {
        config.time_zone = TimeZone::try_from("Europe/Berlin".to_owned()).unwrap();
    })
    .await
}

async fn schedule(caller: &Member, book: &str, dates: Value) -> Reply {
    caller.post(&format!("/api/admin/books/{book}/schedule"), dates).await
}

async fn set(admin: &Member, book: &str, dates: Value) {
    let reply = schedule(admin, book, dates).await;
    assert_eq!(reply.status, 200, "{reply}");
}

async fn edition(caller: &Member, book: &str) -> u64 {
    let shown = caller.post("/api/book", json!({ "bid": book })).await.json();
    shown["edition"].as_u64().unwrap()
}

/// Submits an answer of every kind; returns the statuses and the messages.
async fn submit_all(member: &Member, book: &str) -> Vec<(u16, String)> {
    let text = member.submit_text(book, "q1", "It rained.").await;
    let hand = member.answer(book, &[("q1", &noise(1, 30))]).await;
    let blank = member.get(&format!("/assets/forms/{book}.pdf")).await.bytes;
    let page = reqwest::multipart::Form::new()
        .part("file", reqwest::multipart::Part::bytes(noise(2, 720)).file_name("page.png"))
        .text("bid", book.to_owned())
        .text("uid", member.uid.clone())
        .text("qid", "q1");
    let page = member.upload("/api/memo/page/publish", page).await;
    // The form can be read all the same.
    assert_eq!(member.extract(book, fill(&blank, 2, &[0])).await.status, 200);
    let said = |reply: &Reply| reply.json()["error"].as_str().unwrap_or_default().to_owned();
    [text, hand, page].iter().map(|reply| (reply.status, said(reply))).collect()
}

#[tokio::test]
async fn answers_are_refused_before_and_after_the_dates() {
    let server = server().await;
    let book = server.book("A year in ink", 2).await;
    let (ada, mara) = (server.admin("ada").await, server.member("mara").await);
    set(&ada, &book, json!({ "opens": "2026-01-02T08:00", "closes": "2026-01-03" })).await;

    let refused = submit_all(&mara, &book).await;
    let early = "This book opens on 2 January 2026, 08:00. Until then you can fill in its form, but not hand it in.";
    assert!(
        refused.iter().all(|(status, said)| (*status, said.as_str()) == (409, early)),
        "{refused:?}"
    );
    server.clock.advance(DAY + 7 * HOUR);
    let taken = submit_all(&mara, &book).await;
    assert!(taken.iter().all(|(status, _)| *status == 201), "{taken:?}");
    // A date alone means 23:59 in Berlin.
    server.clock.advance(DAY + 16 * HOUR - 61);
    assert_eq!(mara.submit_text(&book, "q2", "It snowed.").await.status, 201);
    server.clock.advance(1);
    let refused = submit_all(&mara, &book).await;
    let late = "This book closed on 3 January 2026, 23:59. No more answers can be handed in.";
    assert!(
        refused.iter().all(|(status, said)| (*status, said.as_str()) == (409, late)),
        "{refused:?}"
    );

    // What is in the book stays, and can be withdrawn.
    let memos = mara.post("/api/memo/list", json!({ "bid": book, "uid": mara.uid })).await.json();
    let id = memos[0]["id"].clone();
    assert_eq!(mara.post("/api/memo/remove", json!({ "id": id })).await.status, 204);
    let restored = mara.post("/api/memo/restore", json!({ "id": id })).await;
    assert_eq!(restored.status, 409, "to restore is to hand in: {restored}");
    set(&ada, &book, json!({})).await;
    assert_eq!(mara.submit_text(&book, "q2", "It thawed.").await.status, 201);
}

#[tokio::test]
async fn closing_book_is_published_by_date() {
    let server = server().await;
    let book = server.book("A year in ink", 2).await;
    let (ada, mara) = (server.admin("ada").await, server.member("mara").await);
    server.publish_threshold(&book, 1).await;
    set(&ada, &book, json!({ "closes": "2026-01-01T12:00", "readyBy": "date" })).await;
    mara.submit_text(&book, "q1", "It rained.").await;
    server.run_jobs().await;
    assert_eq!(edition(&mara, &book).await, 0, "enough answers make no edition");
    server.clock.advance(11 * HOUR + 60);
    server.run_jobs().await;
    assert_eq!(edition(&mara, &book).await, 1);
    // Nothing new, nothing to publish.
    set(&ada, &book, json!({ "closes": "2026-01-01T12:01", "readyBy": "date" })).await;
    server.clock.advance(HOUR);
    server.run_jobs().await;
    assert_eq!(edition(&mara, &book).await, 1);
}

#[tokio::test]
async fn book_is_published_by_entries_and_date() {
    let server = server().await;
    let book = server.book("A year in ink", 2).await;
    let (ada, mara) = (server.admin("ada").await, server.member("mara").await);
    server.publish_threshold(&book, 1).await;
    set(&ada, &book, json!({ "closes": "2026-01-01T12:00", "readyBy": "both" })).await;
    mara.submit_text(&book, "q1", "It rained.").await;
    server.run_jobs().await;
    assert_eq!(edition(&mara, &book).await, 1);
    server.publish_threshold(&book, 9).await;
    server.clock.advance(10);
    mara.submit_text(&book, "q2", "It snowed.").await;
    server.run_jobs().await;
    assert_eq!(edition(&mara, &book).await, 1);
    server.clock.advance(11 * HOUR + 60);
    server.run_jobs().await;
    assert_eq!(edition(&mara, &book).await, 2);
}

#[tokio::test]
async fn postponed_book_is_not_published_early() {
    let server = server().await;
    let book = server.book("A year in ink", 2).await;
    let (ada, mara) = (server.admin("ada").await, server.member("mara").await);
    set(&ada, &book, json!({ "closes": "2026-01-01T12:00", "readyBy": "date" })).await;
    set(&ada, &book, json!({ "closes": "2026-01-02T12:00", "readyBy": "date" })).await;
    mara.submit_text(&book, "q1", "It rained.").await;
    server.clock.advance(12 * HOUR);
    server.run_jobs().await;
    assert_eq!(edition(&mara, &book).await, 0);
    // A book that is closed at once is published at once.
    set(&ada, &book, json!({ "closes": "2026-01-01T12:30", "readyBy": "date" })).await;
    server.run_jobs().await;
    assert_eq!(edition(&mara, &book).await, 1);
}

#[tokio::test]
async fn upload_that_began_in_time_counts() {
    let server = server().await;
    let book = server.book("A year in ink", 2).await;
    let (ada, mara) = (server.admin("ada").await, server.member("mara").await);
    set(&ada, &book, json!({ "closes": "2026-01-01T12:00", "readyBy": "date" })).await;
    mara.submit_text(&book, "q1", "It rained.").await;
    let (id, claimed) = (book.parse().unwrap(), mara.uid.parse().unwrap());
    let submit = async |begun_before: i64| {
        server
            .run_service(move |context| {
                let actor = &Actor::full_member(claimed);
                let now = context.now();
                let begun_at = Timestamp { seconds: now.seconds - begun_before, ..now };
                let request = SubmissionRequest { actor, claimed, begun_at };
                memos::publish_text(context, &request, id, "q2", "It snowed.")?.wait()?;
                Ok::<_, inkfold::error::Error>(())
            })
            .await
    };
    server.clock.advance(11 * HOUR + 60);
    server.run_jobs().await;
    assert_eq!(edition(&mara, &book).await, 1);
    assert!(submit(60).await.is_err(), "it began when the book closed");
    submit(61).await.unwrap();
    server.run_jobs().await;
    assert_eq!(edition(&mara, &book).await, 2, "the late answer is printed too");
}

#[tokio::test]
async fn impossible_dates_are_refused_at_their_fields() {
    let server = server().await;
    let book = server.book("A year in ink", 2).await;
    let ada = server.admin("ada").await;
    for (dates, field) in [
        (json!({ "opens": "soon" }), "opens"),
        (json!({ "closes": "24.12.2026" }), "closes"),
        (json!({ "opens": "2026-02-01", "closes": "2026-01-01" }), "closes"),
        (json!({ "readyBy": "date" }), "closes"),
        (json!({ "readyBy": "luck" }), "readyBy"),
    ] {
        let refused = schedule(&ada, &book, dates).await;
        assert_eq!(refused.status, 422, "{refused}");
        assert!(refused.json()["fields"][field].is_string(), "{field}: {refused}");
    }
    let unknown = schedule(&ada, "00000000000000000000000000", json!({})).await;
    assert_eq!(unknown.status, 404);
}

#[tokio::test]
async fn dates_are_shown_to_everybody() {
    let server = server().await;
    let book = server.book("A year in ink", 2).await;
    let ada = server.admin("ada").await;
    set(&ada, &book, json!({ "closes": "2026-12-24 18:00", "readyBy": "both" })).await;
    let listed = server.visitor().post("/api/book/list", json!({})).await.json();
    let closes = &listed[0]["schedule"]["closes"];
    assert_eq!(closes["words"], "24 December 2026, 18:00");
    assert_eq!(closes["local"], "2026-12-24T18:00");
    assert_eq!(closes["at"]["_seconds"], 1_798_131_600);
    assert_eq!(listed[0]["schedule"]["readyBy"], "both");
    let audit = ada.get("/api/admin/audit").await.to_string();
    assert!(audit.contains("dates"), "{audit}");
}

#[test]
fn dates_are_set_at_the_command_line() {
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path();
    assert!(inkfold(data, &["init"]).status.success());
    let added = inkfold(data, &["book", "add", "--name", "Own", "--json"]);
    let book: Value = serde_json::from_slice(&added.stdout).unwrap();
    let book = book["bid"].as_str().unwrap();
    let set = |more: &[&str]| inkfold(data, &[&["book", "schedule", book], more].concat());
    let closing = set(&["--closes", "2026-12-24 18:00", "--ready-by", "date"]);
    let text = String::from_utf8(closing.stdout).unwrap();
    assert!(text.contains("publishes when it closes, closes 2026-12-24T18:00:00+00:00"), "{text}");
    let wrong = set(&["--closes", "tomorrow"]);
    assert_eq!(wrong.status.code(), Some(1), "{}", words(&wrong));
    assert!(words(&wrong).contains("Write a date and a time"), "{}", words(&wrong));
    let always = set(&["--always", "--json"]);
    let always: Value = serde_json::from_slice(&always.stdout).unwrap();
    assert_eq!((&always["closesAt"], &always["readyBy"]), (&Value::Null, &json!("entries")));
}
