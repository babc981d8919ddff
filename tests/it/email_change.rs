//! Change of a mail address, and its undoing.

use insta::assert_snapshot;
use serde_json::json;

use crate::support::{Member, Reply, TestServer};

const PASSWORD: &str = "blue-ink-on-cream";
const OLD: &str = "mara@example.org";
const NEW: &str = "lind@example.org";

async fn ask(member: &Member, email: &str) -> Reply {
    member.post("/update-email", json!({ "uid": member.uid, "email": email })).await
}

/// Requests the change; returns the link's code and the notice's token.
async fn asked(server: &TestServer, member: &Member, email: &str) -> (String, String) {
    // Mails are ordered by their time.
    server.clock.advance(1);
    assert_eq!(ask(member, email).await.status, 202);
    server.run_jobs().await;
    (server.mailed("&oobCode="), server.mailed("/undo-email?token="))
}

async fn apply(member: &Member, code: &str) -> Reply {
    member.post("/apply-action-code", json!({ "oobCode": code })).await
}

async fn undo(server: &TestServer, token: &str) -> Reply {
    server.visitor().post("/undo-email-change", json!({ "token": token })).await
}

#[tokio::test]
async fn email_changes_when_new_mailbox_confirms() {
    let server = TestServer::start().await;
    let mara = server.member("mara").await;
    let (code, _) = asked(&server, &mara, NEW).await;
    let link = format!(
        "http://127.0.0.1:8080/settings/email/verify?verified=true&uid={}&oobCode={code}",
        mara.uid
    );
    let mails = server.mails();
    let to = |address: &str| mails.iter().find(|mail| mail.contains(&format!("To: {address}")));
    assert!(to(NEW).unwrap().contains(&link));
    assert!(to(OLD).unwrap().contains(NEW) && to(OLD).unwrap().contains("/undo-email?token="));

    let mut browser = server.visitor();
    assert_eq!(browser.sign_in(NEW, PASSWORD).await.status, 401);
    assert_eq!(browser.sign_in(OLD, PASSWORD).await.status, 200);
    assert_snapshot!(apply(&mara, &code).await, @r#"200 {"email":"lind@example.org"}"#);
    assert_eq!(browser.sign_in(OLD, PASSWORD).await.status, 401);
    assert_eq!(browser.sign_in(NEW, PASSWORD).await.json()["emailVerified"], true);
    assert_eq!(apply(&mara, &code).await.refusal(), (422, "invalid".into()));
}

#[tokio::test]
async fn email_change_needs_password_of_last_five_minutes() {
    let server = TestServer::start().await;
    let mara = server.member("mara").await;
    server.clock.advance(5 * 60);
    assert_eq!(ask(&mara, NEW).await.status, 202);
    server.clock.advance(1);
    assert_snapshot!(ask(&mara, NEW).await, @r#"
    401 {"code":"recent-signin-required","error":"You must sign in again in order to process this request",
    "key":"recent-sign-in-required","msg":"You must sign in again in order to process this request"}
    "#);
    mara.post("/reauthenticate", json!({ "email": OLD, "password": "wrong" })).await;
    assert_eq!(ask(&mara, NEW).await.status, 401);
    mara.post("/reauthenticate", json!({ "email": OLD, "password": PASSWORD })).await;
    assert_eq!(ask(&mara, NEW).await.status, 202);
}

#[tokio::test]
async fn invalid_address_and_another_account_are_refused() {
    let server = TestServer::start().await;
    let (mara, ana) = (server.member("mara").await, server.member("ana").await);
    assert_snapshot!(ask(&mara, "lind@").await.json()["fields"], @r#"{"email":"Please enter a valid email address."}"#);
    assert_snapshot!(ask(&mara, "MARA@example.org").await.json()["fields"], @r#"{"email":"This is already your address."}"#);
    let theirs = json!({ "uid": mara.uid, "email": NEW });
    assert_eq!(
        ana.post("/update-email", theirs.clone()).await.refusal(),
        (403, "forbidden".into())
    );
    let nobody = server.visitor().post("/update-email", theirs).await;
    assert_snapshot!(nobody, @r#"401 {"code":"unauthenticated","error":"User not logged in","key":"not-logged-in","msg":"User not logged in"}"#);
}

#[tokio::test]
async fn email_code_is_bound_expires_and_newest_wins() {
    let server = TestServer::start().await;
    let (mara, ana) = (server.member("mara").await, server.member("ana").await);
    let (older, undo_token) = asked(&server, &mara, "first@example.org").await;
    let (code, _) = asked(&server, &mara, NEW).await;
    let nobody = apply(&server.visitor(), &code).await;
    assert_snapshot!(nobody, @r#"401 {"code":"unauthenticated","error":"No user currently signed in","key":"nobody-signed-in","msg":"No user currently signed in"}"#);
    assert_eq!(apply(&ana, &code).await.to_string(), nobody.to_string());
    for wrong in [older.as_str(), undo_token.as_str(), "", "x"] {
        assert_eq!(apply(&mara, wrong).await.refusal(), (422, "invalid".into()), "{wrong}");
    }
    server.clock.advance(24 * 60 * 60);
    assert_eq!(apply(&mara, &code).await.refusal(), (422, "invalid".into()));
}

#[tokio::test]
async fn taken_address_is_revealed_only_after_confirmation() {
    let server = TestServer::start().await;
    let mara = server.member("mara").await;
    server.member("ana").await;
    let (code, _) = asked(&server, &mara, "ANA@example.org").await;
    assert_snapshot!(apply(&mara, &code).await, @r#"
    409 {"code":"conflict","error":"An account with this email already exists.",
    "fieldMessages":{"email":{"key":"email-taken"}},"fields":{"email":"An account with this email already exists."},
    "key":"email-taken","msg":"An account with this email already exists."}
    "#);
}

#[tokio::test]
async fn old_mailbox_can_undo_for_a_week() {
    let server = TestServer::start().await;
    let mara = server.member("mara").await;
    let (code, token) = asked(&server, &mara, NEW).await;
    apply(&mara, &code).await;
    server.visitor().post("/forgot-password", json!({ "email": NEW })).await;
    server.run_jobs().await;
    let reset = server.mailed("/reset-password?token=");

    server.clock.advance(7 * 24 * 60 * 60 - 1);
    assert_eq!(undo(&server, &token).await.status, 204);
    assert!(!mara.is_signed_in().await);
    let mut browser = server.visitor();
    assert_eq!(browser.sign_in(NEW, PASSWORD).await.status, 401);
    assert_eq!(browser.sign_in(OLD, PASSWORD).await.json()["emailVerified"], true);
    // Links that were mailed to the other address are void, and the notice's link works once.
    let reset = json!({ "token": reset, "password": "red-ink-on-grey" });
    assert_eq!(browser.post("/reset-password", reset).await.status, 422);
    assert_eq!(undo(&server, &token).await.refusal(), (422, "invalid".into()));
}

#[tokio::test]
async fn undone_change_invalidates_later_links() {
    let server = TestServer::start().await;
    let mara = server.member("mara").await;
    let (code, first) = asked(&server, &mara, NEW).await;
    apply(&mara, &code).await;
    let (code, second) = asked(&server, &mara, "third@example.org").await;
    apply(&mara, &code).await;
    let (pending, third) = asked(&server, &mara, "fourth@example.org").await;

    assert_eq!(undo(&server, &first).await.status, 204);
    let mut browser = server.visitor();
    assert_eq!(browser.sign_in(OLD, PASSWORD).await.status, 200);
    assert_eq!(apply(&browser, &pending).await.status, 422);
    for later in [second, third] {
        assert_eq!(undo(&server, &later).await.refusal(), (422, "invalid".into()));
    }
}

#[tokio::test]
async fn expired_undo_notice_and_other_tokens_fail() {
    let server = TestServer::start().await;
    let mara = server.member("mara").await;
    let (code, token) = asked(&server, &mara, NEW).await;
    assert_eq!(undo(&server, &code).await.refusal(), (422, "invalid".into()));
    server.clock.advance(7 * 24 * 60 * 60);
    assert_eq!(undo(&server, &token).await.refusal(), (422, "invalid".into()));
    assert!(mara.is_signed_in().await);
}

#[tokio::test]
async fn password_reset_keeps_undo_link_valid() {
    let server = TestServer::start().await;
    let mara = server.member("mara").await;
    let (code, token) = asked(&server, &mara, NEW).await;
    apply(&mara, &code).await;
    let visitor = server.visitor();
    visitor.post("/forgot-password", json!({ "email": NEW })).await;
    server.run_jobs().await;
    let reset =
        json!({ "token": server.mailed("/reset-password?token="), "password": "red-ink-on-grey" });
    assert_eq!(visitor.post("/reset-password", reset).await.status, 204);
    assert_eq!(undo(&server, &token).await.status, 204);
}

#[tokio::test]
async fn unproven_old_address_gets_no_undo_link() {
    let server = TestServer::start().await;
    let mara = server.unverified("mara").await;
    assert_eq!(ask(&mara, NEW).await.status, 202);
    server.run_jobs().await;
    let mails = server.mails();
    assert_eq!(mails.len(), 1);
    assert!(mails[0].contains("To: lind@example.org"));
}

#[tokio::test]
async fn email_changes_without_confirmation_when_mail_disabled() {
    let server = TestServer::start_with(|config| {
        config.mail.transport = inkfold::config::MailTransport::None;
    })
    .await;
    let mara = server.member("mara").await;
    server.member("ana").await;
    assert_eq!(ask(&mara, "ana@example.org").await.refusal(), (409, "conflict".into()));
    assert_eq!(ask(&mara, NEW).await.status, 202);
    let mut browser = server.visitor();
    assert_eq!(browser.sign_in(OLD, PASSWORD).await.status, 401);
    assert_eq!(browser.sign_in(NEW, PASSWORD).await.status, 200);
}

#[tokio::test]
async fn old_address_is_reserved_while_undo_is_possible() {
    let server = TestServer::start().await;
    let mara = server.member("mara").await;
    let (code, token) = asked(&server, &mara, NEW).await;
    apply(&mara, &code).await;
    let sign_up = |email: &str| json!({ "email": email, "password": PASSWORD, "extra": { "username": "squatter", "name": "S" } });
    let squatter = server.visitor().post("/register", sign_up(OLD)).await;
    assert_eq!(squatter.refusal(), (409, "conflict".into()));
    assert_eq!(undo(&server, &token).await.status, 204);
    // The old address is reserved as well, and both are free again after a week.
    assert_eq!(server.visitor().post("/register", sign_up(NEW)).await.status, 409);
    server.clock.advance(7 * 24 * 60 * 60);
    assert_eq!(server.visitor().post("/register", sign_up(NEW)).await.status, 201);
}
