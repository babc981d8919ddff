//! `inkfold form blank`.

use std::io;
use std::path::{Path, PathBuf};

use anyhow::Context as _;
use inkfold::press;
use inkfold::press::form::Form;
use inkfold::sandbox::Sandbox;
use serde::Serialize;

use crate::output::{Output, counted};
use crate::{question, user_file};

/// Book id of a form that is typeset without a data folder: such a form belongs to no book.
const NO_BOOK: &str = "";

/// Typeset a blank form from a file of questions
#[derive(Debug, clap::Args)]
#[command(after_help = "Example:
  inkfold form blank --questions questions.csv --name Rivers --out blank.pdf

See also `inkfold book form`, which writes the form of a book of the community.")]
pub(crate) struct Args {
    /// File of questions: CSV (`key,description`), JSON or TOML
    #[arg(long, value_name = "FILE")]
    questions: PathBuf,
    /// PDF to write
    #[arg(long, value_name = "PDF")]
    out: PathBuf,
    /// Name of the book, as printed on the form
    #[arg(long, default_value = "Questionnaire")]
    name: String,
    /// Omit the grid of the prize game
    #[arg(long)]
    no_prize: bool,
}

#[derive(Serialize)]
struct BlankOutput<'a> {
    file: &'a Path,
    form: String,
    questions: usize,
    /// Characters that no font has; they are printed as empty boxes.
    missing: Vec<char>,
}

pub(crate) fn run(args: &Args, out: &mut Output) -> anyhow::Result<()> {
    let form =
        Form::new(NO_BOOK, args.name.clone(), question::read(&args.questions)?, !args.no_prize);
    let sandbox = Sandbox::this_executable().context("cannot start a child of this program")?;
    let pdf = press::form::typeset(&sandbox, &form)?;
    user_file::write(&args.out, &pdf)?;
    let written = BlankOutput {
        file: &args.out,
        form: form.code.to_string(),
        questions: form.questions.len(),
        missing: form.missing(),
    };
    out.report(&written, |line| describe(line, &written, &form.code.words()))
}

/// Writes a summary with the code as it is printed.
fn describe(line: &mut dyn io::Write, written: &BlankOutput, code: &str) -> io::Result<()> {
    let BlankOutput { file, questions, missing, .. } = written;
    let questions = counted(*questions, "question", "questions");
    writeln!(line, "Wrote {} (form {code}, {questions}).", file.display())?;
    if !missing.is_empty() {
        let missing: String = missing.iter().collect();
        writeln!(line, "No font has these characters, they are printed as empty boxes: {missing}")?;
    }
    Ok(())
}
