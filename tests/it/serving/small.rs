//! Compression of text responses.

use reqwest::Method;

use crate::support::{Member, Reply, TestServer};

async fn packed(member: &Member, path: &str) -> Reply {
    Reply::of(member.request(Method::GET, path).header("accept-encoding", "gzip, br")).await
}

#[tokio::test]
async fn large_texts_are_compressed_small_ones_not() {
    let server = TestServer::start().await;
    let mara = server.visitor();
    for path in ["/api/openapi.json", "/help/boox"] {
        let (plain, small) = (mara.get(path).await, packed(&mara, path).await);
        assert_eq!((plain.status, plain.headers.get("content-encoding")), (200, None), "{path}");
        assert_eq!(small.header("content-encoding"), "gzip", "{path}");
        let mut varies = small.headers.get_all("vary").iter();
        assert!(varies.any(|by| by.to_str().unwrap().contains("accept-encoding")), "{path}");
        assert!(small.bytes.len() < plain.bytes.len() * 2 / 3, "{path}");
    }
    let short = packed(&mara, "/api/nothing").await;
    assert_eq!((short.status, short.headers.get("content-encoding")), (404, None));
    // The interface's files are compressed at build time, at a higher level.
    let page = String::from_utf8(mara.get("/").await.bytes).unwrap();
    let script = page.split("src=\"").nth(1).unwrap().split('"').next().unwrap().to_owned();
    assert_eq!(packed(&mara, &script).await.header("content-encoding"), "br");
}

#[tokio::test]
async fn event_stream_is_not_compressed() {
    let server = TestServer::start().await;
    let topic = server.topic("letters").await;
    let path = format!("/api/thread/live?code={}", topic.code);
    let visitor = server.visitor();
    let watching = visitor.request(Method::GET, &path).header("accept-encoding", "gzip").send();
    assert_eq!(watching.await.unwrap().headers().get("content-encoding"), None);
}
