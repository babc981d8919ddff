//! Mails of the maximum size, made of one kind of line. If one were read in more than linear time, its test would run for hours.

use super::*;

/// Maximum size of a mail by default.
const MAX_SIZE: usize = 25 << 20;

fn filled(head: &str, line: &str) -> Vec<u8> {
    let mut mail = format!("From: mara@example.org\r\n{head}").into_bytes();
    let lines = (MAX_SIZE - mail.len()) / line.len();
    mail.extend_from_slice(line.repeat(lines).as_bytes());
    mail
}

/// Length of the text in a mail that is made of such lines.
fn length(head: &str, line: &str) -> Result<usize, MessageError> {
    InboundMessage::read(&filled(head, line))
        .map(|message| message.answer(OwnWords::default()).unwrap().text.len())
}

#[test]
fn text_of_maximum_size_is_read_once() {
    let head = "Content-Transfer-Encoding: quoted-printable\r\n\r\n";
    let is_long = |line: &str| assert!(length(head, line).unwrap() > 100_000, "{line}");
    is_long("________________________________\r\n");
    is_long("From=3A a\r\nSent=3A b\r\n");
    is_long("On 28 Nov 2026 she wrote=3A\r\n");
    is_long("It rained.");
    // A hundred lines are no signature.
    is_long("=2D-\r\n");
    assert_eq!(length(head, "> It rained.\r\n"), Ok(0));
    assert_eq!(length(head, "\r\n"), Ok(0));
}

#[test]
fn html_of_maximum_size_is_read_once() {
    let head = "Content-Type: text/html\r\n\r\n";
    for line in ["<", "<blockquote><div>a<br>", "<!--", "<a b=\""] {
        length(head, line).unwrap();
    }
    assert!(length(head, "<p>It rained.</p>\r\n").unwrap() > 100_000);
}

#[test]
fn structure_of_maximum_size_is_refused() {
    let nested = "Content-Type: multipart/mixed; boundary=b\r\n\r\n--b\r\n";
    let open = "Content-Type: multipart/mixed; boundary=b\r\n\r\nx--b";
    let head = "Content-Type: multipart/mixed; boundary=b\r\n\r\n--b\r\n";
    for (head, line) in [
        (head, nested),
        (head, open),
        (head, "--b\r\n\r\nx\r\n"),
        (head, "Content-Type: message/rfc822\r\n\r\n"),
        (head, "X: y\r\n"),
        (head, "X: y\r\n\r\n--b\r\n"),
        (&*format!("{head}Content-Type: a/b"), "; a*1=b"),
        (&*format!("{head}Content-Disposition: a"), ";\r\n a*='b"),
        (&*format!("{head}Content-Description: "), "=?ab?q?"),
        (&*format!("{head}Subject: "), "=?ab?q?\r\n "),
    ] {
        let refused = InboundMessage::read(&filled(head, line)).err();
        assert!(
            matches!(refused, Some(MessageError::ManyParts | MessageError::LongHead)),
            "{head}{line}: {refused:?}"
        );
    }
}

#[test]
fn boundaries_of_maximum_size_are_compared_once() {
    let head = format!("Content-Type: multipart/mixed; boundary={}\r\n\r\n", "-".repeat(3_000));
    InboundMessage::read(&filled(&format!("{head}x"), "-")).unwrap();
}
