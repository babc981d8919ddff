//! Cookies below a base path: not sent to neighbours on the host, and not accepted from them.

use reqwest::Method;
use serde_json::json;

use super::{BASE, server};
use crate::support::{PASSWORD, Reply, TestServer};

fn set_cookie<'a>(reply: &'a Reply, name: &str) -> &'a str {
    let mut set = reply.headers.get_all("set-cookie").iter().map(|value| value.to_str().unwrap());
    set.find(|cookie| cookie.starts_with(&format!("{name}="))).unwrap()
}

/// Attributes of a cookie, after its name and value.
fn attributes(cookie: &str) -> Vec<&str> {
    cookie.split("; ").skip(1).collect()
}

/// Posts with these cookies, as a browser does that also has cookies of other sites on the host.
async fn post_with(
    server: &TestServer,
    path: &str,
    cookies: &str,
    body: serde_json::Value,
) -> Reply {
    let request = server.visitor().request(Method::POST, path);
    let request = request.header("cookie", cookies).header("x-xsrf-token", "t");
    Reply::of(request.json(&body)).await
}

#[tokio::test]
async fn session_cookie_is_bound_to_base_path() {
    let server = server().await;
    server.member("mara").await;
    let mut mara = server.visitor();
    let signed_in = mara.sign_in("mara@example.org", PASSWORD).await;
    for name in ["session", "XSRF-TOKEN"] {
        let cookie = set_cookie(&signed_in, name);
        assert!(attributes(cookie).contains(&"Path=/ink"), "{cookie}");
        assert!(!cookie.contains("Secure") && !cookie.contains("Domain"), "{cookie}");
    }
    assert!(mara.is_signed_in().await);
    let out = mara.post("/signout", json!({})).await;
    assert_eq!(out.status, 204);
    assert!(attributes(set_cookie(&out, "session")).contains(&"Path=/ink"));
    assert_eq!(mara.cookie("session"), None);
    assert!(!mara.is_signed_in().await);
}

#[tokio::test]
async fn https_cookie_is_secure_and_has_path() {
    let server = TestServer::start_with(|config| {
        config.public_url = format!("https://club.example.org{BASE}");
    })
    .await;
    server.member("mara").await;
    let credentials = json!({ "email": "mara@example.org", "password": PASSWORD });
    let signed_in = post_with(&server, "/signin", "XSRF-TOKEN=t", credentials).await;
    assert_eq!(signed_in.status, 200, "{signed_in}");
    let session = set_cookie(&signed_in, "__Secure-session");
    let parts = attributes(session);
    for part in ["Path=/ink", "Secure", "HttpOnly", "SameSite=Lax"] {
        assert!(parts.contains(&part), "{part}: {session}");
    }
    let secret = session.split(['=', ';']).nth(1).unwrap().to_owned();
    let uid = signed_in.json()["uid"].clone();
    let status = async |cookies: String| {
        post_with(&server, "/check-admin", &cookies, json!({ "uid": uid })).await.status
    };
    let (ours, theirs) = (format!("__Secure-session={secret}"), "__Secure-session=neighbour");
    assert_eq!(status(format!("XSRF-TOKEN=t; {ours}")).await, 200);
    // Of two cookies with one name, browsers send the one with the longer path first; only the first one is used.
    assert_eq!(status(format!("XSRF-TOKEN=t; XSRF-TOKEN=theirs; {ours}; {theirs}")).await, 200);
    assert_eq!(status(format!("XSRF-TOKEN=t; {theirs}; {ours}")).await, 401);
    assert_eq!(status(format!("XSRF-TOKEN=theirs; XSRF-TOKEN=t; {ours}")).await, 403);
    // Cookies of an Inkfold at the root of the host, and of plain http, have other names and are ignored.
    for name in ["__Host-session", "session"] {
        assert_eq!(status(format!("XSRF-TOKEN=t; {name}={secret}")).await, 401, "{name}");
    }
}

#[tokio::test]
async fn first_of_two_theme_cookies_is_used() {
    let server = server().await;
    let request = server.visitor().request(Method::GET, "/library");
    let reply = Reply::of(request.header("cookie", "theme=light; theme=dark")).await;
    let html = String::from_utf8(reply.bytes).unwrap();
    assert!(html.contains("<html lang=\"en\" data-theme=\"light\">"), "{html}");
}
