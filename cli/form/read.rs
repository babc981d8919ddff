//! `inkfold form read`.

use std::cell::RefCell;
use std::collections::{BTreeMap, HashMap};
use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use anyhow::Context;
use inkfold::domain::form_code::FormCode;
use inkfold::paper::{self, Blank, Check, PageReading, Reading, Refusal};
use inkfold::services::admin::{self, forms};
use inkfold::worker::Worker;
use serde::Serialize;

use crate::client::Client;
use crate::output::Output;

/// Read filled forms: which boxes have handwriting, which pegs are marked
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// Filled forms, PDF or PNG
    #[arg(value_name = "FILE", required = true)]
    files: Vec<PathBuf>,
    /// The blank form that was filled in [default: the community's own, by the codes on the pages]
    #[arg(long, value_name = "PDF")]
    blank: Option<PathBuf>,
    /// Folder for the pictures of the boxes, named FILE-PAGE-BOX.png
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
}

/// What is said of one file.
#[derive(Serialize)]
struct Answer<'a> {
    file: &'a Path,
    #[serde(flatten)]
    outcome: Outcome,
}

#[derive(Serialize)]
#[serde(untagged)]
enum Outcome {
    Read { pages: Vec<Summary>, checks: Vec<Words> },
    Refused { error: Words },
}

/// A stable name, and a sentence for people.
#[derive(Serialize)]
struct Words {
    code: &'static str,
    message: String,
}

#[derive(Serialize)]
struct Summary {
    page: u32,
    form: String,
    dirty: Vec<usize>,
    picks: Vec<String>,
    ink: BTreeMap<usize, usize>,
    /// From 0 to 1, from the two figures after it.
    confidence: f32,
    /// The share of the print that was found where it belongs.
    coverage: f32,
    /// How far off it is, in pixels of a page 1404 wide.
    residual: f32,
    checks: Vec<Words>,
    crops: Vec<PathBuf>,
}

pub(crate) fn run(args: &Args, client: &Client, out: &mut Output) -> anyhow::Result<()> {
    let worker = Worker::this_executable()?;
    let forms = match &args.blank {
        Some(file) => Forms::Given(rasterise(&worker, file)?),
        None => Forms::Community { client, known: RefCell::default() },
    };
    if let Some(folder) = &args.out {
        fs::create_dir_all(folder).with_context(|| folder.display().to_string())?;
    }
    let mut failed = 0;
    for file in &args.files {
        let outcome = read(&worker, &forms, file, args.out.as_deref());
        failed += usize::from(matches!(outcome, Outcome::Refused { .. }));
        let answer = Answer { file, outcome };
        out.report(&answer, |words| answer.write(words))?;
    }
    anyhow::ensure!(failed == 0, "{failed} of {} files could not be read", args.files.len());
    Ok(())
}

/// The blank forms that filled ones are held against.
enum Forms<'a> {
    /// The one that was named; also what a page without a readable code is taken for.
    Given(Arc<Blank>),
    /// Every form that the community has handed out, asked for once.
    Community { client: &'a Client, known: RefCell<HashMap<FormCode, Option<Arc<Blank>>>> },
}

impl Forms<'_> {
    fn blank(&self, worker: &Worker, code: FormCode) -> Option<Arc<Blank>> {
        match self {
            Self::Given(blank) => (code == blank.code()).then(|| Arc::clone(blank)),
            Self::Community { client, known } => {
                let find = || {
                    let asked = client.ask(forms::Request::Find { code: code.to_string() });
                    match asked {
                        Ok(admin::Answer::Form(form)) => {
                            rasterise(worker, Path::new(&form.file)).ok()
                        }
                        _ => None,
                    }
                };
                known.borrow_mut().entry(code).or_insert_with(find).clone()
            }
        }
    }

    fn expected(&self) -> Option<&Arc<Blank>> {
        match self {
            Self::Given(blank) => Some(blank),
            Self::Community { .. } => None,
        }
    }
}

