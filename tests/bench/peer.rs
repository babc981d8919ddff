//! Helpers to compare the server with a bare handler: one client that asks both in turns.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::sync::Arc;
use std::time::{Duration, Instant};

use inkfold::context::Context;
use rustix::thread::{CpuSet, sched_setaffinity};
use tokio::net::TcpListener;

use crate::people::{PASSWORD, email};

/// Pins the process to one processor: client and servers take turns, and on several processors the scheduler's placement
/// of the threads changes the figures up to threefold.
pub(crate) fn stay_on_one_processor() {
    let mut first = CpuSet::new();
    first.set(0);
    sched_setaffinity(None, &first).expect("the first processor");
}

/// Serves the community until the end.
pub(crate) async fn serve(context: &Arc<Context>) -> SocketAddr {
    listen(|listener| {
        let context = Arc::clone(context);
        tokio::spawn(async move {
            inkfold::server::serve(context, listener, std::future::pending()).await
        });
    })
    .await
}

/// Serves a bare router on a free port.
pub(crate) async fn serve_bare(router: axum::Router) -> SocketAddr {
    listen(|listener| {
        tokio::spawn(async { axum::serve(listener, router).await });
    })
    .await
}

async fn listen(serve: impl FnOnce(TcpListener)) -> SocketAddr {
    let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
    let address = listener.local_addr().expect("an address");
    serve(listener);
    address
}

/// Returns the median in milliseconds.
pub(crate) fn median(mut times: Vec<Duration>) -> f64 {
    times.sort();
    times[times.len() / 2].as_secs_f64() * 1000.0
}

/// Client that sends one request after the other on one connection.
pub(crate) struct Caller {
    stream: BufReader<TcpStream>,
    cookie: String,
}

impl Caller {
    pub(crate) fn new(address: SocketAddr) -> Self {
        let stream = TcpStream::connect(address).expect("a server");
        stream.set_nodelay(true).expect("a socket");
        Self {
            stream: BufReader::with_capacity(1 << 18, stream),
            cookie: "XSRF-TOKEN=bench".into(),
        }
    }

    pub(crate) fn sign_in(&mut self) {
        self.ask(
            "POST",
            "/signin",
            &format!("{{\"email\":\"{}\",\"password\":\"{PASSWORD}\"}}", email("mara")),
        );
    }

    /// Returns the duration of a request; asserts the size of its response in bytes.
    pub(crate) fn time(&mut self, method: &str, path: &str, size: usize) -> Duration {
        let begun = Instant::now();
        assert_eq!(self.ask(method, path, "{}").len(), size);
        begun.elapsed()
    }

    /// Returns the body of the response; panics on a status of 4xx.
    pub(crate) fn ask(&mut self, method: &str, path: &str, body: &str) -> Vec<u8> {
        let request = format!(
            "{method} {path} HTTP/1.1\r\nhost: localhost\r\ncookie: {}\r\nx-xsrf-token: bench\r\n\
             content-type: application/json\r\ncontent-length: {}\r\n\r\n{body}",
            self.cookie,
            body.len()
        );
        self.stream.get_mut().write_all(request.as_bytes()).expect("a request");
        let mut length = 0;
        let mut line = String::new();
        loop {
            line.clear();
            self.stream.read_line(&mut line).expect("a header");
            assert!(!line.starts_with("HTTP/1.1 4"), "{path}: {line}");
            let Some((name, value)) = line.trim_end().split_once(": ") else {
                if line == "\r\n" {
                    break;
                }
                continue;
            };
            match name {
                "content-length" => length = value.parse().expect("a length"),
                "set-cookie" if value.contains("session") => {
                    let pair = value.split(';').next().unwrap_or_default();
                    self.cookie = format!("XSRF-TOKEN=bench; {pair}");
                }
                _ => {}
            }
        }
        let mut answer = vec![0; length];
        self.stream.read_exact(&mut answer).expect("an answer");
        answer
    }
}
