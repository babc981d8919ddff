//! Outgoing mail to a real mail server: delivery, retries and failures.

mod caps;
mod notices;
mod nowhere;
mod operator;
mod pictures;
mod retention;
mod sign_in;
mod silence;
mod templates;

use crate::support::{Encryption, SmtpBehaviour, SmtpServer, TestServer};
use inkfold::config::Config;
use inkfold::domain::account::Email;
use inkfold::domain::policy::Actor;
use inkfold::services::operations::outbox::{self, State, TestMailResult};

use mail_parser::MessageParser;
use serde_json::json;

/// A community that sends by this server, with one mail in its outbox.
async fn community(smtp: &SmtpServer, change: impl FnOnce(&mut Config)) -> TestServer {
    let server = TestServer::start_with(|config| {
        smtp.configure(config);
        change(config);
    })
    .await;
    let mara = server.unverified("mara").await;
    let asked = json!({ "name": "Mara", "email": "mara@example.org", "uid": mara.uid });
    assert_eq!(mara.post("/send-verify", asked).await.status, 202);
    server
}

async fn outbox(server: &TestServer) -> Vec<outbox::OutboxItem> {
    server.run_service(|context| outbox::list(context, &Actor::Operator, None, 9).unwrap()).await
}

/// State, attempts and last error of the only mail.
async fn delivery_state(server: &TestServer) -> (State, u32, String) {
    let mut mails = outbox(server).await;
    assert_eq!(mails.len(), 1);
    let mail = mails.remove(0);
    (mail.state, mail.attempts, mail.last_error.unwrap_or_default())
}

async fn test_mail(server: &TestServer) -> TestMailResult {
    server
        .run_service(|context| outbox::test(context, &Actor::Operator, "op@example.org").unwrap())
        .await
}

#[tokio::test]
async fn recipient_gets_both_parts_and_whole_link() {
    let smtp = SmtpServer::start(Encryption::Open, &[SmtpBehaviour::Accept]);
    let url = "https://ink.example.org/a-very-long-address/that-no-line-of-a-mail-should-break/";
    let server = community(&smtp, |config| {
        config.community = "Füller & Söhne".into();
        config.public_url = url.into();
    })
    .await;
    server.run_jobs().await;

    let kept = smtp.kept();
    assert_eq!((kept.mails.len(), kept.malformed), (1, vec![]));
    assert!(kept.mails[0].is_ascii());
    let mail = MessageParser::default().parse(&kept.mails[0]).unwrap();
    assert_eq!(mail.subject(), Some("Please verify your email for Füller & Söhne"));
    let from = mail.from().unwrap().first().unwrap();
    assert_eq!((from.name(), from.address()), (Some("Füller & Söhne"), Some("books@club.example")));
    assert_eq!(mail.to().unwrap().first().unwrap().address(), Some("mara@example.org"));
    assert_eq!(mail.date().unwrap().to_rfc3339(), "2026-01-01T00:00:00Z");
    let id = outbox(&server).await.remove(0).id;
    assert_eq!(mail.message_id(), Some(format!("{id}@club.example").as_str()));

    let text = mail.body_text(0).unwrap();
    let link = text.lines().find(|line| line.starts_with(url)).unwrap().trim().to_owned();
    assert_eq!(link.len(), format!("{url}/verify?token=").len() + 43, "{link}");
    assert!(mail.body_html(0).unwrap().contains(&format!("href=\"{link}\"")));
    assert_eq!(delivery_state(&server).await, (State::Sent, 0, String::new()));
}

#[tokio::test]
async fn temporary_refusal_is_retried_without_duplicates() {
    for manner in [SmtpBehaviour::Greylist, SmtpBehaviour::DropAfterData, SmtpBehaviour::Silent] {
        let smtp = SmtpServer::start(Encryption::Open, &[manner, manner, SmtpBehaviour::Accept]);
        let server = community(&smtp, |_| {}).await;
        server.run_jobs().await;
        let (state, attempts, error) = delivery_state(&server).await;
        assert_eq!((state, attempts), (State::Queued, 1), "{manner:?}");
        assert!(!error.is_empty());
        // The retry is not due yet.
        server.run_jobs().await;
        assert_eq!(delivery_state(&server).await.1, 1, "{manner:?}");
        server.clock.advance(10);
        server.run_jobs().await;
        server.clock.advance(20);
        server.run_jobs().await;
        assert_eq!(delivery_state(&server).await, (State::Sent, 0, String::new()), "{manner:?}");
        server.clock.advance(100_000);
        server.run_jobs().await;
        assert_eq!(smtp.kept().mails.len(), 1, "{manner:?}");
    }
}

