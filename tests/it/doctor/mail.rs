//! Checks of outgoing and incoming mail.

use std::net::TcpListener;
use std::path::Path;

use crate::support::{Encryption, SmtpBehaviour, SmtpServer, TestServer, exports};
use inkfold::config::{Config, MailTransport};
use inkfold::domain::check_result::{HealthCheck, Level};
use inkfold::domain::policy::Actor;
use inkfold::services::operations::doctor;

use serde_json::json;

use super::{Elsewhere, assert_has, find, find_here};

/// Network in which `club.example` may send mail.
fn spf_network() -> Elsewhere {
    Elsewhere { texts: vec!["v=spf1 mx -all".into()], ..Elsewhere::default() }
}

async fn sending_by(smtp: &SmtpServer, change: impl FnOnce(&mut Config)) -> TestServer {
    let configure = |config: &mut Config| {
        smtp.configure(config);
        config.public_url = "http://ink.club.example".into();
        change(config);
    };
    TestServer::start_with(configure).await
}

#[tokio::test]
async fn disabled_mail_is_reported() {
    let server = TestServer::start().await;
    assert_has(
        &find_here(&server, HealthCheck::Mail).await,
        Level::Warn,
        "No mail is sent: mails are written",
    );
    let none = TestServer::start_with(|config| config.mail.transport = MailTransport::None).await;
    let found = find_here(&none, HealthCheck::Mail).await;
    assert_has(&found, Level::Warn, "No mail is sent: members need not verify their addresses.");
    assert_has(&found, Level::Warn, "inkfold user reset-link");
}

#[tokio::test]
async fn mail_server_is_probed_without_sending() {
    let smtp = SmtpServer::start(Encryption::Open, &[SmtpBehaviour::Password("secret")]);
    let sign_in = |config: &mut Config| {
        config.mail.smtp.username = "ink".into();
        config.mail.smtp.password = "secret".into();
    };
    let server = sending_by(&smtp, sign_in).await;
    let found = find(&server, &spf_network(), HealthCheck::Mail).await;
    assert_has(&found, Level::Ok, "The mail server localhost, port ");
    assert_eq!(found.len(), 1, "{found:?}");
    let kept = smtp.kept();
    let verbs: Vec<&str> =
        kept.commands.iter().filter_map(|(line, _)| line.split(' ').next()).collect();
    assert_eq!(verbs, ["EHLO", "AUTH", "MAIL", "RSET", "QUIT"]);
    assert!(kept.mails.is_empty());
}

#[tokio::test]
async fn mail_server_refusing_sender_is_reported() {
    for (manner, words, hint) in [
        (
            SmtpBehaviour::DemandStartTls,
            "the mail server wants an encrypted connection (530): 5.7.0 Must issue a STARTTLS",
            "set `security = \"starttls\"` in [mail.smtp]",
        ),
        (
            SmtpBehaviour::RefuseSender,
            "the mail server refused the sender (553): 5.7.1 you are not books@club.example",
            "`from` in [mail] must be an address that this account may send as",
        ),
        (
            SmtpBehaviour::Password("secret"),
            "sign in first",
            "check `username`, and the `password`",
        ),
    ] {
        let smtp = SmtpServer::start(Encryption::StartTls, &[manner]);
        let server = sending_by(&smtp, |_| {}).await;
        let found = find(&server, &spf_network(), HealthCheck::Mail).await;
        assert_has(&found, Level::Fail, words);
        assert_has(&found, Level::Fail, hint);
    }
}

#[tokio::test]
async fn mail_server_failures_are_reported() {
    let smtp = SmtpServer::start(Encryption::Open, &[SmtpBehaviour::Password("secret")]);
    let sign_in = |config: &mut Config| {
        config.mail.smtp.username = "ink".into();
        config.mail.smtp.password = "forgotten".into();
    };
    let server = sending_by(&smtp, sign_in).await;
    let found = find(&server, &spf_network(), HealthCheck::Mail).await;
    assert_has(&found, Level::Fail, "the mail server refused the username or the password (535)");
    assert_has(&found, Level::Fail, "many providers want an app password");

    let silent = SmtpServer::start(Encryption::Open, &[SmtpBehaviour::Silent]);
    let server = sending_by(&silent, |_| {}).await;
    assert_has(
        &find(&server, &spf_network(), HealthCheck::Mail).await,
        Level::Fail,
        "no answer in time",
    );

    let free = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port();
    let server = sending_by(&silent, |config| config.mail.smtp.port = free).await;
    let found = find(&server, &spf_network(), HealthCheck::Mail).await;
    assert_has(&found, Level::Fail, "the mail server cannot be reached");
    assert_has(&found, Level::Fail, "check `host` and `port` in [mail.smtp]");
}

#[tokio::test]
async fn missing_spf_and_foreign_sender_are_reported() {
    let smtp = SmtpServer::start(Encryption::Open, &[SmtpBehaviour::Accept]);
    let server = sending_by(&smtp, |_| {}).await;
    let nobody = Elsewhere { texts: vec!["other words".into()], ..Elsewhere::default() };
    let found = find(&server, &nobody, HealthCheck::Mail).await;
    assert_has(&found, Level::Warn, "club.example has no SPF record");
    let silent = Elsewhere { is_silent: true, ..Elsewhere::default() };
    let found = find(&server, &silent, HealthCheck::Mail).await;
    assert_has(&found, Level::Warn, "could not be looked up: no answer in time.");

    let server =
        sending_by(&smtp, |config| config.public_url = "https://ink.example.org".into()).await;
    let found = find(&server, &spf_network(), HealthCheck::Mail).await;
    assert_has(&found, Level::Warn, "Mails come from club.example, but link to ink");
    let server = sending_by(&smtp, |config| config.mail.from = "inkfold@localhost".into()).await;
    let found = find(&server, &spf_network(), HealthCheck::Mail).await;
    assert_has(&found, Level::Warn, "Mails come from inkfold@localhost, which most mail servers");
}

