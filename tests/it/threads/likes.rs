//! Likes: one per member, for published posts.

use serde_json::json;

use crate::support::{Member, Reply, TestServer, noise};

async fn like(member: &Member, post: &str, verb: &str) -> Reply {
    member.post(&format!("/api/like/{verb}"), json!({ "uid": member.uid, "pid": post })).await
}

#[tokio::test]
async fn member_likes_once_and_takes_it_back() {
    let server = TestServer::start().await;
    let topic = server.topic("letters").await;
    let (mara, leo) = (server.member("mara").await, server.member("leo").await);
    let post = mara.post_and_publish(&topic, &noise(1, 40)).await;
    for _ in 0..2 {
        let liked = like(&leo, &post, "add").await;
        assert_eq!(liked.json(), json!({ "pid": post, "likes": 1, "liked": true }));
    }
    like(&mara, &post, "add").await;
    let likes = server.visitor().get(&format!("/api/likes?pid={post}")).await.json();
    let mut members: Vec<&str> =
        likes.as_array().unwrap().iter().map(|like| like["uid"].as_str().unwrap()).collect();
    members.sort_unstable();
    let mut expected = [mara.uid.as_str(), leo.uid.as_str()];
    expected.sort_unstable();
    assert_eq!(members, expected);
    for (member, liked) in [(&leo, true), (&server.visitor(), false)] {
        let shown = &member.thread(&topic).await[0];
        assert_eq!((&shown["likes"], &shown["liked"]), (&json!(2), &json!(liked)));
    }
    for _ in 0..2 {
        let unliked = like(&leo, &post, "remove").await;
        assert_eq!(unliked.json(), json!({ "pid": post, "likes": 1, "liked": false }));
    }
}

#[tokio::test]
async fn likes_for_others_or_missing_posts_are_refused() {
    let server = TestServer::start().await;
    let topic = server.topic("letters").await;
    let (mara, leo) = (server.member("mara").await, server.member("leo").await);
    let pending = mara.post_picture(&topic, &noise(1, 40)).await;
    let active = mara.post_and_publish(&topic, &noise(2, 40)).await;
    let body = json!({ "uid": mara.uid, "pid": active });
    assert_eq!(leo.post("/api/like/add", body.clone()).await.status, 403);
    assert_eq!(server.visitor().post("/api/like/add", body).await.status, 401);
    for member in [&mara, &leo] {
        assert_eq!(like(member, &pending, "add").await.status, 404, "it is not published");
        assert_eq!(like(member, "x", "add").await.status, 404);
    }
    assert_eq!(leo.get(&format!("/api/likes?pid={pending}")).await.status, 404);
    mara.delete(&format!("/api/posts/remove/{active}")).await;
    assert_eq!(like(&leo, &active, "add").await.status, 404, "it is removed");
}

#[tokio::test]
async fn likes_are_rate_limited_per_member() {
    let server = TestServer::start().await;
    let topic = server.topic("letters").await;
    let mara = server.member("mara").await;
    let post = mara.post_and_publish(&topic, &noise(1, 40)).await;
    for press in 0..60 {
        let verb = if press % 2 == 0 { "add" } else { "remove" };
        assert_eq!(like(&mara, &post, verb).await.status, 200);
    }
    let refused = like(&mara, &post, "add").await;
    assert_eq!(refused.refusal(), (429, "rate-limited".into()));
    server.clock.advance(1);
    assert_eq!(like(&mara, &post, "add").await.json()["likes"], 1);
}
