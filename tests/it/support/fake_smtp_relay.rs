//! Community that accepts mail, and clients of its listeners that send raw commands.

use std::net::SocketAddr;
use std::path::PathBuf;
use std::sync::Arc;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use inkfold::config::Config;
use inkfold::smtp_server::{self, Listeners};
use serde_json::{Value, json};
use tempfile::TempDir;
use tokio::io::{AsyncBufReadExt, AsyncRead, AsyncReadExt, AsyncWrite, AsyncWriteExt, BufReader};
use tokio::net::{TcpStream, UnixStream};
use tokio::sync::watch;
use tokio::task::JoinHandle;

use super::{Member, TestServer, Topic};

pub(crate) const HOST: &str = "post.example.org";
/// Header that the front mail server adds to a mail from a member of example.org.
pub(crate) const PROOF: &str =
    "Authentication-Results: mx.example.org; dmarc=pass header.from=example.org\r\n";

pub(crate) struct FakeSmtpRelay {
    pub(crate) server: TestServer,
    pub(crate) topic: Topic,
    pub(crate) socket: PathBuf,
    smtp: SocketAddr,
    _folder: TempDir,
    stop: watch::Sender<bool>,
    doors: JoinHandle<std::io::Result<()>>,
}

impl FakeSmtpRelay {
    pub(crate) async fn open() -> Self {
        Self::open_with(|_| {}).await
    }

    /// Starts a community with both listeners open; the front mail server behind the socket is trusted.
    pub(crate) async fn open_with(change: impl FnOnce(&mut Config)) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let socket = folder.path().join("lmtp.sock");
        let server = TestServer::start_with(|config| {
            let inbound = &mut config.mail.inbound;
            inbound.host = HOST.into();
            inbound.lmtp_socket.clone_from(&socket);
            inbound.smtp_listen = "127.0.0.1:0".into();
            inbound.authserv_id = "mx.example.org".into();
            change(config);
        })
        .await;
        let doors = Listeners::open(&server.context.config().mail.inbound).unwrap();
        let smtp = doors.smtp().unwrap();
        let (stop, stopping) = watch::channel(false);
        let doors = tokio::spawn(smtp_server::serve(Arc::clone(&server.context), doors, stopping));
        let topic = server.topic("letters").await;
        Self { server, topic, socket, smtp, _folder: folder, stop, doors }
    }

    /// Connects to the socket, and sends nothing.
    pub(crate) async fn at_socket(&self) -> Talk<UnixStream> {
        Talk::new(UnixStream::connect(&self.socket).await.unwrap())
    }

    /// Connects to the socket; reads the greeting and sends LHLO.
    pub(crate) async fn lmtp(&self) -> Talk<UnixStream> {
        let mut talk = self.at_socket().await;
        assert!(talk.read_reply().await.starts_with("220 "));
        assert!(talk.send_command("LHLO front.example.org").await.starts_with("250"));
        talk
    }

    /// Connects to the port, and sends nothing.
    pub(crate) async fn caller(&self) -> Talk<TcpStream> {
        Talk::new(TcpStream::connect(self.smtp).await.unwrap())
    }

    /// Connects to the port; reads the greeting and sends EHLO.
    pub(crate) async fn smtp(&self) -> Talk<TcpStream> {
        let mut talk = self.caller().await;
        assert!(talk.read_reply().await.starts_with("220 "));
        assert!(talk.send_command("EHLO tablet.example.org").await.starts_with("250"));
        talk
    }

    /// Sends a mail to this address at the LMTP socket; returns the reply.
    pub(crate) async fn post(&self, to: &str, mail: &[u8]) -> String {
        self.lmtp().await.post(to, mail).await
    }

    /// The member's secret address for the topic.
    pub(crate) async fn secret_address(&self, member: &Member) -> String {
        let made = member.post(&format!("/api/mail-address/{}", member.uid), json!({})).await;
        assert_eq!(made.status, 201, "{made}");
        format!("{}.{}@{HOST}", made.json()["secret"]["name"].as_str().unwrap(), self.topic.code)
    }

    /// Shuts down as the server does, and waits until all connections are closed.
    pub(crate) async fn close(self) {
        self.stop.send_replace(true);
        self.doors.await.unwrap().unwrap();
    }

    /// Begins the shutdown.
    pub(crate) fn stop(&self) {
        self.stop.send_replace(true);
    }
}

