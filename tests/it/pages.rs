//! Pages and files of the web interface.

use crate::support::{Member, Reply, TestServer, noise};
use reqwest::Method;
use reqwest::multipart::{Form, Part};
use serde_json::{Value, json};

#[tokio::test]
async fn page_has_theme_in_first_byte() {
    let server = TestServer::start().await;
    let mara = server.visitor();
    let reply = Reply::of(
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
async fn scripts_are_compressed_and_cached_as_immutable() {
    let server = TestServer::start().await;
    let mara = server.visitor();
    let html = String::from_utf8(mara.get("/").await.bytes).unwrap();
    let script = html.split("src=\"").nth(1).unwrap().split('"').next().unwrap().to_owned();
    let plain = mara.get(&script).await;
    assert!(plain.header("content-type").contains("javascript"));
    assert!(plain.header("cache-control").contains("immutable"));
    let request = mara.request(Method::GET, &script).header("accept-encoding", "gzip, br");
    let small = Reply::of(request).await;
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

/// Responses that are embedded in a page, by call.
fn page_data(page: &Reply) -> Vec<(String, Value)> {
    let html = String::from_utf8(page.bytes.clone()).unwrap();
    let Some(element) = html.split("id=\"page-data\">").nth(1) else { return Vec::new() };
    let sent: Value = serde_json::from_str(element.split("</script>").next().unwrap()).unwrap();
    let one = |sent: &Value| (sent["call"].as_str().unwrap().to_owned(), sent["body"].clone());
    sent.as_array().unwrap().iter().map(one).collect()
}

/// Asserts that a page embeds the same responses to these calls that the API sends to this reader.
async fn assert_brings(reader: &Member, path: &str, calls: &[(&str, Reply)]) {
    let page = reader.get(path).await;
    assert_eq!((page.status, page.header("cache-control")), (200, "no-store"), "{path}");
    let expected: Vec<(String, Value)> =
        calls.iter().map(|(call, reply)| ((*call).to_owned(), reply.json())).collect();
    assert_eq!(page_data(&page), expected, "{path}");
}

#[tokio::test]
async fn page_embeds_data_visible_to_its_reader() {
    let server = TestServer::start().await;
    let (mara, visitor) = (server.member("mara").await, server.visitor());
    let book = server.book("</script> & <b>", 1).await;
    let answer = mara.submit_text(&book, "q1", "A line that counts.").await;
    assert_eq!(answer.status, 201, "{answer}");
    let profile = format!("POST /query-profile {{\"uid\":\"{}\"}}", mara.uid);
    let own = mara.post("/query-profile", json!({ "uid": mara.uid })).await;
    let books = mara.post("/api/book/list", json!({})).await;
    assert_eq!(books.json()[0]["userMemoCount"], 1);
    assert_brings(&mara, "/library", &[("POST /api/book/list {}", books), (&profile, own)]).await;
    let books = visitor.post("/api/book/list", json!({})).await;
    assert_brings(&visitor, "/library", &[("POST /api/book/list {}", books)]).await;
}

#[tokio::test]
async fn topic_page_embeds_posts_for_readers_display() {
    let server = TestServer::start().await;
    let visitor = server.visitor();
    let code = "letters";
    server.topic(code).await;
    for (display, number) in [("screen", ""), ("paper", "&page=1")] {
        visitor.set_cookie(&format!("display={display}"));
        let topic = visitor.get(&format!("/api/topics?code={code}")).await;
        let posts = format!("/api/thread/post/list/page?code={code}&limit=3{number}");
        let first = visitor.get(&posts).await;
        let all = visitor.post("/api/topics", json!({})).await;
        let calls = [
            (&*format!("GET /api/topics?code={code} "), topic),
            (&*format!("GET {posts} "), first),
            ("POST /api/topics {}", all),
        ];
        assert_brings(&visitor, &format!("/thread/{code}"), &calls).await;
    }
}

/// The home page is cached for offline use, so it must not contain data of a member.
#[tokio::test]
async fn pages_without_first_calls_embed_no_data() {
    let server = TestServer::start().await;
    let (mara, visitor) = (server.member("mara").await, server.visitor());
    for (reader, path) in [(&mara, "/"), (&mara, "/help"), (&visitor, "/settings")] {
        let page = reader.get(path).await;
        assert_eq!((page.status, page.header("cache-control")), (200, "no-cache"), "{path}");
        assert_eq!(page_data(&page), [], "{path}");
    }
    let missing = visitor.get("/posts/01J00000000000000000000000").await;
    assert_eq!((missing.status, page_data(&missing)), (404, Vec::new()));
}

#[tokio::test]
async fn page_preloads_its_scripts() {
    let server = TestServer::start().await;
    let visitor = server.visitor();
    let preloaded = |html: &str| html.matches("rel=\"modulepreload\"").count();
    for (path, expected) in [("/", 0..1), ("/nowhere", 0..1), ("/library", 2..8)] {
        let html = String::from_utf8(visitor.get(path).await.bytes).unwrap();
        assert!(expected.contains(&preloaded(&html)), "{path}: {html}");
        for link in html.split("rel=\"modulepreload\" href=\"").skip(1) {
            let script = visitor.get(link.split('"').next().unwrap()).await;
            assert!(script.header("content-type").contains("javascript"), "{link}");
        }
    }
}

/// Text of a page between the beginning of the interface's element and the data.
fn first_content(page: &Reply) -> String {
    let html = String::from_utf8(page.bytes.clone()).unwrap();
    let content = html.split("<div id=\"root\">").nth(1).unwrap();
    content.split("<noscript").next().unwrap().replace("&#x2f;", "/")
}

#[tokio::test]
async fn library_page_shows_books_without_script() {
    let server = TestServer::start().await;
    let (mara, visitor) = (server.member("mara").await, server.visitor());
    let empty = first_content(&visitor.get("/library").await);
    assert!(!empty.contains("<h1"), "an empty library looks different: {empty}");

    let book = server.book("Tide & <b>", 1).await;
    assert_eq!(mara.submit_text(&book, "q1", "A line that counts.").await.status, 201);
    let seen = first_content(&visitor.get("/library").await);
    assert!(seen.contains("Explore Our Library</h1>"), "{seen}");
    assert!(seen.contains(">Tide &amp; &lt;b&gt;</h2>"), "{seen}");
    assert!(seen.contains(&format!("href=\"/book/contribute/post/type?bid={book}\"")), "{seen}");
    assert!(seen.contains(">1 entry<") && seen.contains(">Sign in<"), "{seen}");
    let own = first_content(&mara.get("/library").await);
    assert!(own.contains("Your entries (1)") && !own.contains(">Sign in</a></nav><div"), "{own}");
}

#[tokio::test]
async fn topic_page_shows_posts_without_script() {
    let server = TestServer::start().await;
    let (mara, visitor) = (server.member("mara").await, server.visitor());
    let topic = server.topic("letters").await;
    let address = format!("/thread/{}", topic.code);
    assert!(!first_content(&visitor.get(&address).await).contains("<h1"));
    let picture = Part::bytes(noise(1, 40));
    let form = Form::new().part("image", picture).text("caption", "\"Rain\" <1>");
    let post = mara.send_post(&topic, form).await.json()["id"].as_str().unwrap().to_owned();
    assert_eq!(mara.put(&format!("/api/activate-post/{post}")).await.status, 200);
    for display in ["screen", "paper"] {
        visitor.set_cookie(&format!("display={display}"));
        let seen = first_content(&visitor.get(&address).await);
        assert!(seen.contains(">Letters home</h1>"), "{seen}");
        assert!(seen.contains(">&quot;Rain&quot; &lt;1&gt;</a></h2>"), "{seen}");
        assert!(seen.contains("type=\"image/webp\" srcSet=\"/media/"), "{seen}");
        assert_eq!(seen.contains("Page 1 of 1"), display == "paper", "{seen}");
    }
}

#[tokio::test]
async fn first_content_names_community_and_partner() {
    let server = TestServer::start_with(|config| {
        config.community = "Tide \"Club\"".into();
        config.partner.name = "Slate & Nib".into();
    })
    .await;
    server.book("Winter", 1).await;
    let seen = first_content(&server.visitor().get("/library").await);
    assert!(seen.contains("aria-label=\"Tide &quot;Club&quot;, home\""), "{seen}");
    assert!(seen.contains(">Powered by Slate &amp; Nib</p>"), "{seen}");
    assert!(
        !seen.contains("rel=\"noreferrer\""),
        "a partner without an address is no link: {seen}"
    );
}
