//! Editions that were printed without pictures whose files are lost: the notices, and their recipients.

use std::fs;
use std::path::PathBuf;

use crate::support::{Encryption, SmtpBehaviour, SmtpServer, noise};
use inkfold::config::MailTransport;
use inkfold::services::operations::outbox;

use mail_parser::MessageParser;

use super::*;

/// Makes a book with a handwritten memo of Mara's; returns it with the path of the picture's file.
async fn book_with_picture(server: &TestServer, mara: &Member) -> (String, PathBuf) {
    let book = server.book("Rivers", 3).await;
    let picture = answer(server, mara, &book, "q2", 1).await;
    (book, picture)
}

/// Answers a question in handwriting; returns the path of the picture's file.
async fn answer(
    server: &TestServer,
    member: &Member,
    book: &str,
    question: &str,
    number: u32,
) -> PathBuf {
    let submitted = member.answer(book, &[(question, &*noise(number, 60))]).await;
    assert_eq!(submitted.status, 201, "{submitted}");
    let picture = blob(&submitted.json()["memos"][0]).parse().unwrap();
    server.run_service(move |context| context.blobs.path(picture)).await
}

/// The name of the file of a memo's picture.
fn blob(memo: &Value) -> String {
    let address = memo["img"].as_str().unwrap();
    address.rsplit('/').next().unwrap().trim_end_matches(".png").to_owned()
}

/// Returns the missing pictures on the book's page of the web admin.
async fn missing(admin: &Member, book: &str) -> Value {
    let details = admin.get(&format!("/api/admin/books/{book}")).await;
    assert_eq!(details.status, 200, "{details}");
    details.json()["book"]["missingPictures"].take()
}

/// Returns the recipient and the text of each mail about missing pictures.
fn missing_picture_mails(smtp: &SmtpServer) -> Vec<(String, String)> {
    let kept = smtp.kept().mails.into_iter();
    let parsed = kept.filter_map(|mail| {
        let mail = MessageParser::default().parse(&mail)?.into_owned();
        let subject = mail.subject()?.to_owned();
        let to = mail.to()?.first()?.address()?.to_owned();
        let text = mail.body_text(0)?.into_owned();
        subject.contains("without").then(|| (to, format!("{subject}\n{text}")))
    });
    parsed.collect()
}

#[tokio::test]
async fn missing_picture_is_mailed_once_to_verified_admins() {
    let smtp = SmtpServer::start(Encryption::Open, &[SmtpBehaviour::Accept]);
    let server = TestServer::start_with(|config| smtp.configure(config)).await;
    let (ada, mara) = (server.admin("ada").await, server.member("mara").await);
    let gone = server.admin("bo").await;
    server.disable(&gone).await;
    let unproven = server.admin("una").await;
    server
        .run_service(move |context| {
            let id = unproven.uid.parse().unwrap();
            let account = context.read().unwrap().account(id).unwrap().unwrap();
            let account = inkfold::domain::account::Account { email_verified: false, ..account };
            context.write(|tx| Ok(tx.put_account(&account)?)).unwrap();
        })
        .await;
    let (book, picture) = book_with_picture(&server, &mara).await;
    fs::remove_file(&picture).unwrap();
    for _ in 0..2 {
        changes(&server, &book).await;
    }
    server.run_jobs().await;
    assert_eq!(missing_picture_mails(&smtp), [], "a preview is no edition");

    server.publish(&book).await;
    changes(&server, &book).await;
    server.run_jobs().await;
    let mails = missing_picture_mails(&smtp);
    assert_eq!(mails.len(), 1, "{mails:?}");
    let (to, words) = &mails[0];
    assert_eq!(to, "ada@example.org");
    let link = format!("{}/admin/books/{book}", server.context.config().public_url);
    for part in ["edition 1 of \u{201c}Rivers\u{201d}", "1 picture", "`inkfold db repair`", &link] {
        assert!(words.to_lowercase().contains(&part.to_lowercase()), "{part}: {words}");
    }
    // An id of the book may have any letters in it.
    let beside_link = words.replace(&link, "").to_lowercase();
    for part in ["mara", "memory 2", "q2"] {
        assert!(!beside_link.contains(part), "{part}: {words}");
    }
    server.clock.advance(100_000);
    server.run_jobs().await;
    assert_eq!(missing_picture_mails(&smtp).len(), 1);

    // The next edition is complete once the member has submitted the page again.
    assert_eq!(answer(&server, &mara, &book, "q2", 1).await, picture);
    server.publish(&book).await;
    server.run_jobs().await;
    assert_eq!((missing_picture_mails(&smtp).len(), missing(&ada, &book).await), (1, json!([])));
}

