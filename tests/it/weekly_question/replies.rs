//! Replies to questions of the week that are refused, dropped or delivered twice.

use serde_json::json;

use super::{Asked, WEEK, questions, send, signed_in_again, waiting};
use crate::support::fake_smtp_relay::{HOST, mail, proven};
use crate::support::noise;

/// Reply of a member as text, above the quoted question.
pub(super) fn text_from(name: &str, id: &str, text: &str) -> Vec<u8> {
    format!(
        "From: <{name}@example.org>\r\nMessage-ID: <{id}@example.org>\r\nSubject: Re: Question of the week\r\n\r\n\
         {text}\r\n\r\nOn Fri, 4 Dec 2026 at 09:00, Pen Club <club@example.org> wrote:\r\n> What is memory 1?\r\n"
    )
    .into_bytes()
}

#[tokio::test]
async fn reply_from_another_address_is_refused() {
    let asked = Asked::start().await;
    let server = asked.server();
    let otto = server.member("otto").await;
    let refused = asked.reply(&text_from("otto", "1", "It rained.")).await;
    assert_eq!(
        refused,
        "550 5.7.1 this address belongs to another sender: reply from the address that received the question"
    );
    // Neither is the answer stored for the sender, nor for the member whose address it is.
    assert_eq!((waiting(&otto).await.len(), waiting(&asked.mara).await.len()), (0, 0));
    for to in ["answer+aaaabbbbccccdddd", "answer+", "answer", "answer.letters"] {
        let address = format!("{to}@{HOST}");
        let mut client = asked.relay.smtp().await;
        let unknown = client.post(&address, &text_from("mara", "2", "It rained.")).await;
        assert!(unknown.starts_with("550 5.1.1 "), "{to}: {unknown}");
    }
    assert_eq!(waiting(&asked.mara).await.len(), 0);
}

#[tokio::test]
async fn automatic_replies_and_bounces_are_dropped_silently() {
    let asked = Asked::start().await;
    let server = asked.server();
    let mails = server.mails().len();
    let dropped = "250 2.0.0 Ok: accepted, not posted";
    for head in [
        "Auto-Submitted: auto-replied (vacation)\r\n",
        "Precedence: auto_reply\r\n",
        "X-Autoreply: yes\r\n",
        "X-MS-Exchange-Inbox-Rules-Loop: mara@example.org\r\n",
        "Return-Path: <>\r\n",
        "Content-Type: multipart/report; report-type=delivery-status; boundary=b\r\n",
    ] {
        let text = [head.as_bytes(), &text_from("mara", "1", "I'm on holiday.")].concat();
        assert_eq!(asked.reply(&text).await, dropped, "{head}");
    }
    let absence = String::from_utf8(text_from("mara", "4", "I'm on holiday.")).unwrap();
    let absence = absence.replace("Subject: Re:", "Subject: Automatische Antwort:");
    assert_eq!(asked.reply(absence.as_bytes()).await, dropped);
    let reaction = text_from("mara", "3", "Liked “What is memory 1?”");
    assert_eq!(asked.reply(&reaction).await, dropped);
    let mut client = asked.relay.smtp().await;
    client.send_command("MAIL FROM:<>").await;
    client.send_command(&format!("RCPT TO:<{}>", asked.address)).await;
    client.send_command("DATA").await;
    client.send(&text_from("mara", "2", "Undelivered mail returned to sender.")).await;
    assert_eq!(client.send_command("\r\n.").await, dropped);
    server.run_jobs().await;
    assert_eq!((server.mails().len(), waiting(&asked.mara).await.len()), (mails, 0));
}

#[tokio::test]
async fn quotation_in_any_language_is_cut() {
    let asked = Asked::start().await;
    let sent = questions(asked.server());
    let from = super::header(&sent[0], "From");
    let mark = "## Write your answer above this line ##";
    let subject = super::header(&sent[0], "Subject");
    for (id, quotation) in [
        format!("сб, 28 нояб. 2026 г. в 09:00, {from}:\r\n\r\n> {mark}"),
        format!("发件人: {from}\r\n收件人: Mara\r\n\r\nHello"),
        format!("Od: Kdo\r\nKomu: mara@example.org\r\n\r\n{subject}\r\n{mark}"),
    ]
    .iter()
    .enumerate()
    {
        let reply = format!(
            "From: <mara@example.org>\r\nMessage-ID: <{id}@example.org>\r\nSubject: Re: {subject}\r\n\
             Content-Type: text/plain; charset=utf-8\r\n\r\nIt rained.\r\n\r\n{quotation}\r\n"
        );
        assert_eq!(asked.reply(reply.as_bytes()).await, "250 2.0.0 Ok: 1 answer to check");
        assert_eq!(waiting(&asked.mara).await[0]["text"], "It rained.", "{quotation}");
    }
}

#[tokio::test]
async fn repeated_delivery_makes_one_answer() {
    let asked = Asked::start().await;
    let reply = text_from("mara", "1", "It rained.");
    assert_eq!(asked.reply(&reply).await, "250 2.0.0 Ok: 1 answer to check");
    // The same mail, with a header that was added on its way.
    let again = [b"Received: by mx\r\n".as_slice(), &reply].concat();
    assert_eq!(asked.reply(&again).await, "250 2.0.0 Ok: delivered before");
    assert_eq!(waiting(&asked.mara).await.len(), 1);
    asked.server().run_jobs().await;
    let link = "Check your answer and hand it in";
    let told = asked.server().mails().iter().filter(|mail| mail.contains(link)).count();
    assert_eq!(told, 1);
}

