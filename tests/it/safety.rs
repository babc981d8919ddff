//! Cookies, the echoed token, and headers around every answer.

use reqwest::Method;
use serde_json::json;

use crate::support::{Reply, TestServer};

#[tokio::test]
async fn a_change_without_the_echoed_token_is_refused() {
    let server = TestServer::start().await;
    let mara = server.member("mara").await;
    let body = json!({ "username": "ana" });
    let request = || mara.request(Method::POST, "/check-username").json(&body);
    let wrong = Reply::of(request().header("x-xsrf-token", "wrong")).await;
    // The first of two headers is the member's own; another name carries none.
    assert_eq!(wrong.status, 200);

    let stranger = server.visitor();
    let missing = Reply::of(stranger.request(Method::POST, "/signout").json(&json!({}))).await;
    assert_eq!(missing.refusal(), (403, "csrf".into()));
    assert!(missing.header("set-cookie").starts_with("XSRF-TOKEN="));
    let forged = stranger
        .request(Method::POST, "/signout")
        .header("x-xsrf-token", "forged")
        .json(&json!({}));
    assert_eq!(
        Reply::of(forged.header("cookie", "XSRF-TOKEN=other")).await.refusal(),
        (403, "csrf".into())
    );
}

#[tokio::test]
async fn the_echoed_token_is_renewed_at_sign_in() {
    let server = TestServer::start().await;
    let mut mara = server.member("mara").await;
    let before = mara.cookie("XSRF-TOKEN");
    mara.sign_in("mara@example.org", "blue-ink-on-cream").await;
    assert_ne!(mara.cookie("XSRF-TOKEN"), before);
}

#[tokio::test]
async fn cookies_are_secure_exactly_when_the_site_is() {
    for (url, secure) in [("http://club.local:8080", false), ("https://ink.example.org", true)] {
        let server = TestServer::start_with(|config| config.public_url = url.into()).await;
        let mut mara = server.member("mara").await;
        let reply = mara.sign_in("mara@example.org", "blue-ink-on-cream").await;
        let cookies: Vec<&str> = reply
            .headers
            .get_all("set-cookie")
            .iter()
            .map(|value| value.to_str().unwrap())
            .collect();
        // The test client speaks http, so it drops secure cookies; what was sent is what counts.
        let Some(session) = cookies.iter().find(|cookie| cookie.starts_with("session=")) else {
            assert!(secure, "no session cookie at {url}");
            continue;
        };
        assert_eq!(session.contains("Secure"), secure, "{session}");
        assert!(
            session.contains("HttpOnly")
                && session.contains("SameSite=Lax")
                && session.contains("Path=/")
        );
    }
}

#[tokio::test]
async fn every_answer_carries_the_safe_headers() {
    let server = TestServer::start().await;
    let mara = server.visitor();
    for path in ["/healthz", "/library", "/api/nothing", "/media/x.png"] {
        let reply = mara.get(path).await;
        assert_eq!(reply.header("x-content-type-options"), "nosniff", "{path}");
        assert_eq!(reply.header("referrer-policy"), "no-referrer", "{path}");
        assert!(reply.header("content-security-policy").contains("default-src"), "{path}");
    }
}

#[tokio::test]
async fn bodies_of_another_kind_or_size_are_refused_in_words() {
    let server = TestServer::start().await;
    let mara = server.member("mara").await;
    let post = |path: &str| mara.request(Method::POST, path);
    let text =
        post("/check-username").header("content-type", "text/plain").body("{\"username\":\"a\"}");
    assert_eq!(Reply::of(text).await.refusal(), (415, "unsupported".into()));
    let unknown = post("/check-username").json(&json!({ "username": "a", "admin": true }));
    assert_eq!(Reply::of(unknown).await.refusal(), (422, "invalid".into()));
    let large = post("/check-username").json(&json!({ "username": "a".repeat(2 << 20) }));
    assert_eq!(Reply::of(large).await.refusal(), (413, "too-large".into()));
}
