//! Live updates: all viewers of a thread are notified of its changes.

use std::time::Duration;

use serde_json::json;
use tokio::time::timeout;

use crate::support::{Member, TestServer, Topic, noise};

/// Timeout, longer than any step of the tests.
const LONG: Duration = Duration::from_secs(30);

async fn watch(member: &Member, topic: &Topic) -> reqwest::Response {
    let path = format!("/api/thread/live?code={}", topic.code);
    let response = member.request(reqwest::Method::GET, &path).send().await.unwrap();
    assert_eq!(response.headers()["content-type"], "text/event-stream");
    response
}

/// Reads the next line that is not empty.
async fn line(watching: &mut reqwest::Response) -> String {
    let chunk = timeout(LONG, watching.chunk()).await.unwrap().unwrap().unwrap();
    String::from_utf8(chunk.to_vec()).unwrap()
}

#[tokio::test]
async fn stream_has_events_of_posts_likes_comments() {
    let server = TestServer::start().await;
    let (topic, other) = (server.topic("letters").await, server.topic("haiku").await);
    let (mara, leo) = (server.member("mara").await, server.member("leo").await);
    let mut watching = watch(&server.visitor(), &topic).await;
    let pending = mara.post_picture(&topic, &noise(1, 40)).await;
    mara.post_and_publish(&other, &noise(2, 40)).await;
    mara.put(&format!("/api/activate-post/{pending}")).await;
    let expected = format!("data: {{\"pids\":[\"{pending}\"]}}\n\n");
    assert_eq!(
        line(&mut watching).await,
        expected,
        "neither the pending one, nor the other topic's"
    );

    // Simultaneous changes are sent as one notification.
    for _ in 0..3 {
        leo.post("/api/like/add", json!({ "uid": leo.uid, "pid": pending })).await;
        let comment = json!({ "text": "Lovely.", "uid": leo.uid, "pid": pending });
        leo.post("/api/comments/add", comment).await;
    }
    assert_eq!(line(&mut watching).await, expected);
    mara.delete(&format!("/api/posts/remove/{pending}")).await;
    assert_eq!(line(&mut watching).await, expected);
}

#[tokio::test]
async fn event_stream_ends_at_shutdown_and_needs_topic() {
    let server = TestServer::start().await;
    let topic = server.topic("letters").await;
    let visitor = server.visitor();
    let nothing = visitor.get("/api/thread/live?code=nothing").await;
    assert_eq!(nothing.refusal(), (404, "not-found".into()));
    let mut watching = watch(&visitor, &topic).await;
    server.context.post_events.close();
    assert_eq!(timeout(LONG, watching.chunk()).await.unwrap().unwrap(), None);
    assert_eq!(visitor.get("/api/thread/live?code=letters").await.refusal(), (503, "busy".into()));
}
