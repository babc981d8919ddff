//! Password reset.

use std::sync::mpsc;
use std::time::Duration;

use crate::support::{Member, TestServer};
use inkfold::error::Error;
use inkfold::services::accounts::recovery;

use insta::assert_snapshot;
use serde_json::json;
use tokio::sync::oneshot;

const NEW: &str = "red-ink-on-grey";

/// Requests the link; returns its token.
async fn asked(server: &TestServer, visitor: &Member) -> String {
    // Mails are ordered by their time.
    server.clock.advance(1);
    let reply = visitor.post("/forgot-password", json!({ "email": "Mara@example.org" })).await;
    assert_eq!(reply.status, 202);
    server.run_jobs().await;
    server.mailed("/reset-password?token=")
}

#[tokio::test]
async fn forgotten_password_is_reset_and_sessions_end() {
    let server = TestServer::start().await;
    let (mara, ana) = (server.unverified("mara").await, server.member("ana").await);
    let mut visitor = server.visitor();
    let token = asked(&server, &visitor).await;
    let mail = server.mails().pop().unwrap();
    assert!(mail.contains("To: mara@example.org") && mail.contains("60 minutes"), "{mail}");
    assert!(mail.contains("http://127.0.0.1:8080/reset-password?token="), "{mail}");

    let reset = json!({ "token": token, "password": NEW });
    assert_eq!(visitor.post("/reset-password", reset.clone()).await.status, 204);
    assert!(!mara.is_signed_in().await);
    assert!(ana.is_signed_in().await);
    assert_eq!(visitor.sign_in("mara@example.org", "blue-ink-on-cream").await.status, 401);
    // The link came by mail, so its use verifies the address.
    assert_eq!(visitor.sign_in("mara@example.org", NEW).await.json()["emailVerified"], true);

    assert_snapshot!(visitor.post("/reset-password", reset).await, @r#"
    422 {"code":"invalid","error":"This link has expired or was used. Ask for a new one.",
    "fieldMessages":{"token":{"key":"link-expired"}},
    "fields":{"token":"This link has expired or was used. Ask for a new one."},"key":"link-expired",
    "msg":"This link has expired or was used. Ask for a new one."}
    "#);
    assert!(visitor.is_signed_in().await);
}

#[tokio::test]
async fn forgot_password_does_not_reveal_members() {
    let server = TestServer::start().await;
    server.member("mara").await;
    let visitor = server.visitor();
    server.run_jobs().await;
    let before = server.context.store.version();
    for email in ["nobody@example.org", "not an address", "", "mara@example.org"] {
        assert_eq!(server.context.store.version(), before, "nothing is written for {email}");
        let reply = visitor.post("/forgot-password", json!({ "email": email })).await;
        assert_eq!(reply.to_string(), r#"202 {"message":"Password reset email sent."}"#);
    }
    server.run_jobs().await;
    assert_eq!(server.mails().len(), 1);
}

/// The test holds the writer lock, so a response before its release proves that nothing was written.
#[tokio::test]
async fn reset_request_is_answered_before_any_write() {
    let server = TestServer::start().await;
    server.member("mara").await;
    let visitor = server.visitor();
    visitor.get("/healthz").await;
    let (release, released) = mpsc::channel::<()>();
    let (begun, has_begun) = oneshot::channel();
    let writing = server.run_service(move |context| {
        context
            .write(|_| {
                begun.send(()).unwrap();
                let _ = released.recv_timeout(Duration::from_secs(30));
                Ok(())
            })
            .unwrap();
    });
    let asking = async {
        has_begun.await.unwrap();
        let reply = visitor.post("/forgot-password", json!({ "email": "mara@example.org" })).await;
        assert_eq!(recovery::count_pending(&server.context), 1);
        release.send(()).unwrap();
        reply.status
    };
    assert_eq!(tokio::join!(writing, asking).1, 202);
    server.run_jobs().await;
    assert_eq!(server.mails().len(), 1);
}

#[tokio::test]
async fn reset_requests_beyond_queue_are_busy() {
    let server = TestServer::start_with(|config| {
        config.limits.per_address = 1_000.try_into().unwrap();
    })
    .await;
    let ask = || {
        let from = std::net::IpAddr::from([192, 0, 2, 1]).into();
        recovery::request_reset(&server.context, from, "mara@example.org".into())
    };
    let pending: Vec<_> = (0..64).map(|_| ask().unwrap()).collect();
    assert!(matches!(ask(), Err(Error::Busy)));
    drop(pending);
    assert_eq!(recovery::count_pending(&server.context), 0);
}

#[tokio::test]
async fn only_newest_reset_link_works_for_an_hour() {
    let server = TestServer::start().await;
    server.member("mara").await;
    let visitor = server.visitor();
    let (older, newer) = (asked(&server, &visitor).await, asked(&server, &visitor).await);
    let reset = |token: &str, password: &str| {
        visitor.post("/reset-password", json!({ "token": token, "password": password }))
    };
    assert_eq!(reset(&older, NEW).await.refusal(), (422, "invalid".into()));
    assert_eq!(reset("", NEW).await.refusal(), (422, "invalid".into()));
    assert_snapshot!(reset(&newer, "short").await.json()["fields"], @r#"{"password":"Password must be at least 8 characters long"}"#);
    server.clock.advance(60 * 60);
    assert_eq!(reset(&newer, NEW).await.refusal(), (422, "invalid".into()));
}

#[tokio::test]
async fn reset_token_is_unguessable_and_stored_hashed() {
    let server = TestServer::start().await;
    let mara = server.member("mara").await;
    let token = asked(&server, &server.visitor()).await;
    // Length of 256 random bits in base64.
    assert_eq!(token.len(), 43);
    let owner = mara.uid.parse().unwrap();
    let kept = server
        .run_service(move |context| {
            let tx = context.read().unwrap();
            format!("{:?}{:?}", tx.tickets_of(owner).unwrap(), tx.latest_mails(9).unwrap())
        })
        .await;
    assert!(kept.contains("ResetPassword") && !kept.contains(&token), "{kept}");
}

#[tokio::test]
async fn token_of_another_purpose_cannot_reset_password() {
    let server = TestServer::start().await;
    let mut mara = server.unverified("mara").await;
    mara.post("/send-verify", json!({ "uid": mara.uid })).await;
    server.run_jobs().await;
    let receipt =
        mara.sign_in("mara@example.org", "blue-ink-on-cream").await.json()["token"].clone();
    for token in [json!(server.mailed("/verify?token=")), receipt] {
        let reset = json!({ "token": token, "password": NEW });
        assert_eq!(mara.post("/reset-password", reset).await.refusal(), (422, "invalid".into()));
    }
    let token = asked(&server, &mara).await;
    assert_eq!(mara.post("/verify", json!({ "token": token })).await.status, 422);
}

#[tokio::test]
async fn reset_page_is_not_indexed() {
    let server = TestServer::start().await;
    let visitor = server.visitor();
    for (path, title) in [
        ("/forgot-password", "Reset my Password"),
        ("/reset-password?token=x", "Choose a new password"),
        ("/undo-email?token=x", "Keep your email address"),
    ] {
        let page = visitor.get(path).await;
        let html = String::from_utf8(page.bytes).unwrap();
        assert_eq!(page.status, 200, "{path}");
        assert!(html.contains(title) && html.contains("noindex"), "{html}");
    }
}
