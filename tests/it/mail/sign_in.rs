//! SMTP session before the first mail: encryption and authentication.

use std::path::PathBuf;

use crate::support::{Encryption, SmtpBehaviour, SmtpServer, root};
use inkfold::config::Security;
use inkfold::services::operations::outbox::State;

use super::{community, delivery_state, test_mail};

fn password_file(folder: &tempfile::TempDir, password: &str) -> PathBuf {
    let file = folder.path().join("password");
    std::io::Write::write_all(&mut std::fs::File::create(&file).unwrap(), password.as_bytes())
        .unwrap();
    file
}

#[tokio::test]
async fn wrong_smtp_password_loses_no_mail() {
    let folder = tempfile::tempdir().unwrap();
    let file = password_file(&folder, "wrong\n");
    let smtp = SmtpServer::start(Encryption::Open, &[SmtpBehaviour::Password("blue-black")]);
    let server = community(&smtp, |config| {
        config.mail.smtp.username = "ink".into();
        config.mail.smtp.password_file = file;
    })
    .await;
    server.run_jobs().await;
    let (state, _, error) = delivery_state(&server).await;
    assert_eq!(state, State::Queued);
    assert!(error.starts_with("the mail server refused the username or the password (535)"));
    let trial = test_mail(&server).await;
    assert!(trial.hint.unwrap().contains("password_file"));

    password_file(&folder, "blue-black\n");
    let trial = test_mail(&server).await;
    assert_eq!(trial.error, None);
    let text = trial.conversation.join("\n");
    assert!(text.contains("> AUTH as ink, password ********\n< 235 2.7.0 welcome"), "{text}");
    assert!(!text.contains("blue-black") && !text.contains("AGluawBibHVl"), "{text}");
    server.clock.advance(10);
    server.run_jobs().await;
    assert_eq!(delivery_state(&server).await.0, State::Sent);
}

#[tokio::test]
async fn credentials_are_never_sent_unencrypted() {
    let folder = tempfile::tempdir().unwrap();
    let file = password_file(&folder, "blue-black");
    let smtp = SmtpServer::start(Encryption::Open, &[SmtpBehaviour::Password("blue-black")]);
    for security in [Security::StartTls, Security::Tls] {
        let server = community(&smtp, |config| {
            config.mail.smtp.security = security;
            config.mail.smtp.username = "ink".into();
            config.mail.smtp.password_file.clone_from(&file);
        })
        .await;
        server.run_jobs().await;
        let (state, _, error) = delivery_state(&server).await;
        assert_eq!(state, State::Queued);
        assert!(error.starts_with("the way to the mail server cannot be encrypted"), "{error}");
    }
    let kept = smtp.kept();
    assert!(kept.mails.is_empty());
    let told = |(line, _): &(String, bool)| line.starts_with("AUTH") || line.starts_with("MAIL");
    assert!(!kept.commands.iter().any(told), "{:?}", kept.commands);
}

#[tokio::test]
async fn both_tls_modes_need_a_trusted_certificate() {
    for (way, security) in
        [(Encryption::StartTls, Security::StartTls), (Encryption::Tls, Security::Tls)]
    {
        let smtp = SmtpServer::start(way, &[SmtpBehaviour::Accept]);
        let server = community(&smtp, |config| config.mail.smtp.security = security).await;
        server.run_jobs().await;
        let (state, _, error) = delivery_state(&server).await;
        assert_eq!(state, State::Queued);
        assert!(error.contains("cannot be encrypted: invalid peer certificate"), "{error}");

        let authority = root().join("tests/fixtures/mail-server/authority.pem");
        let server = community(&smtp, |config| {
            config.mail.smtp.security = security;
            config.mail.smtp.authority_file = authority;
        })
        .await;
        server.run_jobs().await;
        assert_eq!(delivery_state(&server).await, (State::Sent, 0, String::new()), "{way:?}");
        let kept = smtp.kept();
        assert_eq!(kept.mails.len(), 1);
        let told = kept.commands.iter().find(|(line, _)| line.starts_with("MAIL")).unwrap();
        assert!(told.1, "{way:?}: in the open");
    }
}

#[tokio::test]
async fn unencrypted_mail_names_required_starttls() {
    let smtp = SmtpServer::start(Encryption::StartTls, &[SmtpBehaviour::DemandStartTls]);
    let server = community(&smtp, |_| {}).await;
    server.run_jobs().await;
    let (state, _, error) = delivery_state(&server).await;
    assert_eq!(state, State::Queued);
    let words = "the mail server wants an encrypted connection (530): 5.7.0 Must issue a STARTTLS command first";
    assert_eq!(error, words);
    let trial = test_mail(&server).await;
    assert!(trial.hint.unwrap().contains("set `security = \"starttls\"` in [mail.smtp]"));
}

#[tokio::test]
async fn unencrypted_sign_in_names_required_starttls() {
    let folder = tempfile::tempdir().unwrap();
    let file = password_file(&folder, "blue-black");
    let smtp = SmtpServer::start(Encryption::StartTls, &[SmtpBehaviour::Password("blue-black")]);
    let server = community(&smtp, |config| {
        config.mail.smtp.username = "ink".into();
        config.mail.smtp.password_file = file;
    })
    .await;
    server.run_jobs().await;
    let (state, _, error) = delivery_state(&server).await;
    assert_eq!(state, State::Queued);
    let words =
        "the mail server wants an encrypted connection: it offers to sign in after STARTTLS only";
    assert_eq!(error, words);
    let sent = smtp.kept().commands;
    assert!(!sent.iter().any(|(line, _)| line.starts_with("AUTH")), "{sent:?}");
}
