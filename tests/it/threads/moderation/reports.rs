//! Reports by members, and the visibility of reported posts and comments.

use serde_json::json;

use super::{add_comment, block, comments, ids, like, queue, report, resolve_report};
use crate::support::{PASSWORD, TestServer, noise};

#[tokio::test]
async fn reported_content_is_hidden_from_reporter() {
    let server = TestServer::start().await;
    let topic = server.topic("letters").await;
    let (mara, leo, ana) =
        (server.member("mara").await, server.member("leo").await, server.member("ana").await);
    let ada = server.admin("ada").await;
    let post = mara.post_and_publish(&topic, &noise(1, 40)).await;
    let comment = add_comment(&mara, &post, "Rude words.").await;

    for thing in [("post", &post), ("comment", &comment), ("post", &post)] {
        assert_eq!(report(&leo, thing.0, thing.1).await.status, 202);
        server.clock.advance(1);
    }
    assert_eq!(report(&ana, "post", &post).await.status, 202);
    assert!(ids(&leo, &topic).await.is_empty());
    assert_eq!(leo.get(&format!("/api/posts/{post}")).await.status, 404);
    assert_eq!(ids(&mara, &topic).await, [post.as_str()], "everybody else sees it");
    assert_eq!((comments(&mara, &post).await, comments(&server.visitor(), &post).await), (1, 1));

    let open = queue(&ada, "open").await;
    assert_eq!(open.len(), 2);
    assert_eq!((&open[0]["kind"], &open[0]["id"]), (&json!("post"), &json!(post)));
    assert_eq!(open[0]["reports"].as_array().unwrap().len(), 2, "once a member");
    assert_eq!(open[0]["reports"][0]["reporter"]["username"], "leo");
    assert_eq!(open[0]["reports"][0]["reason"], "Unkind words.");
    assert_eq!((&open[1]["text"], &open[1]["state"]), (&json!("Rude words."), &json!("shown")));
    assert_eq!(open[1]["pid"], json!(post));
    assert!(ada.get(open[0]["img"].as_str().unwrap()).await.status == 200, "admins see it");
}

#[tokio::test]
async fn own_invisible_or_unreasoned_reports_are_refused() {
    let server = TestServer::start().await;
    let topic = server.topic("letters").await;
    let (mara, leo) = (server.member("mara").await, server.member("leo").await);
    let post = mara.post_and_publish(&topic, &noise(1, 40)).await;
    let pending = mara.post_picture(&topic, &noise(2, 40)).await;
    assert_eq!(report(&mara, "post", &post).await.status, 422);
    assert_eq!(report(&leo, "post", &pending).await.status, 404);
    assert_eq!(report(&leo, "comment", &post).await.status, 404);
    assert_eq!(report(&leo, "book", &post).await.status, 422);
    assert_eq!(report(&leo, "post", "x").await.status, 404);
    assert_eq!(report(&server.visitor(), "post", &post).await.status, 401);
    for bad in ["", " \n ", &"x".repeat(501), "a\u{202e}b"] {
        let body = json!({ "kind": "post", "id": post, "reason": bad });
        let refused = leo.post("/api/report", body).await;
        assert!(refused.status == 422 && refused.json()["fields"]["reason"].is_string(), "{bad}");
    }
    assert_eq!(ids(&leo, &topic).await, [post]);
    for _ in 0..30 {
        report(&leo, "post", &pending).await;
    }
    assert_eq!(report(&leo, "post", &pending).await.status, 429, "not without end");
}

#[tokio::test]
async fn hidden_post_is_visible_to_author_only() {
    let server = TestServer::start().await;
    let topic = server.topic("letters").await;
    let (mara, leo) = (server.member("mara").await, server.member("leo").await);
    let (ada, visitor) = (server.admin("ada").await, server.visitor());
    let post = mara.post_and_publish(&topic, &noise(1, 40)).await;
    add_comment(&leo, &post, "Patient heron.").await;
    let picture = visitor.get(&format!("/api/posts/{post}")).await.json()["dataUrl"].clone();
    let picture = picture.as_str().unwrap();
    report(&leo, "post", &post).await;

    assert_eq!(resolve_report(&leo, "post", &post, "hide").await.status, 403);
    let hidden = resolve_report(&ada, "post", &post, "hide").await.json();
    assert_eq!((&hidden["state"], &hidden["settled"]["note"]), (&json!("hidden"), &json!("Seen.")));
    assert!(queue(&ada, "open").await.is_empty());
    assert_eq!(queue(&ada, "settled").await.len(), 1);
    for member in [&leo, &visitor] {
        assert_eq!(member.get(&format!("/api/posts/{post}")).await.status, 404);
        assert_eq!(member.get(picture).await.status, 404);
        assert_eq!(member.get(&format!("/api/comments?pid={post}")).await.status, 404);
    }
    assert!(ids(&mara, &topic).await.is_empty());
    let own = mara.get(&format!("/api/posts/{post}")).await.json();
    assert_eq!((&own["isHidden"], &own["isActive"]), (&json!(true), &json!(false)));
    let publish = mara.put(&format!("/api/activate-post/{post}")).await;
    assert_eq!(publish.refusal(), (409, "conflict".into()), "not past the admins");
    let topics = visitor.get("/api/topics?code=letters").await.json();
    assert_eq!(topics["postCount"], 0);
    // Not even its author finds it in the list of topics.
    for reader in [&mara, &ada, &visitor] {
        let listed = reader.post("/api/topics", json!({})).await.json()[0].clone();
        assert_eq!((&listed["latest"], &listed["lastAuthor"]), (&json!([]), &json!(null)));
    }

    let shown = resolve_report(&ada, "post", &post, "show").await.json();
    assert_eq!((&shown["state"], &shown["settled"]["verdict"]), (&json!("shown"), &json!("show")));
    assert_eq!(ids(&visitor, &topic).await, [post.as_str()]);
    assert!(ids(&leo, &topic).await.is_empty(), "who reported it still does not see it");
    for (reader, count) in [(&visitor, 1), (&leo, 0)] {
        let listed = reader.post("/api/topics", json!({})).await.json();
        assert_eq!(listed[0]["latest"].as_array().unwrap().len(), count);
    }
    assert_eq!(comments(&visitor, &post).await, 1);
}

