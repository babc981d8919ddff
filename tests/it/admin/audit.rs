//! Audit log: every action of an admin has its entry.

use std::fs;

use crate::support::{Member, PASSWORD, TestServer, noise};
use inkfold::domain::blob::BlobHash;
use inkfold::http::operator::backups::{MadeBackup, NewBackup};
use inkfold::http::operator::database::{Repair, Sweep};
use inkfold::http::operator::users::{AddedUser, ExportedMember, NewUser, Session, SessionsEnded};
use inkfold::services::operations::garbage_collection::CollectionLimit;

use reqwest::Method;
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};

use super::{assert_admins_only, submit_text, suggest};

/// Log, oldest first: actor, action and target of each entry.
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
async fn member_actions_are_audited_once() {
    let server = TestServer::start().await;
    let (ada, leo) = (server.admin("ada").await, server.unverified("leo").await);
    let path = |action: &str| format!("/api/admin/members/{}/{action}", leo.uid);
    // The second `verify` changes nothing and is not logged.
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
async fn book_suggestion_and_mail_actions_are_audited() {
    let server = TestServer::start().await;
    let (ada, mara) = (server.admin("ada").await, server.member("mara").await);
    let made = ada.post("/api/admin/books", json!({ "name": "Rivers" })).await.json();
    let book = made["id"].as_str().unwrap();
    let path = |action: &str| format!("/api/admin/books/{book}/{action}");
    let act = async |path: &str, body: Value| {
        server.clock.advance(1);
        let done = ada.post(path, body).await;
        assert!(done.status < 300, "{path}: {done}");
    };
    act(&path("change"), json!({ "publishAt": 5 })).await;
    act(&path("change"), json!({ "publishAt": 5 })).await;
    act(&path("questions"), json!({ "questions": [{ "key": "a", "description": "What?" }] })).await;
    act(&path("questions/import"), json!({ "format": "csv", "text": "b,Where?" })).await;
    submit_text(&mara, book, "a", "It rained.").await;
    act(&path("publish"), json!({})).await;
    server.run_jobs().await;
    act(&path("unpublish"), json!({})).await;
    let suggestion = suggest(&mara, "A book about boats.").await;
    act(&format!("/api/admin/suggestions/{suggestion}/done"), json!({ "words": "No." })).await;
    server.clock.advance(1);
    let rivers = "book Rivers";
    let id = book.parse().unwrap();
    server
        .run_service(move |context| {
            let operator = inkfold::domain::policy::Actor::Operator;
            inkfold::services::editions::publish(context, &operator, id).map(drop).unwrap();
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

/// Posts to the operator API, with the clock one second later than before.
async fn post<T: DeserializeOwned>(
    server: &TestServer,
    path: &str,
    body: &impl Serialize,
) -> Result<T, String> {
    server.clock.advance(1);
    server.operator_post(path, body).await
}

/// Ends all sessions of mara.
async fn end_sessions(server: &TestServer) {
    server.clock.advance(1);
    server.operate::<SessionsEnded>(Method::DELETE, "users/mara/sessions", &()).await.unwrap();
}

fn newcomer(name: &str) -> NewUser {
    NewUser {
        email: format!("{name}@example.org"),
        username: name.into(),
        name: name.into(),
        password: Some(PASSWORD.into()),
        admin: true,
        verified: true,
    }
}

#[tokio::test]
async fn account_session_and_export_actions_are_audited() {
    let server = TestServer::start().await;
    let ada = server.admin("ada").await;
    server.member("mara").await;
    let sign_up = json!({
        "email": "otto@example.org", "password": PASSWORD,
        "extra": { "username": "otto", "name": "Otto" },
    });
    assert_eq!(server.visitor().post("/register", sign_up).await.status, 201);
    assert_eq!(log(&ada).await.len(), 0, "who comes alone is nobody's deed");

    post::<AddedUser>(&server, "users", &newcomer("leo")).await.unwrap();
    end_sessions(&server).await;
    post::<ExportedMember>(&server, "users/mara/export", &()).await.unwrap();
    let made: MadeBackup = post(&server, "backups", &NewBackup { to: None }).await.unwrap();
    server.clock.advance(1);
    assert_eq!(ada.post("/api/admin/backups", json!({})).await.status, 202);
    let deeds = [
        "operator add-member member leo".to_owned(),
        "operator end-sessions member mara".to_owned(),
        "operator export-member member mara".to_owned(),
        format!("operator back-up backup {}", made.backup.name),
        "ada back-up backup".to_owned(),
    ];
    assert_eq!(log(&ada).await, deeds);
    let notes = ada.get("/api/admin/audit").await.json();
    let notes: Vec<&Value> =
        notes.as_array().unwrap().iter().map(|line| &line["note"]).rev().collect();
    assert_eq!(notes, ["an admin", "1 session", "", "", "asked for"]);

    // Requests that are refused or change nothing are not logged.
    post::<AddedUser>(&server, "users", &newcomer("leo")).await.unwrap_err();
    end_sessions(&server).await;
    let unknown = "users/mara/sessions/01";
    server.operate::<SessionsEnded>(Method::DELETE, unknown, &()).await.unwrap_err();
    post::<ExportedMember>(&server, "users/nobody/export", &()).await.unwrap_err();
    let nowhere = NewBackup { to: Some("/nowhere/at/all".into()) };
    post::<MadeBackup>(&server, "backups", &nowhere).await.unwrap_err();
    assert_admins_only(&server, "/api/admin/backups", Some(json!({}))).await;
    assert_eq!(log(&ada).await, deeds);
}

#[tokio::test]
async fn session_ended_by_admin_is_audited() {
    let server = TestServer::start().await;
    let (ada, mara) = (server.admin("ada").await, server.member("mara").await);
    let sessions: Vec<Session> = server.operator_get("users/mara/sessions").await.unwrap();
    let one = format!("users/mara/sessions/{}", sessions[0].id);
    server.operate::<SessionsEnded>(Method::DELETE, &one, &()).await.unwrap();
    assert!(!mara.is_signed_in().await);
    assert_eq!(log(&ada).await, ["operator end-sessions member mara"]);
}

#[tokio::test]
async fn trash_and_repair_by_hand_are_audited() {
    let server = TestServer::start().await;
    let ada = server.admin("ada").await;
    let topic = server.topic("letters").await;
    ada.post_and_publish(&topic, &noise(1, 40)).await;
    post::<MadeBackup>(&server, "backups", &NewBackup { to: None }).await.unwrap();
    let ink = server.store_unnamed(b"ink").await;
    let before = log(&ada).await.len();
    let sweep = async |extent| {
        post::<Value>(&server, "trash/sweep", &Sweep { extent }).await.unwrap();
    };
    let restore = async |files: &[BlobHash]| {
        post::<Value>(&server, "trash/restore", &files).await.unwrap();
    };
    let repair = async || {
        let sources = Repair { from: None, identity: None };
        post::<Value>(&server, "database/repair", &sources).await.unwrap();
    };

    // Sweeps and restores that change nothing are not logged.
    sweep(CollectionLimit::Tenth).await;
    sweep(CollectionLimit::All).await;
    sweep(CollectionLimit::All).await;
    restore(&[]).await;
    restore(&[ink]).await;
    repair().await;
    server
        .run_service(move |context| {
            let named = context.blobs.list().files.into_iter().find(|file| file.blob != ink);
            fs::remove_file(context.blobs.path(named.unwrap().blob)).unwrap();
        })
        .await;
    repair().await;
    let deeds = ["sweep-trash", "restore-trash", "repair-files"];
    let expected = deeds.map(|deed| format!("operator {deed} stored files"));
    assert_eq!(log(&ada).await[before..], expected);
    let notes = ada.get("/api/admin/audit").await.json();
    assert!((0..3).all(|line| notes[line]["note"] == "1 file"), "{notes}");
}