fn rasterise(worker: &Worker, file: &Path) -> anyhow::Result<Arc<Blank>> {
    let pdf = fs::read(file).with_context(|| file.display().to_string())?;
    let blank = Blank::rasterise(worker, &pdf).context("the blank form cannot be used")?;
    Ok(Arc::new(blank))
}

fn read(worker: &Worker, forms: &Forms<'_>, file: &Path, out: Option<&Path>) -> Outcome {
    let bytes = match fs::read(file) {
        Ok(bytes) => bytes,
        Err(error) => return unreadable(&error),
    };
    match paper::read(worker, &bytes, &|code| forms.blank(worker, code), forms.expected()) {
        Ok(reading) => {
            let checks = words_of(&reading.checks);
            let pages = save(&reading, file, out);
            pages.map_or_else(|error| unreadable(&error), |pages| Outcome::Read { pages, checks })
        }
        Err(refusal) => {
            let error = Words { code: refusal.code(), message: refusal.to_string() };
            Outcome::Refused { error }
        }
    }
}

fn unreadable(error: &io::Error) -> Outcome {
    let error = Words { code: Refusal::Unreadable.code(), message: error.to_string() };
    Outcome::Refused { error }
}

fn words_of(checks: &[Check]) -> Vec<Words> {
    checks.iter().map(|one| Words { code: one.code(), message: one.to_string() }).collect()
}

/// Writes the crops, where a folder is given, and sums the reading up.
fn save(reading: &Reading, file: &Path, out: Option<&Path>) -> io::Result<Vec<Summary>> {
    reading
        .pages
        .iter()
        .map(|page| {
            let crops = match out {
                Some(folder) => save_crops(page, file, folder)?,
                None => Vec::new(),
            };
            Ok(Summary {
                page: page.page,
                form: page.form.to_string(),
                dirty: page.boxes.iter().map(|one| one.index).collect(),
                picks: page.picks.iter().map(ToString::to_string).collect(),
                ink: page.boxes.iter().map(|one| (one.index, one.ink)).collect(),
                confidence: page.confidence,
                coverage: page.coverage,
                residual: page.residual,
                checks: words_of(&page.checks),
                crops,
            })
        })
        .collect()
}

fn save_crops(page: &PageReading, file: &Path, folder: &Path) -> io::Result<Vec<PathBuf>> {
    let stem = file.file_stem().unwrap_or_default().to_string_lossy();
    page.boxes
        .iter()
        .map(|one| {
            let path = folder.join(format!("{stem}-{}-{}.png", page.page, one.index));
            File::create(&path)?.write_all(&one.crop_png)?;
            Ok(path)
        })
        .collect()
}

impl Answer<'_> {
    fn write(&self, words: &mut dyn Write) -> io::Result<()> {
        let file = self.file.display();
        let (pages, checks) = match &self.outcome {
            Outcome::Refused { error } => return writeln!(words, "{file}: {}", error.message),
            Outcome::Read { pages, checks } => (pages, checks),
        };
        for page in pages {
            let boxes = counted(page.dirty.iter().map(|index| index + 1), "nothing written");
            let picks = counted(page.picks.iter(), "none");
            let (number, sure) = (page.page, page.confidence * 100.0);
            writeln!(
                words,
                "{file}: page {number}, boxes: {boxes}; pegs: {picks}; {sure:.0} % sure"
            )?;
        }
        let mut all = pages.iter().flat_map(|page| &page.checks).chain(checks);
        all.try_for_each(|check| writeln!(words, "{file}: {}", check.message))
    }
}

/// The items with commas, or the word for none.
fn counted<T: ToString>(items: impl Iterator<Item = T>, none: &str) -> String {
    let items: Vec<String> = items.map(|item| item.to_string()).collect();
    if items.is_empty() { none.to_owned() } else { items.join(", ") }
}
