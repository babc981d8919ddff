//! Comments, which their authors and the post's owner can remove.

use serde_json::{Value, json};

use crate::support::{Member, PASSWORD, Reply, TestServer, noise};

async fn comment(member: &Member, post: &str, text: &str) -> Reply {
    let body = json!({ "text": text, "uid": member.uid, "pid": post });
    member.post("/api/comments/add", body).await
}

async fn add_comment(member: &Member, post: &str, text: &str) -> String {
    let reply = comment(member, post, text).await;
    assert_eq!(reply.status, 201, "{reply}");
    reply.json()["id"].as_str().unwrap().to_owned()
}

async fn texts(member: &Member, post: &str) -> Vec<Value> {
    let list = member.get(&format!("/api/comments?pid={post}")).await.json();
    list.as_array().unwrap().iter().map(|comment| comment["text"].clone()).collect()
}

async fn remove(member: &Member, comment: &str) -> u16 {
    member.delete(&format!("/api/comments/remove/{comment}")).await.status
}

async fn restore(member: &Member, comment: &str) -> u16 {
    member.post(&format!("/api/comments/restore/{comment}"), json!({})).await.status
}

#[tokio::test]
async fn members_comment_and_visitors_read() {
    let server = TestServer::start().await;
    let topic = server.topic("letters").await;
    let (mara, leo) = (server.member("mara").await, server.member("leo").await);
    let post = mara.post_and_publish(&topic, &noise(1, 40)).await;
    add_comment(&leo, &post, " Lovely <b>ink</b>.\r\nTruly. ").await;
    server.clock.advance(1);
    add_comment(&mara, &post, "Thank you!").await;
    let visitor = server.visitor();
    assert_eq!(texts(&visitor, &post).await, ["Lovely <b>ink</b>.\nTruly.", "Thank you!"]);
    let first = &visitor.get(&format!("/api/comments?pid={post}")).await.json()[0];
    assert_eq!(first["user"], json!({ "username": "leo", "name": "leo" }));
    assert_eq!(visitor.thread(&topic).await[0]["comments"], 2);
    for text in ["", " \n ", &"x".repeat(1001), "a\u{202e}b"] {
        let refused = comment(&leo, &post, text).await;
        assert_eq!(refused.status, 422);
        assert!(refused.json()["fields"]["text"].is_string());
    }
    let forged = json!({ "text": "I am Mara.", "uid": mara.uid, "pid": post });
    assert_eq!(visitor.post("/api/comments/add", forged.clone()).await.status, 401);
    assert_eq!(leo.post("/api/comments/add", forged).await.status, 403);
}

#[tokio::test]
async fn comment_is_removed_by_author_owner_or_admin() {
    let server = TestServer::start().await;
    let topic = server.topic("letters").await;
    let (mara, leo) = (server.member("mara").await, server.member("leo").await);
    let (ana, ada) = (server.member("ana").await, server.admin("ada").await);
    let post = mara.post_and_publish(&topic, &noise(1, 40)).await;
    for remover in [&leo, &mara, &ada] {
        let comment = add_comment(&leo, &post, "Hm.").await;
        assert_eq!(remove(&ana, &comment).await, 403);
        assert_eq!(remove(&server.visitor(), &comment).await, 401);
        assert_eq!(remove(remover, &comment).await, 204);
        assert_eq!(remove(remover, &comment).await, 404, "it is gone");
        assert!(texts(&leo, &post).await.is_empty());
        assert_eq!(leo.thread(&topic).await[0]["comments"], 0);
    }
}

#[tokio::test]
async fn comment_removal_can_be_undone_for_a_while() {
    let server = TestServer::start().await;
    let topic = server.topic("letters").await;
    let (mara, leo) = (server.member("mara").await, server.member("leo").await);
    let post = mara.post_and_publish(&topic, &noise(1, 40)).await;
    let comment = add_comment(&leo, &post, "Hm.").await;
    remove(&mara, &comment).await;
    assert_eq!(restore(&leo, &comment).await, 404, "the post's owner removed it");
    assert_eq!(restore(&mara, &comment).await, 204);
    assert_eq!(texts(&leo, &post).await, ["Hm."]);
    // A restored comment is not deleted later.
    server.clock.advance(601);
    server.run_jobs().await;
    assert_eq!(texts(&leo, &post).await, ["Hm."]);
    remove(&leo, &comment).await;
    server.clock.advance(601);
    server.run_jobs().await;
    assert_eq!(restore(&leo, &comment).await, 404);
    assert_eq!(leo.thread(&topic).await[0]["comments"], 0);
}

#[tokio::test]
async fn unpublished_posts_and_endless_comments_are_refused() {
    let server = TestServer::start().await;
    let topic = server.topic("letters").await;
    let (mara, leo) = (server.member("mara").await, server.member("leo").await);
    let pending = mara.post_picture(&topic, &noise(1, 40)).await;
    assert_eq!(comment(&leo, &pending, "I see it.").await.status, 404);
    assert_eq!(leo.get(&format!("/api/comments?pid={pending}")).await.status, 404);
    let post = mara.post_and_publish(&topic, &noise(2, 40)).await;
    for _ in 1..20 {
        add_comment(&leo, &post, "Again.").await;
    }
    assert_eq!(comment(&leo, &post, "Again.").await.refusal(), (429, "rate-limited".into()));
    assert_eq!(comment(&mara, &post, "Enough.").await.status, 201);
}

#[tokio::test]
async fn author_finds_recent_comments_by_others() {
    let server = TestServer::start().await;
    let topic = server.topic("letters").await;
    let [mara, ben, ina] =
        [server.member("mara").await, server.member("ben").await, server.member("ina").await];
    let first = mara.post_and_publish(&topic, &noise(1, 40)).await;
    server.clock.advance(1);
    let second = mara.post_and_publish(&topic, &noise(2, 40)).await;
    let say = async |member: &Member, post: &str, text: &str| {
        server.clock.advance(1);
        add_comment(member, post, text).await;
    };
    let received = async |member: &Member| {
        let list = member.get("/api/usr/comments").await.json();
        let line = |each: &Value| {
            let newest = &each["newest"];
            format!("{} {} {}", each["pid"], each["comments"], newest["text"]).replace('"', "")
        };
        list.as_array().unwrap().iter().map(line).collect::<Vec<_>>()
    };

    say(&mara, &first, "My own.").await;
    assert_eq!(received(&mara).await, [""; 0]);
    say(&ben, &second, "Lovely.").await;
    say(&ina, &first, "Truly.").await;
    say(&ben, &first, "Indeed.").await;
    assert_eq!(
        received(&mara).await,
        [format!("{first} 2 Indeed."), format!("{second} 1 Lovely.")]
    );
    assert_eq!(received(&ben).await, [""; 0], "only on one's own posts");
    assert_eq!(
        server.visitor().get("/api/usr/comments").await.refusal(),
        (401, "unauthenticated".into())
    );

    // Those of a blocked member are not shown, and after a month none is recent.
    let blocked = mara.post("/api/block/add", json!({ "uid": mara.uid, "other": ben.uid })).await;
    assert_eq!(blocked.status, 204);
    assert_eq!(received(&mara).await, [format!("{first} 1 Truly.")]);
    server.clock.advance(31 * 24 * 60 * 60);
    let mut mara = mara;
    assert_eq!(mara.sign_in("mara@example.org", PASSWORD).await.status, 200);
    assert_eq!(received(&mara).await, [""; 0]);
}
