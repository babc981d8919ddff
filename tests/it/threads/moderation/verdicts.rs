//! Verdicts of admins, suspensions, and their entries in the audit log.

use serde_json::json;

use super::{add_comment, comment, ids, like, queue, report, resolve_report};
use crate::support::{TestServer, noise};

#[tokio::test]
async fn suspended_member_reads_and_is_shown_reason() {
    let server = TestServer::start().await;
    let topic = server.topic("letters").await;
    let (mara, leo, ada) =
        (server.member("mara").await, server.member("leo").await, server.admin("ada").await);
    let post = mara.post_and_publish(&topic, &noise(1, 40)).await;
    let pending = leo.post_picture(&topic, &noise(2, 40)).await;
    let path = format!("/api/admin/members/{}/suspend", leo.uid);
    let body = json!({ "days": 7, "why": "Please stay friendly." });
    assert_eq!(leo.post(&path, body.clone()).await.status, 403);
    for days in [0, 366] {
        let refused = ada.post(&path, json!({ "days": days })).await;
        assert!(refused.json()["fields"]["days"].is_string(), "{refused}");
    }
    let suspended = ada.post(&path, body).await.json();
    assert_eq!(suspended["suspension"]["why"], "Please stay friendly.");

    let form = reqwest::multipart::Form::new()
        .part("image", reqwest::multipart::Part::bytes(noise(3, 40)));
    let refused = leo.send_post(&topic, form).await;
    assert_eq!(refused.refusal(), (403, "suspended".into()));
    let words = refused.json()["error"].as_str().unwrap().to_owned();
    assert!(
        words.starts_with("You cannot post, comment or like until ")
            && words.ends_with("Please stay friendly.")
    );
    assert_eq!(comment(&leo, &post, "But!").await.refusal().1, "suspended");
    assert_eq!(like(&leo, &post).await.refusal().1, "suspended");
    let publish = leo.put(&format!("/api/activate-post/{pending}")).await;
    assert_eq!(publish.refusal().1, "suspended");
    assert_eq!(ids(&leo, &topic).await, [post.as_str()], "but reads");

    server.clock.advance(7 * 24 * 3600 + 1);
    assert_eq!(like(&leo, &post).await.status, 200, "it is over");
    ada.post(&path, json!({ "days": 1 })).await;
    assert_eq!(like(&leo, &post).await.refusal().1, "suspended");
    let release = format!("/api/admin/members/{}/release", leo.uid);
    assert!(ada.post(&release, json!({})).await.json()["suspension"].is_null());
    assert_eq!(like(&leo, &post).await.status, 200);
}

#[tokio::test]
async fn moderation_actions_are_audited() {
    let server = TestServer::start().await;
    let topic = server.topic("letters").await;
    let (mara, leo, ada) =
        (server.member("mara").await, server.member("leo").await, server.admin("ada").await);
    let post = mara.post_and_publish(&topic, &noise(1, 40)).await;
    let comment = add_comment(&leo, &post, "Hm.").await;
    server.clock.advance(1);
    resolve_report(&ada, "post", &post, "hide").await;
    server.clock.advance(1);
    resolve_report(&ada, "post", &post, "show").await;
    server.clock.advance(1);
    ada.delete(&format!("/api/comments/remove/{comment}")).await;
    server.clock.advance(1);
    let suspend = format!("/api/admin/members/{}/suspend", leo.uid);
    ada.post(&suspend, json!({ "days": 1, "why": "Calm down." })).await;
    let log = ada.get("/api/admin/audit").await.json();
    let lines: Vec<_> = log
        .as_array()
        .unwrap()
        .iter()
        .map(|line| {
            let by = line["by"]["username"].as_str().unwrap_or("operator");
            format!("{by} {} {}", line["deed"].as_str().unwrap(), line["to"].as_str().unwrap())
        })
        .collect();
    assert_eq!(
        lines,
        [
            "ada suspend member leo".to_owned(),
            format!("ada remove comment {comment}"),
            format!("ada show post {post}"),
            format!("ada hide post {post}"),
            "operator add-topic topic letters".to_owned(),
        ]
    );
    assert!(log[0]["note"].as_str().unwrap().contains("Calm down."));
    assert_eq!(leo.get("/api/admin/audit").await.status, 403);
}

#[tokio::test]
async fn author_cannot_evade_verdict_or_suspension() {
    let server = TestServer::start().await;
    let topic = server.topic("letters").await;
    let (mara, leo, ada) =
        (server.member("mara").await, server.member("leo").await, server.admin("ada").await);
    let post = mara.post_and_publish(&topic, &noise(1, 40)).await;
    let other = mara.post_and_publish(&topic, &noise(2, 40)).await;
    let restore =
        async |post: &str| mara.post(&format!("/api/posts/restore/{post}"), json!({})).await.status;
    report(&leo, "post", &post).await;

    // The author can restore a removed post for a while, but that does not undo a verdict.
    mara.delete(&format!("/api/posts/remove/{post}")).await;
    assert_eq!(queue(&ada, "open").await[0]["state"], "removed");
    assert_eq!(resolve_report(&ada, "post", &post, "hide").await.status, 200);
    assert_eq!(restore(&post).await, 204);
    assert_eq!(ids(&server.visitor(), &topic).await, [other.as_str()]);
    mara.delete(&format!("/api/posts/remove/{post}")).await;
    assert_eq!(resolve_report(&ada, "post", &post, "remove").await.status, 200);
    assert_eq!(restore(&post).await, 404);

    mara.delete(&format!("/api/posts/remove/{other}")).await;
    let suspend = format!("/api/admin/members/{}/suspend", mara.uid);
    ada.post(&suspend, json!({ "days": 1 })).await;
    assert_eq!(restore(&other).await, 403);

    let nowhere = other.replace(|c: char| c.is_ascii_digit(), "0");
    for verdict in ["show", "hide", "remove"] {
        assert_eq!(resolve_report(&ada, "post", &nowhere, verdict).await.status, 404);
    }
}

#[tokio::test]
async fn admins_cannot_moderate_themselves_or_overwrite() {
    let server = TestServer::start().await;
    let topic = server.topic("letters").await;
    let (mara, ada, eve) =
        (server.member("mara").await, server.admin("ada").await, server.admin("eve").await);
    let post = ada.post_and_publish(&topic, &noise(1, 40)).await;
    report(&mara, "post", &post).await;
    assert_eq!(resolve_report(&ada, "post", &post, "show").await.status, 409);
    let decide = async |seen: &str, verdict: &str| {
        let body = json!({ "kind": "post", "id": post, "verdict": verdict, "seen": seen });
        eve.post("/api/admin/reports/settle", body).await.status
    };
    assert_eq!(decide("hidden", "show").await, 409);
    assert_eq!(decide("shown", "hide").await, 200);
    assert_eq!(decide("shown", "show").await, 409, "somebody has hidden it meanwhile");
    let own = format!("/api/admin/members/{}", ada.uid);
    assert_eq!(eve.post(&format!("{own}/suspend"), json!({ "days": 1 })).await.status, 200);
    assert_eq!(ada.post(&format!("{own}/release"), json!({})).await.status, 409);
    assert_eq!(eve.post(&format!("{own}/release"), json!({})).await.status, 200);
}
