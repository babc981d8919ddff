//! Webhooks as admins see and change them.

use serde_json::{Value, json};

use super::{ALL, Club, Receiver, add};

#[tokio::test]
async fn secret_is_shown_once() {
    let club = Club::start().await;
    let receiver = Receiver::start(&[]).await;
    let (id, secret) = club.add(&receiver.url(), &ALL).await;
    assert!(secret.starts_with("whsec_"));
    let path = format!("/api/admin/webhooks/{id}");
    for path in ["/api/admin/webhooks", &*path] {
        let shown = club.ada.get(path).await.json().to_string();
        assert!(shown.contains(&receiver.url()) && !shown.contains("whsec_"), "{shown}");
    }
    club.server.clock.advance(60);
    let renewed = club.ada.post(&format!("{path}/secret"), json!({})).await;
    assert_eq!(renewed.status, 200, "{renewed}");
    let renewed = renewed.json()["secret"].as_str().unwrap().to_owned();
    assert_ne!(renewed, secret);
    club.submit("It rained.").await;
    let sent = receiver.requests();
    assert!(sent[0].is_signed_with(&renewed) && !sent[0].is_signed_with(&secret));
}

#[tokio::test]
async fn sensitive_change_needs_fresh_password() {
    let club = Club::start().await;
    let receiver = Receiver::start(&[]).await;
    let (id, _) = club.add(&receiver.url(), &ALL).await;
    club.server.clock.advance(6 * 60);
    let path = format!("/api/admin/webhooks/{id}/secret");
    for refused in [
        add(&club.ada, &receiver.url(), &ALL).await,
        club.change(&id, json!({ "url": "http://127.0.0.1:1/" })).await,
        club.ada.post(&path, json!({})).await,
    ] {
        assert_eq!(refused.json()["code"], "recent-signin-required", "{refused}");
    }
    let events = json!({ "events": ["post.reported"], "enabled": false });
    let changed = club.change(&id, events).await;
    assert_eq!(changed.status, 200, "{changed}");
    let changed = changed.json();
    assert_eq!(changed["events"], json!(["post.reported"]));
    assert_eq!(changed["paused"]["words"], "Paused by an admin.");
    assert_eq!(changed["url"], receiver.url());
}

#[tokio::test]
async fn invalid_changes_are_refused() {
    let club = Club::start().await;
    let receiver = Receiver::start(&[]).await;
    let (id, _) = club.add(&receiver.url(), &ALL).await;
    for change in [
        json!({ "events": [] }),
        json!({ "events": ["webhook.test"] }),
        json!({ "url": "nowhere" }),
        json!({ "url": format!("http://127.0.0.1/{}", "x".repeat(2_000)) }),
    ] {
        assert_eq!(club.change(&id, change.clone()).await.status, 422, "{change}");
    }
    for _ in 1..20 {
        club.add(&receiver.url(), &ALL).await;
    }
    let refused = add(&club.ada, &receiver.url(), &ALL).await;
    assert_eq!((refused.status, &refused.json()["key"]), (409, &json!("too-many-webhooks")));
}

#[tokio::test]
async fn paused_webhook_misses_events_until_resumed() {
    let club = Club::start().await;
    let receiver = Receiver::start(&[500]).await;
    let (id, _) = club.add(&receiver.url(), &["memo.submitted"]).await;
    club.submit("It rained.").await;
    club.change(&id, json!({ "enabled": false })).await;
    club.submit("It poured.").await;
    let deliveries = club.load_webhook(&id).await["deliveries"].clone();
    assert_eq!(deliveries.as_array().unwrap().len(), 1);
    assert_eq!(deliveries[0]["state"], "failed");
    let resend =
        format!("/api/admin/webhooks/{id}/resend/{}", deliveries[0]["id"].as_str().unwrap());
    let refused = club.ada.post(&resend, json!({})).await;
    assert_eq!((refused.status, &refused.json()["key"]), (409, &json!("webhook-is-paused")));

    club.change(&id, json!({ "enabled": true })).await;
    club.submit("It snowed.").await;
    assert_eq!(receiver.drain_bodies().len(), 2);
    // A failed delivery is sent again under its id.
    let queued = club.ada.post(&resend, json!({})).await;
    assert_eq!((queued.status, &queued.json()["state"]), (202, &json!("pending")));
    club.server.run_jobs().await;
    let sent = receiver.requests();
    assert_eq!(sent.len(), 1);
    assert_eq!(sent[0].header("webhook-id"), deliveries[0]["id"].as_str().unwrap());
}

#[tokio::test]
async fn test_reports_response_of_receiver() {
    let club = Club::start().await;
    let receiver = Receiver::start(&[418]).await;
    let (id, secret) = club.add(&receiver.url(), &["post.reported"]).await;
    let test = format!("/api/admin/webhooks/{id}/test");
    let failed = club.ada.post(&test, json!({})).await.json();
    assert_eq!((&failed["state"], &failed["status"]), (&json!("failed"), &json!(418)));
    club.server.clock.advance(1);
    club.change(&id, json!({ "enabled": false })).await;
    let sent = club.ada.post(&test, json!({})).await.json();
    assert_eq!((&sent["state"], &sent["event"]), (&json!("delivered"), &json!("webhook.test")));
    let sent = receiver.requests();
    assert!(sent.len() == 2 && sent[1].is_signed_with(&secret));
    assert_eq!(sent[1].json()["type"], "webhook.test");
    club.server.clock.advance(60);
    club.server.run_jobs().await;
    assert_eq!(receiver.requests().len(), 2, "a test is not repeated");
}

#[tokio::test]
async fn removed_webhook_gets_no_queued_delivery() {
    let club = Club::start().await;
    let receiver = Receiver::start(&[]).await;
    let (id, _) = club.add(&receiver.url(), &["memo.submitted"]).await;
    club.mara.submit_text(&club.book, "q1", "It rained.").await;
    let path = format!("/api/admin/webhooks/{id}");
    assert_eq!(club.ada.delete(&path).await.status, 204);
    assert_eq!(club.ada.delete(&path).await.status, 404);
    club.server.run_jobs().await;
    assert!(receiver.requests().is_empty());
    assert_eq!(club.ada.get("/api/admin/webhooks").await.json(), json!([]));
}

#[tokio::test]
async fn changes_are_in_the_audit_log() {
    let club = Club::start().await;
    let receiver = Receiver::start(&[]).await;
    let (id, _) = club.add(&receiver.url(), &["book.published"]).await;
    for change in [
        json!({ "events": ["post.reported"] }),
        json!({ "enabled": false }),
        json!({ "enabled": false }),
        json!({ "enabled": true }),
    ] {
        club.server.clock.advance(1);
        assert_eq!(club.change(&id, change).await.status, 200);
    }
    club.server.clock.advance(1);
    club.ada.post(&format!("/api/admin/webhooks/{id}/secret"), json!({})).await;
    club.server.clock.advance(1);
    club.ada.delete(&format!("/api/admin/webhooks/{id}")).await;
    let log = club.ada.get("/api/admin/audit").await.json();
    let about = |entry: &Value| entry["to"].as_str().unwrap_or_default() == "webhook 127.0.0.1";
    let entries = log.as_array().unwrap().iter().filter(|entry| about(entry));
    let actions: Vec<&str> = entries.map(|entry| entry["deed"].as_str().unwrap()).collect();
    let expected = [
        "remove-webhook",
        "renew-webhook-secret",
        "resume-webhook",
        "pause-webhook",
        "edit-webhook",
        "add-webhook",
    ];
    assert_eq!(actions, expected);
}
