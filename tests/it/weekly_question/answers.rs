//! Answers that came by mail: checked by their author, and handed in or discarded.

use serde_json::{Value, json};

use super::replies::text_from;
use super::{Asked, notices, signed_in_again, waiting};
use crate::support::fake_smtp_relay::mail;
use crate::support::{Member, Reply, blotted, fill, noise};

/// Mail of mara with this file.
fn file(kind: &str, file: &[u8]) -> Vec<u8> {
    mail("From: Mara <mara@example.org>\r\nSubject: Re: Question\r\n", &[(kind, file)])
}

async fn submit(member: &Member, answer: &Value, text: Option<&str>) -> Reply {
    let path = format!("/api/account/mailed-answers/{}/submit", answer["id"].as_str().unwrap());
    member.post(&path, json!({ "text": text })).await
}

/// Present memos of the member.
async fn memos(member: &Member) -> Vec<Value> {
    let list = member.post("/query-memos", json!({ "uid": member.uid })).await;
    list.json().as_array().unwrap().clone()
}

#[tokio::test]
async fn replied_text_is_corrected_and_handed_in() {
    let asked = Asked::start().await;
    let mara = &asked.mara;
    let text = "It rained on the tents.\r\n\r\nAll night.";
    assert_eq!(asked.reply(&text_from("mara", "1", text)).await, "250 2.0.0 Ok: 1 answer to check");
    assert_eq!(memos(mara).await.len(), 0, "nothing is handed in before it is checked");
    let [answer] = &waiting(mara).await[..] else { panic!("one waits") };
    assert_eq!(answer["text"], "It rained on the tents.\n\nAll night.");
    assert_eq!((&answer["type"], &answer["question"]["key"]), (&json!("text"), &json!("q1")));
    assert_eq!(answer["replaces"], false);
    let begun = mara.get("/api/account/weekly-questions").await.json();
    assert_eq!(begun["mailedAnswers"], 1);

    let short = submit(mara, answer, Some("x")).await;
    assert_eq!(short.status, 422, "{short}");
    let otto = asked.server().member("otto").await;
    assert_eq!(submit(&otto, answer, None).await.status, 404);
    assert_eq!(asked.server().visitor().get("/api/account/mailed-answers").await.status, 401);

    let corrected = submit(mara, answer, Some("It rained on the tents, all night.")).await;
    assert_eq!(corrected.status, 201, "{corrected}");
    assert_eq!(memos(mara).await[0]["post"], "It rained on the tents, all night.");
    assert_eq!((waiting(mara).await.len(), notices(mara).await), (0, json!([])));
    assert_eq!(submit(mara, answer, None).await.status, 404);
}

#[tokio::test]
async fn second_reply_replaces_the_first() {
    let asked = Asked::start().await;
    let mara = &asked.mara;
    asked.reply(&text_from("mara", "1", "It rained.")).await;
    let [first] = &waiting(mara).await[..] else { panic!("one waits") };
    asked.reply(&text_from("mara", "2", "It snowed.")).await;
    let [second] = &waiting(mara).await[..] else { panic!("one waits") };
    assert_eq!(second["text"], "It snowed.");
    // What was shown before it is not handed in unseen.
    assert_eq!(submit(mara, first, Some("It rained.")).await.status, 404);
    assert_eq!(submit(mara, second, None).await.status, 201);
    // Another reply after that becomes another answer, which replaces the memo when it is handed in.
    asked.reply(&text_from("mara", "3", "It thundered.")).await;
    let [third] = &waiting(mara).await[..] else { panic!("one waits") };
    assert_eq!(third["replaces"], true);
    assert_eq!(submit(mara, third, None).await.status, 201);
    assert_eq!(memos(mara).await.len(), 1);
}

#[tokio::test]
async fn attached_page_is_shown_to_its_author_alone() {
    let asked = Asked::start().await;
    let (server, mara) = (asked.server(), &asked.mara);
    // Reading makes the form of the book, which stays.
    mara.get(&format!("/assets/forms/{}.pdf", asked.book)).await;
    let before = server.files();
    let page = noise(7, 800);
    assert_eq!(asked.reply(&file("image/png", &page)).await, "250 2.0.0 Ok: 1 answer to check");
    let [answer] = &waiting(mara).await[..] else { panic!("one waits") };
    assert_eq!((&answer["type"], &answer["text"]), (&json!("page"), &Value::Null));
    let image = answer["image"].as_str().unwrap().to_owned();
    let shown = mara.get(&image).await;
    assert_eq!((shown.status, shown.header("content-type")), (200, "image/png"));
    let ada = signed_in_again(server, "ada").await;
    for other in [&server.visitor(), &server.member("otto").await, &ada] {
        assert_eq!(other.get(&image).await.status, 404);
    }
    // The daily cleanup keeps what waits.
    server.clock.advance(super::DAY);
    server.run_jobs().await;
    let mara = signed_in_again(server, "mara").await;
    assert_eq!(mara.get(&image).await.status, 200);

    let discard = format!("/api/account/mailed-answers/{}", answer["id"].as_str().unwrap());
    assert_eq!(ada.delete(&discard).await.status, 404);
    assert_eq!(mara.delete(&discard).await.status, 204);
    assert_eq!(mara.delete(&discard).await.status, 404);
    assert_eq!((mara.get(&image).await.status, server.files()), (404, before));
}

