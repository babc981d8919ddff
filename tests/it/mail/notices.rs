//! Notices of editions to contributors: their contents, their frequency, and how to unsubscribe.

use std::fs;

use inkfold::config::Config;
use mail_parser::{Message, MessageParser};
use serde_json::{Value, json};

use crate::admin::submit_text;
use crate::support::{Encryption, Member, Reply, SmtpBehaviour, SmtpServer, TestServer};

const SITE: &str = "https://ink.example.org";

/// A community that sends by this server, with a book that Mara has written in.
async fn community(
    smtp: &SmtpServer,
    change: impl FnOnce(&mut Config),
) -> (TestServer, Member, String) {
    let server = TestServer::start_with(|config| {
        smtp.configure(config);
        config.public_url = SITE.into();
        config.contact = "hello@club.example".into();
        change(config);
    })
    .await;
    let mara = server.member("mara").await;
    let book = server.book("Rivers", 2).await;
    submit_text(&mara, &book, "q1", "It rained.").await;
    (server, mara, book)
}

/// Publishes the book once more, with something new in it.
async fn publish(server: &TestServer, mara: &Member, book: &str, words: &str) {
    submit_text(mara, book, "q1", words).await;
    let book = book.parse().unwrap();
    server
        .run_service(move |context| {
            inkfold::services::editions::publish(
                context,
                &inkfold::domain::policy::Actor::Operator,
                book,
            )
            .unwrap();
        })
        .await;
    server.run_jobs().await;
}

fn parse(mail: &str) -> Message<'_> {
    MessageParser::default().parse(mail).unwrap()
}

/// Returns a header of the mail, unfolded.
fn header(mail: &str, name: &str) -> Option<String> {
    let head = mail.split("\r\n\r\n").next().unwrap().replace("\r\n ", " ");
    let line = head.lines().find_map(|line| line.strip_prefix(&format!("{name}: ")));
    line.map(|value| value.trim().to_owned())
}

/// Returns the path of the unsubscribe link.
fn unsubscribe_path(mail: &str) -> String {
    let link = header(mail, "List-Unsubscribe").unwrap();
    link.strip_prefix(&format!("<{SITE}")).unwrap().strip_suffix('>').unwrap().to_owned()
}

async fn choose(member: &Member, editions: &str) -> Reply {
    member.post("/api/account/edition-notices", json!({ "editions": editions })).await
}

async fn chosen(member: &Member) -> Value {
    member.get("/api/account/edition-notices").await.json()["editions"].clone()
}

#[tokio::test]
async fn publication_notice_has_headers_and_footer() {
    let smtp = SmtpServer::start(Encryption::Open, &[SmtpBehaviour::Accept]);
    let (server, mara, book) = community(&smtp, |_| {}).await;
    publish(&server, &mara, &book, "It rained again.").await;
    let mail = smtp.kept().mails.remove(0);
    assert_eq!(header(&mail, "Auto-Submitted").as_deref(), Some("auto-generated"));
    let one_click = header(&mail, "List-Unsubscribe-Post");
    assert_eq!(one_click.as_deref(), Some("List-Unsubscribe=One-Click"));
    let parsed = parse(&mail);
    let reply_to = parsed.reply_to().unwrap().first().unwrap().address();
    assert_eq!(reply_to, Some("hello@club.example"));
    assert_eq!(parsed.subject(), Some("\u{201c}Rivers\u{201d} is published"));
    let text = parsed.body_text(0).unwrap().replace("\r\n", "\n");
    let link = format!("{SITE}/book/{book}/read");
    let stop = format!("{SITE}{}", unsubscribe_path(&mail));
    for line in [
        link.as_str(),
        "-- ",
        "You get this mail because this book has entries of yours.",
        stop.as_str(),
        "https://ink.example.org/settings",
    ] {
        assert!(text.lines().any(|one| one == line), "{line}: {text}");
    }
    let html = parsed.body_html(0).unwrap();
    for link in [link, stop] {
        assert!(html.contains(&format!("href=\"{link}\"")), "{html}");
    }
}