#[tokio::test]
async fn content_removed_by_admin_is_gone() {
    let server = TestServer::start().await;
    let topic = server.topic("letters").await;
    let (mara, leo, ada) =
        (server.member("mara").await, server.member("leo").await, server.admin("ada").await);
    let post = mara.post_and_publish(&topic, &noise(1, 40)).await;
    let (first, second) =
        (add_comment(&leo, &post, "One.").await, add_comment(&leo, &post, "Two.").await);
    assert_eq!(resolve_report(&ada, "comment", &first, "hide").await.json()["state"], "hidden");
    assert_eq!((comments(&leo, &post).await, comments(&ada, &post).await), (1, 1));
    assert_eq!(mara.thread(&topic).await[0]["comments"], 1);
    assert_eq!(resolve_report(&ada, "comment", &first, "show").await.status, 200);
    assert_eq!(comments(&leo, &post).await, 2);
    assert_eq!(resolve_report(&ada, "comment", &second, "remove").await.json()["state"], "removed");
    let restore = format!("/api/comments/restore/{second}");
    assert_eq!(leo.post(&restore, json!({})).await.status, 404);

    report(&leo, "post", &post).await;
    let shown = mara.get(&format!("/api/posts/{post}")).await.json()["dataUrl"].clone();
    let name = shown.as_str().unwrap().trim_start_matches("/media/").trim_end_matches(".png");
    let file = name.parse().unwrap();
    assert_eq!(resolve_report(&ada, "post", &post, "remove").await.json()["state"], "removed");
    let restore = format!("/api/posts/restore/{post}");
    assert_eq!(mara.post(&restore, json!({})).await.status, 404);
    let gone = server.run_service(move |context| context.blobs.get(file).unwrap().is_none());
    assert!(gone.await, "with its files");
    assert_eq!(resolve_report(&ada, "post", &post, "hide").await.status, 409);
    for verdict in ["show", "remove"] {
        assert_eq!(resolve_report(&ada, "post", &post, verdict).await.status, 200, "it is left so");
    }
    assert_eq!(resolve_report(&ada, "post", "x", "show").await.status, 404);
}

#[tokio::test]
async fn account_deletion_removes_reports_and_blocks() {
    let server = TestServer::start().await;
    let topic = server.topic("letters").await;
    let (mara, leo, ada) =
        (server.member("mara").await, server.member("leo").await, server.admin("ada").await);
    let post = mara.post_and_publish(&topic, &noise(1, 40)).await;
    report(&leo, "post", &post).await;
    block(&leo, &mara, "add").await;
    block(&mara, &leo, "add").await;
    let body = json!({ "password": PASSWORD, "name": "leo" });
    assert_eq!(leo.post("/api/account/delete", body).await.status, 204);
    assert!(queue(&ada, "open").await.is_empty());
    assert_eq!(mara.get("/api/blocks").await.json(), json!([]));
}

#[tokio::test]
async fn hidden_content_is_absent_from_every_route() {
    let server = TestServer::start().await;
    let topic = server.topic("letters").await;
    let (mara, leo, ana) =
        (server.member("mara").await, server.member("leo").await, server.member("ana").await);
    let post = mara.post_and_publish(&topic, &noise(1, 40)).await;
    let other = ana.post_and_publish(&topic, &noise(2, 40)).await;
    let comment = add_comment(&leo, &post, "Hm.").await;
    like(&mara, &other).await;
    block(&leo, &mara, "add").await;
    for path in ["posts/", "comments?pid=", "likes?pid="] {
        assert_eq!(leo.get(&format!("/api/{path}{post}")).await.status, 404, "{path}");
    }
    assert_eq!(leo.get(&format!("/api/likes?pid={other}")).await.json(), json!([]));
    // Members can still remove their own comments there.
    assert_eq!(leo.delete(&format!("/api/comments/remove/{comment}")).await.status, 204);
}