/// Pending posts of the member.
pub(crate) async fn pending(member: &Member) -> Vec<Value> {
    let list = member.get(&format!("/api/usr/posts?uid={}", member.uid)).await.json();
    // The response is a message instead of a list when there are none.
    list.as_array().cloned().unwrap_or_default()
}

/// Client side of an SMTP or LMTP session.
pub(crate) struct Talk<S> {
    stream: BufReader<S>,
}

impl<S: AsyncRead + AsyncWrite + Unpin> Talk<S> {
    fn new(stream: S) -> Self {
        Self { stream: BufReader::new(stream) }
    }

    /// Reads the next reply, of one line or several.
    pub(crate) async fn read_reply(&mut self) -> String {
        let mut all = String::new();
        loop {
            let mut line = String::new();
            self.stream.read_line(&mut line).await.unwrap_or(0);
            all += &line;
            if line.as_bytes().get(3) != Some(&b'-') {
                return all.trim_end().to_owned();
            }
        }
    }

    /// Sends raw bytes.
    pub(crate) async fn send(&mut self, bytes: &[u8]) {
        // If the server has closed the connection, the next read notices it.
        let _ = self.stream.write_all(bytes).await;
        let _ = self.stream.flush().await;
    }

    pub(crate) async fn send_command(&mut self, line: &str) -> String {
        self.send(format!("{line}\r\n").as_bytes()).await;
        self.read_reply().await
    }

    /// Returns all further text until the server closes the connection.
    pub(crate) async fn rest(&mut self) -> String {
        let mut rest = Vec::new();
        let _ = self.stream.read_to_end(&mut rest).await;
        String::from_utf8(rest).unwrap()
    }

    /// Sends a mail with its envelope; returns its reply, or that of the first command that is refused.
    pub(crate) async fn post(&mut self, to: &str, mail: &[u8]) -> String {
        for line in ["MAIL FROM:<mara@example.org>", &format!("RCPT TO:<{to}>"), "DATA"] {
            let reply = self.send_command(line).await;
            if !reply.starts_with(['2', '3']) {
                self.send_command("RSET").await;
                return reply;
            }
        }
        self.send(mail).await;
        self.send_command("\r\n.").await
    }
}

/// Mail with these header lines, and attachments with their declared media types.
pub(crate) fn mail(head: &str, files: &[(&str, &[u8])]) -> Vec<u8> {
    let parts = files.iter().map(|(kind, file)| {
        let packed = STANDARD.encode(file).into_bytes();
        let lines = packed.chunks(76).map(|line| [line, b"\r\n"].concat()).collect::<Vec<_>>();
        let body = String::from_utf8(lines.concat()).unwrap();
        format!("--=b\r\nContent-Type: {kind}\r\nContent-Disposition: attachment\r\nContent-Transfer-Encoding: base64\r\n\r\n{body}")
    });
    let parts: String = parts.collect();
    format!(
        "{head}MIME-Version: 1.0\r\nContent-Type: multipart/mixed; boundary=\"=b\"\r\n\r\n\
         --=b\r\nContent-Type: text/plain\r\n\r\nSent from my tablet.\r\n{parts}--=b--\r\n"
    )
    .into_bytes()
}

/// Authenticated mail from a member, with a page.
pub(crate) fn proven(name: &str, subject: &str, page: &[u8]) -> Vec<u8> {
    let head = format!("{PROOF}From: <{name}@example.org>\r\nSubject: {subject}\r\n");
    mail(&head, &[("image/png", page)])
}

impl<S: AsyncRead + AsyncWrite + Unpin> Talk<S> {
    /// The answer to a first hello.
    pub(crate) async fn greeting(&mut self) -> String {
        self.read_reply().await;
        self.send_command("EHLO x").await
    }

    /// Sends the bytes this many times, or until the server closes the connection; returns how often they were sent, and all that
    /// the server says then.
    pub(crate) async fn flood(&mut self, bytes: &[u8], times: usize) -> (usize, String) {
        let mut sent = 0;
        while sent < times && self.stream.write_all(bytes).await.is_ok() {
            sent += 1;
        }
        (sent, self.rest().await)
    }
}
