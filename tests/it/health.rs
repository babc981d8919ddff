//! `inkfold health` as a service manager uses it.

use std::io::{Read, Write};
use std::net::{SocketAddr, TcpListener};
use std::process::Output;
use std::thread;

use serde_json::json;
use tokio::task::spawn_blocking;

use crate::support::{TestServer, inkfold, json as answer_of, words};

const OK: &str = "HTTP/1.1 200 OK";

fn health(address: &str, more: &[&str]) -> Output {
    let nowhere = tempfile::tempdir().unwrap();
    let args = [&["health", "--listen", address], more].concat();
    inkfold(nowhere.path(), &args)
}

/// Server that responds with these statuses, one per connection.
fn answering(statuses: &'static [&'static str]) -> SocketAddr {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = listener.local_addr().unwrap();
    thread::spawn(move || {
        for (status, caller) in statuses.iter().zip(listener.incoming()) {
            let mut caller = caller.unwrap();
            let _ = caller.read(&mut [0; 512]);
            write!(caller, "{status}\r\nContent-Length: 0\r\n\r\n").unwrap();
        }
    });
    address
}

#[tokio::test]
async fn ready_server_is_reported_as_ready() {
    let server = TestServer::start().await;
    let address = server.url.strip_prefix("http://").unwrap().to_owned();
    let port = address.rsplit(':').next().unwrap().to_owned();
    let plain = address.clone();
    let healthy = spawn_blocking(move || health(&plain, &[])).await.unwrap();
    assert_eq!(healthy.status.code(), Some(0), "{}", words(&healthy));
    assert_eq!(healthy.stdout, format!("The server at {address} is ready.\n").into_bytes());
    // A server on all addresses is reached by the loopback address.
    let healthy = spawn_blocking(move || health(&format!(":{port}"), &["--json"])).await.unwrap();
    let healthy = answer_of(&healthy);
    let expected = json!({ "address": address, "alive": true, "ready": true, "error": null });
    assert_eq!(healthy, expected);
}

#[test]
fn unhealthy_server_is_reported_with_its_cause() {
    let free = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap();
    let silent = TcpListener::bind("127.0.0.1:0").unwrap();

    for (address, alive, told) in [
        (free, false, "no server answers at"),
        (silent.local_addr().unwrap(), false, "no answer in time"),
        (answering(&["HTTP/1.1 404 Not Found"]), false, "is no Inkfold (404)"),
        (answering(&["220 mail.example.org ESMTP"]), false, "the answer is not HTTP"),
        (answering(&[OK, "HTTP/1.1 500 Internal Server Error"]), true, "is not ready (500)"),
    ] {
        let sick = health(&address.to_string(), &["--timeout", "1", "--json"]);
        assert_eq!(sick.status.code(), Some(1), "{told}");
        let said: serde_json::Value = serde_json::from_slice(&sick.stdout).unwrap();
        assert_eq!((&said["alive"], &said["ready"]), (&json!(alive), &json!(false)), "{told}");
        assert!(said["error"].as_str().unwrap().contains(told), "{told}: {said}");
        assert!(words(&sick).contains(told), "{told}: {}", words(&sick));
    }
    assert!(words(&health(&free.to_string(), &[])).contains("hint: is it running"));
    assert_eq!(health("everywhere", &[]).status.code(), Some(2));
    assert_eq!(health("127.0.0.1:1", &["--timeout", "0"]).status.code(), Some(2));
}
