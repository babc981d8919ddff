//! Community below a path of its host, such as `https://club.example.org/ink`.

mod cookies;

use reqwest::Method;
use serde_json::{Value, json};

use crate::support::{Member, PASSWORD, Reply, TestServer, noise};

const BASE: &str = "/ink";
const SITE: &str = "http://club.example.org/ink";

/// Starts a server behind a proxy that passes the path on.
async fn server() -> TestServer {
    TestServer::start_with(|config| config.public_url = SITE.into()).await
}

/// Returns a visitor who requests absolute paths of the host, as behind a proxy that strips the base path.
fn at_the_top(server: &TestServer) -> Member {
    Member::at(&server.url)
}

async fn html(who: &Member, path: &str) -> (u16, String) {
    let reply = who.get(path).await;
    (reply.status, String::from_utf8(reply.bytes).unwrap())
}

/// Every absolute path in a page.
fn links(html: &str) -> Vec<&str> {
    let values = html.split("=\"").skip(1).filter_map(|rest| rest.split('"').next());
    values.filter(|value| value.starts_with('/')).collect()
}

/// Strips the base path from an address; panics if the address is not below it.
fn below(address: &Value) -> &str {
    let address = address.as_str().unwrap();
    let path = address.strip_prefix(BASE).unwrap_or_else(|| panic!("{address}"));
    assert!(path.starts_with('/'), "{address}");
    path
}

#[tokio::test]
async fn every_page_resource_is_below_base_path() {
    let server = server().await;
    server.topic("letters").await;
    server.book("A year in ink", 1).await;
    let (mara, top) = (server.visitor(), at_the_top(&server));
    for (path, status) in [
        ("", 200),
        ("/", 200),
        ("/library", 200),
        ("/thread/letters", 200),
        ("/basic", 200),
        ("/basic/library", 200),
        ("/basic/help/boox", 200),
        ("/nowhere", 404),
    ] {
        let (found, page) = html(&mara, path).await;
        assert_eq!(found, status, "{path}");
        let links = links(&page);
        assert!(links.len() > 3, "{path}: {page}");
        for link in links {
            assert!(link == BASE || link.starts_with("/ink/"), "{path} names {link}");
            assert_eq!(top.get(link).await.status, 200, "{path} names {link}");
        }
    }
    let old =
        mara.request(Method::GET, "/signin").header("user-agent", "AppleWebKit/531.2+ Kindle/3.0+");
    let page = String::from_utf8(Reply::of(old).await.bytes).unwrap();
    assert!(page.contains("<a href=\"/ink/library\">library</a>"), "{page}");
}

#[tokio::test]
async fn pages_are_served_when_proxy_strips_base_path() {
    let server = server().await;
    let (mara, top) = (server.visitor(), at_the_top(&server));
    for path in ["/", "/library", "/basic/help", "/healthz", "/readyz", "/api/openapi.json"] {
        let (passed_on, taken_off) = (mara.get(path).await, top.get(path).await);
        assert_eq!((passed_on.status, taken_off.status), (200, 200), "{path}");
        assert_eq!(passed_on.bytes, taken_off.bytes, "{path}");
    }
    let api = mara.get("/api/openapi.json").await.json();
    assert_eq!(api["servers"], json!([{ "url": BASE }]));
    let docs = html(&mara, "/api/docs").await.1;
    assert!(docs.contains("href=\"openapi.json\"") && docs.contains("href=\"../basic.css\""));
}

#[tokio::test]
async fn foreign_path_of_host_is_404() {
    let server = server().await;
    let top = at_the_top(&server);
    for path in ["/inkling/library", "/inkling", "/INK/library", "/other/ink/library"] {
        let (status, page) = html(&top, path).await;
        assert_eq!(status, 404, "{path}");
        assert!(page.contains("<title>Page not found"), "{path}: {page}");
    }
    let request = top.request(Method::POST, "/inkling/signin");
    let request = request.header("cookie", "XSRF-TOKEN=t").header("x-xsrf-token", "t");
    let refused = Reply::of(request.json(&json!({}))).await;
    assert_eq!(refused.refusal(), (404, "not-found".into()));
    assert_eq!(refused.json()["error"], "There is nothing at this address.");
    assert_eq!(top.get("/ink/api/nothing").await.refusal(), (404, "not-found".into()));
}