#[tokio::test]
async fn left_out_files_and_text_are_mailed() {
    let asked = Asked::start().await;
    let head = "From: Mara <mara@example.org>\r\nSubject: Re: Question\r\n";
    let page = noise(7, 800);
    let with_page = mail(head, &[("image/png", &page), ("application/msword; name=a.doc", b"x")]);
    let with_page = String::from_utf8(with_page).unwrap();
    let with_text = with_page.replace("Sent from my tablet.", "Here is my answer.");
    assert_eq!(
        asked.reply(with_text.as_bytes()).await,
        "250 2.0.0 Ok: 1 answer to check (left out: the text of the mail, a.doc)"
    );
    asked.server().run_jobs().await;
    let mails = asked.server().mails();
    let naming =
        mails.iter().filter(|mail| mail.contains("left out: the text of the mail, a.doc."));
    assert_eq!(naming.count(), 1, "{mails:?}");
}

#[tokio::test]
async fn doubts_about_a_mailed_form_are_mailed() {
    let asked = Asked::start().await;
    let blank = asked.mara.get(&format!("/assets/forms/{}.pdf", asked.book)).await.bytes;
    let form = blotted(&fill(&blank, 2, &[0]), 2);
    let reply = asked.reply(&file("application/pdf", &form)).await;
    assert_eq!(reply, "250 2.0.0 Ok: 1 answer to check");
    asked.server().run_jobs().await;
    let mails = asked.server().mails().join("").replace("=\r\n", "");
    assert!(mails.contains("A stain, a shadow or the edge of a tape"), "{mails}");
}

#[tokio::test]
async fn forwarded_mail_is_opened_for_its_page() {
    let asked = Asked::start().await;
    let inner =
        String::from_utf8(mail("From: my@tablet.example\r\n", &[("image/png", &noise(7, 800))]));
    let inner = inner.unwrap().replace("=b", "=c");
    let outer = format!(
        "From: <mara@example.org>\r\nContent-Type: multipart/mixed; boundary=\"=b\"\r\n\r\n--=b\r\n\r\n\
         --=b\r\nContent-Type: message/rfc822\r\n\r\n{inner}\r\n--=b--\r\n"
    );
    assert_eq!(asked.reply(outer.as_bytes()).await, "250 2.0.0 Ok: 1 answer to check");
    assert_eq!(waiting(&asked.mara).await[0]["type"], "page");
}

#[tokio::test]
async fn attached_form_answers_all_its_boxes() {
    let asked = Asked::start().await;
    let (server, mara) = (asked.server(), &asked.mara);
    let blank = mara.get(&format!("/assets/forms/{}.pdf", asked.book)).await.bytes;
    let filled = fill(&blank, 2, &[0, 1]);
    let replied = asked.reply(&file("application/pdf", &filled)).await;
    assert_eq!(replied, "250 2.0.0 Ok: 2 answers to check");
    let answers = waiting(mara).await;
    let kinds: Vec<_> = answers.iter().map(|one| (&one["type"], &one["question"]["key"])).collect();
    assert_eq!(kinds, [(&json!("hand"), &json!("q1")), (&json!("hand"), &json!("q2"))]);
    for answer in &answers {
        assert_eq!(submit(mara, answer, None).await.status, 201);
    }
    let kept = memos(mara).await;
    assert_eq!(kept.len(), 2);
    for memo in &kept {
        assert_eq!(mara.get(memo["img"].as_str().unwrap()).await.status, 200, "{memo}");
    }
    server.run_jobs().await;
    assert!(server.mails().iter().any(|mail| mail.contains("2 answers of yours")));
    // A blank form and one of another book have no answer.
    let other = server.book("Another", 1).await;
    let other = mara.get(&format!("/assets/forms/{other}.pdf")).await.bytes;
    for (file_sent, expected) in [(&blank, "550 5.6.0 "), (&fill(&other, 2, &[0]), "550 5.6.0 ")] {
        let refused = asked.reply(&file("application/pdf", file_sent)).await;
        assert!(refused.starts_with(expected), "{refused}");
    }
}

#[tokio::test]
async fn waiting_answers_are_exported_and_deleted_with_account() {
    let asked = Asked::start().await;
    let (server, mara) = (asked.server(), &asked.mara);
    mara.get(&format!("/assets/forms/{}.pdf", asked.book)).await;
    let before = server.files();
    asked.reply(&file("image/png", &noise(7, 800))).await;
    let export = mara.get("/api/account/export").await;
    assert_eq!(export.status, 200);
    let mut archive = zip::ZipArchive::new(std::io::Cursor::new(export.bytes)).unwrap();
    let mut file = archive.by_name("mailed-answers.json").unwrap();
    let mut list = String::new();
    std::io::Read::read_to_string(&mut file, &mut list).unwrap();
    let list: Value = serde_json::from_str(&list).unwrap();
    assert_eq!((&list[0]["book"], &list[0]["question"]), (&json!("A year in ink"), &json!("q1")));
    let picture = list[0]["picture"].as_str().unwrap().to_owned();
    drop(file);
    assert!(archive.by_name(&picture).is_ok(), "{picture}");
    let delete = json!({ "password": crate::support::PASSWORD, "name": "mara" });
    let deleted = mara.post("/api/account/delete", delete).await;
    assert_eq!(deleted.status, 204, "{deleted}");
    assert_eq!(server.files(), before);
    let unknown = asked.reply(&text_from("mara", "9", "It rained.")).await;
    assert!(unknown.starts_with("550 5.1.1 "), "{unknown}");
}
