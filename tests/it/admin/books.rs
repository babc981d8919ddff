//! Making and changing books.

use serde_json::json;

use super::{assert_admins_only, submit_text, suggest};
use crate::support::TestServer;

const BOOKS: &str = "/api/admin/books";

#[tokio::test]
async fn admin_creates_and_edits_a_book() {
    let server = TestServer::start().await;
    let ada = server.admin("ada").await;
    let new = json!({ "name": " Rivers ", "description": "Wet.", "publishAt": 3, "topics": ["water", "water"] });
    let made = ada.post(BOOKS, new).await;
    assert_eq!(made.status, 201, "{made}");
    let made = made.json();
    assert_eq!((&made["name"], &made["publishAt"]), (&json!("Rivers"), &json!(3)));
    assert_eq!((&made["topics"], &made["questionCount"]), (&json!(["water"]), &json!(0)));
    assert_eq!((&made["publishing"], made["lastFailure"].is_null()), (&json!(false), true));
    let path = format!("{BOOKS}/{}", made["id"].as_str().unwrap());

    let change = json!({ "description": "Wet and wide.", "topics": [] });
    let changed = ada.post(&format!("{path}/change"), change).await.json();
    assert_eq!(
        (&changed["name"], &changed["description"]),
        (&json!("Rivers"), &json!("Wet and wide."))
    );
    assert_eq!((&changed["topics"], &changed["publishAt"]), (&json!([]), &json!(3)));
    assert_eq!(ada.get(&path).await.json()["book"], changed);
    assert_eq!(ada.get(BOOKS).await.json(), json!([changed]));
    let shelf = server.visitor().post("/api/book/list", json!({})).await.json();
    assert_eq!(shelf[0]["description"], "Wet and wide.");
}

#[tokio::test]
async fn invalid_book_is_refused_field_by_field() {
    let server = TestServer::start().await;
    let ada = server.admin("ada").await;
    let bad = json!({ "name": " ", "description": "x".repeat(601), "publishAt": 0 });
    let refused = ada.post(BOOKS, bad.clone()).await;
    assert_eq!(refused.refusal(), (422, "invalid".into()));
    let fields = &refused.json()["fields"];
    assert_eq!(fields["name"], "A book needs a name.");
    assert!(fields["description"].is_string() && fields["publishAt"].is_string(), "{fields}");
    let book = server.book("Rivers", 1).await;
    let refused = ada.post(&format!("{BOOKS}/{book}/change"), bad).await;
    assert_eq!(&refused.json()["fields"], fields);
    for nothing in ["nonsense", "00000000000000000000000000"] {
        assert_eq!(ada.get(&format!("{BOOKS}/{nothing}")).await.status, 404);
        let change = ada.post(&format!("{BOOKS}/{nothing}/change"), json!({ "name": "B" })).await;
        assert_eq!(change.status, 404);
    }
    let name = json!({ "name": "Rivers" });
    assert_admins_only(&server, BOOKS, Some(name.clone())).await;
    let mara = server.member("mara").await;
    assert_eq!(mara.get(BOOKS).await.status, 403);
    assert_eq!(mara.post(&format!("{BOOKS}/{book}/change"), name).await.status, 403);
}

#[tokio::test]
async fn lowered_threshold_publishes_a_complete_book() {
    let server = TestServer::start().await;
    let (ada, mara) = (server.admin("ada").await, server.member("mara").await);
    let book = server.book("Rivers", 2).await;
    submit_text(&mara, &book, "q1", "It rained.").await;
    let path = format!("{BOOKS}/{book}");
    ada.post(&format!("{path}/change"), json!({ "publishAt": 1 })).await;
    server.run_jobs().await;
    let seen = ada.get(&path).await.json();
    assert_eq!((&seen["book"]["edition"], &seen["book"]["newMemos"]), (&json!(1), &json!(0)));
}

#[tokio::test]
async fn suggestion_becomes_a_book_once() {
    let server = TestServer::start().await;
    let (ada, mara) = (server.admin("ada").await, server.member("mara").await);
    let suggestion = suggest(&mara, "A book about rivers.").await;
    let body = json!({ "name": "Rivers", "from": suggestion, "words": "Here it is." });
    assert_eq!(ada.post(BOOKS, body.clone()).await.status, 201);
    assert_eq!(ada.post(BOOKS, body).await.refusal(), (409, "conflict".into()));
    server.run_jobs().await;
    assert!(server.mails().iter().any(|mail| mail.contains("Here it is.")));
    let unknown = ada.post(BOOKS, json!({ "name": "Boats", "from": "nonsense" })).await;
    assert_eq!(unknown.refusal(), (404, "not-found".into()));
    assert_eq!(ada.get(BOOKS).await.json().as_array().unwrap().len(), 1);
}
