//! HTTPS without a proxy.

use std::fs::File;
use std::io::Write;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;

use axum::body::Body;
use hyper::Request;
use hyper::client::conn::http2;
use hyper_util::rt::{TokioExecutor, TokioIo};
use rcgen::{CertifiedKey, KeyPair, generate_simple_self_signed};
use rustls::pki_types::CertificateDer;
use tokio::io::AsyncWriteExt;

use super::{PING, connect, greet, head, inkfold, rest};
use crate::support::{self, Log, Running, words};

const NAME: &str = "localhost";
const FILES: &str = "mode = \"files\"\nredirect_listen = \"127.0.0.1:0\"\n";

fn put(path: &Path, text: &str) {
    File::create(path).unwrap().write_all(text.as_bytes()).unwrap();
}

/// Settings for https with these lines, and the certificate in the folder.
pub(super) fn settings(folder: &Path, tls: &str) -> String {
    let (certificate, key) = (folder.join("c.pem"), folder.join("k.pem"));
    format!(
        "public_url = \"https://{NAME}:8443\"\n[tls]\n{tls}certificate_file = \"{}\"\nkey_file = \"{}\"\n",
        certificate.display(),
        key.display()
    )
}

/// Puts a new certificate into the folder.
pub(super) fn certify(folder: &Path) -> CertificateDer<'static> {
    let CertifiedKey { cert, key_pair } = generate_simple_self_signed([NAME.to_owned()]).unwrap();
    put(&folder.join("c.pem"), &cert.pem());
    put(&folder.join("k.pem"), &key_pair.serialize_pem());
    cert.der().clone()
}

#[tokio::test]
async fn old_and_new_browsers_accept_own_certificate() {
    let folder = tempfile::tempdir().unwrap();
    let trusted = certify(folder.path());
    let command = inkfold(folder.path(), &settings(folder.path(), FILES));
    let running = Running::start(command);
    assert!(running.url.starts_with("https://127.0.0.1:"), "{}", running.url);

    let mut old = greet(&running.url, NAME, &trusted, "http/1.1").await.unwrap();
    old.write_all(PING).await.unwrap();
    assert!(head(&mut old).await.starts_with("HTTP/1.1 200"));

    let stream = greet(&running.url, NAME, &trusted, "h2").await.unwrap();
    assert_eq!(stream.get_ref().1.alpn_protocol(), Some(&b"h2"[..]));
    let (mut sender, connection) =
        http2::handshake(TokioExecutor::new(), TokioIo::new(stream)).await.unwrap();
    tokio::spawn(connection);
    let asked = Request::post(format!("https://{NAME}:8443/check-username"))
        .header("content-type", "application/json")
        .header("cookie", "XSRF-TOKEN=a")
        .header("x-xsrf-token", "a")
        .header("origin", format!("https://{NAME}:8443"));
    let asked = asked.body(Body::from("{\"username\":\"mara\"}")).unwrap();
    assert_eq!(sender.send_request(asked).await.unwrap().status(), 200);
    // Foreign host names are refused over HTTPS, too.
    let wrong = Request::get("https://eve.example.com/healthz").body(Body::empty()).unwrap();
    assert_eq!(sender.send_request(wrong).await.unwrap().status(), 421);
}

#[tokio::test]
async fn plain_http_is_redirected_to_https() {
    let folder = tempfile::tempdir().unwrap();
    certify(folder.path());
    let running = Running::start(inkfold(folder.path(), &settings(folder.path(), FILES)));
    let plain = running.redirect.clone().unwrap();
    let client = reqwest::Client::builder().redirect(reqwest::redirect::Policy::none());
    let led = client.build().unwrap().get(format!("{plain}/books?a=b")).send().await.unwrap();
    assert_eq!(led.status(), 308);
    assert_eq!(led.headers()["location"], format!("https://{NAME}:8443/books?a=b"));
    // At the HTTPS port it is a protocol error.
    let mut lost = connect(&running.url).await;
    lost.write_all(PING).await.unwrap();
    assert_no_http_response(&mut lost).await;
}

