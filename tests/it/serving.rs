//! Connections from the clients' side: slow ones, many, encrypted, by a socket, and during shutdown.

mod acme;
mod http2;
mod many;
mod mdns;
mod shutdown;
mod slow;
mod small;
mod socket;
mod strangers;
mod systemd;
mod tls;

use std::fs::{File, Permissions};
use std::io::Write;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::Command;
use std::sync::Arc;
use std::time::Duration;

use rustls::pki_types::{CertificateDer, ServerName};
use rustls::{ClientConfig, RootCertStore};
use tokio::io::{AsyncRead, AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::time::timeout;
use tokio_rustls::TlsConnector;
use tokio_rustls::client::TlsStream;

use crate::support::{TestServer, eventually, executable};

/// Timeout, longer than any step of the tests.
const LONG: Duration = Duration::from_secs(30);
const PING: &[u8] = b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n";

/// Server on an empty folder with these settings.
fn inkfold(folder: &Path, settings: &str) -> Command {
    let file = folder.join("inkfold.toml");
    File::create(&file).unwrap().write_all(settings.as_bytes()).unwrap();
    std::fs::set_permissions(&file, Permissions::from_mode(0o600)).unwrap();
    let mut command = Command::new(executable());
    command.arg("--config").arg(file).arg("--data-dir").arg(folder.join("data"));
    command
}

/// Connects to the address of a server.
async fn connect(url: &str) -> TcpStream {
    TcpStream::connect(url.split_once("://").unwrap().1).await.unwrap()
}

/// Performs a TLS handshake as a browser that wants this name, and trusts this certificate and those signed by it.
async fn greet(
    url: &str,
    name: &'static str,
    trusted: &CertificateDer<'static>,
    protocol: &str,
) -> std::io::Result<TlsStream<TcpStream>> {
    let mut roots = RootCertStore::empty();
    roots.add(trusted.clone()).unwrap();
    let provider = Arc::new(rustls::crypto::ring::default_provider());
    let mut config = ClientConfig::builder_with_provider(provider)
        .with_safe_default_protocol_versions()
        .unwrap()
        .with_root_certificates(roots)
        .with_no_client_auth();
    config.alpn_protocols = vec![protocol.as_bytes().to_vec()];
    let name = ServerName::try_from(name).unwrap();
    TlsConnector::from(Arc::new(config)).connect(name, connect(url).await).await
}

/// Connects a client that watches a new thread of the server.
async fn watching(server: &TestServer) -> TcpStream {
    let topic = server.topic("letters").await;
    let mut watching = connect(&server.url).await;
    let path = format!("/api/thread/live?code={}", topic.code);
    let watch = format!("GET {path} HTTP/1.1\r\nHost: localhost\r\n\r\n");
    watching.write_all(watch.as_bytes()).await.unwrap();
    assert!(head(&mut watching).await.contains("text/event-stream"));
    watching
}

/// Reads the head of the next response.
async fn head(from: &mut (impl AsyncRead + Unpin)) -> String {
    let mut head = Vec::new();
    while !head.ends_with(b"\r\n\r\n") {
        match timeout(LONG, from.read_u8()).await.unwrap() {
            Ok(byte) => head.push(byte),
            Err(_) => break,
        }
    }
    String::from_utf8(head).unwrap()
}

/// Reads everything until the end of the connection.
async fn rest(from: &mut (impl AsyncRead + Unpin)) -> String {
    let mut rest = Vec::new();
    // The server may reset the connection.
    let _ = timeout(LONG, from.read_to_end(&mut rest)).await.unwrap();
    String::from_utf8(rest).unwrap()
}

/// Connects and gets one response; the connection stays open.
async fn answered(url: &str) -> TcpStream {
    let mut stream = connect(url).await;
    stream.write_all(PING).await.unwrap();
    assert!(head(&mut stream).await.starts_with("HTTP/1.1 200"));
    stream
}

/// Connects again and again until a server that has reached its connection limit has a slot.
async fn wait_for_slot(url: &str) {
    eventually("no slot frees", async || {
        let mut next = connect(url).await;
        // The server may have closed the connection already.
        let _ = next.write_all(PING).await;
        let answer = head(&mut next).await;
        let is_refused = answer.is_empty() || answer.starts_with("HTTP/1.1 503");
        assert!(is_refused || answer.starts_with("HTTP/1.1 200"), "{answer}");
        (!is_refused).then_some(())
    })
    .await;
}

/// Head of a request with this body that checks a username; `more` adds headers.
fn question(body: &str, more: &str) -> String {
    format!(
        "POST /check-username HTTP/1.1\r\nHost: localhost\r\nCookie: XSRF-TOKEN=a\r\nX-XSRF-TOKEN: a\r\n\
         Content-Type: application/json\r\nContent-Length: {}\r\n{more}\r\n",
        body.len()
    )
}
