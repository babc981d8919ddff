//! Walks every route of the API as a stranger: what needs a session says so, and nothing fails on our side.

use reqwest::Method;
use serde_json::{Value, json};

use crate::support::{Reply, TestServer};

/// Calls that anybody may make.
const OPEN: [&str; 20] = [
    "POST /register",
    "POST /check-username",
    "POST /signin",
    "POST /signout",
    "POST /verify-token",
    "POST /verify",
    "POST /forgot-password",
    "POST /reset-password",
    "POST /undo-email-change",
    "POST /api/book/list",
    "POST /api/book",
    "POST /api/questions",
    "GET /api/book/{bid}/download",
    "GET /assets/forms/{file}",
    // Its pictures are found only by those who may see them.
    "GET /media/{file}",
    // It says no more than its own address does.
    "GET /media/memo/{file}",
    "GET /healthz",
    "GET /readyz",
    "GET /api/openapi.json",
    "GET /api/docs",
];

#[tokio::test]
async fn what_needs_a_session_refuses_strangers() {
    let server = TestServer::start().await;
    let book = server.book("A year in ink", 5).await;
    let owner = server.member("mara").await;
    let stranger = server.visitor();
    stranger.get("/healthz").await;
    let document: Value = serde_json::from_str(&inkfold::http::openapi_json()).unwrap();
    for (path, operations) in document["paths"].as_object().unwrap() {
        for method in operations.as_object().unwrap().keys() {
            let method: Method = method.to_uppercase().parse().unwrap();
            let name = format!("{method} {path}");
            let url = path.replace("{bid}", &book).replace("{file}", "x").replace("{id}", "x");
            let request = stranger.request(method, &url).json(&body(path, &book, &owner.uid));
            let reply = Reply::of(request).await;
            assert!(reply.status < 500, "{name}: {reply}");
            if !OPEN.contains(&name.as_str()) {
                let multipart = reply.status == 415;
                assert!(reply.status == 401 || multipart, "{name}: {reply}");
            }
        }
    }
}

/// A body of each call's shape, in the name of somebody else.
fn body(path: &str, book: &str, uid: &str) -> Value {
    match path {
        "/send-verify" => {
            json!({ "name": "Mara", "email": "mara@example.org", "uid": uid, "token": "x" })
        }
        "/update-profile" | "/query-profile" | "/check-admin" => json!({ "uid": uid }),
        "/apply-action-code" => json!({ "oobCode": "x" }),
        "/api/memo/handwriting/publish" => {
            json!({ "bid": book, "uid": uid, "data": { "rects": [], "memos": [], "questions": [] } })
        }
        "/api/memo/list" | "/api/memo/usr/count" => json!({ "bid": book, "uid": uid }),
        _ => json!({}),
    }
}
