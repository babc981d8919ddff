//! Benchmark of start time, and of memory at rest, of communities of three sizes.
//!
//! `make bench` runs the executable on a folder that it first fills with the given number of posts and as many text memos.
//! Prints a table; `TESTED_EXECUTABLE` names another executable, such as the release.

use std::fs;
use std::path::Path;
use std::sync::Arc;
use std::thread;
use std::time::Duration;

use inkfold::config::Config;
use inkfold::context::Context;
use inkfold::domain::book::{NewBook, Question};
use inkfold::domain::id::{AccountId, BookId, MemoId};
use inkfold::domain::memo::{Memo, MemoContent};
use inkfold::domain::memo_text::MemoText;
use inkfold::domain::policy::Actor;
use inkfold::domain::time::Timestamp;
use inkfold::error::Error;
use inkfold::platform::clock::SystemClock;
use inkfold::sandbox::Sandbox;
use inkfold::services::books;
use inkfold::services::operations::bootstrap;
use inkfold::services::threads::topics;

use crate::server::{Server, executable};
use crate::{people, posts};

const SIZES: [u32; 3] = [1_000, 10_000, 100_000];
const MEMBERS: u32 = 100;
const BOOKS: u32 = 20;
/// Number of items per transaction: a single transaction of all would need much memory.
const AT_ONCE: u32 = 5_000;
const STARTS: usize = 7;
/// Time after which the server counts as idle.
const SETTLING: Duration = Duration::from_secs(10);
const TEXT: &str = "It rained all night, and the river came up to the third step of the house.";

pub(crate) fn run() {
    println!(
        "| posts and memos | start to first answer | idle memory | database | index of words |"
    );
    println!("|---|---|---|---|---|");
    for size in SIZES {
        let folder = tempfile::tempdir().expect("a folder");
        let data = folder.path().join("data");
        seed(&data, size).expect("a community");
        // The first start builds the search index.
        Server::start(&data, &[]).wait_for_search();
        let mut starts: Vec<f64> =
            (0..STARTS).map(|_| Server::start(&data, &[]).first_answer * 1000.0).collect();
        starts.sort_by(f64::total_cmp);
        let server = Server::start(&data, &[]);
        server.wait_for_search();
        thread::sleep(SETTLING);
        println!(
            "| {size} | {:.0} ms | {:.1} MiB | {:.1} MB | {:.1} MB |",
            starts[STARTS / 2],
            server.memory(),
            megabytes(&data.join("inkfold.redb")),
            megabytes(&data.join("search")),
        );
    }
}

/// Books that all members have answered in text, and one topic with posts of one member.
fn seed(data: &Path, size: u32) -> Result<(), Error> {
    let config = Config { data_dir: data.to_owned(), ..Config::default() };
    let context =
        bootstrap::create_with(config, Arc::new(SystemClock), Sandbox::of(&executable()))?;
    let members = (0..MEMBERS)
        .map(|number| people::member(&context, &format!("member{number}")))
        .collect::<Result<Vec<_>, _>>()?;
    let books = (0..BOOKS).map(|number| book(&context, number)).collect::<Result<Vec<_>, _>>()?;
    let topic = topics::add(&context, &Actor::Operator, "Letters home", "letters")?.topic.id;
    for first in (0..size).step_by(AT_ONCE as usize) {
        context.write(|tx| {
            for number in first..size.min(first + AT_ONCE) {
                let author = members[(number % MEMBERS) as usize];
                tx.put_post(&posts::post(number, author, topic))?;
                tx.put_memo(&memo(number, author, books[(number / MEMBERS % BOOKS) as usize]))?;
            }
            Ok::<_, Error>(())
        })?;
    }
    Ok(())
}

fn book(context: &Context, number: u32) -> Result<BookId, Error> {
    let new = NewBook::parse(&format!("Book {number}"), "Short memos.", None, vec![]);
    let new = new.map_err(|message| Error::invalid("name", message))?;
    let book = books::add(context, &Actor::Operator, new)?;
    let question = Question::parse("q1", "What did it smell of?");
    let question = question.map_err(|message| Error::invalid("questions", message))?;
    books::import_questions(context, &Actor::Operator, book.id, &[question])?;
    Ok(book.id)
}

fn memo(number: u32, author: AccountId, book: BookId) -> Memo {
    let at = Timestamp { seconds: 1_767_225_600 + i64::from(number), nanoseconds: 0 };
    let mut random = [0; 10];
    random[..4].copy_from_slice(&number.to_be_bytes());
    let question = Question::parse("q1", "What did it smell of?").expect("a question").key;
    let post = MemoText::parse(&format!("{TEXT} {number}")).expect("a text");
    let (id, content) = (MemoId::new(at, random), MemoContent::Text { post });
    Memo { id, book, author, question, content, created_at: at, updated_at: at }
}

/// Size of a file, or of the files in a folder.
fn megabytes(path: &Path) -> f64 {
    let length = |path: &Path| fs::metadata(path).map_or(0, |file| file.len());
    let files = fs::read_dir(path).map(|files| files.flatten().map(|file| length(&file.path())));
    files.map_or_else(|_| length(path), Iterator::sum) as f64 / 1e6
}
