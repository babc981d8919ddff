//! Plaintext secrets: in encrypted backups only.

use std::path::{Path, PathBuf};
use std::process::Command;

use crate::support::{
    Encryption, Member, PASSWORD, Running, SmtpBehaviour, SmtpServer, TestServer, executable,
    inkfold, json as answer, words,
};
use inkfold::config::{Config, ConfigWithSources};
use inkfold::domain::policy::Actor;
use inkfold::services::operations::backups;

use serde_json::{Value, json};
use tempfile::TempDir;
use totp_rs::Totp;

use super::encrypted::{Key, folder_contains};

/// Enables two-step verification; returns the key that the app shares with the server, unencrypted.
async fn second_factor(server: &TestServer, member: &Member) -> Vec<u8> {
    let path = "/api/account/second-factor";
    let setup = member.post(path, json!({})).await.json();
    let context = Totp::from_url(setup["address"].as_str().unwrap()).unwrap();
    let now = server.context.now().seconds;
    let code = json!({ "code": context.generate(now.try_into().unwrap()).to_string() });
    assert_eq!(member.post(&format!("{path}/confirm"), code).await.status, 200);
    let id = member.uid.parse().unwrap();
    let factor =
        server.run_service(move |context| context.read().unwrap().second_factor(id).unwrap());
    let factor = serde_json::to_value(factor.await.unwrap()).unwrap();
    serde_json::from_value(factor["app"]["key"].clone()).unwrap()
}

async fn make(server: &TestServer, stick: &TempDir) -> PathBuf {
    let folder = stick.path().to_owned();
    let made = server.run_service(move |context| {
        backups::create_backup(context, &Actor::Operator, Some(&folder), &mut |_| {}).unwrap()
    });
    made.await.archive.path().to_owned()
}

/// Returns the status and error code of Mara's sign-in without a second factor, at a server started on this folder.
async fn sign_in_status(data: &Path) -> (u16, String) {
    let mut serve = Command::new(executable());
    serve.arg("--data-dir").arg(data);
    let running = Running::start(serve);
    let mut mara = Member::at(&running.url);
    mara.sign_in("mara@example.org", PASSWORD).await.refusal()
}

fn restore(data: &Path, backup: &Path, more: &[&str]) -> (Value, String) {
    let backup = backup.to_str().unwrap();
    let restored = inkfold(data, &[&["--yes", "--json", "restore", backup], more].concat());
    (answer(&restored), words(&restored))
}

#[tokio::test]
async fn second_factor_keys_are_in_no_plain_backup() {
    let server = TestServer::start().await;
    let (mara, leo) = (server.member("mara").await, server.member("leo").await);
    let key = second_factor(&server, &mara).await;
    // A second factor that was never confirmed is not in effect.
    assert_eq!(leo.post("/api/account/second-factor", json!({})).await.status, 201);
    let [plain, encrypted] = [tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap()];
    let backup = make(&server, &plain).await;
    assert!(folder_contains(&server.context.config().data_dir, &key), "the server needs it");
    assert!(!folder_contains(plain.path(), &key));
    let data = tempfile::tempdir().unwrap();
    let (restored, said) = restore(data.path(), &backup, &[]);
    assert_eq!(restored["secondFactorsLost"], 1);
    let expected = "1 member has to set up a new second step at sign-in in the settings";
    assert!(said.contains(expected), "{said}");
    assert_eq!(sign_in_status(data.path()).await.0, 200);

    let identity = Key::make();
    let mut config: Config = (*server.context.config()).clone();
    config.backup.encrypt_to = vec![identity.recipient.parse().unwrap()];
    server.context.reload(ConfigWithSources::from(config));
    let backup = make(&server, &encrypted).await;
    assert!(!folder_contains(encrypted.path(), &key));
    let data = tempfile::tempdir().unwrap();
    let (restored, said) = restore(data.path(), &backup, &["--identity", &identity.file()]);
    assert_eq!(restored["secondFactorsLost"], 0);
    assert!(!said.contains("second step"), "{said}");
    assert_eq!(sign_in_status(data.path()).await, (401, "second-factor-required".into()));
}

#[tokio::test]
async fn waiting_mail_links_are_in_no_plain_backup() {
    let smtp = SmtpServer::start(Encryption::Open, &[SmtpBehaviour::Accept]);
    let server = TestServer::start_with(|config| smtp.configure(config)).await;
    let mara = server.unverified("mara").await;
    let asked = json!({ "name": "Mara", "email": "mara@example.org", "uid": mara.uid });
    assert_eq!(mara.post("/send-verify", asked).await.status, 202);
    let mail = server
        .run_service(|context| context.read().unwrap().latest_mails(1).unwrap().remove(0))
        .await;
    let secret = mail.text.split("token=").nth(1).unwrap().get(..43).unwrap().to_owned();
    let stick = tempfile::tempdir().unwrap();
    let backup = make(&server, &stick).await;
    assert!(
        folder_contains(&server.context.config().data_dir, secret.as_bytes()),
        "it is still to be sent"
    );
    assert!(!folder_contains(stick.path(), secret.as_bytes()));

    let data = tempfile::tempdir().unwrap();
    let (_, said) = restore(data.path(), &backup, &[]);
    assert!(said.contains("not sent: only encrypted backups have what they said"), "{said}");
    let listed = answer(&inkfold(data.path(), &["--json", "mail", "list"]));
    assert_eq!((&listed["state"], &listed["to"]), (&json!("failed"), &json!("mara@example.org")));
    let why = listed["lastError"].as_str().unwrap();
    assert!(why.ends_with("what it said is in encrypted backups only."), "{why}");
    let retried = inkfold(data.path(), &["mail", "retry", listed["id"].as_str().unwrap()]);
    assert_eq!(retried.status.code(), Some(1));
    assert!(words(&retried).contains("comes from a backup that isn't encrypted"));
}