#[tokio::test]
async fn responses_link_pictures_below_base_path() {
    let server = server().await;
    let topic = server.topic("letters").await;
    let mara = server.member("mara").await;
    let id = mara.post_and_publish(&topic, &noise(1, 600)).await;
    let visitor = server.visitor();
    let post = visitor.get(&format!("/api/posts/{id}")).await.json();
    let thread = visitor.thread(&topic).await;
    assert_eq!(thread[0]["dataUrl"], post["dataUrl"]);
    let media = visitor.get(&format!("/api/thread/post/media?id={id}")).await.json();
    assert_eq!(media[0]["dataUrl"], post["dataUrl"]);
    let thumbs = post["thumbs"].as_array().unwrap();
    let small = thumbs.iter().flat_map(|thumb| [&thumb["png"], &thumb["webp"]]);
    for picture in small.chain([&post["dataUrl"], &post["thumbUrl"]]) {
        let reply = visitor.get(below(picture)).await;
        assert_eq!(reply.status, 200, "{picture}");
        assert!(reply.header("content-type").starts_with("image/"), "{picture}");
    }

    let book = server.book("A year in ink", 1).await;
    let submitted = mara.answer(&book, &[("q1", &noise(2, 64)[..])]).await;
    assert_eq!(submitted.status, 201, "{submitted}");
    let memo = &submitted.json()["memos"][0];
    for picture in [&memo["img"], &memo["qrcode"]] {
        assert_eq!(mara.get(below(picture)).await.status, 200, "{picture}");
    }
    // The picture is private below a base path, too.
    assert_eq!(visitor.get(below(&memo["img"])).await.status, 404);
}

#[tokio::test]
async fn previews_and_feeds_link_to_full_public_url() {
    let server = server().await;
    let topic = server.topic("letters").await;
    let mara = server.member("mara").await;
    let id = mara.post_and_publish(&topic, &noise(1, 600)).await;
    let visitor = server.visitor();
    let picture = visitor.get(&format!("/api/posts/{id}")).await.json()["dataUrl"].clone();
    let picture = format!("{SITE}{}", below(&picture));

    let page = html(&visitor, &format!("/posts/{id}")).await.1;
    for part in [
        format!("<link rel=\"canonical\" href=\"{SITE}/posts/{id}\">"),
        format!("<meta property=\"og:url\" content=\"{SITE}/posts/{id}\">"),
        format!("<meta property=\"og:image\" content=\"{picture}\">"),
        format!("<meta name=\"inkfold:base\" content=\"{BASE}\">"),
    ] {
        assert!(page.contains(&part), "{part}: {page}");
    }
    let thread = html(&visitor, "/thread/letters").await.1;
    assert!(thread.contains(&format!("href=\"{SITE}/thread/letters/feed.atom\"")), "{thread}");
    let feed = html(&visitor, "/thread/letters/feed.atom").await.1;
    for part in [
        format!("<id>{SITE}/posts/{id}</id>"),
        format!("href=\"{SITE}/thread/letters/feed.atom\""),
        format!("src=&quot;{picture}&quot;"),
    ] {
        assert!(feed.contains(&part), "{part}: {feed}");
    }
}

#[tokio::test]
async fn mail_links_codes_and_streams_use_base_path() {
    let server = server().await;
    server.topic("letters").await;
    let mara = server.member("mara").await;
    let forgotten = json!({ "email": "mara@example.org" });
    assert_eq!(mara.post("/forgot-password", forgotten).await.status, 202);
    server.run_jobs().await;
    let token = server.mailed(&format!("{SITE}/reset-password?token="));
    let visitor = server.visitor();
    assert_eq!(visitor.get(&format!("/reset-password?token={token}")).await.status, 200);
    let chosen = json!({ "token": token, "password": format!("{PASSWORD}-anew") });
    assert_eq!(visitor.post("/reset-password", chosen).await.status / 100, 2);

    let mut mara = server.visitor();
    mara.sign_in("mara@example.org", &format!("{PASSWORD}-anew")).await;
    let book = server.book("A year in ink", 1).await;
    let opened = mara.post("/api/hand-over", json!({ "bid": book })).await.json();
    let link = opened["link"].as_str().unwrap();
    assert_eq!(link, format!("{SITE}/hand-over/{}", opened["code"].as_str().unwrap()));

    let live = visitor.get("/api/thread/live?code=letters").await;
    assert_eq!((live.status, live.header("content-type")), (200, "text/event-stream"));
}
