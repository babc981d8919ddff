//! The game from another port: only the origin of its pages has access.

use inkfold::config::Prize;
use reqwest::Method;

use crate::support::{Reply, TestServer};

const PAGES: &str = "http://127.0.0.1:9000";

async fn server(host: &'static str) -> TestServer {
    TestServer::start_with(|config| {
        config.public_url = PAGES.into();
        config.prize = Prize { enabled: true, host: host.into(), ..Prize::default() };
    })
    .await
}

/// Sends the preflight request of a browser that is to post a form to another origin.
async fn preflight(server: &TestServer, path: &str, origin: &str) -> Reply {
    let request = server.visitor().request(Method::OPTIONS, path);
    let request = request.header("origin", origin).header("access-control-request-method", "POST");
    Reply::of(request.header("access-control-request-headers", "session-token,x-xsrf-token")).await
}

#[tokio::test]
async fn only_public_url_origin_reads_game_responses() {
    let server = server("http://127.0.0.1:9001").await;
    let asked = preflight(&server, "/process-pdf", PAGES).await;
    assert_eq!(asked.header("access-control-allow-origin"), PAGES);
    assert_eq!(asked.header("access-control-allow-credentials"), "true");
    assert!(asked.header("access-control-allow-headers").contains("session-token"));
    for origin in ["http://127.0.0.1:9001", "https://eve.example.org", "null"] {
        let asked = preflight(&server, "/process-pdf", origin).await;
        assert_ne!(asked.header("access-control-allow-origin"), origin);
    }
    // Other endpoints allow no other origin.
    let asked = preflight(&server, "/api/book/list", PAGES).await;
    assert_eq!(asked.header("access-control-allow-origin"), "");
    let page = server.visitor().get("/").await;
    let policy = page.header("content-security-policy");
    assert!(policy.contains("connect-src 'self' http://127.0.0.1:9001"), "{policy}");
}

#[tokio::test]
async fn cors_is_off_without_prize_host() {
    let server = server("").await;
    let asked = preflight(&server, "/process-pdf", PAGES).await;
    assert_eq!(asked.header("access-control-allow-origin"), "");
    let page = server.visitor().get("/").await;
    assert!(!page.header("content-security-policy").contains("connect-src"));
}

#[tokio::test]
async fn pages_of_disabled_game_are_404() {
    for (plays, status) in [(true, 200), (false, 404)] {
        let server = TestServer::start_with(|config| config.prize.enabled = plays).await;
        for page in
            ["/payout", "/prizepeg/draws", "/prizepeg/checkout", "/help/prizepeg", "/admin/payouts"]
        {
            assert_eq!(server.visitor().get(page).await.status, status, "{page}");
        }
    }
}
