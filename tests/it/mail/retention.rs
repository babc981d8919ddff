//! Retention of mail bodies: kept for as long as the mail may be sent.

use crate::support::{Encryption, SmtpBehaviour, SmtpServer, TestServer};
use inkfold::domain::job::Job;
use inkfold::services::operations::outbox::State;

use insta::assert_snapshot;
use mail_parser::MessageParser;
use serde_json::json;

use super::{community, delivery_state, outbox};

const DAY: i64 = 24 * 60 * 60;

/// Whether the body of the only mail, with its link, is still stored.
async fn is_known(server: &TestServer) -> bool {
    let mail = server
        .run_service(|context| context.read().unwrap().latest_mails(1).unwrap().remove(0))
        .await;
    assert_eq!(mail.text.contains("token="), mail.html.contains("token="));
    mail.text.contains("token=")
}

/// Starts a server with a mail that has just failed for good, and a cleanup that is due later.
async fn given_up(smtp: &SmtpServer) -> TestServer {
    let server = community(smtp, |_| {}).await;
    server
        .run_service(|context| context.write(|tx| context.enqueue(tx, Job::DailyCleanup)).unwrap())
        .await;
    server.run_jobs().await;
    assert_eq!(delivery_state(&server).await.0, State::Failed);
    server
}

#[tokio::test]
async fn failed_mail_is_redacted_after_thirty_days() {
    let smtp = SmtpServer::start(
        Encryption::Open,
        &[SmtpBehaviour::RefuseRecipient, SmtpBehaviour::Accept],
    );
    let server = given_up(&smtp).await;
    server.clock.advance(29 * DAY);
    server.run_jobs().await;
    assert!(is_known(&server).await);
    server.clock.advance(DAY);
    server.run_jobs().await;
    assert!(!is_known(&server).await);

    // The failure, its reason, and the refusal of a late retry are still reported.
    let (state, attempts, error) = delivery_state(&server).await;
    assert_eq!((state, attempts), (State::Failed, 1));
    assert!(error.contains("is not known here"), "{error}");
    let path = format!("/api/admin/mail/{}/retry", outbox(&server).await.remove(0).id);
    let (ada, ana) = (server.admin("ada").await, server.member("ana").await);
    assert_snapshot!(ada.post(&path, json!({})).await, @r#"
    409 {"code":"conflict",
    "error":"The text of this mail was deleted, so it can't be sent: it failed more than 30 days ago, or comes from a backup that isn't encrypted. If it still matters, write to the recipient yourself.",
    "key":"mail-text-deleted",
    "msg":"The text of this mail was deleted, so it can't be sent: it failed more than 30 days ago, or comes from a backup that isn't encrypted. If it still matters, write to the recipient yourself."}
    "#);
    assert_eq!(ana.post(&path, json!({})).await.refusal(), (403, "forbidden".into()));
    server.run_jobs().await;
    assert_eq!((delivery_state(&server).await.0, smtp.kept().mails.len()), (State::Failed, 0));
}

#[tokio::test]
async fn mail_retried_within_thirty_days_is_complete() {
    let smtp = SmtpServer::start(
        Encryption::Open,
        &[SmtpBehaviour::RefuseRecipient, SmtpBehaviour::Accept],
    );
    let server = given_up(&smtp).await;
    server.clock.advance(29 * DAY);
    server.run_jobs().await;
    let path = format!("/api/admin/mail/{}/retry", outbox(&server).await.remove(0).id);
    let ada = server.admin("ada").await;
    assert_eq!(ada.post(&path, json!({})).await.json()["state"], "queued");
    server.run_jobs().await;
    let kept = smtp.kept().mails;
    assert_eq!(kept.len(), 1);
    let mail = MessageParser::default().parse(&kept[0]).unwrap();
    assert!(mail.body_text(0).unwrap().contains("token="));
    assert!(!is_known(&server).await, "it was sent");
}
