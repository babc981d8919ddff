//! Limits of the mail listeners.

use std::os::unix::fs::PermissionsExt;

use inkfold::smtp_server::Listeners;

use crate::support::fake_smtp_relay::{FakeSmtpRelay, PROOF, mail, pending, proven};
use crate::support::noise;

const MARA: &str = "mara.letters@post.example.org";

#[tokio::test]
async fn commands_out_of_order_are_refused() {
    let office = FakeSmtpRelay::open().await;
    let mara = office.server.member("mara").await;
    let to = format!("RCPT TO:<{}>", office.secret_address(&mara).await);
    let conversations: [&[(&str, &str)]; 6] = [
        &[("MAIL FROM:<a@b.org>", "503"), ("LHLO x", "502"), ("HELO x", "250"), ("NOOP x", "250")],
        &[
            ("EHLO x", "250"),
            (&to, "503"),
            ("DATA", "503"),
            ("MAIL FROM:<a@b.org>", "250"),
            ("DATA", "503"),
        ],
        &[
            ("EHLO x", "250"),
            ("MAIL FROM:<a@b.org>", "250"),
            ("MAIL FROM:<a@b.org>", "503"),
            ("RSET", "250"),
            (&to, "503"),
        ],
        &[("VRFY mara", "502"), ("EXPN letters", "502"), ("ETRN b.org", "502"), ("HELP", "502")],
        &[
            ("AUTH PLAIN AG1hcmEAeA==", "502"),
            ("STARTTLS", "502"),
            ("BDAT 3 LAST", "502"),
            ("HELLO", "500"),
        ],
        &[
            ("EHLO x", "250"),
            ("MAIL FROM:<a@b.org> SMTPUTF8", "555"),
            ("MAIL FROM: a b", "501"),
            ("MAIL", "501"),
            ("QUIT", "221"),
        ],
    ];
    for lines in conversations {
        let mut client = office.caller().await;
        client.read_reply().await;
        for (line, code) in lines {
            let reply = client.send_command(line).await;
            assert!(reply.starts_with(code), "{line}: {reply}");
        }
    }
}

#[tokio::test]
async fn hello_lists_extensions_and_lmtp_wants_lhlo() {
    let office = FakeSmtpRelay::open().await;
    assert_eq!(
        office.lmtp().await.send_command("EHLO x").await,
        "502 5.5.1 Command not implemented"
    );
    let hello = office.caller().await.greeting().await;
    assert_eq!(
        hello,
        "250-post.example.org\r\n250-SIZE 26214400\r\n250-8BITMIME\r\n250-PIPELINING\r\n250 ENHANCEDSTATUSCODES"
    );
}

#[tokio::test]
async fn long_lines_and_many_faults_are_refused() {
    let office = FakeSmtpRelay::open().await;
    office.server.member("mara").await;
    let mut client = office.lmtp().await;
    let long = format!("NOOP {}", "x".repeat(4_090));
    assert_eq!(client.send_command(&long).await, "500 5.5.2 Line too long");
    assert!(client.send_command(&long[..4_000]).await.starts_with("250 "));
    let letter = String::from_utf8(proven("mara", "Rain", &noise(1, 40))).unwrap();
    let long = letter.replace("tablet.", &"x".repeat(999));
    assert_eq!(client.post(MARA, long.as_bytes()).await, "550 5.6.0 Line too long");
    for _ in 0..2 {
        assert!(client.send_command("VRFY mara").await.starts_with("502 "));
    }
    client.send_command("VRFY mara").await;
    assert_eq!(client.rest().await, "421 4.7.0 Too many errors, closing connection\r\n");
}

#[tokio::test]
async fn mail_size_and_recipients_are_limited() {
    let office = FakeSmtpRelay::open_with(|config| config.mail.inbound.message_mib = 1).await;
    let mara = office.server.member("mara").await;
    let large = "552 5.3.4 Message size exceeds fixed limit";
    let mut client = office.lmtp().await;
    assert_eq!(client.send_command("MAIL FROM:<mara@example.org> SIZE=1048577").await, large);
    // The client declares no size, and the mail is too large.
    let letter = proven("mara", "Rain", &noise(1, 1000));
    assert!(letter.len() > 1 << 20);
    assert_eq!(client.post(MARA, &letter).await, large);
    assert_eq!(client.send_command("NOOP").await, "250 2.0.0 OK");
    client.send_command("MAIL FROM:<mara@example.org>").await;
    for _ in 0..10 {
        assert!(client.send_command(&format!("RCPT TO:<{MARA}>")).await.starts_with("250 "));
    }
    let many = "452 4.5.3 Too many recipients";
    assert_eq!(client.send_command(&format!("RCPT TO:<{MARA}>")).await, many);
    assert_eq!(pending(&mara).await.len(), 0);

    let mut client = office.smtp().await;
    for _ in 0..20 {
        let taken = client.post("postmaster", &proven("mara", "Hello", &noise(1, 40))).await;
        assert!(taken.starts_with("250 "));
    }
    client.send(b"MAIL FROM:<mara@example.org>\r\n").await;
    let last = "421 4.7.0 Too many messages in this session, closing connection\r\n";
    assert_eq!(client.rest().await, last);
}

#[tokio::test]
async fn endless_mail_is_disconnected() {
    let office = FakeSmtpRelay::open_with(|config| config.mail.inbound.message_mib = 1).await;
    office.server.member("mara").await;
    let mut client = office.lmtp().await;
    for line in ["MAIL FROM:<mara@example.org>", &format!("RCPT TO:<{MARA}>"), "DATA"] {
        client.send_command(line).await;
    }
    let line = format!("{}\r\n", "x".repeat(900));
    let (_, said) = client.flood(line.repeat(1_000).as_bytes(), 8).await;
    assert!(said.is_empty() || said.starts_with("421 4.4.2 "), "{said}");
}

