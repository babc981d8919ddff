//! `inkfold form read`.

use std::collections::BTreeMap;
use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use anyhow::Context;
use inkfold::paper::{self, Blank, PageReading, Reading, Refusal};
use inkfold::worker::Worker;
use serde::Serialize;

use crate::output::Output;

/// Read filled forms: which boxes have handwriting, which pegs are marked
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// Filled forms, PDF or PNG
    #[arg(value_name = "FILE", required = true)]
    files: Vec<PathBuf>,
    /// The blank form that was filled in
    #[arg(long, value_name = "PDF")]
    blank: PathBuf,
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
#[serde(rename_all = "lowercase")]
enum Outcome {
    Pages(Vec<Page>),
    Error { code: String, message: String },
}

#[derive(Serialize)]
#[expect(clippy::struct_field_names, reason = "the command's documented answer")]
struct Page {
    page: u32,
    form: String,
    dirty: Vec<usize>,
    picks: Vec<String>,
    ink: BTreeMap<usize, usize>,
    confidence: f32,
    crops: Vec<PathBuf>,
}

pub(crate) fn run(args: &Args, out: &mut Output) -> anyhow::Result<()> {
    let worker = Worker::this_executable()?;
    let blank = fs::read(&args.blank).with_context(|| args.blank.display().to_string())?;
    let blank = Blank::rasterise(&worker, &blank).context("the blank form cannot be used")?;
    let blank = Arc::new(blank);
    if let Some(folder) = &args.out {
        fs::create_dir_all(folder).with_context(|| folder.display().to_string())?;
    }
    let mut failed = 0;
    for file in &args.files {
        let outcome = read(&worker, &blank, file, args.out.as_deref());
        failed += usize::from(matches!(outcome, Outcome::Error { .. }));
        let answer = Answer { file, outcome };
        out.report(&answer, |words| answer.write(words))?;
    }
    anyhow::ensure!(failed == 0, "{failed} of {} files could not be read", args.files.len());
    Ok(())
}

fn read(worker: &Worker, blank: &Arc<Blank>, file: &Path, out: Option<&Path>) -> Outcome {
    let known = |form| (form == blank.code()).then(|| Arc::clone(blank));
    let bytes = match fs::read(file) {
        Ok(bytes) => bytes,
        Err(error) => return unreadable(&error),
    };
    match paper::read(worker, &bytes, &known, Some(blank)) {
        Ok(reading) => {
            save(&reading, file, out).map_or_else(|error| unreadable(&error), Outcome::Pages)
        }
        Err(refusal) => {
            Outcome::Error { code: refusal.code().to_owned(), message: refusal.to_string() }
        }
    }
}

fn unreadable(error: &io::Error) -> Outcome {
    Outcome::Error { code: Refusal::Unreadable.code().to_owned(), message: error.to_string() }
}

/// Writes the crops, where a folder is given, and sums the reading up.
fn save(reading: &Reading, file: &Path, out: Option<&Path>) -> io::Result<Vec<Page>> {
    reading
        .pages
        .iter()
        .map(|page| {
            let crops = match out {
                Some(folder) => save_crops(page, file, folder)?,
                None => Vec::new(),
            };
            Ok(Page {
                page: page.page,
                form: page.form.to_string(),
                dirty: page.boxes.iter().map(|one| one.index).collect(),
                picks: page.picks.iter().map(ToString::to_string).collect(),
                ink: page.boxes.iter().map(|one| (one.index, one.ink)).collect(),
                confidence: page.confidence,
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
        match &self.outcome {
            Outcome::Error { message, .. } => writeln!(words, "{file}: {message}"),
            Outcome::Pages(pages) => pages.iter().try_for_each(|page| {
                let boxes = counted(page.dirty.iter().map(|index| index + 1), "nothing written");
                let picks = counted(page.picks.iter(), "none");
                let (number, sure) = (page.page, page.confidence * 100.0);
                writeln!(
                    words,
                    "{file}: page {number}, boxes: {boxes}; pegs: {picks}; {sure:.0} % sure"
                )
            }),
        }
    }
}

/// The items with commas, or the word for none.
fn counted<T: ToString>(items: impl Iterator<Item = T>, none: &str) -> String {
    let items: Vec<String> = items.map(|item| item.to_string()).collect();
    if items.is_empty() { none.to_owned() } else { items.join(", ") }
}
