//! Benchmark of listing the library, against bare handlers that answer the same.
//!
//! `make bench`. Both are asked over loopback by one client, in turns, so that whatever else the machine
//! does falls on both; all of it on one processor. Prints a table.

use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::body::Bytes;
use axum::http::header;
use axum::routing::post;
use inkfold::config::Config;
use inkfold::context::Context;
use inkfold::domain::blob::BlobHash;
use inkfold::domain::book::{NewBook, QuestionKey};
use inkfold::domain::id::{AccountId, BookId, MemoId};
use inkfold::domain::memo::{Memo, MemoContent};
use inkfold::domain::policy::Actor;
use inkfold::domain::time::Timestamp;
use inkfold::error::Error;
use inkfold::platform::clock::SystemClock;
use inkfold::sandbox::Sandbox;
use inkfold::services::books;
use inkfold::services::operations::bootstrap;

use crate::peer::Caller;
use crate::{peer, people};

const BOOKS: u32 = 200;
const MEMOS_A_BOOK: u32 = 250;
const ROUNDS: usize = 2000;
const JSON: [(header::HeaderName, &str); 1] = [(header::CONTENT_TYPE, "application/json")];
const LIST: &str = "/api/book/list";

pub(crate) fn run() {
    peer::stay_on_one_processor();
    let runtime = tokio::runtime::Runtime::new().expect("a runtime");
    let folder = tempfile::tempdir().expect("a folder");
    let config = Config { data_dir: folder.path().join("data"), ..Config::default() };
    let sandbox = Sandbox::of(Path::new(env!("CARGO_BIN_EXE_inkfold")));
    let context = Arc::new(
        bootstrap::create_with(config, Arc::new(SystemClock), sandbox).expect("a community"),
    );
    seed(&context).expect("a community");
    let ours = runtime.block_on(peer::serve(&context));
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

/// Fills the community with `BOOKS` books of `MEMOS_A_BOOK` memos by as many members; Mara, the first of them, has an account.
fn seed(context: &Context) -> Result<(), Error> {
    let mara = people::member(context, "mara")?;
    for number in 0..BOOKS {
        let description = "What was cooked, who sat where, and what was never said.";
        let new = NewBook::parse(&format!("The kitchen table {number}"), description, None, vec![]);
        let book = books::add(
            context,
            &Actor::Operator,
            new.map_err(|words| Error::invalid("name", words))?,
        )?;
        context.write(|tx| {
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
    let now = Timestamp { seconds: 1_767_225_600 + i64::from(number), nanoseconds: 0 };
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

fn id<T>(number: u32, new: impl Fn(Timestamp, [u8; 10]) -> T) -> T {
    let mut bytes = [0; 10];
    bytes[..4].copy_from_slice(&number.to_be_bytes());
    new(Timestamp { seconds: 1_767_225_600, nanoseconds: 0 }, bytes)
}

/// Both peers send the same response: one holds its bytes, the other serializes the books for each request.
fn measure(name: &str, ours: &mut Caller, runtime: &tokio::runtime::Runtime) {
    let bytes = Bytes::from(ours.ask("POST", LIST, "{}"));
    let size = bytes.len();
    let books: Arc<serde_json::Value> = Arc::new(serde_json::from_slice(&bytes).expect("JSON"));
    let router = Router::new()
        .route("/bytes", post(move || std::future::ready((JSON, bytes.clone()))))
        .route("/books", post(move || std::future::ready((JSON, to_json(&books)))));
    let mut bare = Caller::new(runtime.block_on(peer::serve_bare(router)));
    let mut times = [const { Vec::new() }; 3];
    for _ in 0..ROUNDS {
        let [inkfold, with_bytes, with_books] = &mut times;
        inkfold.push(ours.time("POST", LIST, size));
        with_bytes.push(bare.time("POST", "/bytes", size));
        with_books.push(bare.time("POST", "/books", size));
    }
    let [inkfold, with_bytes, with_books] = times.map(peer::median);
    println!(
        "| {name} | {:.0} | {inkfold:.3} | {with_bytes:.3} ({:.2}) | {with_books:.3} ({:.2}) |",
        size as f64 / 1000.0,
        inkfold / with_bytes,
        inkfold / with_books
    );
}

fn to_json(books: &serde_json::Value) -> Vec<u8> {
    serde_json::to_vec(books).expect("JSON")
}
