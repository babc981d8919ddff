//! Parsing of inbound mails: sender, caption, pages and limits.

use super::*;

const PAGE: &str =
    "--b\r\nContent-Type: image/png\r\nContent-Transfer-Encoding: base64\r\n\r\niVBORw0KGgo=\r\n";

fn mail(head: &str, parts: &str) -> String {
    format!(
        "{head}\r\nMIME-Version: 1.0\r\nContent-Type: multipart/mixed; boundary=b\r\n\r\n{parts}--b--\r\n"
    )
}

fn answer(message: &InboundMessage) -> String {
    message.answer(OwnWords { name: "club".into(), ..OwnWords::default() }).unwrap().text
}

fn letter(head: &str) -> InboundMessage {
    InboundMessage::read(mail(head, PAGE).as_bytes()).unwrap()
}

fn is_proven(head: &str) -> bool {
    letter(head).passes_dmarc("mx.example.org")
}

#[test]
fn only_front_servers_aligned_pass_is_proof() {
    let from = "From: Mara <mara@example.org>";
    let message_with = |results: &[&str]| {
        let lines: Vec<String> =
            results.iter().map(|value| format!("Authentication-Results: {value}\r\n")).collect();
        format!("{}{from}", lines.concat())
    };
    let pass = "mx.example.org; dmarc=pass header.from=example.org";
    assert!(is_proven(&message_with(&[pass])));
    assert!(is_proven(&message_with(&[
        "MX.Example.org; spf=fail; dmarc=pass header.from=EXAMPLE.org"
    ])));
    assert!(is_proven(&message_with(&["mx.example.org; dkim=fail", pass, "other; dmarc=fail"])));
    for wrong in [
        &[][..],
        &["other.example.org; dmarc=pass header.from=example.org"],
        &["mx.example.org; dmarc=fail header.from=example.org"],
        &["mx.example.org; dmarc=none header.from=example.org"],
        &["mx.example.org; dmarc=pass header.from=evil.org"],
        &["mx.example.org; dmarc=pass"],
        &["mx.example.org; spf=pass smtp.mailfrom=example.org; dkim=pass header.d=example.org"],
        // Contradicting results in the same name, in either order.
        &["mx.example.org; dmarc=fail header.from=example.org", pass],
        &[pass, "mx.example.org; dmarc=fail header.from=example.org"],
    ] {
        assert!(!is_proven(&message_with(wrong)), "{wrong:?}");
    }
    assert!(!letter(&message_with(&[pass])).passes_dmarc(""));
    assert!(!is_proven(&format!("Authentication-Results : {pass}\r\n{from}")));
}

#[test]
fn ambiguous_sender_is_none() {
    let of = |from: &str| letter(from).from.map(|from| from.key());
    for plain in [
        "mara@example.org",
        "<Mara@example.org>",
        "\"M, a\" <mara@example.org>",
        "Mara (Club) <mara@example.org>",
    ] {
        assert_eq!(of(&format!("From: {plain}")), Some("mara@example.org".into()), "{plain}");
    }
    for twisted in [
        "X: y",
        "From: mara@example.org\r\nFrom: eve@example.org",
        "From: mara@example.org, eve@example.org",
        "From: mara@example.org <eve@example.org>",
        "From: \"\\\" <mara@example.org>\" <eve@example.org>",
        "From: (mara@example.org) eve@example.org",
        "From: nobody",
        "From:",
    ] {
        assert_eq!(of(twisted), None, "{twisted}");
    }
}

#[test]
fn subject_becomes_one_line_of_caption_length() {
    let of = |subject: &str| letter(&format!("Subject: {subject}")).words.caption;
    assert_eq!(of("Rain,\r\n  again"), "Rain, again");
    assert_eq!(of("=?utf-8?Q?Gr=C3=BC=C3=9Fe?="), "Grüße");
    assert_eq!(of("=?utf-8?B?YeKArmI=?="), "ab");
    assert_eq!(of(&"x ".repeat(300)).chars().count(), MAX_CAPTION_LENGTH - 1);
    assert_eq!(of("<script>alert(1)</script>"), "<script>alert(1)</script>");
    assert_eq!(letter("X: y").words, Words::default());
}

#[test]
fn automatic_mails_are_recognised_by_headers() {
    for (head, is) in [
        ("Auto-Submitted: auto-replied (on holiday)", true),
        ("auto-submitted: auto-generated; owner-email=x", true),
        ("Auto-Submitted: no", false),
        ("Precedence: bulk", true),
        ("Precedence: first-class", false),
        ("Precedence: auto_reply", true),
        ("X-Autoreply: yes", true),
        ("List-Id: <ink.example.org>", true),
        ("X: y", false),
    ] {
        assert_eq!(letter(head).is_automatic, is, "{head}");
    }
}

