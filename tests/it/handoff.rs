//! Handoff: a tablet that cannot upload shows a code, and a phone sends the form.

use std::sync::Arc;

use crate::support::{Member, PASSWORD, Reply, TestServer, fill};
use inkfold::domain::policy::Actor;
use inkfold::domain::secret::SecretHash;
use inkfold::services::accounts::sessions::SessionContext;
use inkfold::services::memos::handoff;

use insta::assert_snapshot;
use reqwest::multipart::{Form, Part};
use serde_json::{Value, json};

/// A tablet that shows a code, its book's blank form, and the code.
struct Desk {
    server: TestServer,
    tablet: Member,
    book: String,
    blank: Vec<u8>,
    code: String,
}

impl Desk {
    async fn set() -> Self {
        Self::of(TestServer::start().await).await
    }

    async fn of(server: TestServer) -> Self {
        let book = server.book("A year in ink", 5).await;
        let tablet = server.member("mara").await;
        let blank = tablet.get(&format!("/assets/forms/{book}.pdf")).await.bytes;
        let code = open(&tablet, &book).await;
        Self { server, tablet, book, blank, code }
    }

    fn filled(&self) -> Vec<u8> {
        fill(&self.blank, 2, &[0, 3])
    }

    async fn progress(&self, who: &Member) -> Reply {
        who.get(&format!("/api/hand-over/{}", self.code)).await
    }
}

async fn open(tablet: &Member, book: &str) -> String {
    let opened = tablet.post("/api/hand-over", json!({ "bid": book })).await;
    assert_eq!(opened.status, 201, "{opened}");
    opened.json()["code"].as_str().unwrap().to_owned()
}

async fn name_of(phone: &Member, code: &str) -> Reply {
    phone.get(&format!("/api/hand-over/{code}/book")).await
}

async fn send(phone: &Member, code: &str, file: Vec<u8>) -> Reply {
    let form = Form::new().part("file", Part::bytes(file).file_name("form.pdf"));
    phone.upload(&format!("/api/hand-over/{code}/file"), form).await
}

