//! Benchmark of a community of 10,000 handwritten memos on a small machine: start, memory, writes while idle, backups.
//!
//! `make bench` runs the executable as a service manager would, on a folder that it fills first. Prints a
//! table; `TESTED_EXECUTABLE` names another executable, such as the release.

use std::fs;
use std::io::Write as _;
use std::net::TcpStream;
use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::Arc;
use std::thread;
use std::time::{Duration, Instant};

use inkfold::config::Config;
use inkfold::domain::book::{NewBook, Question, QuestionKey};
use inkfold::domain::id::{AccountId, MemoId};
use inkfold::domain::memo::{Memo, MemoContent};
use inkfold::domain::policy::Actor;
use inkfold::domain::time::Timestamp;
use inkfold::error::Error;
use inkfold::platform::clock::SystemClock;
use inkfold::sandbox::Sandbox;
use inkfold::services::books;
use inkfold::services::operations::bootstrap;

use crate::people;
use crate::server::{Server, executable, seconds};

const BOOKS: u32 = 20;
const QUESTIONS: u32 = 5;
const MEMBERS: u32 = 100;
/// Size in bytes of one memo's picture: the average of a box of handwriting.
const PICTURE: usize = 24_000;
/// Time after which the server counts as idle. Only then is it measured, for `WATCHED`.
const SETTLING: Duration = Duration::from_secs(20);
const WATCHED: Duration = Duration::from_mins(1);
const STARTS: usize = 5;
/// Number of connections that send a request body without its end.
const HOSTILE: usize = 1000;

pub(crate) fn run() {
    let folder = tempfile::tempdir().expect("a folder");
    let data = folder.path().join("data");
    let begun = Instant::now();
    seed(&data).expect("a community");
    println!("{} memos were made in {:.0} s", BOOKS * QUESTIONS * MEMBERS, seconds(begun));
    // The first start builds the search index.
    Server::start(&data, &[]).wait_for_search();

    println!("| what | figure |\n|---|---|");
    let mut starts: Vec<f64> =
        (0..STARTS).map(|_| Server::start(&data, &[]).first_answer).collect();
    starts.sort_by(f64::total_cmp);
    println!("| start to first answer | {:.0} ms |", starts[STARTS / 2] * 1000.0);
    let server = Server::start(&data, &[]);
    server.wait_for_search();
    thread::sleep(SETTLING);
    println!("| idle memory | {:.1} MiB |", server.memory());
    let (written, calls) = io(&server);
    thread::sleep(WATCHED);
    let (then, more_calls) = io(&server);
    println!("| written in {} idle seconds | {} bytes |", WATCHED.as_secs(), then - written);
    println!("| calls that write in that time | {} |", more_calls - calls);
    for _ in 0..200 {
        server.ask("GET", "/");
        server.ask("POST", "/api/book/list");
        server.ask("GET", "/api/search?q=rain");
    }
    thread::sleep(SETTLING);
    println!("| memory after 600 requests | {:.1} MiB |", server.memory());
    let before = server.memory();
    let held: Vec<TcpStream> = (0..HOSTILE).map(|_| send_unfinished(&server)).collect();
    let asked = Instant::now();
    assert!(server.ask("GET", "/api/search?q=rain").starts_with("HTTP/1.1 200"));
    let milliseconds = seconds(asked) * 1000.0;
    println!("| memory for {HOSTILE} unfinished bodies | {:.1} MiB |", server.memory() - before);
    println!("| a search beside them | {milliseconds:.0} ms |");
    drop(held);
    for name in ["first", "second"] {
        let before = size(&data.join("backups"));
        let begun = Instant::now();
        inkfold(&data, &["backup", "now"]);
        let more = (size(&data.join("backups")) - before) as f64 / 1e6;
        println!("| {name} backup | {:.1} s, {more:.1} MB more |", seconds(begun));
    }
    println!("| data folder | {:.1} MB |", (size(&data.join("blobs")) as f64) / 1e6);
}

