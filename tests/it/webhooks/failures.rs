//! Receivers that fail, are slow, or may not be reached.

use std::net::TcpListener;
use std::sync::Arc;
use std::time::Duration;

use inkfold::config::{Config, ConfigWithSources};
use inkfold::context::Context;
use inkfold::domain::id::{WebhookDeliveryId, WebhookId};
use inkfold::domain::job::Job;
use inkfold::domain::job::Queue;
use inkfold::domain::policy::Actor;
use inkfold::domain::webhook::{
    DeliveryState, MAX_PENDING_DELIVERIES, UrlRules, Webhook, WebhookDelivery, WebhookEvent,
    WebhookUrl,
};
use inkfold::jobs;
use inkfold::services::webhooks;
use inkfold::store::WriteTx;
use serde_json::{Value, json};
use tokio::time::timeout;

use super::{ALL, Club, Receiver, add};
use crate::support::{TestServer, inkfold, json as json_of};

const DAY: i64 = 24 * 60 * 60;
const LONG: Duration = Duration::from_mins(3);

#[tokio::test]
async fn failed_delivery_is_retried_with_same_id() {
    let club = Club::start().await;
    let receiver = Receiver::start(&[500]).await;
    let (id, secret) = club.add(&receiver.url(), &["memo.submitted"]).await;
    club.submit("It rained.").await;
    let delivery = club.load_webhook(&id).await["deliveries"][0].clone();
    assert_eq!((&delivery["state"], &delivery["attempts"]), (&json!("pending"), &json!(1)));
    assert_eq!((&delivery["status"], &delivery["error"]), (&json!(500), &json!("Status 500.")));
    assert_ne!(club.load_webhook(&id).await["webhook"]["failingSince"], Value::Null);

    club.server.clock.advance(29);
    club.server.run_jobs().await;
    assert_eq!(receiver.requests().len(), 1, "it is too early");
    club.server.clock.advance(1);
    club.server.run_jobs().await;
    let sent = receiver.requests();
    assert_eq!(sent.len(), 2);
    assert_eq!(sent[0].header("webhook-id"), sent[1].header("webhook-id"));
    assert_eq!(sent[0].body, sent[1].body);
    assert_ne!(sent[0].header("webhook-timestamp"), sent[1].header("webhook-timestamp"));
    assert!(sent.iter().all(|request| request.is_signed_with(&secret)));
    let shown = club.load_webhook(&id).await;
    assert_eq!(shown["deliveries"][0]["state"], "delivered");
    assert_eq!(shown["webhook"]["failingSince"], Value::Null);
    assert_eq!(shown["webhook"]["lastDelivery"], shown["deliveries"][0]);
}

#[tokio::test]
async fn redirect_is_a_failure() {
    let club = Club::start().await;
    let receiver = Receiver::start(&[307]).await;
    let (id, _) = club.add(&receiver.url(), &["memo.submitted"]).await;
    club.submit("It rained.").await;
    let sent = receiver.requests();
    assert!(sent.len() == 1 && sent[0].path == "/hook");
    let delivery = club.load_webhook(&id).await["deliveries"][0].clone();
    assert_eq!(delivery["error"], "Status 307: redirects are not followed.");
    assert_eq!(delivery["state"], "pending");
}

#[tokio::test]
async fn gone_receiver_pauses_webhook() {
    let club = Club::start().await;
    let receiver = Receiver::start(&[500, 410]).await;
    let (id, _) = club.add(&receiver.url(), &["memo.submitted"]).await;
    club.submit("It rained.").await;
    club.submit("It poured.").await;
    let shown = club.load_webhook(&id).await;
    assert_eq!(shown["webhook"]["paused"]["reason"], "gone");
    for delivery in shown["deliveries"].as_array().unwrap() {
        assert_eq!(delivery["state"], "failed", "{delivery}");
    }
    club.submit("It snowed.").await;
    club.server.clock.advance(DAY);
    club.server.run_jobs().await;
    assert_eq!(receiver.drain_bodies().len(), 2);
    assert_eq!(club.load_webhook(&id).await["deliveries"].as_array().unwrap().len(), 2);
}