#[tokio::test]
async fn broken_mail_template_is_reported_with_line() {
    let server = TestServer::start().await;
    let folder = server.context.config().data_dir.join("templates/mail");
    std::fs::create_dir_all(&folder).unwrap();
    exports::write(&folder.join("test.txt"), b"Subject: Hi\nWhy: So.\n\nDear {{ nmae }}\n");
    let found = find(&server, &spf_network(), HealthCheck::Mail).await;
    assert_has(&found, Level::Warn, "test.txt:4: unknown variable: nmae. fix the file");
}

#[tokio::test]
async fn mails_queued_over_an_hour_are_reported() {
    let smtp = SmtpServer::start(Encryption::Open, &[SmtpBehaviour::Greylist]);
    let server = sending_by(&smtp, |_| {}).await;
    let bo = server.unverified("bo").await;
    let asked = json!({ "name": "bo", "email": "bo@example.org", "uid": bo.uid });
    assert_eq!(bo.post("/send-verify", asked).await.status, 202);
    server.run_jobs().await;
    assert_eq!(find(&server, &spf_network(), HealthCheck::Mail).await.len(), 1);
    server.clock.advance(2 * 60 * 60);
    let found = find(&server, &spf_network(), HealthCheck::Mail).await;
    assert_has(&found, Level::Warn, "for more than an hour, the oldest since 2026-01-01");
    assert_has(&found, Level::Warn, "`inkfold mail list` says why");
}

#[tokio::test]
async fn test_mail_is_sent_to_given_address() {
    let smtp = SmtpServer::start(Encryption::Open, &[SmtpBehaviour::Accept]);
    let server = sending_by(&smtp, |_| {}).await;
    let with_mail = |to: &'static str| {
        server.run_service(move |context| {
            let actor = Actor::Operator;
            doctor::run_checks(context, &actor, &spf_network(), Some(to), &mut |_| {}).unwrap()
        })
    };
    let found = with_mail("op@example.org").await;
    assert!(found.iter().any(|one| one.words == "Sent the test mail to op@example.org."));
    assert_eq!(smtp.kept().mails.len(), 1);
    let found = with_mail("nobody").await;
    let refused = found.iter().find(|one| one.words.starts_with("No test mail was sent"));
    assert_eq!(refused.unwrap().level, Level::Fail);
}

/// Starts a server that accepts mail for `post.example.org` from a front mail server.
async fn taking(change: impl FnOnce(&mut Config)) -> TestServer {
    let configure = |config: &mut Config| {
        config.mail.inbound.host = "post.example.org".into();
        config.mail.inbound.smtp_listen = "127.0.0.1:0".into();
        config.mail.inbound.authserv_id = "mx.example.org".into();
        change(config);
    };
    TestServer::start_with(configure).await
}

#[tokio::test]
async fn inbound_host_with_mx_record_passes() {
    let server = TestServer::start().await;
    assert_has(&find_here(&server, HealthCheck::MailIn).await, Level::Ok, "Posting by mail is off");
    let server = taking(|_| {}).await;
    let known = Elsewhere { mail_servers: vec!["mx.example.org".into()], ..Elsewhere::default() };
    let found = find(&server, &known, HealthCheck::MailIn).await;
    assert_eq!(found, [(Level::Ok, "Mails to post.example.org reach this server. ".into())]);
}

#[tokio::test]
async fn unreachable_inbound_mail_is_reported() {
    let server = taking(|_| {}).await;
    let found = find_here(&server, HealthCheck::MailIn).await;
    assert_has(&found, Level::Fail, "neither an MX record nor an address");
    assert_has(&found, Level::Fail, "add an MX record for post.example.org");
    let machine =
        Elsewhere { addresses: vec!["192.0.2.7".parse().unwrap()], ..Elsewhere::default() };
    let found = find(&server, &machine, HealthCheck::MailIn).await;
    assert_has(&found, Level::Warn, "has no MX record: mail goes to the machine of that name");
    let silent = Elsewhere { is_silent: true, ..Elsewhere::default() };
    let found = find(&server, &silent, HealthCheck::MailIn).await;
    assert_has(&found, Level::Warn, "The MX record of post.example.org could not be looked up");

    let closed = taking(|config| {
        config.mail.inbound.smtp_listen = String::new();
        config.mail.inbound.authserv_id = String::new();
    });
    let found = find(&closed.await, &machine, HealthCheck::MailIn).await;
    assert_has(&found, Level::Warn, "no listener is configured");
    assert_has(&found, Level::Warn, "Members can post only to their secret addresses");
    let lost = taking(|config| config.mail.inbound.lmtp_socket = Path::new("/nowhere/lmtp").into());
    let found = find(&lost.await, &machine, HealthCheck::MailIn).await;
    assert_has(&found, Level::Warn, "Nothing listens at /nowhere/lmtp.");

    // A local network has no such records.
    let club = taking(|config| config.mail.inbound.host = "inkbox.local".into()).await;
    assert_has(&find(&club, &silent, HealthCheck::MailIn).await, Level::Ok, "reach this server");
}