#[tokio::test]
async fn unusable_reply_says_why() {
    let asked = Asked::start().await;
    let head = "From: <mara@example.org>\r\n";
    let quoted = format!("{head}\r\n> What is memory 1?\r\n").into_bytes();
    let empty = mail(head, &[]);
    let long = text_from("mara", "1", &"It rained.\r\n".repeat(400));
    let [one, two] = [noise(1, 40), noise(2, 40)];
    let several = mail(head, &[("image/png", &one), ("image/png", &two)]);
    let broken = mail(head, &[("application/pdf", b"%PDF-1.7 nothing")]);
    let photo = mail(head, &[("image/jpeg; name=IMG_1.jpeg", b"\xff\xd8\xff\xe0")]);
    let note = "Sent from my tablet.";
    let photo_with_note = String::from_utf8_lossy(&photo).replace(note, "Here is my answer.");
    let document = mail(head, &[("application/msword; name=a.doc", b"x")]);
    for (reply, expected) in [
        (&quoted, "550 5.6.1 there is no answer in this mail"),
        (&empty, "550 5.6.1 there is no answer in this mail"),
        (&long, "552 5.3.4 this answer is too long: write at most 4000 characters"),
        (&several, "550 5.6.0 there are several pages in this mail"),
        (&broken, "550 5.6.0 "),
        (&photo, "550 5.6.1 there is a JPEG picture in this mail"),
        (&photo_with_note.into_bytes(), "550 5.6.1 there is a JPEG picture in this mail"),
        (
            &document,
            "550 5.6.1 there is no answer in this mail: write it above the question, or attach a page as PNG or PDF (left out: a.doc)",
        ),
    ] {
        let refused = asked.reply(reply).await;
        assert!(refused.starts_with(expected), "{expected}: {refused}");
    }
    assert_eq!(waiting(&asked.mara).await.len(), 0);
}

#[tokio::test]
async fn reply_of_twenty_megabytes_is_limited() {
    let asked = Asked::start().await;
    // A line at a time, as mail programs send it.
    let line = [&[b'x'; 998][..], b"\r\n"].concat();
    let large = |megabytes: usize| {
        let head = b"From: <mara@example.org>\r\nSubject: Re: Question\r\n\r\n";
        [&head[..], &line.repeat(megabytes * 1_000)].concat()
    };
    let refused = asked.reply(&large(20)).await;
    assert!(refused.starts_with("552 5.3.4 this answer is too long"), "{refused}");
    let refused = asked.reply(&large(30)).await;
    assert!(refused.starts_with("552 5.3.4 "), "{refused}");
    assert_eq!(waiting(&asked.mara).await.len(), 0);
}

#[tokio::test]
async fn reply_to_a_closed_book_is_refused() {
    let asked = Asked::start().await;
    let server = asked.server();
    let ada = signed_in_again(server, "ada").await;
    assert_eq!(asked.reply(&text_from("mara", "1", "In time.")).await[..3], *"250");
    let path = format!("/api/admin/books/{}/schedule", asked.book);
    let dates = json!({ "closes": "2001-01-01", "readyBy": "entries" });
    assert_eq!(ada.post(&path, dates).await.status, 200);
    let refused = asked.reply(&text_from("mara", "2", "It rained.")).await;
    assert!(refused.starts_with("550 5.2.1 This book closed on "), "{refused}");
    // An answer that waits is kept, and cannot be handed in any more.
    let [answer] = &waiting(&asked.mara).await[..] else { panic!("one waits") };
    let submit = format!("/api/account/mailed-answers/{}/submit", answer["id"].as_str().unwrap());
    assert_eq!(asked.mara.post(&submit, json!({})).await.status, 409);
    assert_eq!(waiting(&asked.mara).await.len(), 1);
}

#[tokio::test]
async fn address_ends_with_its_question_member_and_time() {
    let asked = Asked::start().await;
    let server = asked.server();
    let ada = signed_in_again(server, "ada").await;
    // The first question leaves the book.
    let path = format!("/api/admin/books/{}/questions", asked.book);
    let questions_left = json!({ "questions": [
        { "key": "q2", "description": "What is memory 2?" },
        { "key": "q3", "description": "What is memory 3?" },
    ] });
    let edited = ada.post(&path, questions_left).await;
    assert_eq!(edited.status, 200, "{edited}");
    let refused = asked.reply(&text_from("mara", "1", "It rained.")).await;
    assert_eq!(refused, "550 5.2.1 This book no longer asks the question.");
    // A disabled member's address is unknown, like one that is too old.
    server.disable(&asked.mara).await;
    let unknown = asked.reply(&text_from("mara", "2", "It rained.")).await;
    assert!(unknown.starts_with("550 5.1.1 "), "{unknown}");
    let otto = server.member("otto").await;
    send(server).await;
    let mails = questions(server);
    let mail = mails.iter().rev().find(|mail| mail.contains("To: otto@example.org")).unwrap();
    let address = super::header(mail, "Reply-To").to_owned();
    server.clock.advance(9 * WEEK);
    let late = text_from("otto", "3", "It rained.");
    let unknown = asked.relay.smtp().await.post(&address, &late).await;
    assert!(unknown.starts_with("550 5.1.1 "), "{unknown}");
    drop(otto);
}

#[tokio::test]
async fn trusted_relay_delivers_replies_too() {
    let asked = Asked::start().await;
    let reply =
        asked.relay.post(&asked.address, &proven("mara", "Re: Question", &noise(1, 800))).await;
    assert_eq!(reply, "250 2.0.0 Ok: 1 answer to check");
}
