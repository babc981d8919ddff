//! Load on a large community for a long time: 5,000 members, 200 books, 50,000 memos, 100,000 posts.
//!
//! `make soak` fills a folder, runs the executable on it, and has `wrk` ask what members ask in the shares of `soak.lua`, with pauses
//! as of people. Prints the requests of a second, the times of answers, the refusals, and the memory of every minute.
//!
//! `SOAK_MINUTES` is how long (30), `SOAK_MEMORY` the limit of memory in MiB (none; needs to be root, for a control group),
//! `SOAK_PAUSE` the mean pause of a connection in milliseconds (100; 0 measures the capacity). `TESTED_EXECUTABLE` names another
//! executable, such as the release.

use std::fmt::Write as _;
use std::fs::File;
use std::io::{Cursor, Write};
use std::path::Path;
use std::process::{Child, Command};
use std::sync::Arc;
use std::time::{Duration, Instant};

use image::{GrayImage, ImageFormat, Luma};
use inkfold::config::Config;
use inkfold::context::Context;
use inkfold::domain::account::{Account, Email, Username};
use inkfold::domain::blob::BlobHash;
use inkfold::domain::book::{NewBook, Question};
use inkfold::domain::id::{AccountId, BookId, MemoId, PostId, SessionId, TopicId};
use inkfold::domain::memo::{Memo, MemoContent};
use inkfold::domain::memo_text::MemoText;
use inkfold::domain::policy::Actor;
use inkfold::domain::post::{Picture, Post, State, Thumbnail, Words};
use inkfold::domain::secret::Secret;
use inkfold::domain::session::Session;
use inkfold::domain::time::Timestamp;
use inkfold::error::Error;
use inkfold::platform::clock::SystemClock;
use inkfold::sandbox::Sandbox;
use inkfold::services::books;
use inkfold::services::operations::bootstrap;
use inkfold::services::threads::topics;

use crate::memory_limit::MemoryLimit;
use crate::people;
use crate::server::{Server, executable, seconds};

const MEMBERS: u32 = 5_000;
/// Number of signed-in members. With fewer, some would reach a rate limit.
const ACTIVE: u32 = 1_000;
const BOOKS: u32 = 200;
const QUESTIONS: u32 = 10;
const MEMOS: u32 = 50_000;
const TOPICS: u32 = 20;
const POSTS: u32 = 100_000;
/// Pictures of posts. The newest posts have one each, and older posts have the same again.
const PICTURES: u32 = 5_000;
/// Pictures of handwritten memos, each of the same question of ten members.
const HANDS: u32 = 2_500;
/// Number of items per transaction: a single transaction of all would need much memory.
const AT_ONCE: u32 = 5_000;
const CONNECTIONS: u32 = 64;
const SAMPLE_INTERVAL: Duration = Duration::from_mins(1);
const LINES: [&str; 4] = [
    "It rained all night, and the river came up to the third step of the house.",
    "My grandmother baked bread with caraway, and the whole street smelled of it.",
    "We walked home along the railway and counted the wagons of the night train.",
    "The letter had crossed two borders and still smelled of her tobacco.",
];

/// Ids and secrets that the requests need.
#[derive(Default)]
struct Seeded {
    members: Vec<AccountId>,
    sessions: Vec<Secret>,
    books: Vec<BookId>,
    topics: Vec<TopicId>,
    pictures: Vec<BlobHash>,
    hands: Vec<BlobHash>,
    posts: Vec<PostId>,
}

pub(crate) fn run() {
    let minutes = number_of("SOAK_MINUTES").unwrap_or(30);
    let pause = number_of("SOAK_PAUSE").unwrap_or(100);
    let limit =
        number_of("SOAK_MEMORY").map(|mebibytes| MemoryLimit::of(u64::from(mebibytes) << 20));
    let folder = tempfile::tempdir().expect("a folder");
    let data = folder.path().join("data");
    let begun = Instant::now();
    let seeded = seed(&data).expect("a community");
    println!("The community was made in {:.0} s.", seconds(begun));
    let names = folder.path().join("names.lua");
    write(&names, seeded.names().as_bytes());
    let picture = folder.path().join("picture.png");
    write(&picture, &page(1404, 1872, 7));

    // All requests come from one address.
    let start = || Server::start(&data, &[("INKFOLD_LIMITS__PER_ADDRESS", "1000000")]);
    let server = limit.as_ref().map_or_else(start, |limit| limit.run(start));
    server.wait_for_search();
    println!("memory before: {}", memory(&server));
    let load = load(&server, minutes, pause, [&names, &picture]);
    watch(&server, load);
    println!("memory after: {}", memory(&server));
    if let Some(limit) = &limit {
        println!("memory of the control group at most: {} MiB", limit.peak() >> 20);
    }
}

