//! Fake reverse proxy, correct or misconfigured.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::sync::{Arc, Mutex};
use std::thread;

/// Behaviour of the proxy towards a request.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ProxyBehaviour {
    /// Forwards the client's address and the requested host.
    Proper,
    /// Forwards the host, but not the client's address.
    Anonymous,
    /// Forwards the client's address, but another host.
    Renaming(&'static str),
    /// Responds itself, without a request to the server.
    Answering(&'static str),
}

pub(super) struct Proxy {
    pub(super) url: String,
    /// Address of the server that requests are forwarded to.
    server: Arc<Mutex<Option<SocketAddr>>>,
    /// Path of the last request.
    asked: Arc<Mutex<String>>,
}

impl Proxy {
    /// Starts the proxy for the host that members type, until the test ends.
    pub(super) fn of(host: &'static str, manner: ProxyBehaviour) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let url = format!("http://{}", listener.local_addr().unwrap());
        let (server, asked) = (Arc::default(), Arc::default());
        let proxy = Self { url, server: Arc::clone(&server), asked: Arc::clone(&asked) };
        thread::spawn(move || {
            for client in listener.incoming() {
                let server = *server.lock().unwrap();
                pass_on(&client.unwrap(), server, host, manner, &asked);
            }
        });
        proxy
    }

    /// Forwards requests to the server at this address from now on.
    pub(super) fn lead_to(&self, url: &str) {
        *self.server.lock().unwrap() = Some(url.trim_start_matches("http://").parse().unwrap());
    }

    /// Returns the path of the last request.
    pub(super) fn asked(&self) -> String {
        self.asked.lock().unwrap().clone()
    }
}

fn pass_on(
    mut client: &TcpStream,
    server: Option<SocketAddr>,
    host: &str,
    manner: ProxyBehaviour,
    asked: &Mutex<String>,
) {
    let mut head = BufReader::new(client).lines();
    let request = head.next().unwrap().unwrap();
    asked.lock().unwrap().replace_range(.., request.split(' ').nth(1).unwrap());
    // The whole head must be read, or the connection would be reset.
    while head.next().is_some_and(|line| line.is_ok_and(|line| !line.is_empty())) {}
    if let ProxyBehaviour::Answering(answer) = manner {
        client.write_all(answer.as_bytes()).unwrap();
        return;
    }
    let host = if let ProxyBehaviour::Renaming(other) = manner { other } else { host };
    let forwarded =
        if manner == ProxyBehaviour::Anonymous { "" } else { "X-Forwarded-For: 203.0.113.9\r\n" };
    let mut server = TcpStream::connect(server.unwrap()).unwrap();
    write!(server, "{request}\r\nHost: {host}\r\n{forwarded}Connection: close\r\n\r\n").unwrap();
    let mut answer = Vec::new();
    server.read_to_end(&mut answer).unwrap();
    client.write_all(&answer).unwrap();
}