/// Books with questions, each answered in handwriting by every member.
fn seed(data: &Path) -> Result<(), Error> {
    let config = Config { data_dir: data.to_owned(), ..Config::default() };
    let context =
        bootstrap::create_with(config, Arc::new(SystemClock), Sandbox::of(&executable()))?;
    let members = (0..MEMBERS)
        .map(|number| people::member(&context, &format!("member{number}")))
        .collect::<Result<Vec<_>, _>>()?;
    let mut number = 0;
    for book in 0..BOOKS {
        let new = NewBook::parse(&format!("Book {book}"), "Short memos.", None, vec![]);
        let new = new.map_err(|words| Error::invalid("name", words))?;
        let book = books::add(&context, &Actor::Operator, new)?;
        let questions: Vec<Question> = (0..QUESTIONS).map(question).collect();
        books::import_questions(&context, &Actor::Operator, book.id, &questions)?;
        context.write(|tx| {
            for (author, question) in
                members.iter().flat_map(|author| questions.iter().map(move |q| (author, q)))
            {
                number += 1;
                let guard = context.blobs.write_guard();
                let hand = MemoContent::Hand { picture: guard.put(&picture(number))? };
                let at = Timestamp { seconds: 1_767_225_600 + i64::from(number), nanoseconds: 0 };
                let (id, key) = (MemoId::new(at, random(number)), question.key.clone());
                tx.put_memo(&memo(id, book.id, *author, key, hand, at))?;
            }
            Ok::<_, Error>(())
        })?;
    }
    Ok(())
}

fn question(number: u32) -> Question {
    Question::parse(&format!("q{number}"), "What did it smell of?").expect("a question")
}

fn memo(
    id: MemoId,
    book: inkfold::domain::id::BookId,
    author: AccountId,
    question: QuestionKey,
    content: MemoContent,
    at: Timestamp,
) -> Memo {
    Memo { id, book, author, question, content, created_at: at, updated_at: at }
}

/// Returns noise of the size of a real picture, different for each number.
fn picture(number: u32) -> Vec<u8> {
    let noise = (0..PICTURE as u32).map(|at| (at ^ number).wrapping_mul(2_654_435_761) >> 24);
    let mut bytes: Vec<u8> = noise.map(|byte| byte as u8).collect();
    bytes.extend(number.to_be_bytes());
    bytes
}

fn random(number: u32) -> [u8; 10] {
    let mut bytes = [0; 10];
    bytes[..4].copy_from_slice(&number.to_be_bytes());
    bytes
}

/// Sends the longest JSON body except its last byte.
fn send_unfinished(server: &Server) -> TcpStream {
    const LENGTH: usize = 64 << 10;
    let mut stream = TcpStream::connect(&server.address).expect("a connection");
    let request = format!(
        "POST /signin HTTP/1.1\r\nhost: localhost\r\ncookie: XSRF-TOKEN=bench\r\nx-xsrf-token: bench\r\n\
         content-type: application/json\r\ncontent-length: {LENGTH}\r\n\r\n"
    );
    stream.write_all(request.as_bytes()).expect("a request");
    // The server may refuse the body before its end, above the limit of one address.
    let _ = stream.write_all(&vec![b' '; LENGTH - 1]);
    stream
}

/// Returns the number of bytes that the server has had written to the disk, and of its write calls.
fn io(server: &Server) -> (u64, u64) {
    let io = server.about("io");
    let number = |name: &str| {
        let line = io.lines().find_map(|line| line.strip_prefix(name)).expect("a line");
        line.trim().parse::<u64>().expect("a number")
    };
    (number("write_bytes:"), number("syscw:"))
}

/// Runs a command on the data folder and waits for its end.
fn inkfold(data: &Path, args: &[&str]) {
    let mut command = Command::new(executable());
    command.arg("--data-dir").arg(data).args(args).stdout(Stdio::null()).stderr(Stdio::null());
    assert!(command.status().expect("a command").success());
}

/// Returns the size of a file, or of everything below a folder, in bytes.
fn size(path: &Path) -> u64 {
    let Ok(entries) = fs::read_dir(path) else {
        return fs::metadata(path).map_or(0, |file| file.len());
    };
    entries.flatten().map(|entry| size(&entry.path())).sum()
}
