//! Limits on mails that anybody can trigger.

use crate::support::{Member, Reply, TestServer};
use inkfold::services::operations::outbox::State;

use insta::assert_snapshot;
use serde_json::json;

use super::outbox;

const HOUR: i64 = 60 * 60;

/// Requests a password reset; the response is always the same.
async fn forgot_password(server: &TestServer, email: &str) {
    // Mails are ordered by their time.
    server.clock.advance(1);
    let reply = server.visitor().post("/forgot-password", json!({ "email": email })).await;
    assert_eq!(reply.to_string(), r#"202 {"message":"Password reset email sent."}"#);
    server.run_jobs().await;
}

async fn verify(member: &Member) -> Reply {
    member.post("/send-verify", json!({ "uid": member.uid })).await
}

async fn change(member: &Member, email: &str) -> Reply {
    member.post("/update-email", json!({ "uid": member.uid, "email": email })).await
}

#[tokio::test]
async fn reset_mails_are_capped_and_last_link_works() {
    let server = TestServer::start().await;
    server.member("mara").await;
    for _ in 0..8 {
        forgot_password(&server, "mara@example.org").await;
    }
    assert_eq!(server.mails().len(), 5);
    let reset =
        json!({ "token": server.mailed("/reset-password?token="), "password": "red-ink-on-grey" });
    assert_eq!(server.visitor().post("/reset-password", reset).await.status, 204);
    server.clock.advance(HOUR);
    forgot_password(&server, "MARA@example.org").await;
    assert_eq!(server.mails().len(), 6);
}

#[tokio::test]
async fn reset_mails_are_limited_to_twenty_a_day() {
    let server = TestServer::start().await;
    server.member("mara").await;
    for _ in 0..6 {
        for _ in 0..5 {
            forgot_password(&server, "mara@example.org").await;
        }
        server.clock.advance(HOUR);
    }
    assert_eq!(server.mails().len(), 20);
    server.clock.advance(24 * HOUR);
    forgot_password(&server, "mara@example.org").await;
    assert_eq!(server.mails().len(), 21);
}

#[tokio::test]
async fn capped_member_gets_retry_after() {
    let server = TestServer::start().await;
    let (mara, ana) = (server.unverified("mara").await, server.unverified("ana").await);
    for _ in 0..5 {
        assert_eq!(verify(&mara).await.status, 202);
    }
    server.clock.advance(HOUR / 4);
    let refused = verify(&mara).await;
    assert_snapshot!(refused, @r#"
    429 {"code":"rate-limited",
    "error":"We've already sent several emails to this address. Please check your inbox and spam folder. Please wait 45 minutes and try again.",
    "key":"too-many-mails-to-address",
    "msg":"We've already sent several emails to this address. Please check your inbox and spam folder. Please wait 45 minutes and try again.",
    "params":{"seconds":2700,"wait":"45 minutes"}}
    "#);
    assert_eq!(refused.header("retry-after"), "2700");
    assert_eq!(verify(&ana).await.status, 202);
    server.clock.advance(HOUR * 3 / 4);
    assert_eq!(verify(&mara).await.status, 202);
}

#[tokio::test]
async fn members_cannot_have_a_strangers_mailbox_filled() {
    let server = TestServer::start().await;
    let (mara, ana) = (server.member("mara").await, server.member("ana").await);
    let stranger = "stranger@example.org";
    for member in [&mara, &ana, &mara, &ana, &mara] {
        assert_eq!(change(member, stranger).await.status, 202);
    }
    assert_eq!(change(&ana, "Stranger@example.org").await.refusal(), (429, "rate-limited".into()));
    // The member has a limit for all mailboxes together, too.
    for n in 3..10 {
        assert_eq!(change(&mara, &format!("s{n}@example.org")).await.status, 202);
    }
    let refused = change(&mara, "s11@example.org").await;
    assert_eq!((refused.status, refused.header("retry-after")), (429, "360"));
}

#[tokio::test]
async fn refused_mail_does_not_reveal_members() {
    let server = TestServer::start().await;
    let mara = server.member("mara").await;
    server.member("ana").await;
    let credentials = json!({ "email": "mara@example.org", "password": "blue-ink-on-cream" });
    for email in ["ana@example.org", "nobody@example.org"] {
        for _ in 0..6 {
            forgot_password(&server, email).await;
        }
        // Password mails went to only one of the addresses, which the responses must not reveal.
        mara.post("/reauthenticate", credentials.clone()).await;
        for _ in 0..5 {
            assert_eq!(change(&mara, email).await.status, 202, "{email}");
        }
        let refused = change(&mara, email).await;
        assert_eq!(refused.refusal(), (429, "rate-limited".into()), "{email}");
        server.clock.advance(HOUR);
    }
}

#[tokio::test]
async fn security_notice_reaches_flooded_mailbox() {
    let server = TestServer::start_with(|config| config.mail.daily_cap = 6).await;
    let mara = server.member("mara").await;
    for _ in 0..6 {
        forgot_password(&server, "mara@example.org").await;
    }
    assert_eq!(change(&mara, "thief@example.org").await.status, 202);
    server.run_jobs().await;
    let mails = server.mails();
    assert_eq!(mails.len(), 7);
    let warning = mails.iter().find(|mail| mail.contains("/undo-email?token=")).unwrap();
    assert!(warning.contains("To: mara@example.org"), "{warning}");
}

#[tokio::test]
async fn forms_respect_daily_mail_cap() {
    let server = TestServer::start_with(|config| config.mail.daily_cap = 2).await;
    let (mara, ana) = (server.unverified("mara").await, server.unverified("ana").await);
    server.member("ida").await;
    assert_eq!(verify(&mara).await.status, 202);
    server.clock.advance(HOUR);
    assert_eq!(verify(&ana).await.status, 202);
    let refused = verify(&mara).await;
    assert_eq!(
        refused.json()["error"],
        "No more mails can be sent today. Please wait 23 hours and try again."
    );
    forgot_password(&server, "ida@example.org").await;
    assert_eq!(server.mails().len(), 2);
    server.clock.advance(23 * HOUR);
    assert_eq!(verify(&mara).await.status, 202);
}

#[tokio::test]
async fn text_of_sent_mail_is_deleted() {
    let server = TestServer::start().await;
    let mara = server.unverified("mara").await;
    verify(&mara).await;
    let kept = |server: &TestServer| {
        let context = std::sync::Arc::clone(&server.context);
        context.read().unwrap().latest_mails(1).unwrap().remove(0)
    };
    assert!(kept(&server).text.contains("/verify?token="));
    server.run_jobs().await;
    let mail = kept(&server);
    assert_eq!((mail.text.as_str(), mail.html.as_str()), ("", ""));
    let listed = outbox(&server).await.remove(0);
    assert_eq!(listed.state, State::Sent);
    assert_eq!(listed.subject, "Please verify your email for Inkfold");
}

#[tokio::test]
async fn daily_cap_reserves_share_for_password_resets() {
    let server = TestServer::start_with(|config| config.mail.daily_cap = 10).await;
    server.member("ida").await;
    let mut statuses = Vec::new();
    for name in ["ana", "bea", "cleo", "dora", "eva", "fay", "gil", "hal", "ivo", "jon"] {
        statuses.push(verify(&server.unverified(name).await).await.status);
    }
    assert_eq!(statuses, [202, 202, 202, 202, 202, 202, 202, 202, 429, 429]);
    server.run_jobs().await;
    for _ in 0..3 {
        forgot_password(&server, "ida@example.org").await;
    }
    let resets = server.mails().iter().filter(|mail| mail.contains("/reset-password?")).count();
    assert_eq!(resets, 2, "the rest of ten");
}
