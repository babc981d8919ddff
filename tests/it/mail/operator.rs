//! Mail for the operator: `inkfold mail`.

use std::process::Command;

use crate::support::{Encryption, SmtpBehaviour, SmtpServer, TestServer, inkfold};
use inkfold::config::MailTransport;
use inkfold::domain::policy::Actor;
use inkfold::services::operations::outbox;

use serde_json::{Value, json};

use super::{community, test_mail};

#[tokio::test]
async fn test_mail_names_failed_step_and_remedy() {
    let smtp = SmtpServer::start(Encryption::Open, &[SmtpBehaviour::RefuseSender]);
    let server = TestServer::start_with(|config| smtp.configure(config)).await;
    let trial = test_mail(&server).await;
    let words = "the mail server refused the sender (553): 5.7.1 you are not books@club.example";
    assert_eq!(trial.error.unwrap(), words);
    assert!(trial.hint.unwrap().contains("`from` in [mail]"));
    let text = trial.conversation;
    assert_eq!(text[1], "* connected, not encrypted; mail.club.example offers 8BITMIME");
    assert_eq!(text[2], "> MAIL FROM:<books@club.example>");
    assert_eq!(text[3], "< 553 5.7.1 you are not books@club.example");

    let nobody = TestServer::start_with(|config| {
        smtp.configure(config);
        let free = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
        config.mail.smtp.port = free.local_addr().unwrap().port();
    })
    .await;
    let trial = test_mail(&nobody).await;
    assert!(trial.error.unwrap().starts_with("the mail server cannot be reached"));
    assert!(trial.hint.unwrap().contains("`host` and `port`"));

    let none = TestServer::start_with(|config| {
        config.mail.transport = MailTransport::None;
    })
    .await;
    let refused =
        none.run_service(|context| outbox::test(context, &Actor::Operator, "a@b.org").err()).await;
    assert!(refused.is_some());
}

#[tokio::test]
async fn operator_lists_retries_and_tests_mail_by_command() {
    let smtp = SmtpServer::start(
        Encryption::Open,
        &[SmtpBehaviour::RefuseRecipient, SmtpBehaviour::Accept],
    );
    let server = community(&smtp, |_| {}).await;
    inkfold::server::admin_socket::listen(std::sync::Arc::clone(&server.context)).unwrap();
    let data = &server.context.config().data_dir;
    server.run_jobs().await;

    let listed = inkfold(data, &["mail", "list", "--json"]);
    let mail: Value = serde_json::from_slice(&listed.stdout).unwrap();
    assert_eq!((&mail["state"], &mail["attempts"]), (&json!("failed"), &json!(1)));
    assert_eq!(mail["to"], "mara@example.org");
    let shown = String::from_utf8(inkfold(data, &["mail", "list"]).stdout).unwrap();
    assert!(shown.contains("failed\n    1 attempt; the mail server refused"), "{shown}");
    assert!(!shown.contains("token=") && !listed.stdout.windows(6).any(|word| word == b"token="));

    let id = mail["id"].as_str().unwrap();
    assert!(inkfold(data, &["mail", "retry", id]).status.success());
    server.run_jobs().await;
    assert_eq!(smtp.kept().mails.len(), 1);
    let missing = inkfold(data, &["mail", "retry", "01"]);
    assert!(String::from_utf8_lossy(&missing.stderr).contains("This mail was not found: "));

    let tested = inkfold(data, &["mail", "test", "op@example.org"]);
    let text = String::from_utf8_lossy(&tested.stdout);
    assert!(text.ends_with("< 221 bye\nSent the test mail to op@example.org.\n"), "{text}");
    assert_eq!(smtp.kept().mails.len(), 2);
}

#[test]
fn empty_outbox_lists_offline_and_failed_test_errors() {
    let folder = tempfile::tempdir().unwrap();
    let inkfold = |args: &[&str]| {
        Command::new(env!("CARGO_BIN_EXE_inkfold"))
            .arg("--data-dir")
            .arg(folder.path())
            .args(args)
            .env("INKFOLD_MAIL__TRANSPORT", "smtp")
            .env("INKFOLD_MAIL__SMTP__HOST", "localhost")
            .env("INKFOLD_MAIL__SMTP__PORT", "1")
            .output()
            .unwrap()
    };
    assert!(inkfold(&["init"]).status.success());
    let listed = inkfold(&["mail", "list", "--json"]);
    assert!(listed.status.success() && listed.stdout.is_empty());
    let tested = inkfold(&["mail", "test", "op@example.org"]);
    assert_eq!(tested.status.code(), Some(1));
    let words = String::from_utf8_lossy(&tested.stderr).into_owned();
    assert!(words.contains("error: The mail server cannot be reached"), "{words}");
    assert!(words.contains("\nhint: Check `host`"), "{words}");
}
