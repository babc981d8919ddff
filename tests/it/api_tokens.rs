//! API tokens: made, used by scripts within their scopes, and revoked.

use insta::assert_snapshot;
use reqwest::Method;
use serde_json::json;

use crate::support::{Member, PASSWORD, Reply, TestServer};

const TOKENS: &str = "/api/account/api-tokens";

async fn create(member: &Member, scopes: &[&str]) -> Reply {
    let new = json!({ "name": "Script", "scopes": scopes, "days": 30 });
    member.post(TOKENS, new).await
}

fn zip_names(archive: &[u8]) -> Vec<String> {
    let archive = zip::ZipArchive::new(std::io::Cursor::new(archive)).unwrap();
    archive.file_names().map(|name| name.unwrap().into_owned()).collect()
}

#[tokio::test]
async fn script_submits_memos_with_a_token() {
    let server = TestServer::start().await;
    let book = server.book("Rivers", 2).await;
    let mara = server.member("mara").await;
    let script = mara.script(&["read", "memos"]).await;
    let memo = json!({
        "bid": book, "uid": mara.uid, "qid": "q1", "post": "It rained.", "question": "",
    });
    // Neither a cookie nor a CSRF token.
    let submitted = script.post("/api/memo/text/publish", memo).await;
    assert_eq!(submitted.status, 201, "{submitted}");
    let count = json!({ "bid": book, "uid": mara.uid });
    assert_eq!(script.post("/api/memo/usr/count", count).await.json()["text"], 1);
    assert_eq!(script.get("/api/mine.pdf").await.header("content-type"), "application/pdf");
}

