//! Communities without mail: none is stored, none is reported as sent, and no response promises one.

use crate::support::{Encryption, SmtpBehaviour, SmtpServer, TestServer};
use inkfold::config::{ConfigWithSources, MailTransport};
use inkfold::domain::policy::Actor;
use inkfold::services::accounts::recovery;
use inkfold::services::operations::outbox::{self, State};

use serde_json::json;

use super::{community, delivery_state, outbox as listed};

async fn silent() -> TestServer {
    TestServer::start_with(|config| config.mail.transport = MailTransport::None).await
}

/// Sets the mail transport to none.
fn fall_silent(server: &TestServer) {
    let mut config = (*server.context.config()).clone();
    config.mail.transport = MailTransport::None;
    server.context.reload(ConfigWithSources::from(config));
}

#[tokio::test]
async fn verification_request_is_refused_without_mail() {
    let server = silent().await;
    let mara = server.unverified("mara").await;
    let asked = mara.post("/send-verify", json!({ "uid": mara.uid })).await;
    assert_eq!(asked.refusal(), (409, "conflict".into()));
    assert!(asked.to_string().contains("Please ask an admin"), "{asked}");
    // The request is refused for other members, and does nothing for a verified address.
    let ana = server.member("ana").await;
    assert_eq!(ana.post("/send-verify", json!({ "uid": mara.uid })).await.status, 403);
    assert_eq!(ana.post("/send-verify", json!({ "uid": ana.uid })).await.status, 202);
    server.run_jobs().await;
    assert!(listed(&server).await.is_empty());
}

#[tokio::test]
async fn admin_link_survives_forgotten_password_request() {
    let server = silent().await;
    let mara = server.member("mara").await;
    let id = mara.uid.parse().unwrap();
    let handed = server
        .run_service(move |context| recovery::reset_link(context, &Actor::Operator, id).unwrap())
        .await;
    let anybody = server.visitor();
    let forgotten = anybody.post("/forgot-password", json!({ "email": "mara@example.org" })).await;
    assert_eq!(forgotten.status, 202);
    server.run_jobs().await;
    assert!(listed(&server).await.is_empty());
    let token = handed.link.split("token=").nth(1).unwrap();
    let reset = json!({ "token": token, "password": "red-ink-on-grey" });
    assert_eq!(anybody.post("/reset-password", reset).await.status, 204);
}

#[tokio::test]
async fn waiting_mail_is_dropped_when_mail_is_disabled() {
    let smtp = SmtpServer::start(Encryption::Open, &[SmtpBehaviour::Accept]);
    let server = community(&smtp, |_| {}).await;
    assert_eq!(delivery_state(&server).await.0, State::Queued);
    fall_silent(&server);
    server.run_jobs().await;
    assert!(listed(&server).await.is_empty());
    assert_eq!(smtp.kept().mails.len(), 0);
    let jobs = server.run_service(|context| context.read().unwrap().queued_jobs().unwrap()).await;
    assert!(jobs.is_empty(), "{jobs:?}");
}

#[tokio::test]
async fn failed_mail_is_not_retried_without_transport() {
    let smtp = SmtpServer::start(Encryption::Open, &[SmtpBehaviour::RefuseRecipient]);
    let server = community(&smtp, |_| {}).await;
    server.run_jobs().await;
    fall_silent(&server);
    let id = listed(&server).await.remove(0).id;
    let again =
        server.run_service(move |context| outbox::retry(context, &Actor::Operator, id)).await;
    assert!(again.unwrap_err().to_string().contains("No mail is sent here"));
    assert_eq!(delivery_state(&server).await.0, State::Failed);
}