#[test]
fn delivery_reports_are_automatic() {
    let report = "From: MAILER-DAEMON@example.org\r\nContent-Type: multipart/report; report-type=delivery-status; boundary=b\r\n\r\n--b\r\n\r\nNo such user\r\n--b--\r\n";
    assert!(InboundMessage::read(report.as_bytes()).unwrap().is_automatic);
}

#[test]
fn reply_is_read_from_plain_text_or_html() {
    let reply = |kind: &str, body: &str| {
        let part = format!("--b\r\nContent-Type: {kind}\r\n\r\n{body}\r\n");
        answer(&InboundMessage::read(mail("X: y", &part).as_bytes()).unwrap())
    };
    assert_eq!(reply("text/plain", "It rained.\r\n\r\n> Question"), "It rained.");
    let quoted =
        "<div>On 28 Nov 2026, Club wrote:</div><blockquote type=cite>Question</blockquote>";
    for (html, text) in [
        ("<div>It <b>rained</b>.</div>", "It rained."),
        ("<p>It rained.</p><DIV>All night.</DIV>", "It rained.\n\nAll night."),
        ("One &lt; two.<br>Three.", "One < two.\nThree."),
    ] {
        assert_eq!(reply("text/html", &format!("{html}{quoted}")), text);
        let marked = format!("{html}<div>## Write your answer above this line ##</div>Question");
        assert_eq!(reply("text/html", &marked), text);
    }
    assert_eq!(reply("image/png", "x"), "");
}

#[test]
fn pages_are_found_by_content_and_by_type() {
    let part = |head: &str, body: &str| format!("--b\r\n{head}\r\n\r\n{body}\r\n");
    let pages = |parts: &[String]| {
        let letter = InboundMessage::read(mail("X: y", &parts.concat()).as_bytes()).unwrap();
        letter.pages().unwrap().len()
    };
    let text = part("Content-Type: text/plain", "Hello");
    let pdf = part("Content-Type: application/octet-stream", "%PDF-1.7 …");
    let renamed = part("Content-Type: application/octet-stream; name=\"Page.PNG\"", "no PNG");
    let empty = part("Content-Disposition: attachment; filename=page.png", "");
    let logo = part("Content-Type: image/png\r\nContent-ID: <logo>", "\u{89}PNG");
    let late = part("Content-Type: application/pdf", &format!("{}%PDF-1.7", "x".repeat(1_000)));
    let double = "Content-Type: application/octet-stream; name=page.png\r\nContent-Transfer-Encoding: base64";
    assert_eq!(pages(&[late, part(double, "AAUWBwACAAA="), pdf.clone()]), 2);
    assert_eq!(pages(&[text, pdf.clone(), renamed, empty]), 3);
    // An inline logo counts as a page only if there is no other.
    assert_eq!((pages(&[logo.clone(), pdf.clone()]), pages(&[logo])), (1, 1));
    let nested = "Content-Type: multipart/related; boundary=c\r\n\r\n--c\r\nContent-Type: application/pdf\r\n\r\n%PDF-1.7\r\n--c--";
    assert_eq!(pages(&[format!("--b\r\n{nested}\r\n")]), 1);
}

#[test]
fn attached_mail_is_opened_once() {
    let wrap = |boundary: &str, part: &str| {
        let mail = mail("From: eve@example.org", part);
        let mail =
            mail.replace("=b", &format!("={boundary}")).replace("--b", &format!("--{boundary}"));
        format!("--b\r\nContent-Type: message/rfc822; name=old.eml\r\n\r\n{mail}\r\n")
    };
    let read = |part: &str| InboundMessage::read(mail("X: y", part).as_bytes()).unwrap();
    let once = read(&wrap("c", PAGE));
    assert_eq!((once.pages().unwrap().len(), once.left_out_beside_pages().len()), (1, 0));
    let twice = read(&wrap("c", &wrap("d", PAGE)));
    assert_eq!(twice.pages().unwrap().len(), 0);
    assert_eq!(twice.left_out_beside_pages(), ["old.eml"]);
    let text = read(&wrap("c", "--b\r\n\r\nIt rained.\r\n"));
    assert_eq!(
        (text.left_out_beside_text(), answer(&text).as_str()),
        (vec!["old.eml".to_owned()], "")
    );
}

