//! Cookies, the CSRF token, and headers of every response.

use inkfold::context::Context;
use inkfold::domain::account::Email;
use reqwest::Method;
use serde_json::{Value, json};

use crate::support::{Reply, TestServer};

#[tokio::test]
async fn post_without_csrf_token_is_refused() {
    let server = TestServer::start().await;
    let mara = server.member("mara").await;
    let body = json!({ "username": "ana" });
    let request = || mara.request(Method::POST, "/check-username").json(&body);
    let wrong = Reply::of(request().header("x-xsrf-token", "wrong")).await;
    // The first of two headers is the member's own, so the second one is ignored.
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
async fn csrf_token_is_renewed_at_sign_in() {
    let server = TestServer::start().await;
    let mut mara = server.member("mara").await;
    let before = mara.cookie("XSRF-TOKEN");
    mara.sign_in("mara@example.org", "blue-ink-on-cream").await;
    assert_ne!(mara.cookie("XSRF-TOKEN"), before);
}

#[tokio::test]
async fn cross_site_requests_fail_even_with_token() {
    let server = TestServer::start_with(|config| {
        config.public_url = "https://ink.example.org".into();
    })
    .await;
    let visitor = server.visitor();
    let answer = async |name: &str, value: &str| {
        let request = visitor
            .request(Method::POST, "/check-username")
            .header("cookie", "XSRF-TOKEN=t")
            .header("x-xsrf-token", "t");
        Reply::of(request.header(name, value).json(&json!({ "username": "ana" }))).await.refusal()
    };
    for (name, value) in [
        ("origin", "https://eve.example.org"),
        ("origin", "https://eve.example.org/ink.example.org"),
        ("sec-fetch-site", "cross-site"),
    ] {
        assert_eq!(answer(name, value).await, (403, "csrf".into()), "{name}: {value}");
    }
    for (name, value) in [
        ("origin", "https://ink.example.org"),
        // The address itself, for clients that do not use the host name.
        ("origin", server.url.as_str()),
        ("origin", "null"),
        ("sec-fetch-site", "same-origin"),
    ] {
        assert_eq!(answer(name, value).await.0, 200, "{name}: {value}");
    }
}

#[tokio::test]
async fn cross_site_sign_in_form_is_refused() {
    let server = TestServer::start().await;
    server.member("mara").await;
    let body = json!({ "email": "mara@example.org", "password": "blue-ink-on-cream" });
    let victim = server.visitor();
    victim.get("/signin").await;
    let sign_in = || victim.request(Method::POST, "/signin").json(&body);
    let foreign = Reply::of(sign_in().header("origin", "https://eve.example.org")).await;
    assert_eq!(foreign.refusal(), (403, "csrf".into()));
    // Content types that an HTML form can send without a script.
    for (kind, body) in [
        ("application/x-www-form-urlencoded", "email=mara%40example.org&password=x"),
        ("text/plain", "{\"email\":\"mara@example.org\",\"password\":\"blue-ink-on-cream\"}"),
        ("multipart/form-data; boundary=B", "--B--"),
    ] {
        let form = victim.request(Method::POST, "/signin").header("content-type", kind).body(body);
        assert_eq!(Reply::of(form).await.refusal(), (415, "unsupported".into()), "{kind}");
    }
    assert_eq!(victim.cookie("session"), None);
}

/// Returns the state of the community, as far as members can change it.
fn everything(context: &Context) -> String {
    let tx = context.read().unwrap();
    let mara = Email::parse("mara@example.org").unwrap();
    let account = tx.account_by_email(&mara).unwrap().unwrap();
    format!(
        "{:?} {:?} {:?} {:?} {:?} {:?}",
        tx.sessions_of(account.id).unwrap(),
        tx.tickets_of(account.id).unwrap(),
        tx.memos_after(None, usize::MAX).unwrap(),
        tx.latest_mails(99).unwrap(),
        tx.queued_jobs().unwrap(),
        account,
    )
}

#[tokio::test]
async fn get_requests_change_nothing() {
    let server = TestServer::start().await;
    let book = server.book("A year in ink", 5).await;
    let mara = server.unverified("mara").await;
    mara.post("/send-verify", json!({ "uid": mara.uid })).await;
    mara.post("/update-email", json!({ "uid": mara.uid, "email": "lind@example.org" })).await;
    mara.post("/forgot-password", json!({ "email": "mara@example.org" })).await;
    server.run_jobs().await;
    let tokens =
        ["/verify?token=", "/reset-password?token=", "&oobCode="].map(|link| server.mailed(link));
    let before = server.run_service(everything).await;

    let document: Value = serde_json::from_str(&inkfold::http::openapi_json()).unwrap();
    let calls = document["paths"].as_object().unwrap().keys().map(String::as_str);
    let pages = ["/undo-email", "/settings/email/verify", "/signup", "/basic", "/library"];
    for path in calls.chain(pages) {
        let path = path.replace("{bid}", &book).replace("{file}", "x").replace("{id}", "x");
        for token in &tokens {
            let query = format!("{path}?token={token}&oobCode={token}&uid={}", mara.uid);
            for method in [Method::GET, Method::HEAD] {
                let reply = Reply::of(mara.request(method, &query)).await;
                assert!(reply.status < 500, "{query}: {}", reply.status);
            }
        }
    }
    assert_eq!(server.run_service(everything).await, before);
    assert_eq!(mara.post("/verify", json!({ "token": tokens[0] })).await.status, 200);
}

/// Signs Mara in, over plain http, where the test's client would drop every secure cookie.
async fn sign_in_at(url: &str) -> (TestServer, Reply) {
    let server = TestServer::start_with(|config| config.public_url = url.into()).await;
    server.member("mara").await;
    let request = server
        .visitor()
        .request(Method::POST, "/signin")
        .header("cookie", "XSRF-TOKEN=t")
        .header("x-xsrf-token", "t");
    let credentials = json!({ "email": "mara@example.org", "password": "blue-ink-on-cream" });
    let reply = Reply::of(request.json(&credentials)).await;
    assert_eq!(reply.status, 200, "{reply}");
    (server, reply)
}

fn cookie<'a>(reply: &'a Reply, name: &str) -> &'a str {
    let mut set = reply.headers.get_all("set-cookie").iter().map(|value| value.to_str().unwrap());
    set.find(|cookie| cookie.starts_with(&format!("{name}="))).unwrap()
}

