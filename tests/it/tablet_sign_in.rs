//! Signing a tablet in by a phone that is signed in.

use reqwest::Method;
use serde_json::{Value, json};

use crate::support::{Member, Reply, TestServer};

/// Tablet that shows a code.
struct Tablet {
    browser: Member,
    request: Value,
}

impl Tablet {
    async fn waiting(server: &TestServer) -> Self {
        let browser = server.visitor();
        let begun = browser.post("/api/tablet-sign-in", json!({})).await;
        assert_eq!(begun.status, 201, "{begun}");
        Self { browser, request: begun.json() }
    }

    fn field(&self, name: &str) -> String {
        self.request[name].as_str().unwrap().to_owned()
    }

    fn path(&self, rest: &str) -> String {
        format!("/api/tablet-sign-in/{}{rest}", self.field("code"))
    }

    async fn claim(&self) -> Reply {
        self.browser.post(&self.path("/claim"), json!({ "secret": self.field("secret") })).await
    }

    async fn is_signed_in(&self) -> bool {
        self.browser.get("/api/account/sessions").await.status == 200
    }

    async fn choices(&self, phone: &Member) -> Vec<String> {
        let reply = phone.get(&self.path("")).await;
        assert_eq!(reply.status, 200, "{reply}");
        let choices = reply.json()["choices"].as_array().unwrap().clone();
        choices.iter().map(|choice| choice.as_str().unwrap().to_owned()).collect()
    }

    async fn approve(&self, phone: &Member, choice: &str) -> Reply {
        phone.post(&self.path("/approve"), json!({ "choice": choice })).await
    }
}

#[tokio::test]
async fn phone_signs_a_tablet_in_once() {
    let server = TestServer::start().await;
    let mara = server.member("mara").await;
    let tablet = Tablet::waiting(&server).await;
    assert!(tablet.field("link").ends_with(&format!("/tablet/{}", tablet.field("code"))));
    assert!(tablet.field("qrcode").starts_with("data:image/svg+xml"));
    assert_eq!(tablet.claim().await.json(), json!({ "signedIn": null }));
    assert!(!tablet.is_signed_in().await);

    let choices = tablet.choices(&mara).await;
    assert_eq!(choices.len(), 3);
    assert!(choices.contains(&tablet.field("shown")), "both screens show the same code");
    assert_eq!(tablet.approve(&mara, &tablet.field("shown")).await.status, 204);
    let signed_in = tablet.claim().await.json();
    assert_eq!(signed_in["signedIn"]["username"], "mara");
    assert!(tablet.is_signed_in().await);
    // Once.
    assert_eq!(tablet.claim().await.status, 404);
    assert_eq!(tablet.approve(&mara, &tablet.field("shown")).await.status, 404);
    let sessions = mara.get("/api/account/sessions").await.json();
    assert_eq!(
        sessions.as_array().unwrap().len(),
        2,
        "the tablet can be signed out from the phone"
    );
}

#[tokio::test]
async fn other_code_ends_the_request() {
    let server = TestServer::start().await;
    let mara = server.member("mara").await;
    let tablet = Tablet::waiting(&server).await;
    let shown = tablet.field("shown");
    let choices = tablet.choices(&mara).await;
    let wrong = choices.iter().find(|choice| **choice != shown).unwrap();
    let refused = tablet.approve(&mara, wrong).await;
    assert_eq!(refused.status, 422);
    assert!(refused.json()["error"].as_str().unwrap().contains("shows another code"), "{refused}");
    assert_eq!(tablet.approve(&mara, &shown).await.status, 404, "there is no second guess");
    assert_eq!(tablet.claim().await.status, 404);
    assert!(!tablet.is_signed_in().await);
}

#[tokio::test]
async fn tablet_request_ends_after_two_minutes() {
    let server = TestServer::start().await;
    let mara = server.member("mara").await;
    let tablet = Tablet::waiting(&server).await;
    server.clock.advance(119);
    assert_eq!(tablet.choices(&mara).await.len(), 3);
    server.clock.advance(1);
    let late = tablet.approve(&mara, &tablet.field("shown")).await;
    assert_eq!(late.status, 404);
    assert_eq!(
        late.json()["error"],
        "This code has expired or was used. Start again on the tablet."
    );
}

#[tokio::test]
async fn only_the_tablet_gets_its_session() {
    let server = TestServer::start().await;
    let mara = server.member("mara").await;
    let tablet = Tablet::waiting(&server).await;
    assert_eq!(tablet.approve(&server.visitor(), &tablet.field("shown")).await.status, 401);
    assert_eq!(tablet.approve(&mara, &tablet.field("shown")).await.status, 204);
    let thief = server.visitor();
    for secret in ["", "x", &tablet.field("code")] {
        let claimed = thief.post(&tablet.path("/claim"), json!({ "secret": secret })).await;
        assert_eq!(claimed.status, 404, "{claimed}");
    }
    assert_eq!(tablet.claim().await.json()["signedIn"]["uid"], json!(mara.uid));
}