#[tokio::test]
async fn book_page_names_memos_without_picture() {
    let server = TestServer::start().await;
    let (ada, mara) = (server.admin("ada").await, server.member("mara").await);
    let (book, picture) = book_with_picture(&server, &mara).await;
    let jo = server.member("jo").await;
    let other = answer(&server, &jo, &book, "q3", 2).await;
    server.publish(&book).await;
    assert_eq!(missing(&ada, &book).await, json!([]));
    // The first file is damaged, the other one is missing.
    let file = fs::OpenOptions::new().write(true).open(&picture).unwrap();
    file.set_len(40).unwrap();
    fs::remove_file(&other).unwrap();
    assert_eq!(missing(&ada, &book).await, json!([]), "the first edition has them");

    server.publish(&book).await;
    let mut listed = missing(&ada, &book).await;
    for memo in listed.as_array_mut().unwrap() {
        assert!(memo["mid"].take().is_string());
    }
    let of = |name: &str, uid: &str, number: u32| {
        json!({
            "mid": null, "uid": uid, "author": { "username": name, "name": name },
            "qid": format!("q{number}"), "question": format!("What is memory {number}?"),
            "number": number,
        })
    };
    assert_eq!(listed, json!([of("mara", &mara.uid, 2), of("jo", &jo.uid, 3)]));
    let all = ada.get("/api/admin/books").await.json();
    assert_eq!(all[0]["missingPictures"].as_array().unwrap().len(), 2);

    // The author deletes the account, and the edition keeps the memo.
    let leave = json!({ "password": PASSWORD, "name": "jo" });
    assert_eq!(jo.post("/api/account/delete", leave).await.status, 204);
    let listed = missing(&ada, &book).await;
    assert_eq!(listed[1]["author"], json!({ "username": "", "name": "a former member" }));
    unpublish(&server, &book).await;
    assert_eq!(missing(&ada, &book).await, json!([]), "nobody can read the edition any more");
}

#[tokio::test]
async fn missing_pictures_are_named_to_admins_only() {
    let server = TestServer::start().await;
    let mara = server.member("mara").await;
    let (book, picture) = book_with_picture(&server, &mara).await;
    fs::remove_file(&picture).unwrap();
    server.publish(&book).await;
    let visitor = server.visitor();
    for (caller, status) in [(&mara, 403), (&visitor, 401)] {
        assert_eq!(caller.get(&format!("/api/admin/books/{book}")).await.status, status);
        let editions = caller.get(&format!("/api/book/{book}/editions")).await.json();
        assert_eq!(
            (&editions[0]["edition"], editions[0].get("missingPictures")),
            (&json!(1), None)
        );
        let shown = caller.post("/api/book", json!({ "bid": book })).await.json();
        assert_eq!(shown.get("missingPictures"), None);
    }
    let (id, uid) = (book.parse().unwrap(), mara.uid.parse().unwrap());
    for actor in [Actor::Visitor, Actor::full_member(uid)] {
        let name = format!("{actor:?}");
        let refused = server
            .run_service(move |context| editions::missing_pictures(context, &actor, id).is_err())
            .await;
        assert!(refused, "{name}");
    }
}