#[tokio::test]
async fn failing_webhook_is_paused_after_five_days() {
    let club = Club::start().await;
    let receiver = Receiver::start(&[503; 100]).await;
    let (id, _) = club.add(&receiver.url(), &["memo.submitted"]).await;
    let id = &id;
    club.submit("It rained.").await;
    for _ in 0..40 {
        club.server.clock.advance(DAY / 8);
        club.server.run_jobs().await;
    }
    let shown = club.load_webhook(id).await;
    assert_eq!(shown["deliveries"][0]["state"], "failed");
    assert_eq!(shown["deliveries"][0]["attempts"], 22);
    assert_eq!(shown["webhook"]["paused"], Value::Null);
    let guest = club.server.guest("Noor", &club.book).await;
    guest.submit_text(&club.book, "q1", "It poured.").await;
    club.server.run_jobs().await;
    assert_eq!(club.load_webhook(id).await["webhook"]["paused"]["reason"], "failing");
}

#[tokio::test]
async fn restored_webhook_pauses_without_its_secret() {
    let club = Club::start().await;
    let receiver = Receiver::start(&[]).await;
    let rules = UrlRules { allow_private_networks: true };
    let url = WebhookUrl::parse(&receiver.url(), rules).unwrap();
    let restore = move |context: &Context| {
        let created_at = context.now();
        let id = WebhookId::new(created_at, [1; 10]);
        let events = vec![WebhookEvent::MemoSubmitted];
        let webhook = Webhook { id, url, events, created_at, paused: None, failing_since: None };
        context.write(|tx| Ok(tx.put_webhook(&webhook)?)).unwrap();
        id.to_string()
    };
    let id = &club.server.run_service(restore).await;
    club.submit("It rained.").await;
    assert!(receiver.requests().is_empty());
    let paused = club.load_webhook(id).await["webhook"]["paused"].clone();
    assert_eq!(paused["reason"], "secret-missing");
    let refused = club.change(id, json!({ "enabled": true })).await;
    assert_eq!((refused.status, &refused.json()["key"]), (409, &json!("webhook-secret-missing")));
    let renewed = club.ada.post(&format!("/api/admin/webhooks/{id}/secret"), json!({})).await;
    assert_eq!(renewed.json()["webhook"]["paused"], Value::Null, "{renewed}");
    club.submit("It poured.").await;
    assert_eq!(receiver.requests().len(), 1);
}

#[tokio::test]
async fn private_address_is_refused_when_added() {
    let server = TestServer::start().await;
    let ada = server.admin("ada").await;
    for (url, key) in [
        ("https://127.0.0.1/hook", "webhook-address-private"),
        ("https://localhost/hook", "webhook-address-private"),
        ("https://2130706433/", "webhook-address-private"),
        ("https://10.0.0.1:8443/", "webhook-address-private"),
        ("https://[::1]/", "webhook-address-private"),
        ("https://[::ffff:192.168.1.5]/", "webhook-address-private"),
        ("https://169.254.169.254/latest/", "webhook-address-reserved"),
        ("https://0.0.0.0/", "webhook-address-reserved"),
        ("http://1.1.1.1/", "webhook-url-unencrypted"),
        ("ftp://1.1.1.1/", "webhook-url-invalid"),
        ("https://mara@1.1.1.1/", "webhook-url-has-user"),
    ] {
        let refused = add(&ada, url, &ALL).await;
        assert_eq!((refused.status, &refused.json()["key"]), (422, &json!(key)), "{url}");
        assert_eq!(refused.json()["fieldMessages"]["url"]["key"], key, "{url}");
    }
    assert_eq!(add(&ada, "https://1.1.1.1/hook", &ALL).await.status, 201);
    // Where private networks are allowed, clouds still serve their credentials to nobody.
    let club = Club::start().await;
    let refused = add(&club.ada, "http://169.254.169.254/", &ALL).await;
    assert_eq!(refused.json()["key"], "webhook-address-reserved");
}

#[tokio::test]
async fn address_is_checked_at_every_attempt() {
    let club = Club::start().await;
    let receiver = Receiver::start(&[]).await;
    let url = format!("https://localhost:{}/hook", receiver.port);
    let (encrypted, _) = club.add(&url, &["memo.submitted"]).await;
    let (open, _) = club.add(&receiver.url(), &["memo.submitted"]).await;
    let mut config = Config::clone(&club.server.context.config());
    config.webhooks.allow_private_networks = false;
    club.server.context.reload(ConfigWithSources::from(config));
    club.submit("It rained.").await;
    assert!(receiver.requests().is_empty());
    let error = club.load_webhook(&encrypted).await["deliveries"][0]["error"].clone();
    assert!(error.as_str().unwrap().contains("private network"), "{error}");
    let error = &club.load_webhook(&open).await["deliveries"][0]["error"];
    assert_eq!(*error, "Unencrypted requests are not allowed.");
}