#[tokio::test]
async fn contact_without_address_sets_no_reply_to() {
    let smtp = SmtpServer::start(Encryption::Open, &[SmtpBehaviour::Accept]);
    let words = |config: &mut Config| config.contact = "Ask Ada at the door".into();
    let (server, mara, book) = community(&smtp, words).await;
    publish(&server, &mara, &book, "It rained again.").await;
    let mails = smtp.kept().mails;
    assert_eq!((mails.len(), header(&mails[0], "Reply-To")), (1, None));
}

#[tokio::test]
async fn other_mails_cannot_be_unsubscribed() {
    let smtp = SmtpServer::start(Encryption::Open, &[SmtpBehaviour::Accept]);
    let server = super::community(&smtp, |_| {}).await;
    server.run_jobs().await;
    let mail = smtp.kept().mails.remove(0);
    assert_eq!(header(&mail, "Auto-Submitted").as_deref(), Some("auto-generated"));
    for name in ["List-Unsubscribe", "List-Unsubscribe-Post", "Reply-To"] {
        assert_eq!(header(&mail, name), None, "{name}");
    }
    let text = parse(&mail).body_text(0).unwrap().into_owned();
    assert!(text.contains("You get this mail because somebody signed up at Inkfold"), "{text}");
}

#[tokio::test]
async fn unencrypted_site_offers_no_one_click() {
    let smtp = SmtpServer::start(Encryption::Open, &[SmtpBehaviour::Accept]);
    let url = |config: &mut Config| config.public_url = "http://ink.local".into();
    let (server, mara, book) = community(&smtp, url).await;
    publish(&server, &mara, &book, "It rained again.").await;
    let mail = smtp.kept().mails.remove(0);
    assert!(header(&mail, "List-Unsubscribe").unwrap().starts_with("<http://ink.local/unsub"));
    assert_eq!(header(&mail, "List-Unsubscribe-Post"), None);
}

#[tokio::test]
async fn publication_notice_is_sent_once_per_book() {
    let smtp = SmtpServer::start(Encryption::Open, &[SmtpBehaviour::Accept]);
    let (server, mara, book) = community(&smtp, |_| {}).await;
    assert_eq!(chosen(&mara).await, "first");
    for words in ["One.", "Two.", "Three."] {
        publish(&server, &mara, &book, words).await;
    }
    assert_eq!(smtp.kept().mails.len(), 1);
    // A later contributor is notified of the edition with their memo.
    let leo = server.member("leo").await;
    submit_text(&leo, &book, "q2", "It snowed.").await;
    publish(&server, &mara, &book, "Four.").await;
    let mails = smtp.kept().mails;
    assert_eq!(mails.len(), 2);
    assert_eq!(header(&mails[1], "To").as_deref(), Some("leo@example.org"));
    assert_eq!(parse(&mails[1]).subject(), Some("\u{201c}Rivers\u{201d} is published"));
}

#[tokio::test]
async fn edition_notices_follow_member_setting() {
    let smtp = SmtpServer::start(Encryption::Open, &[SmtpBehaviour::Accept]);
    let (server, mara, book) = community(&smtp, |_| {}).await;
    assert_eq!(choose(&mara, "every").await.json(), json!({ "editions": "every" }));
    publish(&server, &mara, &book, "One.").await;
    publish(&server, &mara, &book, "Two.").await;
    let mails = smtp.kept().mails;
    assert_eq!(mails.len(), 2);
    let second = parse(&mails[1]);
    assert_eq!(second.subject(), Some("\u{201c}Rivers\u{201d} has a new edition"));
    let text = second.body_text(0).unwrap();
    assert!(text.contains("Edition 2 of \u{201c}Rivers\u{201d} has been published"), "{text}");
    assert_ne!(unsubscribe_path(&mails[0]), unsubscribe_path(&mails[1]));

    assert_eq!(choose(&mara, "none").await.status, 200);
    publish(&server, &mara, &book, "Three.").await;
    assert_eq!(smtp.kept().mails.len(), 2);
    let refused = choose(&mara, "some").await;
    assert_eq!(refused.status, 422);
    assert!(refused.json()["fields"]["editions"].is_string(), "{refused}");
    assert_eq!(server.visitor().get("/api/account/edition-notices").await.status, 401);
}

