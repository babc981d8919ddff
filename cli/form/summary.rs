//! Output of `inkfold form read` for one file.

use std::collections::BTreeMap;
use std::fs::File;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use inkfold::domain::form_code::FormCode;
use inkfold::paper::{PageReading, Reading, ReadingWarning, Refusal};
use serde::Serialize;

/// File with its outcome.
#[derive(Serialize)]
pub(super) struct Answer<'a> {
    pub(super) file: &'a Path,
    #[serde(flatten)]
    pub(super) outcome: Outcome,
}

#[derive(Serialize)]
#[serde(untagged)]
pub(super) enum Outcome {
    Read { pages: Vec<Summary>, checks: Vec<Words> },
    Refused { error: Words },
}

/// Stable name, and a sentence for people.
#[derive(Serialize)]
pub(super) struct Words {
    code: &'static str,
    message: String,
}

#[derive(Serialize)]
pub(super) struct Summary {
    page: u32,
    form: String,
    dirty: Vec<usize>,
    /// Boxes with ink that is faint, or may be a stain or a shadow.
    doubtful: Vec<usize>,
    picks: Vec<String>,
    ink: BTreeMap<usize, usize>,
    /// Confidence from 0 to 1: the coverage, reduced by the residual.
    confidence: f32,
    /// Share of the print that was found in its place.
    coverage: f32,
    /// Root mean square distance of that print from its place, in pixels of a page 1404 wide.
    residual: f32,
    checks: Vec<Words>,
    crops: Vec<PathBuf>,
    /// Diagnostic picture of the page.
    #[serde(skip_serializing_if = "Option::is_none")]
    annotated: Option<PathBuf>,
}

impl Outcome {
    /// Outcome of a reading, whose pictures are saved if a folder is given.
    pub(super) fn read(reading: &Reading, file: &Path, folder: Option<&Path>) -> Self {
        let pages = reading.pages.iter().map(|page| Summary::of(page, file, folder));
        match pages.collect() {
            Ok(pages) => Self::Read { pages, checks: words_of(&reading.checks) },
            Err(error) => Self::failed(&error),
        }
    }

    pub(super) fn refused(refusal: Refusal) -> Self {
        Self::Refused { error: Words { code: refusal.code(), message: refusal.to_string() } }
    }

    /// Outcome for a page of a form that is unknown here, with its code.
    pub(super) fn unknown(form: FormCode) -> Self {
        let message = format!(
            "no form {} is known here\nhint: name the blank form that was filled in with --blank",
            form.words()
        );
        Self::Refused { error: Words { code: Refusal::OtherBook.code(), message } }
    }

    /// Outcome for a file that could not be opened, or whose pictures could not be saved.
    pub(super) fn failed(error: &io::Error) -> Self {
        let error = Words { code: Refusal::Unreadable.code(), message: error.to_string() };
        Self::Refused { error }
    }

    pub(super) fn is_refused(&self) -> bool {
        matches!(self, Self::Refused { .. })
    }
}

fn words_of(checks: &[ReadingWarning]) -> Vec<Words> {
    checks.iter().map(|one| Words { code: one.code(), message: one.to_string() }).collect()
}

impl Summary {
    fn of(page: &PageReading, file: &Path, folder: Option<&Path>) -> io::Result<Self> {
        let save = |what: &str, png: &[u8]| {
            let stem = file.file_stem().unwrap_or_default().to_string_lossy();
            let path = folder.map(|folder| folder.join(format!("{stem}-{}-{what}.png", page.page)));
            path.map(|path| File::create(&path)?.write_all(png).map(|()| path)).transpose()
        };
        let crops = page.boxes.iter().map(|one| save(&(one.index + 1).to_string(), &one.crop_png));
        let crops: Vec<Option<PathBuf>> = crops.collect::<io::Result<_>>()?;
        let annotated = page.annotated_png.as_ref().map(|png| save("annotated", png));
        let shows_pegs = folder.is_some() && !page.picks.is_empty();
        let pegs = shows_pegs.then(|| page.peg_picture()).flatten();
        let pegs = pegs.map(|png| save("pegs", &png));
        pegs.transpose()?;
        Ok(Self {
            page: page.page,
            form: page.form.to_string(),
            dirty: page.boxes.iter().map(|one| one.index).collect(),
            doubtful: page.doubtful_boxes.clone(),
            picks: page.picks.iter().map(ToString::to_string).collect(),
            ink: page.boxes.iter().map(|one| (one.index, one.ink)).collect(),
            confidence: page.confidence,
            coverage: page.coverage,
            residual: page.residual,
            checks: words_of(&page.checks),
            crops: crops.into_iter().flatten().collect(),
            annotated: annotated.transpose()?.flatten(),
        })
    }
}

impl Answer<'_> {
    /// Writes a line for each page, and one for each doubt, for people.
    pub(super) fn write(&self, words: &mut dyn Write) -> io::Result<()> {
        let file = self.file.display();
        let (pages, checks) = match &self.outcome {
            Outcome::Refused { error } => return writeln!(words, "{file}: {}", error.message),
            Outcome::Read { pages, checks } => (pages, checks),
        };
        for page in pages {
            let boxes = counted(page.dirty.iter().map(|index| index + 1), "nothing written");
            let picks = counted(page.picks.iter(), "none");
            let (number, sure) = (page.page, page.confidence * 100.0);
            write!(words, "{file}: page {number}, boxes: {boxes}; ")?;
            if !page.doubtful.is_empty() {
                let doubtful = counted(page.doubtful.iter().map(|index| index + 1), "none");
                write!(words, "look closely at boxes: {doubtful}; ")?;
            }
            writeln!(words, "pegs: {picks}; {sure:.0} % sure")?;
        }
        let mut all = pages.iter().flat_map(|page| &page.checks).chain(checks);
        all.try_for_each(|check| writeln!(words, "{file}: {}", check.message))
    }
}

/// Joins the items with commas; `none` if there are none.
fn counted<T: ToString>(items: impl Iterator<Item = T>, none: &str) -> String {
    let items: Vec<String> = items.map(|item| item.to_string()).collect();
    if items.is_empty() { none.to_owned() } else { items.join(", ") }
}