/// Starts the requests.
fn load(server: &Server, minutes: u32, pause: u32, files: [&Path; 2]) -> Child {
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/bench/soak.lua");
    Command::new("wrk")
        .args(["-t", "2", "--latency", "--timeout", "60s"])
        .args(["-c", &CONNECTIONS.to_string(), "-d", &format!("{}s", minutes * 60)])
        .arg("-s")
        .arg(script)
        .args([&format!("http://{}", server.address), "--"])
        .args(files)
        .arg(pause.to_string())
        .spawn()
        .expect("wrk, a package of Debian")
}

/// Prints the memory of every minute until the load ends.
fn watch(server: &Server, mut load: Child) {
    let mut next = Instant::now() + SAMPLE_INTERVAL;
    let mut minute = 0;
    while load.try_wait().expect("wrk").is_none() {
        std::thread::sleep(Duration::from_secs(1));
        if Instant::now() >= next {
            minute += 1;
            next += SAMPLE_INTERVAL;
            println!("minute {minute}: {}", memory(server));
        }
    }
    assert!(load.wait().expect("wrk").success(), "wrk failed");
}

fn memory(server: &Server) -> String {
    format!("{:.1} MiB, {:.1} without files", server.memory(), server.memory_of("RssAnon:"))
}

fn write(path: &Path, bytes: &[u8]) {
    File::create(path).and_then(|mut file| file.write_all(bytes)).expect("a file");
}

fn number_of(variable: &str) -> Option<u32> {
    std::env::var(variable).ok().map(|text| text.parse().expect("a number"))
}

fn seed(data: &Path) -> Result<Seeded, Error> {
    let config = Config { data_dir: data.to_owned(), ..Config::default() };
    let context =
        bootstrap::create_with(config, Arc::new(SystemClock), Sandbox::of(&executable()))?;
    let mut seeded = Seeded::default();
    seeded.add_members(&context)?;
    for number in 0..BOOKS {
        seeded.books.push(book(&context, number)?);
    }
    for number in 0..TOPICS {
        let topic = topics::add(
            &context,
            &Actor::Operator,
            &format!("Topic {number}"),
            &format!("topic{number}"),
        )?;
        seeded.topics.push(topic.topic.id);
    }
    let guard = context.blobs.write_guard();
    for number in 0..PICTURES {
        seeded.pictures.push(guard.put(&page(480, 640, number))?);
    }
    for number in 0..HANDS {
        seeded.hands.push(guard.put(&page(640, 300, number))?);
    }
    drop(guard);
    for first in (0..MEMOS).step_by(AT_ONCE as usize) {
        context.write(|tx| {
            let mut memos = (first..first + AT_ONCE).map(|number| seeded.memo(number));
            Ok::<_, Error>(memos.try_for_each(|memo| tx.put_memo(&memo))?)
        })?;
    }
    for first in (0..POSTS).step_by(AT_ONCE as usize) {
        context.write(|tx| {
            let mut posts = (first..first + AT_ONCE).map(|number| seeded.post(number));
            Ok::<_, Error>(posts.try_for_each(|post| tx.put_post(&post))?)
        })?;
    }
    seeded.posts = (0..POSTS).step_by(53).map(|number| seeded.post(number).id).collect();
    context.store.close()?;
    Ok(seeded)
}

impl Seeded {
    /// Adds members who all have the password of the first: hashing 5,000 would take minutes.
    fn add_members(&mut self, context: &Context) -> Result<(), Error> {
        let first = people::member(context, "m0")?;
        let now = context.now();
        context.write(|tx| {
            let like = tx.account(first)?.expect("the first member");
            for number in 0..MEMBERS {
                let id = if number == 0 { first } else { AccountId::new(now, random(number)) };
                let name = format!("m{number}");
                tx.put_account(&Account {
                    id,
                    email: Email::parse(&people::email(&name)).expect("an address"),
                    username: Username::parse(&name).expect("a name"),
                    ..like.clone()
                })?;
                self.members.push(id);
                if number < ACTIVE {
                    let mut secret = [0; 32];
                    secret[..4].copy_from_slice(&number.to_be_bytes());
                    let secret = Secret::new(secret);
                    let session = Session {
                        id: SessionId::new(now, random(number)),
                        account: id,
                        created_at: now,
                        used_at: now,
                        authenticated_at: now,
                    };
                    tx.put_session(secret.hash(), &session)?;
                    self.sessions.push(secret);
                }
            }
            Ok(())
        })
    }

