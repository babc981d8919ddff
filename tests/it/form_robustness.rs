//! Forms as they really arrive: photographed, scanned, torn, stained, ambiguously marked. Each is read correctly, or the
//! doubt is reported.
//!
//! `HARD_PAGES=20 cargo test form_robustness` makes that many files of each case; `HARD_PAGES_SEED` makes others.

use std::collections::BTreeMap;
use std::env;
use std::path::Path;
use std::process::Command;

use serde::Deserialize;
use serde_json::Value;

use crate::support::exports::{executable, write};
use crate::support::{root, shared, venv_python};

const QUESTIONS: &[u8] = b"key,description
smell,What did the first kitchen you remember smell of?
sound,Which sound means home to you?
keep,What would you keep?
letter,Write three lines to somebody who is not there.
now,What do you see when you look up now?
hands,What do your hands know how to do?
river,Where does the river go?
";
const OTHER_QUESTIONS: &[u8] = b"key,description\nwalk,Where would you walk now?\n";
/// Allowed ratio of ink found to true ink, as in the scoring of plain exports.
const INK: std::ops::RangeInclusive<f64> = 0.4..=2.5;
/// Allowed ratio for light ink: of a blot that is broader than a stroke only the edges count, because a marker looks like it.
const LIGHT_INK: std::ops::RangeInclusive<f64> = 0.2..=2.5;

/// Ground truth of a file, from the tool that made it.
#[derive(Deserialize)]
struct Truth {
    file: String,
    case: String,
    pages: Vec<TruePage>,
    /// Checks that must be reported, and checks that may be.
    checks: Vec<String>,
    may_check: Vec<String>,
    error: Option<String>,
}

#[derive(Deserialize)]
struct TruePage {
    page: u64,
    dirty: Vec<usize>,
    picks: Vec<String>,
    ink: BTreeMap<String, f64>,
}

#[derive(Deserialize)]
struct Answer {
    #[serde(default)]
    pages: Vec<ReadPage>,
    #[serde(default)]
    checks: Vec<Words>,
    error: Option<Words>,
}

#[derive(Deserialize)]
struct ReadPage {
    page: u64,
    dirty: Vec<usize>,
    picks: Vec<String>,
    ink: BTreeMap<String, f64>,
    checks: Vec<Words>,
}

#[derive(Deserialize)]
struct Words {
    code: String,
    message: String,
}

#[test]
fn hard_pages_are_read_correctly_or_flagged() {
    let Some(tools) = shared("tools") else { return };
    let Some(python) = venv_python() else { return };
    let folder = tempfile::tempdir().unwrap();
    let blank = blank_form(folder.path(), "blank", QUESTIONS);
    let other = blank_form(folder.path(), "other", OTHER_QUESTIONS);
    let setting = |name: &str| env::var(name).unwrap_or_else(|_| "1".into());
    let pages = folder.path().join("pages");
    let mut tool = Command::new(python);
    tool.arg(root().join("tests/paper/hard_forms.py")).arg(&blank).arg("--other").arg(&other);
    tool.arg("--tools").arg(tools).arg("--out").arg(&pages);
    tool.args(["--each", &setting("HARD_PAGES"), "--seed", &setting("HARD_PAGES_SEED")]);
    let made = tool.output().unwrap();
    assert!(made.status.success(), "{}", String::from_utf8_lossy(&made.stderr));

    let truth: Vec<Truth> =
        serde_json::from_slice(&std::fs::read(pages.join("truth.json")).unwrap()).unwrap();
    let answers = read(&pages, &blank, &truth);
    assert_eq!(answers.len(), truth.len());
    let mut wrong: BTreeMap<&str, Vec<String>> = BTreeMap::new();
    for (truth, answer) in truth.iter().zip(&answers) {
        let faults = faults(truth, answer);
        if !faults.is_empty() {
            let told = format!("{}: {}", truth.file, faults.join("; "));
            wrong.entry(&truth.case).or_default().push(told);
        }
    }
    println!("{} files, {} cases wrong", truth.len(), wrong.len());
    let told: Vec<String> = wrong.into_values().map(|files| files.join("\n  ")).collect();
    assert!(told.is_empty(), "\n{}", told.join("\n"));
}

