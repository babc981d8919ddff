//! Removal of posts: reversible for a while, then final, and final with the account.

use serde_json::json;

use crate::support::{Member, PASSWORD, TestServer, Topic, noise};

async fn ids(member: &Member, topic: &Topic) -> Vec<String> {
    let posts = member.thread(topic).await;
    posts.iter().map(|post| post["id"].as_str().unwrap().to_owned()).collect()
}

#[tokio::test]
async fn removed_post_disappears_and_is_restored_in_place() {
    let server = TestServer::start().await;
    let topic = server.topic("letters").await;
    let (mara, leo) = (server.member("mara").await, server.member("leo").await);
    let older = mara.post_and_publish(&topic, &noise(1, 40)).await;
    server.clock.advance(5);
    let newer = mara.post_and_publish(&topic, &noise(2, 40)).await;
    leo.post("/api/like/add", json!({ "uid": leo.uid, "pid": older })).await;
    let (remove, restore) =
        (format!("/api/posts/remove/{older}"), format!("/api/posts/restore/{older}"));
    assert_eq!(leo.delete(&remove).await.status, 403);
    assert_eq!(server.visitor().delete(&remove).await.status, 401);
    let picture = leo.get(&format!("/api/posts/{older}")).await.json()["dataUrl"].clone();
    assert_eq!(mara.delete(&remove).await.status, 204);
    for member in [&mara, &leo] {
        assert_eq!(ids(member, &topic).await, [newer.as_str()]);
        assert_eq!(member.get(&format!("/api/posts/{older}")).await.status, 404);
        assert_eq!(member.get(picture.as_str().unwrap()).await.status, 404);
    }
    assert_eq!(leo.post(&restore, json!({})).await.status, 404);
    for _ in 0..2 {
        assert_eq!(mara.post(&restore, json!({})).await.status, 204);
        assert_eq!(ids(&leo, &topic).await, [newer.as_str(), older.as_str()]);
    }
    assert_eq!(leo.thread(&topic).await[1]["likes"], 1);

    // The job of the first removal, which was undone, deletes nothing; the job of the second one does.
    server.clock.advance(300);
    mara.delete(&remove).await;
    server.clock.advance(301);
    server.run_jobs().await;
    assert_eq!(mara.post(&restore, json!({})).await.status, 204);
    mara.delete(&remove).await;
    server.clock.advance(601);
    server.run_jobs().await;
    assert_eq!(mara.post(&restore, json!({})).await.status, 404);
    assert_eq!(ids(&leo, &topic).await, [newer.as_str()]);
}

#[tokio::test]
async fn post_removals_are_rate_limited_per_member() {
    let server = TestServer::start().await;
    let topic = server.topic("letters").await;
    let mara = server.member("mara").await;
    let post = mara.post_picture(&topic, &noise(1, 40)).await;
    for _ in 0..30 {
        mara.delete(&format!("/api/posts/remove/{post}")).await;
        mara.post(&format!("/api/posts/restore/{post}"), json!({})).await;
    }
    let refused = mara.delete(&format!("/api/posts/remove/{post}")).await;
    assert_eq!(refused.refusal(), (429, "rate-limited".into()));
}

#[tokio::test]
async fn deleted_account_removes_posts_comments_and_likes() {
    let server = TestServer::start().await;
    let topic = server.topic("letters").await;
    let (mara, leo) = (server.member("mara").await, server.member("leo").await);
    let kept = leo.post_and_publish(&topic, &noise(1, 40)).await;
    let files = server.files();
    let gone = mara.post_and_publish(&topic, &noise(2, 40)).await;
    mara.post_picture(&topic, &noise(3, 40)).await;
    for member in [&mara, &leo] {
        for post in [&kept, &gone] {
            member.post("/api/like/add", json!({ "uid": member.uid, "pid": post })).await;
            let comment = json!({ "text": "Lovely.", "uid": member.uid, "pid": post });
            member.post("/api/comments/add", comment).await;
        }
    }
    let leave = json!({ "password": PASSWORD, "name": "mara" });
    assert_eq!(mara.post("/api/account/delete", leave).await.status, 204);
    assert_eq!(ids(&leo, &topic).await, [kept.as_str()]);
    let left = &leo.thread(&topic).await[0];
    assert_eq!((&left["likes"], &left["comments"]), (&json!(1), &json!(1)));
    assert_eq!(server.files(), files);
}
