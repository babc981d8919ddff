//! Host names that the server accepts.

use reqwest::Method;
use serde_json::json;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

use crate::support::{Reply, TestServer};

const URL: &str = "https://ink.example.org";

async fn server() -> TestServer {
    TestServer::start_with(|config| {
        config.public_url = URL.into();
        config.hosts = vec!["ink.lan".into()];
    })
    .await
}

async fn get(server: &TestServer, host: &str) -> Reply {
    Reply::of(server.visitor().request(Method::GET, "/signin").header("host", host)).await
}

/// First line of the response to a raw request, which no client library would send.
async fn answer(server: &TestServer, request: &str) -> String {
    let mut connection =
        TcpStream::connect(server.url.trim_start_matches("http://")).await.unwrap();
    let request = format!("{request}\r\nConnection: close\r\n\r\n");
    connection.write_all(request.as_bytes()).await.unwrap();
    let mut answer = Vec::new();
    connection.read_to_end(&mut answer).await.unwrap();
    String::from_utf8_lossy(&answer).lines().next().unwrap_or_default().to_owned()
}

#[tokio::test]
async fn unknown_host_is_421_with_public_url() {
    let server = server().await;
    for host in ["eve.com", "ink.example.org.eve.com", "example.org:443", "xn--nk-eka.example.org"]
    {
        let reply = get(&server, host).await;
        assert_eq!(reply.refusal(), (421, "unknown-host".into()), "{host}");
        assert!(reply.json()["error"].as_str().unwrap().contains(URL));
        assert_eq!(reply.header("referrer-policy"), "no-referrer");
    }
    let request = server.visitor().request(Method::GET, "/signin").header("host", "eve.com");
    let page = Reply::of(request.header("accept", "text/html,*/*;q=0.8")).await;
    let html = String::from_utf8(page.bytes).unwrap();
    assert_eq!(page.status, 421);
    assert!(html.contains("Please go to <a href=\"https://ink.example.org\">"), "{html}");
    assert!(!html.contains("eve.com"), "{html}");
}

#[tokio::test]
async fn own_and_local_host_names_are_served() {
    let server = server().await;
    for host in [
        "ink.example.org",
        "INK.example.org:443",
        "ink.lan:8080",
        "localhost:8080",
        "clubroom.local",
        "192.168.1.5",
        "[fd00::5]:8080",
    ] {
        assert_eq!(get(&server, host).await.status, 200, "{host}");
    }
}

#[tokio::test]
async fn request_with_two_hosts_or_none_is_refused() {
    let server = server().await;
    let malformed = "HTTP/1.1 400 Bad Request";
    for request in [
        "GET / HTTP/1.1\r\nHost: localhost\r\nHost: eve.com",
        "GET / HTTP/1.1\r\nHost: localhost\r\nHost: localhost",
        "GET / HTTP/1.1\r\nAccept: */*",
        "GET / HTTP/1.1\r\nHost:",
        "GET / HTTP/1.1\r\nHost: localhost, eve.com",
        "GET / HTTP/1.1\r\nHost: eve@localhost",
        "GET / HTTP/1.1\r\nHost: http://localhost",
    ] {
        assert_eq!(answer(&server, request).await, malformed, "{request}");
    }
    let absolute = |url: &str, host: &str| format!("GET {url} HTTP/1.1\r\nHost: {host}");
    for (request, status) in [
        (absolute("http://eve.com/", "localhost"), "HTTP/1.1 421 Misdirected Request"),
        (absolute("http://localhost/", "eve.com"), "HTTP/1.1 421 Misdirected Request"),
        (absolute("http://ink.example.org/signin", "ink.example.org"), "HTTP/1.1 200 OK"),
    ] {
        assert_eq!(answer(&server, &request).await, status, "{request}");
    }
}

#[tokio::test]
async fn mailed_links_use_public_url() {
    let server = server().await;
    server
        .run_service(|context| {
            use inkfold::domain::policy::Actor;
            use inkfold::services::accounts::{self, AccountFlags, SignUp};
            let sign_up = SignUp {
                email: "mara@example.org".into(),
                password: "blue-ink-on-cream".into(),
                username: "mara".into(),
                name: "Mara".into(),
                ..SignUp::default()
            };
            accounts::add(
                context,
                &Actor::Operator,
                &sign_up,
                AccountFlags { verified: true, admin: false },
            )
            .unwrap();
        })
        .await;
    let request = server
        .visitor()
        .request(Method::POST, "/forgot-password")
        .header("host", "6.6.6.6")
        .header("x-forwarded-host", "eve.com")
        .header("forwarded", "host=eve.com")
        .header("x-xsrf-token", "t")
        .header("cookie", "XSRF-TOKEN=t")
        .json(&json!({ "email": "mara@example.org" }));
    assert_eq!(Reply::of(request).await.status, 202);
    server.run_jobs().await;
    let mails = server.mails();
    assert_eq!(mails.len(), 1);
    assert!(mails[0].contains("\r\nhttps://ink.example.org/reset-password?token="), "{}", mails[0]);
    assert!(!mails[0].contains("6.6.6.6") && !mails[0].contains("eve.com"), "{}", mails[0]);
}
