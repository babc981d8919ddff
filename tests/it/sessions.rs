//! Sessions of a member.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use insta::assert_snapshot;
use reqwest::Method;
use serde_json::{Value, json};

use crate::support::{Member, Reply, TestServer, Topic, noise};

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
    assert_snapshot!(mara.get(SESSIONS).await, @r#"
    200 [{"createdAt":{"_nanoseconds":0,"_seconds":1767232800},"current":false,"id":"[id]","usedAt":{"_nanoseconds":0,
    "_seconds":1767232800}},{"createdAt":{"_nanoseconds":0,"_seconds":1767225600},"current":true,"id":"[id]",
    "usedAt":{"_nanoseconds":0,"_seconds":1767232800}}]
    "#);
    assert_eq!(server.visitor().get(SESSIONS).await.refusal(), (401, "unauthenticated".into()));
    // Expired sessions are not listed.
    server.clock.advance(30 * 24 * 60 * 60);
    let mut later = server.visitor();
    later.sign_in("mara@example.org", "blue-ink-on-cream").await;
    assert_eq!(later.get(SESSIONS).await.json().as_array().unwrap().len(), 1);
}

#[tokio::test]
async fn session_is_ended_from_another_session() {
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
    assert_snapshot!(mara.delete(&path(&listed[0])).await, @r#"404 {"code":"not-found","error":"This session was not found.","key":"session-not-found","msg":"This session was not found."}"#);
    assert_eq!(mara.delete(&path(&listed[1])).await.status, 204);
    assert!(!mara.is_signed_in().await);
}

#[tokio::test]
async fn member_cannot_end_anothers_session() {
    let server = TestServer::start().await;
    let (mara, ana) = (server.member("mara").await, server.admin("ana").await);
    let id = mara.get(SESSIONS).await.json()[0]["id"].as_str().unwrap().to_owned();
    assert_ne!(Some(id.clone()), mara.cookie("session"));
    let path = format!("{SESSIONS}/{id}");
    assert_eq!(ana.delete(&path).await.refusal(), (404, "not-found".into()));
    assert_eq!(ana.delete(&format!("{SESSIONS}/x")).await.refusal(), (404, "not-found".into()));
    assert_eq!(server.visitor().delete(&path).await.refusal(), (401, "unauthenticated".into()));
    assert_eq!(mara.post("/signout", json!({})).await.status, 204);
    assert!(!mara.is_signed_in().await);
}

/// Changes that leave everything as it is when they are repeated.
fn repeatable<'a>(
    ada: &'a Member,
    mara: &'a Member,
    (book, topic, post): (&str, &Topic, &str),
    (comment, suggestion): (&Value, &str),
) -> Vec<(&'a Member, Method, String, Value)> {
    let resolve_report = |kind: &str, id: &Value, verdict: &str| {
        let body = json!({ "kind": kind, "id": id, "verdict": verdict });
        (ada, Method::POST, "/api/admin/reports/settle".to_owned(), body)
    };
    let change = |change: &str| {
        let path = format!("/api/admin/members/{}/change", mara.uid);
        (ada, Method::POST, path, json!({ "change": change }))
    };
    let by = |who: &'a Member, path: &str, body: Value| (who, Method::POST, path.to_owned(), body);
    let questions = json!({ "questions": [{ "key": "q1", "description": "What is memory 1?" }] });
    let liked = json!({ "uid": mara.uid, "pid": post });
    vec![
        (
            ada,
            Method::PUT,
            format!("/api/admin/topics/{}", topic.id),
            json!({ "name": "Letters home", "code": "letters" }),
        ),
        resolve_report("post", &json!(post), "show"),
        resolve_report("comment", comment, "hide"),
        (mara, Method::PUT, format!("/api/activate-post/{post}"), json!({})),
        by(mara, "/api/posts/describe", json!({ "id": post, "caption": "Rain", "alt": "Drops" })),
        by(mara, "/api/like/add", liked.clone()),
        by(ada, "/api/like/remove", json!({ "uid": ada.uid, "pid": post })),
        by(mara, "/api/block/add", json!({ "uid": mara.uid, "other": ada.uid })),
        by(ada, &format!("/api/admin/books/{book}/questions"), questions),
        change("verify"),
        change("promote"),
        (ada, Method::POST, format!("/api/admin/members/{}/release", mara.uid), json!({})),
        by(ada, &format!("/api/admin/suggestions/{suggestion}/done"), json!({ "bid": book })),
        by(mara, "/api/account/edition-notices", json!({ "editions": "none" })),
    ]
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
    let ada = server.admin("ada").await;
    let topic = server.topic("letters").await;
    let post = mara.post_and_publish(&topic, &noise(2, 40)).await;
    let comment = json!({ "text": "Hm.", "uid": mara.uid, "pid": post });
    let comment = mara.post("/api/comments/add", comment).await.json()["id"].clone();
    let suggested = json!({ "suggestion": "Letters to the sea", "uid": mara.uid });
    assert_eq!(mara.post("/api/suggestion/send", suggested).await.status, 201);
    let suggested = ada.get("/api/admin/suggestions").await.json()[0]["id"].take();
    let about = (&comment, suggested.as_str().unwrap());
    let repeated = repeatable(&ada, &mara, (&book, &topic, &post), about);
    for (who, method, path, body) in &repeated {
        let first = Reply::of(who.request(method.clone(), path).json(body)).await;
        assert!([200, 201, 204].contains(&first.status), "{path}: {first}");
    }
    server.run_jobs().await;
    let file = server.context.database();
    let state = || {
        let stat = std::fs::metadata(&file).unwrap();
        (server.context.store.version(), stat.modified().unwrap(), std::fs::read(&file).unwrap())
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
    for (who, method, path, body) in &repeated {
        let writes = server.context.store.version();
        let again = Reply::of(who.request(method.clone(), path).json(body)).await;
        assert!([200, 201, 204].contains(&again.status), "{path}: {again}");
        assert_eq!(server.context.store.version(), writes, "{path} {body}");
    }
    let after = state();
    assert_eq!(after.0 - before.0, 0, "commits");
    assert!(after == before, "the file was written to");
}