#[tokio::test]
async fn approved_tablet_of_disabled_member_stays_out() {
    let server = TestServer::start().await;
    let mara = server.member("mara").await;
    let tablet = Tablet::waiting(&server).await;
    assert_eq!(tablet.approve(&mara, &tablet.field("shown")).await.status, 204);
    server.disable(&mara).await;
    assert_eq!(tablet.claim().await.status, 401);
    assert!(!tablet.is_signed_in().await);
}

#[tokio::test]
async fn tablet_needs_the_password_for_what_is_sensitive() {
    let server = TestServer::start().await;
    let (ada, mara) = (server.admin("ada").await, server.member("mara").await);
    let tablet = Tablet::waiting(&server).await;
    assert_eq!(tablet.approve(&ada, &tablet.field("shown")).await.status, 204);
    assert_eq!(tablet.claim().await.status, 200);
    let path = format!("/api/admin/members/{}/change", mara.uid);
    let refused = tablet.browser.post(&path, json!({ "change": "promote" })).await;
    assert_eq!(refused.status, 401);
    assert!(refused.json()["error"].as_str().unwrap().contains("sign in again"), "{refused}");
}

#[tokio::test]
async fn guessing_tablet_codes_is_limited() {
    let server = TestServer::start().await;
    let mara = server.member("mara").await;
    let visitor = server.visitor();
    let (mut guesses, mut requests) = (404, 201);
    for _ in 0..1_000 {
        guesses = mara.get("/api/tablet-sign-in/AAAAAA").await.status;
        requests = visitor.post("/api/tablet-sign-in", json!({})).await.status;
        if (guesses, requests) == (429, 429) {
            break;
        }
    }
    assert_eq!((guesses, requests), (429, 429));
}

#[tokio::test]
async fn approval_ends_with_the_session_of_the_phone() {
    let server = TestServer::start().await;
    let mara = server.member("mara").await;
    let tablet = Tablet::waiting(&server).await;
    assert_eq!(tablet.approve(&mara, &tablet.field("shown")).await.status, 204);
    assert_eq!(mara.post("/signout", json!({})).await.status, 204);
    assert_eq!(tablet.claim().await.status, 404);
    assert!(!tablet.is_signed_in().await);
}

#[tokio::test]
async fn class_behind_one_router_signs_in() {
    let server = TestServer::start().await;
    for number in 0..30 {
        let pupil = server.member(&format!("pupil-{number}")).await;
        let tablet = Tablet::waiting(&server).await;
        assert_eq!(tablet.choices(&pupil).await.len(), 3);
        assert_eq!(tablet.approve(&pupil, &tablet.field("shown")).await.status, 204);
        assert_eq!(tablet.claim().await.status, 200);
    }
}

/// Begins a sign-in behind a trusted proxy, from this address.
async fn begin_from(server: &TestServer, address: &str) -> Reply {
    let visitor = server.visitor();
    visitor.get("/healthz").await;
    let request = visitor.request(Method::POST, "/api/tablet-sign-in").json(&json!({}));
    Reply::of(request.header("x-forwarded-for", address)).await
}

#[tokio::test]
async fn stranger_cannot_use_up_the_waiting_places() {
    let server = TestServer::start_with(|config| {
        config.trusted_proxies = vec!["127.0.0.1".parse().unwrap()];
        config.limits.per_address = 1_000.try_into().unwrap();
    })
    .await;
    let mara = server.member("mara").await;
    let opened = Tablet::waiting(&server).await;
    assert_eq!(opened.choices(&mara).await.len(), 3);
    let forgotten = Tablet::waiting(&server).await;
    server.clock.advance(1);
    // One address replaces its own requests only.
    for _ in 0..300 {
        assert_eq!(begin_from(&server, "192.0.2.7").await.status, 201);
    }
    assert_eq!(forgotten.claim().await.status, 200);
    // Many addresses replace those that no phone has opened.
    for number in 0..300 {
        let begun = begin_from(&server, &format!("198.51.100.{}", number % 250)).await;
        assert_eq!(begun.status, 201, "{number}: {begun}");
    }
    assert_eq!(forgotten.claim().await.status, 404);
    assert_eq!(opened.approve(&mara, &opened.field("shown")).await.status, 204);
    assert_eq!(opened.claim().await.status, 200);
}