fn blank_form(folder: &Path, name: &str, questions: &[u8]) -> std::path::PathBuf {
    let (csv, pdf) = (folder.join(format!("{name}.csv")), folder.join(format!("{name}.pdf")));
    write(&csv, questions);
    let mut command = Command::new(executable());
    command.args(["form", "blank", "--questions"]).arg(&csv).arg("--out").arg(&pdf);
    assert!(command.output().unwrap().status.success());
    pdf
}

fn read(pages: &Path, blank: &Path, truth: &[Truth]) -> Vec<Answer> {
    let mut command = Command::new(executable());
    command.args(["form", "read", "--json", "--blank"]).arg(blank);
    let printed = command.args(truth.iter().map(|one| pages.join(&one.file))).output().unwrap();
    let lines = printed.stdout.split(|byte| *byte == b'\n');
    lines
        .filter_map(|line| serde_json::from_slice::<Value>(line).ok())
        .map(|line| serde_json::from_value(line).unwrap())
        .collect()
}

/// Returns all differences from the ground truth.
fn faults(truth: &Truth, answer: &Answer) -> Vec<String> {
    let refused = answer.error.as_ref().map(|error| &error.code);
    if truth.error.is_some() || refused.is_some() {
        let as_expected = refused == truth.error.as_ref();
        let told = || format!("refused as {refused:?}, expected {:?}", truth.error);
        return if as_expected { Vec::new() } else { vec![told()] };
    }
    let is_written = |page: &&ReadPage| !page.dirty.is_empty() || !page.picks.is_empty();
    let pages: Vec<&ReadPage> = answer.pages.iter().filter(is_written).collect();
    let numbers: Vec<u64> = pages.iter().map(|page| page.page).collect();
    let expected: Vec<u64> = truth.pages.iter().map(|page| page.page).collect();
    if numbers != expected {
        return vec![format!("pages {numbers:?}, expected {expected:?}")];
    }
    let is_light = truth.may_check.iter().any(|code| code == "faint");
    let ink = if is_light { LIGHT_INK } else { INK };
    let mut faults = Vec::new();
    for (page, truth) in pages.iter().zip(&truth.pages) {
        if page.dirty != truth.dirty {
            faults.push(format!("boxes {:?}, expected {:?}", page.dirty, truth.dirty));
        }
        if page.picks != truth.picks {
            faults.push(format!("pegs {:?}, expected {:?}", page.picks, truth.picks));
        }
        for index in truth.dirty.iter().map(ToString::to_string) {
            let share = page.ink.get(&index).unwrap_or(&0.0) / truth.ink[&index];
            if !ink.contains(&share) {
                faults.push(format!("box {index} has {share:.2} times the ink"));
            }
        }
    }
    faults.extend(faults_of_checks(truth, answer));
    faults
}

fn faults_of_checks(truth: &Truth, answer: &Answer) -> Vec<String> {
    let of_pages = answer.pages.iter().flat_map(|page| &page.checks);
    let said: Vec<&Words> = of_pages.chain(&answer.checks).collect();
    assert!(said.iter().all(|check| check.message.ends_with('.')));
    let missing = truth.checks.iter().filter(|code| said.iter().all(|check| check.code != **code));
    let false_alarm = |check: &&&Words| {
        !truth.checks.contains(&check.code) && !truth.may_check.contains(&check.code)
    };
    let missing = missing.map(|code| format!("does not say {code}"));
    missing
        .chain(said.iter().filter(false_alarm).map(|check| format!("says {}", check.code)))
        .collect()
}