#[test]
fn pictures_of_other_formats_are_never_replaced() {
    let part = |head: &str, body: &str| format!("--b\r\nContent-Type: {head}\r\n\r\n{body}\r\n");
    let read =
        |parts: &[&str]| InboundMessage::read(mail("X: y", &parts.concat()).as_bytes()).unwrap();
    let text = part("text/plain", "Here is my answer.");
    let logo = part("image/png\r\nContent-ID: <logo>", "\u{89}PNG");
    let jpeg = part("image/jpeg; name=page.jpg", "a picture");
    let heic = part("application/octet-stream; name=IMG_1", "1234ftypheic");
    let inline = part("image/jpeg; name=photo.jpg\r\nContent-ID: <photo>", "a picture");
    for (parts, format) in [
        (&[&*text, &logo, &jpeg][..], "JPEG"),
        (&[&logo, &heic], "HEIC"),
        (&[&logo, &inline], "JPEG"),
        (&[PAGE, &jpeg], "JPEG"),
    ] {
        let refused = read(parts).require_pages().err();
        assert_eq!(refused, Some(MessageError::WrongFormat(format)), "{parts:?}");
    }
    assert!(!read(&[&text, &jpeg]).answer(OwnWords::default()).unwrap().has_pages_within);
    let beside_text = read(&[&text, &logo, &inline]);
    assert!(beside_text.answer(OwnWords::default()).unwrap().has_pages_within);
    assert_eq!(beside_text.left_out_beside_text(), ["image/png", "photo.jpg"]);
}

#[test]
fn files_of_other_kinds_are_named() {
    let notes = "--b\r\nContent-Type: application/msword; name=\"notes\u{202e}.doc\"\r\n\r\nx\r\n";
    let list = "--b\r\nContent-Disposition: attachment; filename=list.txt\r\n\r\nx\r\n";
    let key = "--b\r\nContent-Type: application/pgp-keys; name=key.asc\r\n\r\nx\r\n";
    let parts = [PAGE, notes, list, key].concat();
    let message = InboundMessage::read(mail("X: y", &parts).as_bytes()).unwrap();
    assert_eq!(message.require_pages().unwrap().len(), 1);
    assert_eq!(message.left_out_beside_pages(), ["notes.doc", "list.txt"]);
}

#[test]
fn text_around_a_picture_is_joined() {
    let text = |text: &str| format!("--b\r\nContent-Type: text/plain\r\n\r\n{text}\r\n");
    let read = |parts: &[&str]| {
        let message = InboundMessage::read(mail("X: y", &parts.concat()).as_bytes()).unwrap();
        message.answer(OwnWords::default()).unwrap()
    };
    let around = read(&[&text("It rained."), PAGE, &text("All night.\r\n\r\n> Question")]);
    assert_eq!(around, Answer { text: "It rained.\nAll night.".into(), has_pages_within: true });
    // A picture at the end is rather the page that the text is about.
    let end = read(&[&text("My page."), PAGE, &text("Sent from my iPad\r\n\r\n> Question")]);
    assert_eq!(end, Answer { text: "My page.".into(), has_pages_within: false });
}

#[test]
fn oversized_mail_is_refused_before_unpacking() {
    let refused = |mail: String| InboundMessage::read(mail.as_bytes()).err();
    assert_eq!(refused("Received: by x\r\n".repeat(51) + "\r\n"), Some(MessageError::Loop));
    assert_eq!(refused("X: y\r\n".repeat(20_000)), Some(MessageError::LongHead));
    assert_eq!(
        refused(mail("X: y", &"--b\r\n\r\nx\r\n".repeat(500))),
        Some(MessageError::ManyParts)
    );
    assert_eq!(refused(mail("X: y", &"--b\r\n".repeat(100_000))), Some(MessageError::ManyParts));
    let russian_doll = "--b\r\nContent-Type: message/rfc822\r\n\r\n".repeat(10_000);
    assert_eq!(refused(mail("X: y", &russian_doll)), Some(MessageError::ManyParts));
    assert_eq!(refused(mail("X: y", &PAGE.repeat(98))), None);
    let many = InboundMessage::read(mail("X: y", &PAGE.repeat(11)).as_bytes()).unwrap();
    assert_eq!(many.require_pages().err(), Some(MessageError::ManyPages));
    let none = InboundMessage::read(mail("X: y", "").as_bytes()).unwrap();
    assert_eq!(none.require_pages().err(), Some(MessageError::NoPage));
}

#[test]
fn corrupted_mail_never_panics_the_parser() {
    let head = "Authentication-Results: mx; dmarc=pass header.from=a.org\r\nFrom: \"M\" <m@a.org>\r\nSubject: =?utf-8?B?YeKA?=";
    let whole = mail(head, &PAGE.repeat(2)).into_bytes();
    let mut state = 1_u32;
    let mut random = |below: usize| {
        state ^= state << 13;
        state ^= state >> 17;
        state ^= state << 5;
        state as usize % below
    };
    for _ in 0..4_000 {
        let mut broken = whole.clone();
        for _ in 0..=random(6) {
            let at = random(broken.len());
            match random(4) {
                0 => broken.truncate(at.max(1)),
                1 => broken[at] = random(256) as u8,
                2 => broken.insert(at, b"\r\n;=\"(<@-"[random(9)]),
                _ => {
                    broken.remove(at);
                }
            }
            broken.push(b'\n');
        }
        if let Ok(letter) = InboundMessage::read(&broken) {
            letter.passes_dmarc("mx");
            assert!(letter.words.caption.chars().count() <= MAX_CAPTION_LENGTH);
        }
    }
}