#[tokio::test]
async fn signed_out_phone_sends_form_tablet_submits() {
    let desk = Desk::set().await;
    let phone = desk.server.visitor();
    assert_snapshot!(name_of(&phone, &desk.code).await, @r#"200 {"name":"A year in ink"}"#);
    assert_snapshot!(desk.progress(&desk.tablet).await, @r#"200 {"extraction":null,"step":"waiting"}"#);

    // The code is typed in lower case.
    let sent = send(&phone, &desk.code.to_lowercase(), desk.filled()).await;
    assert_snapshot!(sent, @r#"200 {"answers":2}"#);

    let progress = desk.progress(&desk.tablet).await.json();
    assert_eq!(progress["step"], "read");
    let read = &progress["extraction"];
    assert_eq!(read["dirtyIndices"], json!([0, 3]));
    assert_eq!(desk.tablet.publish(&desk.book, read).await.status, 201);
    // The result is returned once, and the code ends with it.
    assert_eq!(desk.progress(&desk.tablet).await.status, 404);
    assert_eq!(name_of(&phone, &desk.code).await.status, 404);
}

#[tokio::test]
async fn handoff_code_has_link_and_expires() {
    let desk = Desk::set().await;
    let opened = desk.tablet.post("/api/hand-over", json!({ "bid": desk.book })).await.json();
    let code = opened["code"].as_str().unwrap();
    assert_eq!(code.len(), 6);
    assert!(opened["link"].as_str().unwrap().ends_with(&format!("/hand-over/{code}")), "{opened}");
    assert!(opened["qrcode"].as_str().unwrap().starts_with("data:image/svg+xml;base64,"));
    // A tablet has one code at a time: the earlier one is void.
    let phone = desk.server.visitor();
    assert_eq!(name_of(&phone, &desk.code).await.status, 404);

    desk.server.clock.advance(15 * 60 - 1);
    assert_eq!(name_of(&phone, code).await.status, 200);
    desk.server.clock.advance(1);
    let refused = send(&phone, code, desk.filled()).await;
    assert_snapshot!(refused, @r#"
    404 {"code":"not-found","error":"This code has expired or was used. Make a new one on the tablet.",
    "key":"hand-over-code-not-found","msg":"This code has expired or was used. Make a new one on the tablet."}
    "#);
    assert_eq!(desk.tablet.get(&format!("/api/hand-over/{code}")).await.status, 404);
}

#[tokio::test]
async fn unreadable_form_may_be_sent_again() {
    let desk = Desk::set().await;
    let phone = desk.server.visitor();
    let refused = send(&phone, &desk.code, desk.blank.clone()).await;
    assert_eq!(refused.refusal(), (422, "blank-form".into()));
    let path = format!("/api/hand-over/{}/file", desk.code);
    let two = Form::new()
        .part("file", Part::bytes(desk.filled()))
        .part("file", Part::bytes(desk.filled()));
    for (form, words) in [
        (Form::new().text("other", "x"), "The form has no such field."),
        (two, "Only one file can be sent."),
    ] {
        let refused = phone.upload(&path, form).await;
        assert_eq!((refused.status, &refused.json()["fields"]["file"]), (422, &json!(words)));
    }
    assert_eq!(desk.progress(&desk.tablet).await.json()["step"], "waiting");
    assert_eq!(send(&phone, &desk.code, desk.filled()).await.status, 200);
    // A second form would replace one that was read already.
    assert_eq!(send(&phone, &desk.code, desk.filled()).await.status, 404);
}

#[tokio::test]
async fn reading_is_visible_to_its_tablet_only() {
    let desk = Desk::set().await;
    send(&desk.server.visitor(), &desk.code, desk.filled()).await;
    assert_eq!(desk.progress(&desk.server.visitor()).await.status, 401);
    assert_eq!(desk.progress(&desk.server.member("ana").await).await.status, 404);
    // Another device of the same member has no access either.
    let mut elsewhere = desk.server.visitor();
    elsewhere.sign_in("mara@example.org", "blue-ink-on-cream").await;
    assert_eq!(desk.progress(&elsewhere).await.status, 404);
    assert_eq!(desk.progress(&desk.tablet).await.status, 200);
}

#[tokio::test]
async fn signed_out_tablet_takes_no_form() {
    let desk = Desk::set().await;
    desk.tablet.post("/signout", Value::Null).await;
    let refused = send(&desk.server.visitor(), &desk.code, desk.filled()).await;
    assert_eq!(refused.refusal(), (404, "not-found".into()));
}

#[tokio::test]
async fn guessing_codes_is_slowed_down() {
    let server = TestServer::start_with(|config| {
        config.limits.per_address = 3.try_into().unwrap();
    })
    .await;
    let desk = Desk::of(server).await;
    let guesser = desk.server.visitor_from("127.0.0.2");
    for code in ["34679A", "34679C", "no-code"] {
        assert_eq!(name_of(&guesser, code).await.status, 404);
    }
    assert_eq!(name_of(&guesser, &desk.code).await.status, 429);
    assert_eq!(send(&guesser, &desk.code, desk.filled()).await.status, 429);
    // The member's own phone has another address, so its limit is not reached.
    assert_eq!(name_of(&desk.server.visitor(), &desk.code).await.status, 200);
}

#[tokio::test]
async fn waiting_tablets_are_limited() {
    let desk = Desk::set().await;
    let (context, book) = (Arc::clone(&desk.server.context), desk.book.parse().unwrap());
    // Several members are needed: each has a limit of codes.
    let mut accounts = Vec::new();
    for name in ["ben", "cleo", "dora"] {
        accounts.push(desk.server.member(name).await.uid.parse().unwrap());
    }
    let wait = tokio::task::spawn_blocking(move || {
        for (n, account) in (1..64).zip(accounts.into_iter().cycle()) {
            let actor = Actor::full_member(account);
            let present = SessionContext { actor, session: SecretHash([n; 32]) };
            handoff::open(&context, &present, book).unwrap();
        }
    });
    wait.await.unwrap();
    let late = desk.server.member("ana").await;
    let refused = late.post("/api/hand-over", json!({ "bid": desk.book })).await;
    assert_eq!(refused.refusal(), (503, "busy".into()));
    desk.server.clock.advance(15 * 60);
    open(&late, &desk.book).await;
}

#[tokio::test]
async fn opening_codes_is_limited_by_account() {
    let desk = Desk::set().await;
    for _ in 1..30 {
        open(&desk.tablet, &desk.book).await;
    }
    let refused = desk.tablet.post("/api/hand-over", json!({ "bid": desk.book })).await;
    assert_snapshot!(refused, @r#"
    429 {"code":"rate-limited","error":"Too many tries. Please wait 2 minutes and try again.","key":"too-many-tries",
    "msg":"Too many tries. Please wait 2 minutes and try again.","params":{"seconds":120,"wait":"2 minutes"}}
    "#);
    assert_eq!(refused.header("retry-after"), "120");
    // Another device of the same member shares the member's tries; another member does not.
    let mut elsewhere = desk.server.visitor();
    elsewhere.sign_in("mara@example.org", PASSWORD).await;
    let refused = elsewhere.post("/api/hand-over", json!({ "bid": desk.book })).await;
    assert_eq!(refused.refusal(), (429, "rate-limited".into()));
    open(&desk.server.member("ana").await, &desk.book).await;

    desk.server.clock.advance(120);
    open(&desk.tablet, &desk.book).await;
}

#[tokio::test]
async fn refused_code_leaves_earlier_one_valid() {
    let desk = Desk::set().await;
    let mut code = desk.code.clone();
    for _ in 1..30 {
        code = open(&desk.tablet, &desk.book).await;
    }
    let refused = desk.tablet.post("/api/hand-over", json!({ "bid": desk.book })).await;
    assert_eq!(refused.status, 429, "{refused}");
    assert_eq!(send(&desk.server.visitor(), &code, desk.filled()).await.status, 200);
}

#[tokio::test]
async fn sending_forms_is_limited_per_account() {
    let desk = Desk::set().await;
    // The tries come from several addresses, so that no limit per address is reached.
    for n in 0..30 {
        let phone = desk.server.visitor_from(&format!("127.0.0.{}", 2 + n % 5));
        assert_eq!(send(&phone, &desk.code, b"no form".to_vec()).await.status, 422, "{n}");
    }
    let phone = desk.server.visitor_from("127.0.0.9");
    let refused = send(&phone, &desk.code, desk.filled()).await;
    assert_eq!(refused.refusal(), (429, "rate-limited".into()));
    assert_eq!(refused.header("retry-after"), "120");
    // The code is still valid: the tablet waits, and the same phone sends the form later.
    assert_eq!(desk.progress(&desk.tablet).await.json()["step"], "waiting");
    assert_eq!(name_of(&phone, &desk.code).await.status, 200);

    desk.server.clock.advance(120);
    assert_eq!(send(&phone, &desk.code, desk.filled()).await.status, 200);
}
