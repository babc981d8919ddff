//! SMTP smuggling: when programs disagree on the end of a message, one of them parses commands inside it.

use crate::support::fake_smtp_relay::{FakeSmtpRelay, pending, proven};
use crate::support::noise;

const MARA: &str = "mara.letters@post.example.org";
const BARE: &str = "550 5.5.2 Bare CR or LF in message; lines must end with CRLF";

/// Sends a mail that contains `end` and a second mail, then the true end and QUIT; returns all replies.
async fn smuggled(office: &FakeSmtpRelay, end: &str) -> Vec<String> {
    let mut client = office.lmtp().await;
    for line in ["MAIL FROM:<eve@example.org>", &format!("RCPT TO:<{MARA}>"), "DATA"] {
        client.send_command(line).await;
    }
    let first = proven("eve", "First", &noise(1, 40));
    let second = proven("mara", "Second", &noise(2, 40));
    let commands = format!("MAIL FROM:<mara@example.org>\r\nRCPT TO:<{MARA}>\r\nDATA\r\n");
    client
        .send(
            &[&first, end.as_bytes(), commands.as_bytes(), &second, b"\r\n.\r\nQUIT\r\n"].concat(),
        )
        .await;
    client.rest().await.lines().map(str::to_owned).collect()
}

#[tokio::test]
async fn only_crlf_dot_crlf_ends_message() {
    let office = FakeSmtpRelay::open().await;
    let mara = office.server.member("mara").await;
    office.server.member("eve").await;
    for end in [
        "\n.\n",
        "\n.\r\n",
        "\r.\r",
        "\r.\r\n",
        "\r\n.\n",
        "\r\n.\r",
        "\n\n.\r\n",
        "\r\n\n.\r\n",
        "\r\n.\r\r\n",
        "\r\n\0.\r\n",
        "\r\n.\0\r\n",
        "\r\n..\r\n",
    ] {
        let text = smuggled(&office, end).await;
        let first = text.first().map(String::as_str).unwrap_or_default();
        if end.contains('\0') || end.contains("..") {
            // The sequence does not end the mail, and Eve may not send it.
            assert!(first.starts_with("550 5.7.1 "), "{end:?}: {text:?}");
            assert_eq!(text[1..], ["221 2.0.0 Bye"], "{end:?}");
        } else {
            // The rest is not parsed as commands.
            assert_eq!(text, [BARE, "421 4.7.0 Protocol violation, closing connection"], "{end:?}");
        }
    }
    assert_eq!((pending(&mara).await.len(), office.server.files()), (0, 0));
}

#[tokio::test]
async fn bare_line_ends_are_refused_wherever_they_stand() {
    let office = FakeSmtpRelay::open().await;
    office.server.member("mara").await;
    let letter = String::from_utf8(proven("mara", "Rain", &noise(1, 40))).unwrap();
    for wrong in [
        letter.replacen("Subject: Rain\r\n", "Subject: Rain\n", 1),
        letter.replacen("Subject: Rain\r\n", "Subject: Rain\r\r\n", 1),
        letter.replace("tablet.", "tablet\n."),
        letter.replace("tablet.", "tab\rlet."),
        letter.replace("\r\n", "\n"),
    ] {
        assert_eq!(office.post(MARA, wrong.as_bytes()).await, BARE);
    }
    let mut client = office.lmtp().await;
    client.send(b"MAIL FROM:<mara@example.org>\n").await;
    assert_eq!(client.read_reply().await, "500 5.5.2 Bare CR or LF; lines must end with CRLF");
    client.send(b"NOOP\rRSET\r\n").await;
    assert_eq!(client.read_reply().await, "500 5.5.2 Bare CR or LF; lines must end with CRLF");
}

#[tokio::test]
async fn client_not_waiting_for_data_is_disconnected() {
    let office = FakeSmtpRelay::open().await;
    let mara = office.server.member("mara").await;
    let letter = proven("mara", "Rain", &noise(1, 40));
    let commands = format!("MAIL FROM:<mara@example.org>\r\nRCPT TO:<{MARA}>\r\nDATA\r\n");

    // Commands may be pipelined up to DATA.
    let mut client = office.lmtp().await;
    client.send(commands.as_bytes()).await;
    let said = [client.read_reply().await, client.read_reply().await, client.read_reply().await];
    assert_eq!(said.map(|line| line[..3].to_owned()), ["250", "250", "354"]);
    client.send(&letter).await;
    assert!(client.send_command(".").await.starts_with("250 "));

    let mut client = office.lmtp().await;
    client.send(&[commands.as_bytes(), &letter, b".\r\n"].concat()).await;
    let said = client.rest().await;
    assert!(said.ends_with("503 5.5.0 Improper use of SMTP command pipelining\r\n"), "{said}");
    assert_eq!(pending(&mara).await.len(), 1);

    // The same applies to the greeting: bytes after it may have been injected on the way.
    let mut client = office.caller().await;
    client.send(b"EHLO tablet\r\nMAIL FROM:<eve@example.org>\r\n").await;
    assert!(client.rest().await.ends_with("503 5.5.0 Improper use of SMTP command pipelining\r\n"));
}