    fn memo(&self, number: u32) -> Memo {
        let at = time(number);
        let (author, question) = (number / QUESTIONS, number % QUESTIONS);
        let content = if number.is_multiple_of(2) {
            let picture = self.hands[Self::hand(author, question) as usize];
            MemoContent::Hand { picture }
        } else {
            let line = LINES[(number / 2 % 4) as usize];
            MemoContent::Text { post: MemoText::parse(&format!("{line} {number}")).expect("text") }
        };
        Memo {
            id: MemoId::new(at, random(number)),
            book: self.books[(author % BOOKS) as usize],
            author: self.members[author as usize],
            question: self::question(question).key,
            content,
            created_at: at,
            updated_at: at,
        }
    }

    fn post(&self, number: u32) -> Post {
        let made_at = time(number);
        let file = self.pictures[(number % PICTURES) as usize];
        let small = |width: u32| Thumbnail { width, height: width * 4 / 3, webp: file, png: file };
        let thumbnails = vec![small(480), small(960)];
        let picture = Picture { full: file, width: 1404, height: 1872, thumbnails, bytes: 100_000 };
        Post {
            id: PostId::new(made_at, random(number)),
            author: self.members[(number % MEMBERS) as usize],
            topic: self.topics[(number % TOPICS) as usize],
            picture,
            words: Words::parse("Two lines of rain", "It rained.").expect("words"),
            made_at,
            state: State::Active { since: made_at },
            removed_at: None,
        }
    }

    /// Index of the picture of a member's answer. Two members after each other have the same five.
    fn hand(author: u32, question: u32) -> u32 {
        (author / 2 * (QUESTIONS / 2) + question / 2) % HANDS
    }

    /// Table of names for the requests, in Lua.
    fn names(&self) -> String {
        let mut lua = String::from("return {\n");
        let mut list = |name: &str, values: &mut dyn Iterator<Item = String>| {
            let values: Vec<String> = values.map(|value| format!("\"{value}\"")).collect();
            let _ = writeln!(lua, "{name} = {{ {} }},", values.join(", "));
        };
        list("members", &mut self.members.iter().take(ACTIVE as usize).map(ToString::to_string));
        list("sessions", &mut self.sessions.iter().map(|secret| secret.reveal().to_owned()));
        list("books", &mut self.books.iter().map(ToString::to_string));
        list("topics", &mut self.topics.iter().map(ToString::to_string));
        list("pictures", &mut self.pictures.iter().map(ToString::to_string));
        let hands = (0..ACTIVE).map(|author| self.hands[Self::hand(author, 0) as usize]);
        list("hands", &mut hands.map(|hand| hand.to_string()));
        list("posts", &mut self.posts.iter().map(ToString::to_string));
        let _ = writeln!(lua, "questions = {QUESTIONS}, posts_of_topic = {},\n}}", POSTS / TOPICS);
        lua
    }
}

fn book(context: &Context, number: u32) -> Result<BookId, Error> {
    // Every book has as many memos, and few are due at the same time.
    let due = MEMOS / BOOKS + 1 + number % 100;
    let new = NewBook::parse(&format!("Book {number}"), "Short memos.", Some(due), vec![]);
    let book =
        books::add(context, &Actor::Operator, new.map_err(|words| Error::invalid("name", words))?)?;
    let questions: Vec<Question> = (0..QUESTIONS).map(question).collect();
    books::import_questions(context, &Actor::Operator, book.id, &questions)?;
    Ok(book.id)
}

fn question(number: u32) -> Question {
    Question::parse(&format!("q{number}"), "What did it smell of?").expect("a question")
}

fn time(number: u32) -> Timestamp {
    Timestamp { seconds: 1_767_225_600 + i64::from(number), nanoseconds: 0 }
}

fn random(number: u32) -> [u8; 10] {
    let mut bytes = [0; 10];
    bytes[..4].copy_from_slice(&number.to_be_bytes());
    bytes
}

/// Picture with strokes, different for each number.
fn page(width: u32, height: u32, number: u32) -> Vec<u8> {
    let mut page = GrayImage::from_pixel(width, height, Luma([255]));
    for line in 1..20 {
        for x in width / 10..width * 9 / 10 {
            let wave = f64::from((x * (3 + (number + line) % 7)) % 360).to_radians().sin();
            let y = f64::from(line * height) / 21.0 + wave * f64::from(height) / 80.0;
            page.put_pixel(x, y as u32, Luma([0]));
        }
    }
    for bit in (0..u32::BITS).filter(|bit| number >> bit & 1 == 1) {
        page.put_pixel(bit, 0, Luma([0]));
    }
    let mut png = Vec::new();
    page.write_to(&mut Cursor::new(&mut png), ImageFormat::Png).expect("a PNG");
    png
}
