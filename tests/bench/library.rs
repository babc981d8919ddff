//! How fast the library is listed, held against bare handlers that answer the same.
//!
//! `cargo test --test bench-library`. Both are asked over loopback by one client, in turns, so that whatever else the machine
//! does falls on both; all of it on one processor. Prints a table.

#![expect(clippy::print_stdout, reason = "the figures are what it is run for")]

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};

use axum::Router;
use axum::body::Bytes;
use axum::http::header;
use axum::routing::post;
use inkfold::app::App;
use inkfold::clock::SystemClock;
use inkfold::config::Config;
use inkfold::domain::blob::BlobHash;
use inkfold::domain::book::{NewBook, QuestionKey};
use inkfold::domain::id::{AccountId, BookId, MemoId};
use inkfold::domain::memo::{Memo, MemoContent};
use inkfold::domain::policy::Actor;
use inkfold::domain::time::Time;
use inkfold::error::Error;
use inkfold::http;
use inkfold::services::accounts::{self, SignUp};
use inkfold::services::books;
use inkfold::worker::Worker;
use rustix::thread::{CpuSet, sched_setaffinity};
use tokio::net::TcpListener;

const BOOKS: u32 = 200;
const MEMOS_A_BOOK: u32 = 250;
const ROUNDS: usize = 2000;
const EMAIL: &str = "mara@example.org";
const PASSWORD: &str = "ink-and-paper";
const JSON: [(header::HeaderName, &str); 1] = [(header::CONTENT_TYPE, "application/json")];
const LIST: &str = "/api/book/list";

fn main() {
    stay_on_one_processor();
    let runtime = tokio::runtime::Runtime::new().expect("a runtime");
    let folder = tempfile::tempdir().expect("a folder");
    let config = Config { data_dir: folder.path().join("data"), ..Config::default() };
    let worker = Worker::of(Path::new(env!("CARGO_BIN_EXE_inkfold")));
    let app = Arc::new(App::open_with(config, Arc::new(SystemClock), worker).expect("an app"));
    seed(&app).expect("a community");
    let ours = runtime.block_on(listen(|listener| {
        let app = Arc::clone(&app);
        tokio::spawn(async move { http::serve(app, listener, std::future::pending()).await });
    }));
    println!(
        "| caller | kB | Inkfold, ms | bare handler with the bytes, ms | with the books, ms |"
    );
    println!("|---|---|---|---|---|");
    let mut caller = Caller::new(ours);
    measure("visitor", &mut caller, &runtime);
    caller.sign_in();
    measure("member", &mut caller, &runtime);
    runtime.shutdown_timeout(Duration::from_secs(1));
}

/// Client and servers hand every request over to each other; on several processors the system's choice of where each of
/// them wakes up decides the figures, threefold.
fn stay_on_one_processor() {
    let mut first = CpuSet::new();
    first.set(0);
    sched_setaffinity(None, &first).expect("the first processor");
}

/// So many books with so many memos, by as many members; the first of them has an account.
fn seed(app: &App) -> Result<(), Error> {
    let sign_up = SignUp {
        email: EMAIL.into(),
        password: PASSWORD.into(),
        username: "mara".into(),
        name: "Mara".into(),
        ..SignUp::default()
    };
    let mara = accounts::add(app, &Actor::Operator, &sign_up, true, false)?.id;
    for number in 0..BOOKS {
        let description = "What was cooked, who sat where, and what was never said.";
        let new = NewBook::parse(&format!("The kitchen table {number}"), description, None, vec![]);
        let book =
            books::add(app, &Actor::Operator, new.map_err(|words| Error::invalid("name", words))?)?;
        app.write(|tx| {
            for writer in 0..MEMOS_A_BOOK {
                let author = if writer == 0 { mara } else { id(writer, AccountId::new) };
                tx.put_memo(&memo(book.id, author, number * MEMOS_A_BOOK + writer))?;
            }
            Ok::<_, Error>(())
        })?;
    }
    Ok(())
}

fn memo(book: BookId, author: AccountId, number: u32) -> Memo {
    let now = Time { seconds: 1_767_225_600 + i64::from(number), nanoseconds: 0 };
    Memo {
        id: id(number, MemoId::new),
        book,
        author,
        question: QuestionKey::parse("smell").expect("a key"),
        content: MemoContent::Hand { picture: BlobHash::of(&number.to_be_bytes()) },
        created_at: now,
        updated_at: now,
    }
}

fn id<T>(number: u32, new: impl Fn(Time, [u8; 10]) -> T) -> T {
    let mut bytes = [0; 10];
    bytes[..4].copy_from_slice(&number.to_be_bytes());
    new(Time { seconds: 1_767_225_600, nanoseconds: 0 }, bytes)
}

async fn listen(serve: impl FnOnce(TcpListener)) -> SocketAddr {
    let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
    let address = listener.local_addr().expect("an address");
    serve(listener);
    address
}

/// The peers answer the same: one has the bytes, the other has the books in memory and writes them out each time.
fn measure(name: &str, ours: &mut Caller, runtime: &tokio::runtime::Runtime) {
    let bytes = Bytes::from(ours.ask(LIST, "{}"));
    let size = bytes.len();
    let books: Arc<serde_json::Value> = Arc::new(serde_json::from_slice(&bytes).expect("JSON"));
    let router = Router::new()
        .route("/bytes", post(move || std::future::ready((JSON, bytes.clone()))))
        .route("/books", post(move || std::future::ready((JSON, written(&books)))));
    let bare = runtime.block_on(listen(|listener| {
        tokio::spawn(async { axum::serve(listener, router).await });
    }));
    let mut bare = Caller::new(bare);
    let mut times = [const { Vec::new() }; 3];
    for _ in 0..ROUNDS {
        let [inkfold, with_bytes, with_books] = &mut times;
        inkfold.push(ours.time(LIST, size));
        with_bytes.push(bare.time("/bytes", size));
        with_books.push(bare.time("/books", size));
    }
    let [inkfold, with_bytes, with_books] = times.map(|mut times| {
        times.sort();
        times[times.len() / 2].as_secs_f64() * 1000.0
    });
    println!(
        "| {name} | {:.0} | {inkfold:.3} | {with_bytes:.3} ({:.2}) | {with_books:.3} ({:.2}) |",
        size as f64 / 1000.0,
        inkfold / with_bytes,
        inkfold / with_books
    );
}

fn written(books: &serde_json::Value) -> Vec<u8> {
    serde_json::to_vec(books).expect("JSON")
}

/// Asks one thing after the other on one connection.
struct Caller {
    stream: BufReader<TcpStream>,
    cookie: String,
}

impl Caller {
    fn new(address: SocketAddr) -> Self {
        let stream = TcpStream::connect(address).expect("a server");
        stream.set_nodelay(true).expect("a socket");
        Self {
            stream: BufReader::with_capacity(1 << 18, stream),
            cookie: "XSRF-TOKEN=bench".into(),
        }
    }

    fn sign_in(&mut self) {
        self.ask("/signin", &format!("{{\"email\":\"{EMAIL}\",\"password\":\"{PASSWORD}\"}}"));
    }

    fn time(&mut self, path: &str, size: usize) -> Duration {
        let begun = Instant::now();
        assert_eq!(self.ask(path, "{}").len(), size);
        begun.elapsed()
    }

    /// The body of the answer, which must be a good one.
    fn ask(&mut self, path: &str, body: &str) -> Vec<u8> {
        let request = format!(
            "POST {path} HTTP/1.1\r\nhost: localhost\r\ncookie: {}\r\nx-xsrf-token: bench\r\n\
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
