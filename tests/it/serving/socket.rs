//! A Unix socket in place of an address, for a proxy on the same machine.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::os::unix::net::UnixListener;

use tokio::io::AsyncWriteExt;
use tokio::net::UnixStream;

use super::{PING, head, inkfold};
use crate::support::{self, Running, words};

#[tokio::test]
async fn proxy_and_health_use_the_socket() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("http.sock");
    let place = format!("unix:{}", path.display());
    // A stale socket of a killed server is replaced.
    drop(UnixListener::bind(&path).unwrap());
    let mut running = Running::start_at(&place, inkfold(folder.path(), ""), &[]);
    assert_eq!(running.url, place);
    assert_eq!(fs::metadata(&path).unwrap().permissions().mode() & 0o777, 0o660);

    let mut stream = UnixStream::connect(&path).await.unwrap();
    stream.write_all(PING).await.unwrap();
    assert!(head(&mut stream).await.starts_with("HTTP/1.1 200"));
    let healthy = support::inkfold(folder.path(), &["health", "--listen", &place]);
    assert_eq!(healthy.stdout, format!("The server at {place} is ready.\n").into_bytes());

    let second = tempfile::tempdir().unwrap();
    let refused = inkfold(second.path(), "").args(["serve", "--listen", &place]).output().unwrap();
    assert_eq!(refused.status.code(), Some(1));
    let text = words(&refused);
    assert!(text.contains("another server listens there") && text.contains("hint: "), "{text}");

    running.stop();
    assert!(!path.exists());
    let sick = support::inkfold(folder.path(), &["health", "--listen", &place]);
    assert!(words(&sick).contains("no server answers at unix:"), "{}", words(&sick));
}

#[test]
fn regular_file_is_not_replaced_by_socket() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("inkfold.toml");
    let place = format!("unix:{}", path.display());
    let refused = inkfold(folder.path(), "").args(["serve", "--listen", &place]).output().unwrap();
    assert!(words(&refused).contains("it is not a socket"), "{}", words(&refused));
    assert!(path.exists());
}
