//! The outbox in the browser.

use inkfold::config::MailTransport;
use serde_json::json;

use super::assert_admins_only;
use crate::support::{Encryption, SmtpBehaviour, SmtpServer, TestServer};

#[tokio::test]
async fn admin_lists_failed_mails_and_retries_one() {
    let smtp = SmtpServer::start(
        Encryption::Open,
        &[SmtpBehaviour::RefuseRecipient, SmtpBehaviour::Accept],
    );
    let server = TestServer::start_with(|config| smtp.configure(config)).await;
    let (ada, mara) = (server.admin("ada").await, server.unverified("mara").await);
    let asked = json!({ "name": "Mara", "email": "mara@example.org", "uid": mara.uid });
    assert_eq!(mara.post("/send-verify", asked).await.status, 202);
    let listed =
        async |state: &str| ada.get(&format!("/api/admin/mail?state={state}")).await.json();
    assert_eq!(listed("queued").await["mails"][0]["nextAttemptAt"]["_seconds"], 1_767_225_600);
    server.run_jobs().await;
    let given_up = listed("failed").await;
    assert_eq!(given_up["transport"], "smtp");
    let mail = &given_up["mails"][0];
    assert_eq!((&mail["to"], &mail["state"]), (&json!("mara@example.org"), &json!("failed")));
    assert!(mail["lastError"].as_str().unwrap().contains("refused the recipient"), "{mail}");
    assert!(!mail.to_string().contains("token="), "nobody reads the mails of others");

    let retry = format!("/api/admin/mail/{}/retry", mail["id"].as_str().unwrap());
    assert_eq!(ada.post(&retry, json!({})).await.json()["state"], "queued");
    server.run_jobs().await;
    assert_eq!(smtp.kept().mails.len(), 1);
    assert!(listed("sent").await["mails"][0]["sentAt"].is_object());
    assert_eq!(listed("failed").await["mails"], json!([]));
    assert_eq!(listed("").await["mails"].as_array().unwrap().len(), 1);
    assert_eq!(ada.post(&retry, json!({})).await.refusal(), (409, "conflict".into()));
    assert_eq!(ada.post("/api/admin/mail/nonsense/retry", json!({})).await.status, 404);
    assert_eq!(ada.get("/api/admin/mail?state=lost").await.status, 422);
    assert_admins_only(&server, "/api/admin/mail", None).await;
    assert_eq!(mara.post(&retry, json!({})).await.status, 403);
}

#[tokio::test]
async fn test_mail_shows_transcript_and_failed_step() {
    let smtp =
        SmtpServer::start(Encryption::Open, &[SmtpBehaviour::RefuseSender, SmtpBehaviour::Accept]);
    let server = TestServer::start_with(|config| smtp.configure(config)).await;
    let ada = server.admin("ada").await;
    let test = json!({ "to": "op@example.org" });
    let failed = ada.post("/api/admin/mail/test", test.clone()).await;
    assert_eq!(failed.status, 200, "{failed}");
    let failed = failed.json();
    assert!(failed["error"].as_str().unwrap().contains("refused the sender"), "{failed}");
    assert!(failed["hint"].as_str().unwrap().contains("`from` in [mail]"), "{failed}");
    assert_eq!(failed["conversation"][2], "> MAIL FROM:<books@club.example>");
    let left = ada.post("/api/admin/mail/test", test.clone()).await.json();
    assert!(left["error"].is_null() && left["hint"].is_null(), "{left}");
    let nowhere = ada.post("/api/admin/mail/test", json!({ "to": "nowhere" })).await;
    assert!(nowhere.json()["fields"]["to"].is_string(), "{nowhere}");
    assert_admins_only(&server, "/api/admin/mail/test", Some(test.clone())).await;

    let silent = TestServer::start_with(|config| config.mail.transport = MailTransport::None).await;
    let ada = silent.admin("ada").await;
    assert_eq!(ada.post("/api/admin/mail/test", test).await.refusal(), (422, "invalid".into()));
    assert_eq!(ada.get("/api/admin/mail").await.json()["transport"], "none");
}
