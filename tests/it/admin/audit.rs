//! What admins did is written down, whatever it was.

use serde_json::{Value, json};

use super::{suggest, type_in};
use crate::support::{Member, PASSWORD, TestServer};

/// The log, oldest first: who, what, to what.
async fn log(admin: &Member) -> Vec<String> {
    let log = admin.get("/api/admin/audit").await.json();
    let line = |line: &Value| {
        let by = line["by"]["username"].as_str().unwrap_or("operator");
        format!("{by} {} {}", line["deed"].as_str().unwrap(), line["to"].as_str().unwrap())
    };
    let mut lines: Vec<String> = log.as_array().unwrap().iter().map(line).collect();
    lines.reverse();
    lines
}

#[tokio::test]
async fn deeds_about_members_are_written_down_once() {
    let server = TestServer::start().await;
    let (ada, leo) = (server.admin("ada").await, server.unverified("leo").await);
    let path = |verb: &str| format!("/api/admin/members/{}/{verb}", leo.uid);
    // The second of two alike changes nothing, and is not told.
    for change in ["verify", "verify", "promote", "demote", "disable", "enable"] {
        server.clock.advance(1);
        let changed = ada.post(&path("change"), json!({ "change": change })).await;
        assert_eq!(changed.status, 200, "{changed}");
    }
    server.clock.advance(1);
    ada.post(&path("reset-link"), json!({})).await;
    let deeds = ["verify", "promote", "demote", "disable", "enable", "reset-link"];
    assert_eq!(log(&ada).await, deeds.map(|deed| format!("ada {deed} member leo")));
    let last = json!({ "change": "demote" });
    let own = format!("/api/admin/members/{}/change", ada.uid);
    assert_eq!(ada.post(&own, last).await.status, 409);
    assert_eq!(log(&ada).await.len(), 6, "what was refused was not done");

    server.clock.advance(1);
    assert_eq!(ada.post(&path("delete"), json!({ "password": PASSWORD })).await.status, 204);
    let after = log(&ada).await;
    assert!(
        after[6].starts_with("ada delete-member ") && !after.join("\n").contains("leo"),
        "{after:?}"
    );
}

#[tokio::test]
async fn deeds_about_books_suggestions_and_mail_are_written_down() {
    let server = TestServer::start().await;
    let (ada, mara) = (server.admin("ada").await, server.member("mara").await);
    let made = ada.post("/api/admin/books", json!({ "name": "Rivers" })).await.json();
    let book = made["id"].as_str().unwrap();
    let path = |verb: &str| format!("/api/admin/books/{book}/{verb}");
    let act = async |path: &str, body: Value| {
        server.clock.advance(1);
        let done = ada.post(path, body).await;
        assert!(done.status < 300, "{path}: {done}");
    };
    act(&path("change"), json!({ "publishAt": 5 })).await;
    act(&path("change"), json!({ "publishAt": 5 })).await;
    act(&path("questions"), json!({ "questions": [{ "key": "a", "description": "What?" }] })).await;
    act(&path("questions/import"), json!({ "format": "csv", "text": "b,Where?" })).await;
    type_in(&mara, book, "a", "It rained.").await;
    act(&path("publish"), json!({})).await;
    server.run_jobs().await;
    act(&path("unpublish"), json!({})).await;
    let suggestion = suggest(&mara, "A book about boats.").await;
    act(&format!("/api/admin/suggestions/{suggestion}/done"), json!({ "words": "No." })).await;
    server.clock.advance(1);
    let rivers = "book Rivers";
    let id = book.parse().unwrap();
    server
        .do_here(move |app| {
            let operator = inkfold::domain::policy::Actor::Operator;
            inkfold::services::editions::publish(app, &operator, id).map(drop).unwrap();
        })
        .await;
    assert_eq!(
        log(&ada).await,
        [
            format!("ada add-book {rivers}"),
            format!("ada edit-book {rivers}"),
            format!("ada edit-questions {rivers}"),
            format!("ada edit-questions {rivers}"),
            format!("ada publish-book {rivers}"),
            format!("ada unpublish-book {rivers}"),
            format!("ada answer-suggestion suggestion {suggestion}"),
            format!("operator publish-book {rivers}"),
        ]
    );
    let newest = &ada.get("/api/admin/audit").await.json()[0];
    assert_eq!((&newest["note"], newest["by"].is_null()), (&json!("edition 2"), true));
    assert_eq!(mara.get("/api/admin/audit").await.refusal(), (403, "forbidden".into()));
}
