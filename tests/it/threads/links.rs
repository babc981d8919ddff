//! Link previews of posts and threads, and feeds: visible without scripts.

use reqwest::multipart::{Form, Part};

use crate::support::{Member, TestServer, Topic, noise};

async fn post(member: &Member, topic: &Topic, caption: &str, alt: &str) -> String {
    let form = Form::new()
        .part("image", Part::bytes(noise(1, 600)))
        .text("caption", caption.to_owned())
        .text("alt", alt.to_owned());
    member.send_post(topic, form).await.json()["id"].as_str().unwrap().to_owned()
}

async fn html(member: &Member, path: &str) -> (u16, String) {
    let reply = member.get(path).await;
    (reply.status, String::from_utf8(reply.bytes).unwrap())
}

#[tokio::test]
async fn shared_post_link_has_picture_preview() {
    let server = TestServer::start_with(|config| config.community = "Pen Club".into()).await;
    let topic = server.topic("letters").await;
    let mara = server.member("mara").await;
    let caption = "\"Rain\" </title><script>alert(1)</script>";
    let id = post(&mara, &topic, caption, "Two lines\nof <b>rain</b>.").await;
    let (visitor, page) = (server.visitor(), format!("/posts/{id}"));

    let (status, before) = html(&visitor, &page).await;
    assert_eq!(status, 404);
    let (status, own) = html(&mara, &page).await;
    assert_eq!(status, 200);
    assert!(own.contains("<title>&quot;Rain&quot;"));
    for html in [before, own] {
        assert!(html.contains("noindex") && !html.contains("og:"), "{html}");
    }

    mara.put(&format!("/api/activate-post/{id}")).await;
    let picture = visitor.get(&format!("/api/posts/{id}")).await.json()["dataUrl"].clone();
    let (status, shown) = html(&visitor, &page).await;
    assert_eq!(status, 200);
    let site = "http://127.0.0.1:8080";
    let title = "&quot;Rain&quot; &lt;/title&gt;&lt;script&gt;alert(1)&lt;/script&gt;";
    for part in [
        format!("<title>{title} · Pen Club</title>"),
        format!("<link rel=\"canonical\" href=\"{site}{page}\">"),
        "<meta name=\"description\" content=\"Two lines of &lt;b&gt;rain&lt;/b&gt;.\">".into(),
        format!("<meta property=\"og:title\" content=\"{title}\">"),
        "<meta property=\"og:type\" content=\"article\">".into(),
        format!("<meta property=\"og:url\" content=\"{site}{page}\">"),
        format!("<meta property=\"og:image\" content=\"{site}{}\">", picture.as_str().unwrap()),
        "<meta property=\"og:image:width\" content=\"600\">".into(),
        "<meta property=\"og:image:height\" content=\"600\">".into(),
        "<meta name=\"twitter:card\" content=\"summary_large_image\">".into(),
    ] {
        assert!(shown.contains(&part), "{part}");
    }
    assert!(!shown.contains("alert(1)</script>") && !shown.contains("noindex"));

    mara.delete(&format!("/api/posts/remove/{id}")).await;
    for path in [page.as_str(), "/posts/x", "/thread/nothing"] {
        let (status, gone) = html(&mara, path).await;
        assert_eq!(status, 404, "{path}");
        assert!(gone.contains("noindex") && !gone.contains("Rain"), "{path}");
    }
}

#[tokio::test]
async fn post_without_caption_gets_author_and_topic_title() {
    let server = TestServer::start().await;
    let topic = server.topic("letters").await;
    let mara = server.member("mara").await;
    let id = post(&mara, &topic, "", "").await;
    mara.put(&format!("/api/activate-post/{id}")).await;
    let (_, shown) = html(&server.visitor(), &format!("/posts/{id}")).await;
    assert!(shown.contains("<title>A page by mara · Inkfold</title>"));
    assert!(shown.contains("content=\"A handwritten page by mara, in Letters home.\""));
}

#[tokio::test]
async fn thread_has_a_public_feed() {
    let server = TestServer::start().await;
    let topic = server.topic("letters").await;
    let mara = server.member("mara").await;
    let feed = "/thread/letters/feed.atom";
    let (_, page) = html(&server.visitor(), "/thread/letters").await;
    assert!(page.contains("<title>Letters home · Inkfold</title>"));
    assert!(page.contains(&format!("href=\"http://127.0.0.1:8080{feed}\"")));

    let pending = post(&mara, &topic, "Not yet", "").await;
    let shown = post(&mara, &topic, "Ink & <paper>", "A \"page\".").await;
    server.clock.advance(60);
    mara.put(&format!("/api/activate-post/{shown}")).await;
    let reply = server.visitor().get(feed).await;
    assert_eq!(reply.header("content-type"), "application/atom+xml; charset=utf-8");
    let xml = String::from_utf8(reply.bytes).unwrap();
    for part in [
        "<feed xmlns=\"http://www.w3.org/2005/Atom\">",
        "<title>Letters home · Inkfold</title>",
        "<title>Ink &amp; &lt;paper&gt;</title>",
        "<published>2026-01-01T00:01:00Z</published>",
        "<name>mara</name>",
        &format!("<id>http://127.0.0.1:8080/posts/{shown}</id>"),
        "alt=&quot;A &amp;quot;page&amp;quot;.&quot;",
    ] {
        assert!(xml.contains(part), "{part}: {xml}");
    }
    assert!(!xml.contains(&pending) && !xml.contains("Not yet"));
    assert_eq!(server.visitor().get("/thread/nothing/feed.atom").await.status, 404);
}
