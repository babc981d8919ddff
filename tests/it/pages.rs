//! The interface's page and files.

use crate::support::TestServer;
use reqwest::Method;

#[tokio::test]
async fn page_has_theme_in_first_byte() {
    let server = TestServer::start().await;
    let mara = server.visitor();
    let reply = crate::support::Reply::of(
        mara.request(Method::GET, "/library").header("cookie", "theme=dark; display=paper"),
    )
    .await;
    let html = String::from_utf8(reply.bytes).unwrap();
    assert!(
        html.contains("<html lang=\"en\" data-theme=\"dark\" data-display=\"paper\">"),
        "{html}"
    );
}

#[tokio::test]
async fn files_come_small_and_are_kept_for_ever() {
    let server = TestServer::start().await;
    let mara = server.visitor();
    let html = String::from_utf8(mara.get("/").await.bytes).unwrap();
    let script = html.split("src=\"").nth(1).unwrap().split('"').next().unwrap().to_owned();
    let plain = mara.get(&script).await;
    assert!(plain.header("content-type").contains("javascript"));
    assert!(plain.header("cache-control").contains("immutable"));
    let request = mara.request(Method::GET, &script).header("accept-encoding", "gzip, br");
    let small = crate::support::Reply::of(request).await;
    assert_eq!(small.header("content-encoding"), "br");
    assert!(small.bytes.len() < plain.bytes.len() / 2);
}

#[tokio::test]
async fn unknown_address_is_404_for_programs_and_people() {
    let server = TestServer::start().await;
    let mara = server.visitor();
    assert_eq!(mara.get("/api/nothing").await.refusal(), (404, "not-found".into()));
    assert_eq!(mara.get("/assets/nothing.js").await.status, 404);
    let page = mara.get("/somewhere").await;
    assert_eq!((page.status, page.header("content-type")), (404, "text/html; charset=utf-8"));
}

#[tokio::test]
async fn public_page_is_described_without_script() {
    let server = TestServer::start().await;
    let mara = server.visitor();
    let html = String::from_utf8(mara.get("/help/boox").await.bytes).unwrap();
    assert!(html.contains("<title>Help for Boox · Inkfold</title>"), "{html}");
    assert!(html.contains("<meta name=\"description\" content=\"Put a form on a Boox"));
    assert!(html.contains("<link rel=\"canonical\" href=\"http://127.0.0.1:8080/help/boox\">"));
    let private = String::from_utf8(mara.get("/settings").await.bytes).unwrap();
    assert!(private.contains("noindex"), "{private}");
}
