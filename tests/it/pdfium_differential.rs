//! Filled forms drawn by another renderer, pdfium, say the same as those that ours draws.
//!
//! In every build pdfium draws the pages to PNG and the reader gets those. A build with the feature `pdfium` also reads the
//! PDFs by its own pdfium; `make test-pdfium` makes one, and names the library in `PDFIUM_LIBRARY`.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use serde::Deserialize;
use serde_json::Value;

use crate::support::exports::{executable, write};
#[cfg(feature = "pdfium")]
use crate::support::skip;
use crate::support::{root, shared, venv_python};

const QUESTIONS: &[u8] = b"key,description
smell,What did the first kitchen you remember smell of?
sound,Which sound means home to you?
keep,What would you keep?
letter,Write three lines to somebody who is not there.
now,What do you see when you look up now?
";
/// Two of each of the sixteen styles.
const FORMS: &str = "32";
/// Differs from the seed of the plain exports' test, so that these are other files.
const SEED: &str = "7";

/// A PDF, and its pages as pictures.
#[derive(Deserialize)]
struct Pair {
    pdf: PathBuf,
    pages: Vec<PathBuf>,
}

/// Writing on one page of a form: page number, boxes, pegs.
type Written = (u64, Vec<u64>, Vec<String>);

/// A folder with the blank form, and the files beside it.
struct Desk {
    folder: tempfile::TempDir,
    pairs: Vec<Pair>,
}

impl Desk {
    /// `None` where the tools or the exports are missing.
    fn laid() -> Option<Self> {
        let (fill, exports) = (shared("tools/fill_forms.py")?, shared("testdata/exports")?);
        let python = venv_python()?;
        let folder = tempfile::tempdir().unwrap();
        let path = |name: &str| folder.path().join(name);
        write(&path("questions.csv"), QUESTIONS);
        let mut blank = Command::new(executable());
        blank.args(["form", "blank", "--questions"]).arg(path("questions.csv"));
        run(blank.arg("--out").arg(path("blank.pdf")));
        let mut filling = Command::new(&python);
        filling.arg(fill).arg(path("blank.pdf")).arg("--out").arg(path("filled"));
        run(filling.args(["--count", FORMS, "--seed", SEED]));
        let mut files = files_in(&path("filled"), &["pdf", "png"]);
        assert_eq!(files.len().to_string(), FORMS);
        files.extend(files_in(&exports, &["pdf"]));
        let mut drawing = Command::new(&python);
        drawing.arg(root().join("tests/paper/pages.py")).arg(path("pages")).args(files);
        let pairs = serde_json::from_slice(&run(&mut drawing)).unwrap();
        Some(Self { folder, pairs })
    }

    /// Runs `form read` with these environment variables; returns one answer for each file.
    fn read(&self, files: &[&Path], settings: &[(&str, &str)]) -> Vec<Value> {
        let mut command = Command::new(executable());
        command.current_dir(&self.folder).envs(settings.iter().copied());
        command.args(["form", "read", "--json", "--blank", "blank.pdf"]).args(files);
        let printed = command.output().unwrap();
        let lines = printed.stdout.split(|byte| *byte == b'\n');
        let answers: Vec<Value> =
            lines.filter_map(|line| serde_json::from_slice(line).ok()).collect();
        assert_eq!(answers.len(), files.len(), "{}", String::from_utf8_lossy(&printed.stderr));
        answers
    }
}

fn run(command: &mut Command) -> Vec<u8> {
    let done = command.output().unwrap();
    assert!(done.status.success(), "{command:?}: {}", String::from_utf8_lossy(&done.stderr));
    done.stdout
}

fn files_in(folder: &Path, endings: &[&str]) -> Vec<PathBuf> {
    let mut files: Vec<_> =
        fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.retain(|file| {
        file.extension().is_some_and(|own| endings.iter().any(|ending| own == *ending))
    });
    files.sort();
    files
}

