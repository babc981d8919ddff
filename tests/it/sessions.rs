//! Sessions of a member.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use insta::assert_snapshot;
use serde_json::{Value, json};

use crate::support::{TestServer, noise};

const SESSIONS: &str = "/api/account/sessions";

#[tokio::test]
async fn members_see_their_own_sessions_newest_first() {
    let server = TestServer::start().await;
    let mara = server.member("mara").await;
    server.member("ana").await;
    server.clock.advance(2 * 60 * 60);
    assert!(mara.is_signed_in().await);
    let mut elsewhere = server.visitor();
    elsewhere.sign_in("mara@example.org", "blue-ink-on-cream").await;
    assert_snapshot!(mara.get(SESSIONS).await, @r#"200 [{"createdAt":{"_nanoseconds":0,"_seconds":1767232800},"current":false,"id":"[id]","usedAt":{"_nanoseconds":0,"_seconds":1767232800}},{"createdAt":{"_nanoseconds":0,"_seconds":1767225600},"current":true,"id":"[id]","usedAt":{"_nanoseconds":0,"_seconds":1767232800}}]"#);
    assert_eq!(server.visitor().get(SESSIONS).await.refusal(), (401, "signed-out".into()));
    // What is over is not shown.
    server.clock.advance(30 * 24 * 60 * 60);
    let mut later = server.visitor();
    later.sign_in("mara@example.org", "blue-ink-on-cream").await;
    assert_eq!(later.get(SESSIONS).await.json().as_array().unwrap().len(), 1);
}

#[tokio::test]
async fn a_session_is_ended_from_another_one() {
    let server = TestServer::start().await;
    let mara = server.member("mara").await;
    server.clock.advance(1);
    let mut lost = server.visitor();
    lost.sign_in("mara@example.org", "blue-ink-on-cream").await;
    let path = |session: &Value| format!("{SESSIONS}/{}", session["id"].as_str().unwrap());
    let listed = mara.get(SESSIONS).await.json();

    assert_eq!(mara.delete(&path(&listed[0])).await.status, 204);
    assert!(!lost.is_signed_in().await);
    assert!(mara.is_signed_in().await);
    assert_snapshot!(mara.delete(&path(&listed[0])).await, @r#"404 {"code":"not-found","error":"This session was not found.","msg":"This session was not found."}"#);
    assert_eq!(mara.delete(&path(&listed[1])).await.status, 204);
    assert!(!mara.is_signed_in().await);
}

#[tokio::test]
async fn nobody_ends_anothers_session() {
    let server = TestServer::start().await;
    let (mara, ana) = (server.member("mara").await, server.admin("ana").await);
    let id = mara.get(SESSIONS).await.json()[0]["id"].as_str().unwrap().to_owned();
    assert_ne!(Some(id.clone()), mara.cookie("session"));
    let path = format!("{SESSIONS}/{id}");
    assert_eq!(ana.delete(&path).await.refusal(), (404, "not-found".into()));
    assert_eq!(ana.delete(&format!("{SESSIONS}/x")).await.refusal(), (404, "not-found".into()));
    assert_eq!(server.visitor().delete(&path).await.refusal(), (401, "signed-out".into()));
    assert_eq!(mara.post("/signout", json!({})).await.status, 204);
    assert!(!mara.is_signed_in().await);
}

#[tokio::test]
async fn request_that_changes_nothing_commits_nothing() {
    let server = TestServer::start().await;
    let mara = server.member("mara").await;
    server.run_jobs().await;
    let profile = json!({ "uid": mara.uid, "name": "Mara", "handedness": "left" });
    assert_eq!(mara.post("/update-profile", profile.clone()).await.status, 200);
    let book = server.book("A year in ink", 3).await;
    let picture = STANDARD.encode(noise(1, 40));
    let data = json!({ "memos": [picture], "questions": ["q1"], "alts": ["Reeds"] });
    let written = json!({ "bid": book, "uid": mara.uid, "data": data });
    let memo = mara.post("/api/memo/handwriting/publish", written.clone()).await.json();
    let memo = memo["memos"][0]["id"].clone();
    server.run_jobs().await;
    let file = server.context.database();
    let state = || {
        let stat = std::fs::metadata(&file).unwrap();
        (server.context.store.writes(), stat.modified().unwrap(), std::fs::read(&file).unwrap())
    };
    let before = state();
    for n in 0..50 {
        let stranger = server.visitor();
        stranger.set_cookie(&format!("session=stranger-{n}"));
        assert_eq!(stranger.post("/signout", json!({})).await.status, 204);
    }
    for _ in 0..5 {
        assert_eq!(mara.post("/update-profile", profile.clone()).await.status, 200);
        let described = json!({ "id": memo, "alt": "Reeds" });
        assert_eq!(mara.post("/api/memo/describe", described).await.status, 200);
        let present = json!({ "id": memo });
        assert_eq!(mara.post("/api/memo/restore", present).await.status, 200);
        let again = mara.post("/api/memo/handwriting/publish", written.clone()).await;
        assert_eq!(again.status, 201);
    }
    let after = state();
    assert_eq!(after.0 - before.0, 0, "commits");
    assert!(after == before, "the file was written to");
}