#[tokio::test]
async fn https_server_is_found_healthy_and_stops() {
    let folder = tempfile::tempdir().unwrap();
    certify(folder.path());
    let mut running = Running::start(inkfold(folder.path(), &settings(folder.path(), FILES)));
    let place = running.url.strip_prefix("https://").unwrap().to_owned();
    let file = folder.path().join("inkfold.toml");
    let args = ["--config", file.to_str().unwrap(), "health", "--listen", &place];
    let healthy = support::inkfold(folder.path(), &args);
    assert_eq!(healthy.stdout, format!("The server at {place} is ready.\n").into_bytes());
    running.stop();
}

async fn assert_no_http_response(stream: &mut tokio::net::TcpStream) {
    let mut bytes = Vec::new();
    let _ = tokio::io::AsyncReadExt::read_to_end(stream, &mut bytes).await;
    assert!(!bytes.starts_with(b"HTTP"));
}

#[tokio::test]
async fn renewed_certificate_is_used_without_restart() {
    let folder = tempfile::tempdir().unwrap();
    let old = certify(folder.path());
    let settings = settings(folder.path(), "mode = \"files\"\n");
    let mut command = inkfold(folder.path(), &settings);
    let mut log = Log::of(&mut command);
    let running = Running::start_aloud("127.0.0.1:0", command);
    let mut before = greet(&running.url, NAME, &old, "http/1.1").await.unwrap();
    let new = certify(folder.path());
    log.wait_for("certificate reloaded").await;
    assert!(greet(&running.url, NAME, &new, "http/1.1").await.is_ok());
    // The earlier connection stays open with the old certificate.
    before
        .write_all(b"GET /healthz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
        .await
        .unwrap();
    assert!(rest(&mut before).await.starts_with("HTTP/1.1 200"));
}

#[test]
fn mismatched_key_is_refused_with_hint() {
    let folder = tempfile::tempdir().unwrap();
    certify(folder.path());
    put(&folder.path().join("k.pem"), &KeyPair::generate().unwrap().serialize_pem());
    let settings = settings(folder.path(), "mode = \"files\"\n");
    let made = inkfold(folder.path(), &settings).arg("init").output().unwrap();
    assert!(made.status.success(), "{}", words(&made));
    let mut serve = inkfold(folder.path(), &settings);
    let refused = serve.args(["serve", "--listen", "127.0.0.1:0"]).output().unwrap();
    assert_eq!(refused.status.code(), Some(1));
    let text = words(&refused);
    assert!(text.contains("does not belong to the certificate in "), "{text}");
    assert!(text.contains("hint: take both files of the same renewal"), "{text}");
}

#[test]
fn incomplete_tls_settings_are_reported_before_serving() {
    let folder = tempfile::tempdir().unwrap();
    for (settings, told) in [
        ("[tls]\nmode = \"files\"\n", "let `public_url` begin with https://"),
        (
            "public_url = \"https://a.org\"\n[tls]\nmode = \"files\"\n",
            "set `certificate_file` and `key_file`",
        ),
        ("public_url = \"https://a.org\"\n[tls]\nmode = \"acme\"\n", "set `contact` in [tls.acme]"),
        ("[tls]\nmode = \"letsencrypt\"\n", "unknown value `letsencrypt`"),
    ] {
        let refused = inkfold(folder.path(), settings).arg("serve").output().unwrap();
        assert_eq!(refused.status.code(), Some(1), "{told}");
        assert!(words(&refused).contains(told), "{told}: {}", words(&refused));
    }
}

#[tokio::test]
async fn server_without_certificate_waits_for_one() {
    let folder = tempfile::tempdir().unwrap();
    // The directory is at an address without a server.
    let settings = "public_url = \"https://localhost\"\n[tls]\nmode = \"acme\"\n[tls.acme]\n\
        contact = \"ada@example.org\"\ndirectory = \"https://127.0.0.1:1/directory\"\n";
    let mut running = Running::start(inkfold(folder.path(), settings));
    let unknown = certify(folder.path());
    for protocol in ["http/1.1", "acme-tls/1"] {
        assert!(greet(&running.url, NAME, &unknown, protocol).await.is_err(), "{protocol}");
    }
    let keys = std::fs::metadata(folder.path().join("data/acme")).unwrap();
    assert_eq!(keys.permissions().mode() & 0o777, 0o700);
    running.stop();
}