#[tokio::test]
async fn permanent_refusal_fails_at_once_with_reason() {
    let smtp = SmtpServer::start(
        Encryption::Open,
        &[SmtpBehaviour::RefuseRecipient, SmtpBehaviour::Accept],
    );
    let server = community(&smtp, |_| {}).await;
    server.run_jobs().await;
    let words =
        "the mail server refused the recipient (550): 5.1.1 <mara@example.org> is not known here";
    assert_eq!(delivery_state(&server).await, (State::Failed, 1, words.into()));
    server.clock.advance(100_000);
    server.run_jobs().await;
    assert_eq!(smtp.kept().mails.len(), 0);

    let id = outbox(&server).await.remove(0).id;
    let retried =
        server.run_service(move |context| outbox::retry(context, &Actor::Operator, id)).await;
    assert_eq!(retried.unwrap().state, State::Queued);
    server.run_jobs().await;
    assert_eq!(delivery_state(&server).await.0, State::Sent);
    let again =
        server.run_service(move |context| outbox::retry(context, &Actor::Operator, id)).await;
    assert_eq!(again.unwrap_err().to_string(), "This mail was sent already.");
    let visitor = server
        .run_service(|context| outbox::list(context, &Actor::Visitor, None, 9).is_err())
        .await;
    assert!(visitor);
}

#[tokio::test]
async fn unreachable_server_is_given_up_after_a_day() {
    let smtp = SmtpServer::start(Encryption::Open, &[SmtpBehaviour::Greylist]);
    let server = community(&smtp, |_| {}).await;
    let mut hours = 0;
    while delivery_state(&server).await.0 == State::Queued {
        server.run_jobs().await;
        server.clock.advance(3600);
        hours += 1;
    }
    let (state, attempts, error) = delivery_state(&server).await;
    assert_eq!((state, attempts), (State::Failed, 33));
    assert!(error.contains("come back in a minute"), "{error}");
    assert!(hours > 24, "{hours}");
}

#[tokio::test]
async fn names_and_subjects_cannot_inject_headers() {
    let smtp = SmtpServer::start(Encryption::Open, &[SmtpBehaviour::Accept]);
    let evil = "Club\r\nBcc: eve@example.org\r\n\r\n.\r\nMAIL FROM:<eve@example.org>";
    let server = community(&smtp, |config| {
        config.community = evil.into();
        config.public_url = format!("https://{}\n.\nRCPT TO:<eve@example.org>\n", "x".repeat(3000));
    })
    .await;
    server
        .run_service(|context| {
            let mut mail = context.read().unwrap().latest_mails(1).unwrap().remove(0);
            mail.subject = "Hi\r\nBcc: eve@example.org".into();
            context.write(|tx| Ok(tx.put_mail(&mail)?)).unwrap();
        })
        .await;
    server.run_jobs().await;
    let kept = smtp.kept();
    assert_eq!((kept.mails.len(), kept.malformed), (1, vec![]));
    let verbs: Vec<&str> =
        kept.commands.iter().filter_map(|(line, _)| line.split([' ', ':']).next()).collect();
    assert_eq!(verbs, ["EHLO", "MAIL", "RCPT", "DATA", "QUIT"]);
    let mail = MessageParser::default().parse(&kept.mails[0]).unwrap();
    assert!(mail.bcc().is_none());
    assert_eq!(mail.subject(), Some("Hi Bcc: eve@example.org"));
    assert!(mail.body_text(0).unwrap().contains("\r\n.\r\nRCPT TO:<eve@example.org>\r\n"));
    assert!(Email::parse("a@b.org>\r\nRCPT TO:<c@d.org").is_err());
}
