//! Benchmark of reading handwriting: letters wrong, words found, drafts of scribbles, and the time of a box.
//!
//! `make bench` prints a table. Needs the labelled lines and words beside the project, and says so where they are absent. `TESTED_EXECUTABLE`
//! names another executable that reads, such as the release.

mod lines;

use std::collections::BTreeSet;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use inkfold::domain::handwriting::Line;
use inkfold::handwriting::traces::{MIN_SCORE, SoughtWord, Traces};
use inkfold::handwriting::{self, Request};
use inkfold::sandbox::Sandbox;
use lines::{Sheet, WrittenLine};

/// Number of lines that are composed of words.
const COMPOSED: usize = 1_000;
/// Number of words that are searched for.
const SOUGHT: usize = 200;
const SCRIBBLES: u32 = 90;
/// Number of characters of a draft.
const DRAFT_LENGTH: usize = 1_000;

pub(crate) fn run() {
    let sandbox = Sandbox::of(&executable());
    let reading_of = |sheet: &Sheet| {
        let request = Request { english: true, words: Vec::new() };
        handwriting::read(&sandbox, &request, &sheet.png()).expect("a reading")
    };
    let Some(labelled) = lines::labelled() else {
        println!("SKIPPED: ../shared/handwriting and ../shared/testdata are not there");
        return;
    };
    let (turkish, english): (Vec<_>, Vec<_>) =
        labelled.into_iter().partition(|line| line.is_turkish);
    let mut times = Vec::new();
    let mut in_boxes = |lines: &[WrittenLine]| {
        let mut found = Vec::new();
        for lines in lines.chunks(5) {
            let sheet = Sheet::of(lines);
            let start = Instant::now();
            let reading = reading_of(&sheet);
            times.push(start.elapsed());
            found.extend(sheet.matched(lines, reading));
        }
        found
    };
    let mut found = in_boxes(&english);
    let (wrong, letters) = errors(&found);
    found.extend(in_boxes(&turkish));
    found.extend(in_boxes(&lines::composed(COMPOSED)));
    println!("| what | measured | bar |\n|---|---|---|");
    let percent = 100.0 * wrong as f64 / letters as f64;
    println!("| letters wrong in English boxes of five lines | {percent:.1} % | |");
    let drafts = (0..SCRIBBLES).filter_map(|n| reading_of(&lines::scribble(n)).draft(DRAFT_LENGTH));
    println!("| drafts of {SCRIBBLES} scribbles | {} | 0 |", drafts.count());
    search(&found);
    println!("| median time of a box | {:.0} ms | 400 ms |", milliseconds(median(times)));
}

/// Searches for words of three letters and more in the traces of all lines.
fn search(lines: &[(WrittenLine, Option<Line>)]) {
    let words = |line: &WrittenLine| -> BTreeSet<String> {
        let words = line.text.split(|letter: char| !letter.is_alphanumeric());
        words.map(str::to_lowercase).collect()
    };
    let lines: Vec<(BTreeSet<String>, Option<Traces>)> = lines
        .iter()
        .map(|(written, line)| {
            let traces =
                line.as_ref().and_then(|line| Traces::decode(&line.frames, line.frame_count));
            (words(written), traces)
        })
        .collect();
    let all: BTreeSet<&String> = lines.iter().flat_map(|(words, _)| words).collect();
    let all: Vec<&String> = all.into_iter().filter(|word| word.chars().count() > 2).collect();
    let sought: Vec<&String> =
        all.iter().step_by((all.len() / SOUGHT).max(1)).take(SOUGHT).copied().collect();
    let (mut first, mut in_ten, mut false_finds) = (0, 0, 0);
    for word in &sought {
        let letters = SoughtWord::new(word, false);
        let score = |traces: &Option<Traces>| {
            let spot = traces.as_ref().and_then(|traces| traces.spot(&letters));
            spot.map_or(f32::NEG_INFINITY, |spot| spot.score)
        };
        let mut ranked: Vec<(f32, bool)> =
            lines.iter().map(|(words, traces)| (score(traces), words.contains(*word))).collect();
        ranked.sort_by(|(one, _), (other, _)| other.total_cmp(one));
        first += usize::from(ranked[0].1);
        in_ten += usize::from(ranked[..10].iter().any(|(_, is_right)| *is_right));
        false_finds +=
            ranked.iter().filter(|(score, is_right)| !is_right && *score >= MIN_SCORE).count();
    }
    let share = |count: usize| 100.0 * count as f64 / sought.len() as f64;
    println!(
        "| {} words in {} lines: the right line first | {:.1} % | 92 % |",
        sought.len(),
        lines.len(),
        share(first)
    );
    println!("| among the first ten | {:.1} % | 98 % |", share(in_ten));
    let false_finds = 1_000.0 * false_finds as f64 / (sought.len() * lines.len()) as f64;
    println!("| false finds for each word and 1,000 lines | {false_finds:.2} | 0.35 |");
}

/// Numbers of letters that were read wrong, and of letters that were written.
fn errors(lines: &[(WrittenLine, Option<Line>)]) -> (usize, usize) {
    let read = |line: &Option<Line>| line.as_ref().map(Line::text).unwrap_or_default();
    let wrong = lines.iter().map(|(written, line)| strsim::levenshtein(&read(line), &written.text));
    (wrong.sum(), lines.iter().map(|(written, _)| written.text.chars().count()).sum())
}

fn executable() -> PathBuf {
    std::env::var_os("TESTED_EXECUTABLE")
        .map_or_else(|| env!("CARGO_BIN_EXE_inkfold").into(), PathBuf::from)
}

fn median(mut times: Vec<Duration>) -> Duration {
    times.sort();
    times[times.len() / 2]
}

fn milliseconds(time: Duration) -> f64 {
    time.as_secs_f64() * 1_000.0
}
