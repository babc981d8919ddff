//! Benchmark of a search in the handwriting of 100,000 memos.
//!
//! `make bench` fills a folder, and prints the median time of searches for words that were read, for words that were read as similar ones,
//! and for words that are nowhere.

use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};

use inkfold::config::Config;
use inkfold::context::Context;
use inkfold::domain::blob::BlobHash;
use inkfold::domain::book::{NewBook, QuestionKey};
use inkfold::domain::handwriting::{
    Area, Confidence, Line, ReaderVersion, Reading, Source, UnreadPicture, Word,
};
use inkfold::domain::id::{AccountId, BookId, MemoId};
use inkfold::domain::memo::{Memo, MemoContent};
use inkfold::domain::policy::Actor;
use inkfold::domain::time::Timestamp;
use inkfold::error::Error;
use inkfold::platform::clock::SystemClock;
use inkfold::sandbox::Sandbox;
use inkfold::services::operations::bootstrap;
use inkfold::services::search::{self, Search};
use inkfold::services::{books, handwriting};

use crate::people;
use crate::random::Random;

const MEMOS: u32 = 100_000;
/// Number of memos per transaction: a single transaction of all would need much memory.
const AT_ONCE: u32 = 5_000;
const MEMBERS: u32 = 100;
const LINES: usize = 5;
const WORDS: usize = 6;
const FRAMES: usize = 40;
/// Number of different words, of which few are common and many rare.
const VOCABULARY: f64 = 40_000.0;
const SEARCHES: usize = 200;
const SYLLABLES: [&str; 12] =
    ["ba", "de", "ki", "lo", "mu", "na", "per", "ri", "so", "tan", "ver", "zu"];
/// Letters that are read instead of others.
const CONFUSED: [(&str, &str); 4] = [("e", "c"), ("u", "a"), ("n", "r"), ("o", "a")];

pub(crate) fn run() {
    let folder = tempfile::tempdir().expect("a folder");
    let config = Config { data_dir: folder.path().join("data"), ..Config::default() };
    let sandbox = Sandbox::of(Path::new(env!("CARGO_BIN_EXE_inkfold")));
    let context = Arc::new(
        bootstrap::create_with(config, Arc::new(SystemClock), sandbox).expect("a community"),
    );
    fill(&context).expect("a community");
    search::catch_up(&context).expect("an index");
    let mut random = Random(11);
    println!(
        "| words that are | results, median | median, ms | 95 of 100, ms |\n|---|---|---|---|"
    );
    measure(&context, "read, common", || word(random.below(40)));
    measure(&context, "read, rare", || word(1_000 + random.below(30_000)));
    measure(&context, "read as similar ones", || misread(&word(1_000 + random.below(30_000))));
    measure(&context, "nowhere", || format!("xyl{}", word(random.below(30_000))));
}

/// Reads the results of searches by an admin, who sees all memos.
fn measure(context: &Context, name: &str, mut query: impl FnMut() -> String) {
    let (mut times, mut totals): (Vec<Duration>, Vec<usize>) = (Vec::new(), Vec::new());
    for _ in 0..SEARCHES {
        let search = Search { query: query(), kind: None, page: 1 };
        let start = Instant::now();
        let found = search::find(context, &Actor::Operator, &search).expect("results");
        times.push(start.elapsed());
        totals.push(found.total);
    }
    times.sort();
    totals.sort_unstable();
    let milliseconds = |place: usize| times[place].as_secs_f64() * 1_000.0;
    println!(
        "| {name} | {} | {:.1} | {:.1} |",
        totals[SEARCHES / 2],
        milliseconds(SEARCHES / 2),
        milliseconds(SEARCHES * 95 / 100),
    );
}

fn fill(context: &Context) -> Result<(), Error> {
    let members = (0..MEMBERS).map(|n| people::member(context, &format!("member{n}")));
    let members: Vec<AccountId> = members.collect::<Result<_, _>>()?;
    let new = NewBook::parse("A year in ink", "Short memos.", None, vec![]).expect("a book");
    let book = books::add(context, &Actor::Operator, new)?.id;
    let mut random = Random(7);
    for first in (0..MEMOS).step_by(AT_ONCE as usize) {
        context.write(|tx| {
            for number in first..first + AT_ONCE {
                let memo = memo(number, members[(number % MEMBERS) as usize], book);
                let picture = memo.content.picture().expect("a picture");
                tx.put_memo(&memo)?;
                let unread = UnreadPicture { source: Source::Memo(memo.id), picture, attempts: 0 };
                tx.put_reading(&unread, &reading(&mut random))?;
            }
            Ok(())
        })?;
    }
    handwriting::queue_for_current_reader(context)
}

fn memo(number: u32, author: AccountId, book: BookId) -> Memo {
    let at = Timestamp { seconds: 1_767_225_600 + i64::from(number), nanoseconds: 0 };
    let mut random = [0; 10];
    random[..4].copy_from_slice(&number.to_be_bytes());
    Memo {
        id: MemoId::new(at, random),
        book,
        author,
        question: QuestionKey::parse(&format!("q{number}")).expect("a key"),
        content: MemoContent::Hand { picture: BlobHash::of(&random) },
        created_at: at,
        updated_at: at,
    }
}

/// Reading of lines, one word in five of which is doubtful and has a wrong letter.
fn reading(random: &mut Random) -> Reading {
    let lines = (0..LINES).map(|number| Line {
        area: Area { left: 40, top: 60 + 120 * number as u32, width: 1_000, height: 90 },
        words: (0..WORDS).map(|place| read_word(place, random)).collect(),
        frame_count: FRAMES as u16,
        frames: (0..FRAMES).flat_map(|_| frame(random)).collect(),
    });
    let lines = lines.collect();
    Reading { version: ReaderVersion::CURRENT, width: 1_120, height: 876, lines }
}

fn read_word(place: usize, random: &mut Random) -> Word {
    let text = word(VOCABULARY.powf(random.share()) as usize);
    let is_doubtful = random.below(5) == 0;
    let start = (place * FRAMES / WORDS) as u16;
    Word {
        text: if is_doubtful { misread(&text) } else { text },
        alternatives: Vec::new(),
        confidence: Confidence::of_share(if is_doubtful { 0.8 } else { 0.99 }),
        start,
        end: start + 5,
    }
}

/// Traces of a frame in which three letters may stand.
fn frame(random: &mut Random) -> Vec<u8> {
    let mut frame = vec![0, 3];
    for cost in [2, 30, 60] {
        frame.extend((1 + random.below(500) as u16).to_le_bytes());
        frame.push(cost);
    }
    frame
}

fn word(mut rank: usize) -> String {
    let mut word = String::from("o");
    loop {
        word += SYLLABLES[rank % SYLLABLES.len()];
        rank /= SYLLABLES.len();
        if rank == 0 {
            return word;
        }
    }
}

/// The word with another letter.
fn misread(word: &str) -> String {
    let confused = CONFUSED.iter().find(|(letter, _)| word[1..].contains(letter));
    confused.map_or_else(|| format!("{word}s"), |(letter, other)| word.replacen(letter, other, 1))
}