#[tokio::test]
async fn slow_receiver_delays_no_other() {
    let club = Club::start().await;
    let silent = TcpListener::bind("127.0.0.1:0").unwrap();
    let slow = format!("http://{}/", silent.local_addr().unwrap());
    let receiver = Receiver::start(&[]).await;
    let (slow, _) = club.add(&slow, &["memo.submitted"]).await;
    club.add(&receiver.url(), &["memo.submitted"]).await;
    for words in ["It rained.", "It poured.", "It snowed."] {
        club.mara.submit_text(&club.book, "q1", words).await;
    }
    let queues = [Queue::Default, Queue::Webhooks]
        .map(|queue| jobs::start(Arc::clone(&club.server.context), queue).unwrap());
    let mut requests = receiver.received.subscribe();
    let all = requests.wait_for(|requests| requests.len() == 3);
    timeout(LONG, all).await.expect("no three requests").unwrap();
    let waiting = club.load_webhook(&slow).await["deliveries"].clone();
    assert!(waiting.as_array().unwrap().iter().all(|delivery| delivery["attempts"] == 0));
    // The slow one was asked once: its other deliveries wait for the answer.
    let (connection, _) = silent.accept().unwrap();
    silent.set_nonblocking(true).unwrap();
    assert!(silent.accept().is_err());
    club.server.context.job_wakeups.close();
    drop((connection, silent));
    for queue in queues {
        queue.join().unwrap();
    }
}

/// Fills the queue of a webhook up to its maximum.
fn fill_queue(context: &Context, webhook: WebhookId) {
    let created_at = context.now();
    let put = |tx: &mut WriteTx| {
        for _ in 0..MAX_PENDING_DELIVERIES {
            let delivery = WebhookDelivery {
                id: WebhookDeliveryId::new(created_at, context.random()?),
                webhook,
                event: WebhookEvent::MemoSubmitted,
                about: Vec::new(),
                body: "{}".to_owned(),
                created_at,
                attempts: 1,
                last: None,
                state: DeliveryState::Pending { next_at: created_at },
            };
            tx.put_webhook_delivery(&delivery)?;
        }
        Ok(())
    };
    context.write(put).unwrap();
}

#[tokio::test]
async fn deliveries_beyond_maximum_are_dropped_and_counted() {
    let club = Club::start().await;
    let down = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap();
    let (id, _) = club.add(&format!("http://{down}/hook"), &["memo.submitted"]).await;
    let webhook: WebhookId = id.parse().unwrap();
    club.server.run_service(move |context| fill_queue(context, webhook)).await;
    for words in ["It rained.", "It poured.", "It snowed."] {
        club.server.clock.advance(1);
        club.submit(words).await;
    }
    let server = &club.server;
    let waiting = move |context: &Context| {
        let all = context.read().unwrap().webhook_deliveries(webhook, usize::MAX).unwrap();
        assert!(all.iter().all(WebhookDelivery::is_pending));
        assert_eq!(all[0].last.as_ref().unwrap().error.as_deref(), Some("Connection refused."));
        all.len()
    };
    assert_eq!(server.run_service(waiting).await, MAX_PENDING_DELIVERIES);

    // The operator sees how many were lost.
    let folder = tempfile::tempdir().unwrap();
    std::fs::copy(server.context.database(), folder.path().join("inkfold.redb")).unwrap();
    let shown = inkfold(folder.path(), &["webhook", "show", &id]);
    let shown = String::from_utf8(shown.stdout).unwrap();
    assert!(shown.contains("\nDeliveries dropped, because too many waited: 3.\n"), "{shown}");
    let listed = json_of(&inkfold(folder.path(), &["--json", "webhook", "list"]));
    assert_eq!(listed["dropped"], 3, "{listed}");
}

#[tokio::test]
async fn number_of_dropped_deliveries_is_forgotten_later() {
    let club = Club::start().await;
    let down = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap();
    let (id, _) = club.add(&format!("http://{down}/hook"), &["memo.submitted"]).await;
    let webhook: WebhookId = id.parse().unwrap();
    club.server.run_service(move |context| fill_queue(context, webhook)).await;
    club.submit("It rained.").await;
    let dropped = move |context: &Context| {
        webhooks::get(context, &Actor::Operator, webhook).unwrap().0.dropped
    };
    assert_eq!(club.server.run_service(dropped).await, 1);
    club.server.clock.advance(31 * DAY);
    let cleanup = |context: &Context| context.write(|tx| context.enqueue(tx, Job::DailyCleanup));
    club.server.run_service(cleanup).await.unwrap();
    club.server.run_jobs().await;
    assert_eq!(club.server.run_service(dropped).await, 0);
}
