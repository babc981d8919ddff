//! `inkfold health` as a service manager uses it.

use std::io::{Read, Write};
use std::net::{SocketAddr, TcpListener};
use std::process::{Command, Output};
use std::thread;

use serde_json::json;
use tokio::task::spawn_blocking;

use crate::support::{
    Running, TestServer, executable, exports, inkfold, json as answer_of, skip, words,
};

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
fn running_server_is_found_without_its_address() {
    for listen in ["127.0.0.1:0", "[::1]:0"] {
        if listen.starts_with('[') && TcpListener::bind(listen).is_err() {
            skip("no IPv6 on this machine");
            continue;
        }
        let folder = tempfile::tempdir().unwrap();
        let (data, settings) = (folder.path().join("data"), folder.path().join("inkfold.toml"));
        exports::write(&settings, b"listen = \"127.0.0.1:1\"\n");
        let mut serve = Command::new(executable());
        serve.arg("--data-dir").arg(&data).arg("--config").arg(&settings);
        let mut running = Running::start_at(listen, serve, &[]);
        let address = running.url.strip_prefix("http://").unwrap().to_owned();
        let health = || inkfold(&data, &["--config", settings.to_str().unwrap(), "health"]);
        let healthy = health();
        assert_eq!(healthy.status.code(), Some(0), "{}", words(&healthy));
        assert_eq!(healthy.stdout, format!("The server at {address} is ready.\n").into_bytes());

        running.stop();
        let sick = health();
        assert!(words(&sick).contains("no server answers at 127.0.0.1:1: "), "{}", words(&sick));
    }
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
        // The others answer at once, as far as a busy machine lets them.
        let timeout = if told == "no answer in time" { "1" } else { "60" };
        let sick = health(&address.to_string(), &["--timeout", timeout, "--json"]);
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
