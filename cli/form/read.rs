//! `inkfold form read`.

use std::collections::{BTreeMap, HashMap};
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, mpsc};
use std::thread;

use anyhow::Context as _;
use inkfold::domain::form_code::FormCode;
use inkfold::http::operator::forms::BlankForm;
use inkfold::paper::{FormTemplate, Reader, Refusal};
use inkfold::sandbox::Sandbox;
use parking_lot::Mutex;

use super::summary::{Answer, Outcome};
use crate::client::{Client, resource};
use crate::output::{self, Output};

/// Read filled forms: boxes with handwriting and marked pegs
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  inkfold form read filled.pdf
  inkfold form read --blank blank.pdf *.pdf --json --out boxes")]
pub(crate) struct Args {
    /// Filled forms, PDF or PNG
    #[arg(value_name = "FILE", required = true)]
    files: Vec<PathBuf>,
    /// Blank form that was filled in [default: the community's form with the code on the page]
    #[arg(long, value_name = "PDF")]
    blank: Option<PathBuf>,
    /// Folder for pictures: FILE-PAGE-BOX.png, with pages and boxes counted from 1, of every box with handwriting, FILE-PAGE-pegs.png of marked pegs, and
    /// FILE-PAGE-annotated.png of all that was seen on the page
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
}

pub(crate) fn run(args: &Args, client: &Client, out: &mut Output) -> anyhow::Result<()> {
    let sandbox = client.sandbox()?;
    let forms = match &args.blank {
        Some(file) => Forms::Given(rasterise(&sandbox, file)?),
        None => Forms::Community { client, known: Mutex::default() },
    };
    if let Some(folder) = &args.out {
        fs::create_dir_all(folder).with_context(|| folder.display().to_string())?;
    }
    let bar = output::progress(args.files.len(), "files");
    let mut failed = 0;
    let read = |file: &Path| read(&sandbox, &forms, file, args.out.as_deref());
    in_order(&args.files, read, |file, outcome| {
        failed += usize::from(outcome.is_refused());
        let answer = Answer { file, outcome };
        bar.inc(1);
        bar.suspend(|| out.report(&answer, |words| answer.write(words)))
    })?;
    bar.finish_and_clear();
    anyhow::ensure!(failed == 0, "{failed} of {} files could not be read", args.files.len());
    Ok(())
}

/// Reads files on all processors, and reports each outcome in the files' order as soon as those before it are done.
fn in_order(
    files: &[PathBuf],
    read: impl Fn(&Path) -> Outcome + Sync,
    mut report: impl FnMut(&Path, Outcome) -> anyhow::Result<()>,
) -> anyhow::Result<()> {
    let next = AtomicUsize::new(0);
    let (done, outcomes) = mpsc::channel();
    thread::scope(|scope| {
        for _ in 0..thread::available_parallelism().map_or(1, Into::into) {
            let (done, next, read) = (done.clone(), &next, &read);
            scope.spawn(move || {
                let places = std::iter::repeat_with(|| next.fetch_add(1, Ordering::Relaxed));
                for (place, file) in places.map_while(|place| Some((place, files.get(place)?))) {
                    // The receiver is dropped after a failure to write the output.
                    if done.send((place, read(file))).is_err() {
                        break;
                    }
                }
            });
        }
        drop(done);
        let mut early = BTreeMap::new();
        let mut told = files.iter().enumerate();
        let mut due = told.next();
        for (place, outcome) in outcomes {
            early.insert(place, outcome);
            while let Some((place, file)) = due
                && let Some(outcome) = early.remove(&place)
            {
                report(file, outcome)?;
                due = told.next();
            }
        }
        Ok(())
    })
}

fn read(sandbox: &Sandbox, forms: &Forms<'_>, file: &Path, out: Option<&Path>) -> Outcome {
    let bytes = match fs::read(file) {
        Ok(bytes) => bytes,
        Err(error) => return Outcome::failed(&error),
    };
    let unknown = Mutex::new(None);
    let templates = |code| {
        let template = forms.template(sandbox, code);
        if template.is_none() {
            *unknown.lock() = Some(code);
        }
        template
    };
    let expected = forms.expected();
    let reader = Reader { sandbox, templates: &templates, expected, annotates: out.is_some() };
    match reader.read(&bytes, &mut |_, _| ()) {
        Ok(reading) => Outcome::read(&reading, file, out),
        // Members choose a book before they send a form; without a blank form none is chosen here.
        Err(Refusal::OtherBook) if expected.is_none() => {
            unknown.into_inner().map_or(Outcome::refused(Refusal::OtherBook), Outcome::unknown)
        }
        Err(refusal) => Outcome::refused(refusal),
    }
}

/// Blank forms to which filled ones are compared.
enum Forms<'a> {
    /// Blank form that was named; also assumed for a page without a readable code.
    Given(Arc<FormTemplate>),
    /// Forms that the community has issued, each requested once.
    Community { client: &'a Client, known: Mutex<HashMap<FormCode, Option<Arc<FormTemplate>>>> },
}

impl Forms<'_> {
    fn template(&self, sandbox: &Sandbox, code: FormCode) -> Option<Arc<FormTemplate>> {
        match self {
            Self::Given(blank) => (code == blank.code()).then(|| Arc::clone(blank)),
            Self::Community { client, known } => {
                let find = || {
                    let form = resource("forms").at(&code.to_string());
                    let form: BlankForm = client.get(form).ok()?;
                    rasterise(sandbox, Path::new(&form.file)).ok()
                };
                known.lock().entry(code).or_insert_with(find).clone()
            }
        }
    }

    fn expected(&self) -> Option<&Arc<FormTemplate>> {
        match self {
            Self::Given(blank) => Some(blank),
            Self::Community { .. } => None,
        }
    }
}

fn rasterise(sandbox: &Sandbox, file: &Path) -> anyhow::Result<Arc<FormTemplate>> {
    let pdf = fs::read(file).with_context(|| file.display().to_string())?;
    let blank = FormTemplate::rasterise(sandbox, &pdf).context("the blank form cannot be used")?;
    Ok(Arc::new(blank))
}
