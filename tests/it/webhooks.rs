//! Webhooks: events reach other servers, signed and with retries, and only those that they may reach.

mod admins;
mod failures;

use std::collections::VecDeque;
use std::sync::Arc;

use axum::Router;
use axum::extract::{Request, State};
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::IntoResponse;
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use hmac::{Hmac, KeyInit as _, Mac as _};
use parking_lot::Mutex;
use serde_json::{Value, json};
use sha2::Sha256;
use tokio::net::TcpListener;
use tokio::sync::watch;

use crate::support::{Member, Reply, TestServer, noise};

const ALL: [&str; 3] = ["book.published", "memo.submitted", "post.reported"];

/// Request that a receiver got.
#[derive(Clone)]
struct Received {
    path: String,
    headers: HeaderMap,
    body: String,
}

impl Received {
    fn header(&self, name: &str) -> &str {
        self.headers[name].to_str().unwrap()
    }

    fn json(&self) -> Value {
        serde_json::from_str(&self.body).unwrap()
    }

    /// Whether the request is signed with the secret, as of Standard Webhooks.
    fn is_signed_with(&self, secret: &str) -> bool {
        let key = STANDARD.decode(secret.strip_prefix("whsec_").unwrap()).unwrap();
        let mut hmac = Hmac::<Sha256>::new_from_slice(&key).unwrap();
        let (id, at) = (self.header("webhook-id"), self.header("webhook-timestamp"));
        hmac.update(format!("{id}.{at}.{}", self.body).as_bytes());
        let signature = STANDARD.encode(hmac.finalize().into_bytes());
        self.header("webhook-signature") == format!("v1,{signature}")
    }
}

/// Server that receives webhooks. It answers with these statuses, then with 204.
#[derive(Clone, Default)]
struct Receiver {
    port: u16,
    received: Arc<watch::Sender<Vec<Received>>>,
    statuses: Arc<Mutex<VecDeque<u16>>>,
}

impl Receiver {
    async fn start(statuses: &[u16]) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let port = listener.local_addr().unwrap().port();
        let statuses = Arc::new(Mutex::new(statuses.iter().copied().collect()));
        let receiver = Self { port, statuses, ..Self::default() };
        let router = Router::new().fallback(Self::receive).with_state(receiver.clone());
        tokio::spawn(async move { axum::serve(listener, router).await });
        receiver
    }

    async fn receive(State(receiver): State<Self>, request: Request) -> impl IntoResponse {
        let (parts, body) = request.into_parts();
        let body = axum::body::to_bytes(body, 1 << 20).await.unwrap();
        let (path, body) = (parts.uri.path().to_owned(), String::from_utf8(body.into()).unwrap());
        let request = Received { path, headers: parts.headers, body };
        receiver.received.send_modify(|received| received.push(request));
        let status = receiver.statuses.lock().pop_front().unwrap_or(204);
        (StatusCode::from_u16(status).unwrap(), [(header::LOCATION, "/elsewhere")])
    }

    fn url(&self) -> String {
        format!("http://127.0.0.1:{}/hook", self.port)
    }

    fn requests(&self) -> Vec<Received> {
        self.received.borrow().clone()
    }

    /// Bodies of the requests since the last call.
    fn drain_bodies(&self) -> Vec<Value> {
        self.received.send_replace(Vec::new()).iter().map(Received::json).collect()
    }
}

/// Community that may send to this machine, with a book of three questions.
struct Club {
    server: TestServer,
    ada: Member,
    mara: Member,
    book: String,
}

impl Club {
    async fn start() -> Self {
        let server = TestServer::start_with(|config| {
            config.webhooks.allow_private_networks = true;
        })
        .await;
        let book = server.book("A year in ink", 3).await;
        let (ada, mara) = (server.admin("ada").await, server.member("mara").await);
        Self { server, ada, mara, book }
    }

    /// Adds a webhook; returns its id and its secret.
    async fn add(&self, url: &str, events: &[&str]) -> (String, String) {
        let added = add(&self.ada, url, events).await;
        assert_eq!(added.status, 201, "{added}");
        let added = added.json();
        let text = |value: &Value| value.as_str().unwrap().to_owned();
        (text(&added["webhook"]["id"]), text(&added["secret"]))
    }

    /// Submits an answer to the first question, and runs the jobs.
    async fn submit(&self, words: &str) {
        let submitted = self.mara.submit_text(&self.book, "q1", words).await;
        assert_eq!(submitted.status, 201, "{submitted}");
        self.server.run_jobs().await;
    }

    async fn load_webhook(&self, id: &str) -> Value {
        let shown = self.ada.get(&format!("/api/admin/webhooks/{id}")).await;
        assert_eq!(shown.status, 200, "{shown}");
        shown.json()
    }

    async fn change(&self, id: &str, change: Value) -> Reply {
        self.ada.post(&format!("/api/admin/webhooks/{id}"), change).await
    }
}

async fn add(caller: &Member, url: &str, events: &[&str]) -> Reply {
    caller.post("/api/admin/webhooks", json!({ "url": url, "events": events })).await
}

