//! Pictures of mails: the cover, and the recipient's own handwriting.

use inkfold::config::Config;
use inkfold::domain::policy::Actor;
use inkfold::services::editions;
use mail_parser::{Message, MessageParser, MimeHeaders};
use serde_json::json;

use crate::admin::submit_text;
use crate::support::{Encryption, Member, SmtpBehaviour, SmtpServer, TestServer, exports};

/// A community that sends by this server, with a book.
async fn community(smtp: &SmtpServer) -> (TestServer, Member, String) {
    let server = TestServer::start_with(|config: &mut Config| {
        smtp.configure(config);
        config.public_url = "https://ink.example.org".into();
    })
    .await;
    let mara = server.member("mara").await;
    let book = server.book("Rivers", 2).await;
    (server, mara, book)
}

/// Box with a word of "ink" in the middle of blank paper.
fn word() -> Vec<u8> {
    let pixels = image::GrayImage::from_fn(560, 438, |x, y| {
        image::Luma([if (100..300).contains(&x) && (200..230).contains(&y) { 20 } else { 255 }])
    });
    exports::png(&pixels)
}

/// Publishes the book without sending the mails.
async fn publish(server: &TestServer, book: &str) {
    let book = book.parse().unwrap();
    server
        .run_service(move |context| {
            editions::publish(context, &Actor::Operator, book).unwrap();
        })
        .await;
}

fn parse(mail: &str) -> Message<'_> {
    MessageParser::default().parse(mail).unwrap()
}

/// Content ids of the pictures, each with its width and height.
fn pictures(mail: &Message<'_>) -> Vec<(String, (u32, u32))> {
    let shown = mail.attachments().map(|part| {
        let picture = image::load_from_memory(part.contents()).unwrap();
        (part.content_id().unwrap().to_owned(), (picture.width(), picture.height()))
    });
    shown.collect()
}

#[tokio::test]
async fn publication_notice_shows_cover_and_own_handwriting() {
    let smtp = SmtpServer::start(Encryption::Open, &[SmtpBehaviour::Accept]);
    let (server, mara, book) = community(&smtp).await;
    submit_text(&mara, &book, "q1", "It rained.").await;
    assert_eq!(mara.answer(&book, &[("q2", &word())]).await.status, 201);
    publish(&server, &book).await;
    server.run_jobs().await;
    let mail = smtp.kept().mails.remove(0);
    assert!(mail.is_ascii() && mail.len() < 200_000, "{}", mail.len());
    let mail = parse(&mail);
    let html = mail.body_html(0).unwrap();
    let shown = pictures(&mail);
    let [(cover, (480, _)), (memo, size)] = &shown[..] else { panic!("{shown:?}") };
    // The ink, with a margin of half a pen.
    assert_eq!(*size, (204, 34));
    for id in [cover, memo] {
        assert!(html.contains(&format!("src=\"cid:{id}\"")), "{html}");
    }
    assert!(html.contains("alt=\"Cover of “Rivers”\"") && html.contains("width=\"102\""), "{html}");
    let text = mail.body_text(0).unwrap();
    assert!(text.contains("Your handwriting on “") && !text.contains("cid:"), "{text}");
}

#[tokio::test]
async fn typed_memo_is_quoted_in_both_parts() {
    let smtp = SmtpServer::start(Encryption::Open, &[SmtpBehaviour::Accept]);
    let (server, mara, book) = community(&smtp).await;
    submit_text(&mara, &book, "q1", "It <i>rained</i>.\n\nAll day.").await;
    publish(&server, &book).await;
    server.run_jobs().await;
    let mail = smtp.kept().mails.remove(0);
    let mail = parse(&mail);
    let text = mail.body_text(0).unwrap().replace("\r\n", "\n");
    assert!(text.contains("\n> It <i>rained</i>.\n>\n> All day.\n"), "{text}");
    let html = mail.body_html(0).unwrap();
    assert!(html.contains(">It &lt;i&gt;rained&lt;/i&gt;.<br><br>All day.</blockquote>"), "{html}");
    assert_eq!(pictures(&mail).len(), 1, "only the cover");
}

#[tokio::test]
async fn withdrawn_or_damaged_handwriting_is_not_mailed() {
    let smtp = SmtpServer::start(Encryption::Open, &[SmtpBehaviour::Accept]);
    let (server, mara, book) = community(&smtp).await;
    let leo = server.member("leo").await;
    let ids = |reply: &crate::support::Reply| reply.json()["memos"][0].clone();
    let of_mara = ids(&mara.answer(&book, &[("q2", &word())]).await);
    let of_leo = ids(&leo.answer(&book, &[("q2", &crate::support::noise(1, 60))]).await);
    publish(&server, &book).await;
    let withdrawn = mara.post("/api/memo/remove", json!({ "id": of_mara["id"] })).await;
    assert_eq!(withdrawn.status, 204, "{withdrawn}");
    let address = of_leo["img"].as_str().unwrap().to_owned();
    let file = address.rsplit('/').next().unwrap().trim_end_matches(".png").parse().unwrap();
    let path = server.run_service(move |context| context.blobs.path(file)).await;
    exports::write(&path, b"damaged");
    server.run_jobs().await;
    let mails = smtp.kept().mails;
    assert_eq!(mails.len(), 2);
    for mail in &mails {
        let mail = parse(mail);
        let shown = pictures(&mail);
        assert!(matches!(&shown[..], [(id, _)] if id.starts_with("cover@")), "{shown:?}");
        assert!(!mail.body_html(0).unwrap().contains("cid:memo"));
    }
}

#[tokio::test]
async fn verdict_shows_the_entry_to_its_author() {
    let smtp = SmtpServer::start(Encryption::Open, &[SmtpBehaviour::Accept]);
    let (server, mara, book) = community(&smtp).await;
    let memo = mara.answer(&book, &[("q2", &word())]).await.json()["memos"][0].clone();
    let admin = server.admin("ada").await;
    let verdict = json!({ "kind": "memo", "id": memo["id"], "verdict": "hide", "why": "Private." });
    let hidden = admin.post("/api/admin/reports/settle", verdict).await;
    assert_eq!(hidden.status, 200, "{hidden}");
    server.run_jobs().await;
    let mail = smtp.kept().mails.remove(0);
    let shown = pictures(&parse(&mail));
    assert!(matches!(&shown[..], [(id, (204, 34))] if id.starts_with("memo@")), "{shown:?}");
}