#[tokio::test]
async fn connections_are_limited_in_total_and_per_address() {
    let office = FakeSmtpRelay::open_with(|config| config.mail.inbound.connections = 4).await;
    let full = "421 4.7.0 Too many connections, try again later";
    let mut open = vec![office.smtp().await, office.smtp().await, office.smtp().await];
    assert_eq!(office.caller().await.read_reply().await, full);
    // A connection's place is free as soon as the server has closed it.
    let mut first = open.remove(0);
    assert!(first.send_command("QUIT").await.starts_with("221 "));
    first.rest().await;
    while !office.caller().await.read_reply().await.starts_with("220 ") {}

    let sockets =
        [office.lmtp().await, office.lmtp().await, office.lmtp().await, office.lmtp().await];
    assert_eq!(office.at_socket().await.read_reply().await, full);
    drop(sockets);
}

#[tokio::test]
async fn idle_and_slow_smtp_sessions_time_out() {
    let late = "421 4.4.2 Timeout exceeded, closing connection\r\n";
    let office = FakeSmtpRelay::open_with(|config| config.mail.inbound.idle_seconds = 1).await;
    office.server.member("mara").await;
    let mut silent = office.lmtp().await;
    let mut within = office.lmtp().await;
    for line in ["MAIL FROM:<mara@example.org>", &format!("RCPT TO:<{MARA}>"), "DATA"] {
        within.send_command(line).await;
    }
    within.send(b"From: mara@example.org\r\n").await;
    assert_eq!((silent.rest().await, within.rest().await), (late.into(), late.into()));

    let office = FakeSmtpRelay::open_with(|config| config.mail.inbound.session_seconds = 1).await;
    let mut client = office.lmtp().await;
    // The client is never idle, but exceeds the session timeout.
    let mut last = String::new();
    while last.is_empty() || last.starts_with("250 ") {
        last = client.send_command("NOOP").await;
    }
    assert_eq!(format!("{last}\r\n"), late);
}

#[tokio::test]
async fn full_disk_quota_and_limits_are_reported() {
    let office = FakeSmtpRelay::open_with(|config| config.limits.free_space_mib = u32::MAX).await;
    office.server.member("mara").await;
    let page = proven("mara", "Rain", &noise(1, 40));
    assert!(office.post(MARA, &page).await.starts_with("452 4.3.1 The server's storage is full"));

    let office = FakeSmtpRelay::open_with(|config| config.limits.pictures_mib = 0).await;
    let mara = office.server.member("mara").await;
    assert!(
        office
            .post(MARA, &page)
            .await
            .starts_with("552 5.2.2 You've used all your picture storage")
    );
    assert_eq!(pending(&mara).await.len(), 0);

    let office = FakeSmtpRelay::open().await;
    let mara = office.server.member("mara").await;
    let mut client = office.lmtp().await;
    for n in 0..30 {
        let posted = client.post(MARA, &proven("mara", "Rain", &noise(n, 8))).await;
        assert!(posted.starts_with("250 "), "{n}: {posted}");
    }
    let later = proven("mara", "Rain", &noise(30, 8));
    assert!(client.post(MARA, &later).await.starts_with("451 4.7.1 Too many tries."));
    // A repeated mail does not count as a try, and tries are granted again over time.
    assert!(
        client
            .post(MARA, &proven("mara", "Rain", &noise(0, 8)))
            .await
            .starts_with("250 2.0.0 Ok: delivered before")
    );
    office.server.clock.advance(121);
    assert!(client.post(MARA, &later).await.starts_with("250 2.0.0 Ok: 1 post"));
    assert_eq!(pending(&mara).await.len(), 31);
}

#[tokio::test]
async fn stopping_server_replies_421_and_finishes_delivery() {
    let office = FakeSmtpRelay::open().await;
    let mara = office.server.member("mara").await;
    let mut waiting = office.lmtp().await;
    let mut sending = office.lmtp().await;
    for line in ["MAIL FROM:<mara@example.org>", &format!("RCPT TO:<{MARA}>"), "DATA"] {
        sending.send_command(line).await;
    }
    sending.send(&mail(&format!("{PROOF}From: <mara@example.org>\r\n"), &[])).await;
    office.stop();
    let stops = "421 4.3.2 Service shutting down, try again later\r\n";
    assert_eq!((waiting.rest().await, sending.rest().await), (stops.into(), stops.into()));
    let socket = office.socket.clone();
    assert_eq!(pending(&mara).await.len(), 0);
    office.close().await;
    assert!(!socket.exists());
}

#[tokio::test]
async fn socket_belongs_to_group_and_is_not_stolen() {
    let office = FakeSmtpRelay::open().await;
    let mode = std::fs::metadata(&office.socket).unwrap().permissions().mode();
    assert_eq!(mode & 0o777, 0o660);
    let settings = office.server.context.config().mail.inbound.clone();
    let taken = Listeners::open(&settings).unwrap_err();
    assert!(taken.to_string().ends_with("another server listens there"), "{taken}");
    let socket = office.socket.clone();
    office.close().await;
    let folder = tempfile::tempdir().unwrap();
    let mut settings = settings;
    settings.lmtp_socket = folder.path().join("notes.txt");
    std::fs::File::create(&settings.lmtp_socket).unwrap();
    assert!(Listeners::open(&settings).unwrap_err().to_string().ends_with("it is not a socket"));
    // A stale socket of a killed server is replaced.
    settings.lmtp_socket = folder.path().join("left.sock");
    drop(std::os::unix::net::UnixListener::bind(&settings.lmtp_socket).unwrap());
    Listeners::open(&settings).unwrap();
    assert!(!socket.exists());
}