#[tokio::test]
async fn one_click_unsubscribes_without_session() {
    let smtp = SmtpServer::start(Encryption::Open, &[SmtpBehaviour::Accept]);
    let (server, mara, book) = community(&smtp, |_| {}).await;
    choose(&mara, "every").await;
    publish(&server, &mara, &book, "One.").await;
    let path = unsubscribe_path(&smtp.kept().mails[0]);
    let client = reqwest::Client::new();
    let url = format!("{}{path}", server.url);

    // Opening the link only shows a form.
    let asked = client.get(&url).send().await.unwrap();
    assert_eq!(asked.status(), 200);
    let page = asked.text().await.unwrap();
    assert!(page.contains("<form method=\"post\"><p><button type=\"submit\">"), "{page}");
    assert_eq!(chosen(&mara).await, "every");

    let one_click = client.post(&url).header("content-type", "application/x-www-form-urlencoded");
    let done = one_click.body("List-Unsubscribe=One-Click").send().await.unwrap();
    assert_eq!(done.status(), 200);
    assert!(done.text().await.unwrap().contains("unsubscribed"));
    assert_eq!(chosen(&mara).await, "none");
    publish(&server, &mara, &book, "Two.").await;
    assert_eq!(smtp.kept().mails.len(), 1);
    // Repeating it changes nothing, and requests from other sites are accepted, since webmail shows the link there.
    let again = client.post(&url).header("sec-fetch-site", "cross-site").send().await.unwrap();
    assert_eq!(again.status(), 200);
}

#[tokio::test]
async fn guessed_unsubscribe_link_changes_nothing() {
    let smtp = SmtpServer::start(Encryption::Open, &[SmtpBehaviour::Accept]);
    let (server, mara, book) = community(&smtp, |_| {}).await;
    let leo = server.member("leo").await;
    publish(&server, &mara, &book, "One.").await;
    let path = unsubscribe_path(&smtp.kept().mails[0]);
    let secret = path.rsplit('/').next().unwrap();
    assert_eq!(secret.len(), 43);
    let client = reqwest::Client::new();
    for guessed in [
        format!("/unsubscribe/{}/{secret}", leo.uid),
        format!("/unsubscribe/{}/{}", mara.uid, "A".repeat(43)),
        format!("/unsubscribe/nobody/{secret}"),
    ] {
        let url = format!("{}{guessed}", server.url);
        let refused = client.post(&url).send().await.unwrap();
        assert_eq!(refused.status(), 404, "{guessed}");
        let asked = client.get(&url).header("accept", "text/html,*/*;q=0.8").send().await.unwrap();
        assert_eq!(asked.status(), 404, "{guessed}");
        assert!(asked.text().await.unwrap().contains("doesn't work"));
    }
    assert_eq!((chosen(&mara).await, chosen(&leo).await), (json!("first"), json!("first")));
}

#[tokio::test]
async fn own_template_writes_mails_until_it_breaks() {
    let smtp = SmtpServer::start(Encryption::Open, &[SmtpBehaviour::Accept]);
    let (server, mara, book) = community(&smtp, |_| {}).await;
    choose(&mara, "every").await;
    let folder = server.context.config().data_dir.join("templates/mail");
    fs::create_dir_all(&folder).unwrap();
    let template = folder.join("book-published.txt");
    let put = |source: &str| crate::support::exports::write(&template, source.as_bytes());
    put("Subject: {{ book }}!\nWhy: You wrote.\n\nDear {{ name }},\nread it: {{ link }}\n");
    publish(&server, &mara, &book, "One.").await;
    put("Subject: {{ bok }}!\nWhy: You wrote.\n\nDear {{ name }}\n");
    publish(&server, &mara, &book, "Two.").await;
    let mails = smtp.kept().mails;
    assert_eq!(parse(&mails[0]).subject(), Some("Rivers!"));
    let text = parse(&mails[0]).body_text(0).unwrap().replace("\r\n", "\n");
    assert!(text.starts_with("Dear mara,\nread it: https://"), "{text}");
    let html = parse(&mails[0]).body_html(0).unwrap().into_owned();
    assert!(html.contains(">Dear mara,<br>read it: https://"), "{html}");
    assert_eq!(parse(&mails[1]).subject(), Some("\u{201c}Rivers\u{201d} has a new edition"));
}