/// Pages with writing.
fn filled_pages(answer: &Value) -> BTreeSet<Written> {
    let pages = answer["pages"].as_array().into_iter().flatten();
    let pages = pages.map(|page| serde_json::from_value(page_facts(page)).unwrap());
    pages.filter(|(_, boxes, pegs): &Written| !boxes.is_empty() || !pegs.is_empty()).collect()
}

fn page_facts(page: &Value) -> Value {
    [&page["page"], &page["dirty"], &page["picks"]].into_iter().cloned().collect()
}

fn refusal(answer: &Value) -> &str {
    answer["error"]["code"].as_str().unwrap_or_default()
}

fn name(file: &Path) -> String {
    file.file_name().unwrap().to_string_lossy().into_owned()
}

#[test]
fn pdfium_and_own_rendering_read_the_same() {
    let Some(desk) = Desk::laid() else { return };
    let pdfs: Vec<&Path> = desk.pairs.iter().map(|pair| &*pair.pdf).collect();
    let pictures: Vec<&Path> =
        desk.pairs.iter().flat_map(|pair| &pair.pages).map(|page| &**page).collect();
    let (ours, theirs) = (desk.read(&pdfs, &[]), desk.read(&pictures, &[]));
    let (mut left, mut wrong) = (&theirs[..], Vec::new());
    for (pair, ours) in desk.pairs.iter().zip(&ours) {
        let (pages, rest) = left.split_at(pair.pages.len());
        left = rest;
        let theirs: BTreeSet<Written> = pages.iter().flat_map(filled_pages).collect();
        if filled_pages(ours) != theirs {
            let refusals: Vec<&str> = pages.iter().map(refusal).collect();
            let difference =
                format!("{:?} {} / {theirs:?} {refusals:?}", filled_pages(ours), refusal(ours));
            wrong.push(format!("{}: {difference}", name(&pair.pdf)));
        }
    }
    let filled = ours.iter().filter(|answer| !filled_pages(answer).is_empty()).count();
    println!("{} files, {} pages, {filled} filled in", desk.pairs.len(), pictures.len());
    assert!(filled >= 24, "{filled}");
    assert!(wrong.is_empty(), "\n{}", wrong.join("\n"));
}

#[cfg(feature = "pdfium")]
#[test]
fn pdfium_engine_reads_the_same() {
    let Ok(library) = std::env::var("PDFIUM_LIBRARY") else {
        skip("no PDFIUM_LIBRARY, which `make test-pdfium` names");
        return;
    };
    let Some(desk) = Desk::laid() else { return };
    let pdfs: Vec<&Path> = desk.pairs.iter().map(|pair| &*pair.pdf).collect();
    let settings = [("INKFOLD_PDF__ENGINE", "pdfium"), ("INKFOLD_PDF__PDFIUM_LIBRARY", &*library)];
    let (ours, theirs) = (desk.read(&pdfs, &[]), desk.read(&pdfs, &settings));
    let mut wrong = Vec::new();
    for ((pdf, ours), theirs) in pdfs.iter().zip(&ours).zip(&theirs) {
        if filled_pages(ours) != filled_pages(theirs) || refusal(ours) != refusal(theirs) {
            wrong.push(format!("{}: {ours} / {theirs}", name(pdf)));
        }
    }
    assert!(wrong.is_empty(), "\n{}", wrong.join("\n"));
}

#[test]
fn missing_pdf_engine_is_reported_at_start() {
    let folder = tempfile::tempdir().unwrap();
    let mut command = Command::new(executable());
    command.args(["serve", "--listen", "127.0.0.1:0", "--data-dir"]).arg(folder.path());
    command.env("INKFOLD_PDF__ENGINE", "pdfium");
    command.env("INKFOLD_PDF__PDFIUM_LIBRARY", "/nowhere/libpdfium.so");
    let printed = command.output().unwrap();
    let words = String::from_utf8(printed.stderr).unwrap();
    assert_eq!(printed.status.code(), Some(1));
    assert!(words.contains("pdfium") && words.contains("hint: "), "{words}");
    assert_eq!(words.contains("/nowhere/libpdfium.so"), cfg!(feature = "pdfium"), "{words}");
}