#[tokio::test]
async fn cookies_are_secure_only_over_https() {
    for (url, name, secure) in [
        ("http://club.local:8080", "session", false),
        ("http://192.168.1.5:8080", "session", false),
        ("https://ink.example.org", "__Host-session", true),
    ] {
        let (_server, reply) = sign_in_at(url).await;
        let (session, token) = (cookie(&reply, name), cookie(&reply, "XSRF-TOKEN"));
        for cookie in [session, token] {
            assert_eq!(cookie.contains("; Secure"), secure, "{cookie}");
            assert!(cookie.contains("; SameSite=Lax") && cookie.contains("; Path=/"), "{cookie}");
            assert!(!cookie.contains("Domain"), "{cookie}");
        }
        assert!(session.contains("; HttpOnly") && !token.contains("HttpOnly"));
    }
}

#[tokio::test]
async fn https_accepts_only_host_bound_cookie() {
    let (server, reply) = sign_in_at("https://ink.example.org").await;
    assert_eq!(reply.header("strict-transport-security"), "max-age=31536000");
    assert_eq!(reply.header("cache-control"), "no-store");
    let secret = cookie(&reply, "__Host-session").split(['=', ';']).nth(1).unwrap();
    let uid = &reply.json()["uid"];
    let post = async |path: &str, name: &str| {
        let request = server
            .visitor()
            .request(Method::POST, path)
            .header("cookie", format!("XSRF-TOKEN=t; {name}={secret}"))
            .header("x-xsrf-token", "t");
        Reply::of(request.json(&json!({ "uid": uid }))).await
    };
    assert_eq!(post("/check-admin", "session").await.status, 401);
    assert_eq!(post("/check-admin", "__Host-session").await.status, 200);
    let out = post("/signout", "__Host-session").await;
    // Browsers accept and delete a `__Host-` cookie only with these attributes.
    let ended = cookie(&out, "__Host-session");
    assert!(ended.contains("; Secure") && ended.contains("; Path=/"), "{ended}");
    assert!(ended.contains("Max-Age=0"), "{ended}");
    assert_eq!(post("/check-admin", "__Host-session").await.status, 401);
}

#[tokio::test]
async fn responses_have_security_headers() {
    let server = TestServer::start().await;
    let mara = server.visitor();
    for path in ["/healthz", "/library", "/api/nothing", "/media/x.png"] {
        let reply = mara.get(path).await;
        assert_eq!(reply.header("x-content-type-options"), "nosniff", "{path}");
        assert_eq!(reply.header("referrer-policy"), "no-referrer", "{path}");
        assert!(reply.header("content-security-policy").contains("default-src"), "{path}");
        assert_eq!(reply.headers.get("strict-transport-security"), None, "{path}");
    }
    assert_eq!(mara.post("/api/book/list", json!({})).await.header("cache-control"), "no-store");
    // The library page embeds data of its reader, so it must not be cached.
    assert_eq!(mara.get("/library").await.header("cache-control"), "no-store");
    assert_eq!(mara.get("/help").await.header("cache-control"), "no-cache");
}

#[tokio::test]
async fn wrong_body_type_or_size_is_refused() {
    let server = TestServer::start().await;
    let mara = server.member("mara").await;
    let post = |path: &str| mara.request(Method::POST, path);
    let text =
        post("/check-username").header("content-type", "text/plain").body("{\"username\":\"a\"}");
    assert_eq!(Reply::of(text).await.refusal(), (415, "unsupported".into()));
    let unknown = post("/check-username").json(&json!({ "username": "a", "admin": true }));
    assert_eq!(Reply::of(unknown).await.refusal(), (422, "invalid".into()));
    let large = post("/check-username").json(&json!({ "username": "a".repeat(64 << 10) }));
    let refused = Reply::of(large).await;
    assert_eq!(refused.refusal(), (413, "too-large".into()));
    assert_eq!(refused.json()["msg"], "This is too large. At most 64 KiB can be sent.");
}