#[tokio::test]
async fn missing_picture_without_mail_is_on_the_page() {
    let off = |config: &mut inkfold::config::Config| config.mail.transport = MailTransport::None;
    let server = TestServer::start_with(off).await;
    let (ada, mara) = (server.admin("ada").await, server.member("mara").await);
    let (book, picture) = book_with_picture(&server, &mara).await;
    fs::remove_file(&picture).unwrap();
    server.publish(&book).await;
    server.run_jobs().await;
    let mails = server
        .run_service(|context| outbox::list(context, &Actor::Operator, None, 9).unwrap())
        .await;
    assert!(mails.is_empty(), "{mails:?}");
    assert_eq!(missing(&ada, &book).await[0]["qid"], "q2");
}

#[tokio::test]
async fn missing_picture_without_admins_is_still_listed() {
    let smtp = SmtpServer::start(Encryption::Open, &[SmtpBehaviour::Accept]);
    let server = TestServer::start_with(|config| smtp.configure(config)).await;
    let mara = server.member("mara").await;
    let (book, picture) = book_with_picture(&server, &mara).await;
    fs::remove_file(&picture).unwrap();
    server.publish_threshold(&book, 1).await;
    let id = book.parse().unwrap();
    server
        .run_service(move |context| editions::publish(context, &Actor::Operator, id).unwrap())
        .await;
    server.run_jobs().await;
    assert_eq!(missing_picture_mails(&smtp), []);
    let listed: Vec<Edition> =
        server.operator_get(&format!("books/{book}/editions")).await.unwrap();
    assert_eq!(listed[0].missing_pictures.len(), 1);
}

#[tokio::test]
async fn command_line_lists_missing_pictures() {
    let community = Community::start().await;
    let book = community.book.clone();
    let pictures = [("a", &*noise(1, 60)), ("b", &*noise(2, 60))];
    let submitted = community.member.answer(&book, &pictures).await;
    let memos = submitted.json()["memos"].take();
    let blob = blob(&memos[1]);
    let live = community.data().join("blobs").join(&blob[..2]).join(&blob);
    let stick = tempfile::tempdir().unwrap();
    let stick = stick.path().to_str().unwrap();
    assert!(community.inkfold(&["backup", "now", "--to", stick]).status.success());
    fs::remove_file(live).unwrap();
    let printed = |args: &[&str]| {
        let output = community.inkfold(args);
        assert!(output.status.success(), "{}", words(&output));
        String::from_utf8(output.stdout).unwrap()
    };
    let published = printed(&["book", "publish", &book, "--yes"]);
    let note = "note: printed without 1 picture, whose file is missing or damaged: `inkfold db repair` looks for a copy";
    assert!(published.contains(note), "{published}");
    let named = "    without the picture of mara (mara), question 2: Where?";
    for shown in [printed(&["book", "editions", &book]), printed(&["book", "show", &book])] {
        assert!(shown.contains(named) && shown.contains("inkfold db repair"), "{shown}");
    }
    let listed = answer_of(&community.inkfold(&["book", "editions", &book, "--json"]));
    let expected = json!([{
        "mid": memos[1]["id"], "uid": community.member.uid, "username": "mara", "name": "mara",
        "qid": "b", "question": "Where?", "number": 2,
    }]);
    assert_eq!(listed["missingPictures"], expected, "{listed}");
    let shown = answer_of(&community.inkfold(&["book", "show", &book, "--json"]));
    assert_eq!(shown["missingPictures"], expected, "{shown}");

    // The repair that the hint names succeeds.
    printed(&["db", "repair", "--from", stick]);
    assert!(!printed(&["book", "publish", &book, "--yes"]).contains("note:"));
    let listed = printed(&["book", "editions", &book, "--json"]);
    let newest: Value = serde_json::from_str(listed.lines().next().unwrap()).unwrap();
    assert_eq!((&newest["edition"], &newest["missingPictures"]), (&json!(2), &json!([])));
    assert!(!printed(&["book", "show", &book]).contains("without the picture"));
}