#[tokio::test]
async fn events_arrive_signed_without_private_data() {
    let club = Club::start().await;
    let receiver = Receiver::start(&[]).await;
    let (id, secret) = club.add(&receiver.url(), &ALL).await;
    let (server, book) = (&club.server, &club.book);
    club.submit("It rained.").await;
    server.publish(book).await;
    let topic = server.topic("letters").await;
    let post = club.mara.post_and_publish(&topic, &noise(1, 40)).await;
    let leo = server.member("leo").await;
    let report = json!({ "kind": "post", "id": post, "reason": "Unkind words." });
    assert_eq!(leo.post("/api/report", report).await.status, 202);
    server.run_jobs().await;

    let sent = receiver.requests();
    let events: Vec<Value> = sent.iter().map(Received::json).collect();
    let of = |kind: &str| events.iter().find(|event| event["type"] == kind).unwrap().clone();
    assert_eq!(events.len(), 3, "{events:?}");
    let site = &server.context.config().public_url;
    let published = of("book.published");
    assert_eq!(published["timestamp"], "2026-01-01T00:00:00Z");
    let url = format!("{site}/book/{book}/read");
    assert_eq!(
        published["data"],
        json!({ "book": book, "title": "A year in ink", "edition": 1, "memos": 1, "url": url })
    );
    let submitted = &of("memo.submitted")["data"];
    let memo = &submitted["memo"];
    assert_eq!(
        *submitted,
        json!({
            "memo": memo, "book": book, "title": "A year in ink", "question": 1, "kind": "text",
            "author": "mara", "waiting": false,
        })
    );
    let url = format!("{site}/posts/{post}");
    assert_eq!(
        of("post.reported")["data"],
        json!({ "post": post, "topic": "letters", "reason": "Unkind words.", "url": url })
    );
    for request in &sent {
        assert!(request.is_signed_with(&secret), "{}", request.body);
        assert!(!request.is_signed_with(&format!("whsec_{}", STANDARD.encode([0; 32]))));
        assert_eq!(request.header("content-type"), "application/json");
        assert_eq!(request.header("webhook-timestamp"), "1767225600");
        assert!(request.header("user-agent").starts_with("inkfold/"));
        for private in ["It rained", "example.org", "leo"] {
            assert!(!request.body.contains(private), "{}", request.body);
        }
    }
    let deliveries = club.load_webhook(&id).await["deliveries"].clone();
    for delivery in deliveries.as_array().unwrap() {
        assert_eq!((&delivery["state"], &delivery["status"]), (&json!("delivered"), &json!(204)));
    }
}

#[tokio::test]
async fn webhook_gets_only_its_events() {
    let club = Club::start().await;
    let (receiver, other) = (Receiver::start(&[]).await, Receiver::start(&[]).await);
    club.add(&receiver.url(), &["memo.submitted"]).await;
    let (id, _) = club.add(&other.url(), &["post.reported"]).await;
    club.submit("It rained.").await;
    club.submit("It rained.").await;
    assert_eq!(receiver.drain_bodies().len(), 1, "the same answer is no new memo");
    assert_eq!(club.load_webhook(&id).await["deliveries"], json!([]));

    // Replacing an answer, and restoring the earlier one, are submissions too.
    club.submit("It poured.").await;
    let replaced = json!({ "bid": club.book, "uid": club.mara.uid });
    let history = club.mara.post("/api/memo/history", replaced).await.json();
    let restore = json!({ "id": history[0]["id"] });
    assert_eq!(club.mara.post("/api/memo/restore", restore).await.status, 200);
    club.server.run_jobs().await;
    let again = receiver.drain_bodies();
    assert_eq!(again.len(), 2);
    assert_eq!(again[1]["data"]["memo"], history[0]["id"]);
    assert!(other.drain_bodies().is_empty());
}

#[tokio::test]
async fn accepted_memo_of_guest_is_sent_once() {
    let club = Club::start().await;
    let receiver = Receiver::start(&[]).await;
    club.add(&receiver.url(), &["memo.submitted"]).await;
    let guest = club.server.guest("Noor", &club.book).await;
    guest.submit_text(&club.book, "q2", "It snowed.").await;
    club.server.run_jobs().await;
    let sent = receiver.drain_bodies();
    assert_eq!(sent.len(), 1);
    let data = &sent[0]["data"];
    assert_eq!((&data["waiting"], &data["author"]), (&json!(true), &Value::Null));
    assert_eq!(data["question"], 2);
    let accept = format!("/api/admin/waiting-answers/{}", data["memo"].as_str().unwrap());
    assert_eq!(club.ada.post(&accept, json!({ "accept": true })).await.status, 204);
    club.server.run_jobs().await;
    assert!(receiver.drain_bodies().is_empty());
}

#[tokio::test]
async fn queued_delivery_survives_a_restart() {
    let club = Club::start().await;
    let receiver = Receiver::start(&[]).await;
    let (_, secret) = club.add(&receiver.url(), &["memo.submitted"]).await;
    club.mara.submit_text(&club.book, "q1", "It rained.").await;
    let server = club.server.restarted().await;
    server.run_jobs().await;
    let sent = receiver.requests();
    assert!(sent.len() == 1 && sent[0].is_signed_with(&secret));
}

#[tokio::test]
async fn deliveries_about_deleted_member_are_removed() {
    let club = Club::start().await;
    let receiver = Receiver::start(&[500]).await;
    let (id, _) = club.add(&receiver.url(), &["memo.submitted"]).await;
    club.submit("It rained.").await;
    assert_eq!(club.load_webhook(&id).await["deliveries"][0]["state"], "pending");
    let delete = json!({ "password": crate::support::PASSWORD, "name": "mara" });
    let deleted = club.mara.post("/api/account/delete", delete).await;
    assert!(deleted.status < 300, "{deleted}");
    assert_eq!(club.load_webhook(&id).await["deliveries"], json!([]));
    club.server.clock.advance(60);
    club.server.run_jobs().await;
    assert_eq!(receiver.requests().len(), 1, "it is not tried again");
}