#[tokio::test]
async fn token_is_shown_once_and_stored_as_hash() {
    let server = TestServer::start().await;
    let mara = server.member("mara").await;
    let created = create(&mara, &["threads", "read"]).await.json();
    let text = created["token"].as_str().unwrap();
    assert!(text.starts_with("inkfold_"), "{text}");
    assert_snapshot!(created["details"]["scopes"], @r#"["read","threads"]"#);
    assert_snapshot!(mara.get(TOKENS).await, @r#"
    200 [{"createdAt":{"_nanoseconds":0,"_seconds":1767225600},"expiresAt":{"_nanoseconds":0,"_seconds":1769817600},
    "id":"[id]","name":"Script","scopes":["read","threads"],"usedAt":null}]
    "#);
    let listed = mara.get(TOKENS).await;
    assert!(!String::from_utf8_lossy(&listed.bytes).contains(&text[8..]), "{listed}");
    let export = mara.get("/api/account/export").await;
    assert!(zip_names(&export.bytes).contains(&"api-tokens.json".to_owned()));
    let database = std::fs::read(server.context.database()).unwrap();
    let secret = text.as_bytes()[8..].to_vec();
    assert!(!database.windows(secret.len()).any(|window| window == secret));
}

#[tokio::test]
async fn token_opens_its_scopes_only() {
    let server = TestServer::start().await;
    let ada = server.admin("ada").await;
    let reader = ada.script(&["read"]).await;
    assert_eq!(reader.get("/api/account/weekly-questions").await.status, 200);
    let topic = json!({ "name": "Rain", "code": "rain" });
    assert_snapshot!(reader.post("/api/admin/topics", topic.clone()).await, @r#"
    403 {"code":"api-token-scope","error":"This call needs an API token with the scope `threads`.","key":"api-token-scope",
    "msg":"This call needs an API token with the scope `threads`.","params":{"scope":"threads"}}
    "#);
    assert_eq!(reader.get("/api/admin/members").await.status, 403);
    let both = ada.script(&["threads", "administration"]).await;
    assert_eq!(both.get("/api/admin/members").await.status, 200);
    assert_eq!(both.post("/api/admin/topics", topic).await.status, 201);
    // A scope opens calls; the member's own permissions still decide.
    let mara = server.member("mara").await;
    let all = mara.script(&["read", "threads", "administration"]).await;
    assert_eq!(all.get("/api/admin/members").await.refusal(), (403, "forbidden".into()));
}

#[tokio::test]
async fn scope_follows_the_subject_of_the_call() {
    let server = TestServer::start().await;
    let ada = server.admin("ada").await;
    let report = |kind: &str, id: &str| json!({ "kind": kind, "id": id, "reason": "Unkind." });
    let settle = |kind: &str, id: &str| json!({ "kind": kind, "id": id, "verdict": "show" });
    let unknown = "01kbn4x7e2q8v6m3d9w5y1z0tr";
    let calls = ["post", "comment", "memo"].map(|kind| {
        let (reporting, deciding) =
            if kind == "memo" { ("memos", "books") } else { ("threads", "threads") };
        [
            ("/api/report", report(kind, unknown), reporting),
            ("/api/admin/reports/settle", settle(kind, unknown), deciding),
        ]
    });
    for granted in ["read", "memos", "threads", "books", "administration"] {
        let script = ada.script(&[granted]).await;
        for (path, body, needed) in calls.iter().flatten() {
            let reply = script.post(path, body.clone()).await;
            let expected = if granted == *needed { 404 } else { 403 };
            assert_eq!(reply.status, expected, "{granted}: {path} {body}: {reply}");
            if granted != *needed {
                assert_eq!(reply.json()["key"], "api-token-scope", "{granted}: {path} {body}");
            }
        }
    }
}

#[tokio::test]
async fn token_for_threads_removes_no_memo() {
    let server = TestServer::start().await;
    let book = server.book("Rivers", 1).await;
    let (ada, mara) = (server.admin("ada").await, server.member("mara").await);
    let memo = mara.submit_text(&book, "q1", "It rained.").await.json()["memo"]["id"].clone();
    let remove = json!({ "kind": "memo", "id": memo, "verdict": "remove", "why": "A neighbour." });
    let settle = "/api/admin/reports/settle";
    let refused = ada.script(&["threads"]).await.post(settle, remove.clone()).await;
    assert_eq!(refused.json()["params"]["scope"], "books", "{refused}");
    let count = json!({ "bid": book, "uid": mara.uid });
    assert_eq!(mara.post("/api/memo/usr/count", count.clone()).await.json()["text"], 1);
    let removed = ada.script(&["books"]).await.post(settle, remove).await;
    assert_eq!(removed.status, 200, "{removed}");
    assert_eq!(mara.post("/api/memo/usr/count", count).await.json()["text"], 0);
}

#[tokio::test]
async fn token_never_touches_credentials() {
    let server = TestServer::start().await;
    let ada = server.admin("ada").await;
    let mara = server.member("mara").await;
    let scopes = ["read", "memos", "threads", "books", "administration"];
    let script = ada.script(&scopes).await;
    assert_snapshot!(script.post(TOKENS, json!({})).await, @r#"
    403 {"code":"forbidden","error":"API tokens can't do this. Sign in with a browser instead.",
    "key":"api-token-forbidden","msg":"API tokens can't do this. Sign in with a browser instead."}
    "#);
    for path in [
        TOKENS,
        "/api/account/passkeys",
        "/api/account/second-factor",
        "/api/account/delete",
        "/update-password",
        "/update-email",
        "/reauthenticate",
        "/api/admin/invitations",
        &format!("/api/admin/members/{}/change", mara.uid),
        &format!("/api/admin/members/{}/reset-link", mara.uid),
        "/no-such-call",
    ] {
        let refused = script.post(path, json!({})).await;
        assert_eq!(refused.json()["key"], "api-token-forbidden", "{path}: {refused}");
    }
    let sessions = script.get("/api/account/sessions").await;
    assert_eq!(sessions.refusal(), (403, "forbidden".into()));
}

#[tokio::test]
async fn invalid_token_is_refused_even_with_a_cookie() {
    let server = TestServer::start().await;
    let mara = server.member("mara").await;
    let created = create(&mara, &["read"]).await.json();
    let real = created["token"].as_str().unwrap();
    let path = "/api/account/weekly-questions";
    assert_eq!(Reply::of(mara.request(Method::GET, path).bearer_auth(real)).await.status, 200);
    for token in ["inkfold_", "inkfold_x", &real[..real.len() - 1]] {
        let refused = Reply::of(mara.request(Method::GET, path).bearer_auth(token)).await;
        assert_eq!(refused.json()["key"], "api-token-invalid", "{token}: {refused}");
    }
    // A proxy's own token is none of ours.
    for token in ["", "eyJhbGci", &real[8..]] {
        let reply = Reply::of(mara.request(Method::GET, path).bearer_auth(token)).await;
        assert_eq!(reply.status, 200, "{token}: {reply}");
        let reply = Reply::of(server.visitor().request(Method::GET, path).bearer_auth(token));
        assert_eq!(reply.await.status, 401, "{token}");
    }
    // The token decides, not the cookie beside it.
    let ada = server.admin("ada").await;
    let request = ada.request(Method::GET, "/api/admin/books").bearer_auth(real);
    assert_eq!(Reply::of(request).await.status, 403);
}

#[tokio::test]
async fn token_ends_by_time_and_by_hand() {
    let server = TestServer::start().await;
    let mara = server.member("mara").await;
    let short = mara.script(&["read"]).await;
    server.clock.advance(1);
    let revoked = mara.script(&["read"]).await;
    let id = mara.get(TOKENS).await.json()[1]["id"].as_str().unwrap().to_owned();
    let path = format!("{TOKENS}/{id}");
    let leo = server.member("leo").await;
    assert_eq!(leo.delete(&path).await.status, 404);
    assert_eq!(revoked.get("/api/account/weekly-questions").await.status, 200);
    assert_eq!(mara.delete(&path).await.status, 204);
    assert_eq!(revoked.get("/api/account/weekly-questions").await.status, 401);
    assert_eq!(mara.delete(&path).await.status, 404);
    server.clock.advance(30 * 24 * 60 * 60 - 2);
    assert_eq!(short.get("/api/account/weekly-questions").await.status, 200);
    server.clock.advance(1);
    assert_eq!(short.get("/api/account/weekly-questions").await.status, 401);
}

#[tokio::test]
async fn tokens_end_with_password_and_account() {
    let server = TestServer::start().await;
    let (mara, leo) = (server.member("mara").await, server.member("leo").await);
    let ada = server.admin("ada").await;
    let changed = mara.script(&["read"]).await;
    let disabled = leo.script(&["read"]).await;
    let change = json!({
        "uid": mara.uid, "currentPassword": PASSWORD, "newPassword": "green-ink-on-cream",
    });
    assert_eq!(mara.post("/update-password", change).await.status, 204);
    assert_eq!(changed.get("/api/account/weekly-questions").await.status, 401);
    assert_eq!(mara.get(TOKENS).await.json(), json!([]));

    let path = format!("/api/admin/members/{}/change", leo.uid);
    assert_eq!(ada.post(&path, json!({ "change": "disable" })).await.status, 200);
    assert_eq!(disabled.get("/api/account/weekly-questions").await.status, 401);
    assert_eq!(ada.post(&path, json!({ "change": "enable" })).await.status, 200);
    assert_eq!(
        disabled.get("/api/account/weekly-questions").await.status,
        401,
        "a revoked token stays revoked"
    );
}

#[tokio::test]
async fn demoted_admins_token_reads_no_more() {
    let server = TestServer::start().await;
    let (ada, bo) = (server.admin("ada").await, server.admin("bo").await);
    let script = bo.script(&["administration"]).await;
    assert_eq!(script.get("/api/admin/statistics").await.status, 200);
    let path = format!("/api/admin/members/{}/change", bo.uid);
    assert_eq!(ada.post(&path, json!({ "change": "demote" })).await.status, 200);
    assert_eq!(script.get("/api/admin/statistics").await.status, 403);
}

#[tokio::test]
async fn new_token_needs_valid_fields_and_recent_password() {
    let server = TestServer::start().await;
    let mara = server.member("mara").await;
    let wrong = json!({ "name": "", "scopes": [], "days": 0 });
    assert_snapshot!(mara.post(TOKENS, wrong).await, @r#"
    422 {"code":"invalid",
    "error":"A token lasts from 1 to 365 days. Enter a name of 1 to 40 characters. Choose at least one scope.",
    "fieldMessages":{"days":{"key":"token-days","params":{"max":365}},"name":{"key":"credential-name",
    "params":{"max":40}},"scopes":{"key":"token-scopes"}},"fields":{"days":"A token lasts from 1 to 365 days.",
    "name":"Enter a name of 1 to 40 characters.","scopes":"Choose at least one scope."},"key":"fields-invalid",
    "msg":"A token lasts from 1 to 365 days. Enter a name of 1 to 40 characters. Choose at least one scope.",
    "params":{"messages":"A token lasts from 1 to 365 days. Enter a name of 1 to 40 characters. Choose at least one scope."}}
    "#);
    assert_eq!(create(&mara, &["everything"]).await.status, 422);
    let unverified = create(&server.unverified("uma").await, &["read"]).await;
    assert_eq!(unverified.refusal(), (403, "verification-required".into()));
    server.clock.advance(6 * 60);
    assert_eq!(create(&mara, &["read"]).await.refusal(), (401, "recent-signin-required".into()));
}

#[tokio::test]
async fn member_has_twenty_live_tokens_at_most() {
    let server = TestServer::start().await;
    let mara = server.member("mara").await;
    for _ in 0..20 {
        assert_eq!(create(&mara, &["read"]).await.status, 201);
        server.clock.advance(10);
    }
    let more = create(&mara, &["read"]).await;
    assert_eq!(more.json()["error"], "You have 20 API tokens. Revoke one first.");
    server.clock.advance(30 * 24 * 60 * 60 - 100);
    let mut later = server.visitor();
    later.sign_in("mara@example.org", PASSWORD).await;
    assert_eq!(create(&later, &["read"]).await.status, 201, "expired ones make room");
}
