//! `inkfold question export`.

use std::path::PathBuf;

use inkfold::domain::question_file::{self, Format};
use inkfold::http::operator::questions::Question;
use serde::Serialize;

use super::{BookArgs, format_of};
use crate::client::Client;
use crate::output::{Output, counted};
use crate::user_file;

/// Export the questions of a book in a format for `question import`
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  inkfold question export --book 01k… > questions.csv
  inkfold question export --book 01k… --out questions.toml")]
pub(crate) struct Args {
    #[command(flatten)]
    of: BookArgs,
    /// CSV, JSON or TOML by its name [default: CSV on standard output]
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
}

#[derive(Serialize)]
struct ExportOutput {
    out: PathBuf,
    questions: usize,
}

pub(super) fn run(args: Args, client: &Client, out: &mut Output) -> anyhow::Result<()> {
    let format = args.out.as_deref().map_or(Ok(Format::Csv), format_of)?;
    let listed: Vec<Question> = client.get(args.of.questions())?;
    let questions: Vec<_> = listed.into_iter().map(|listed| listed.question).collect();
    let text = question_file::write(&questions, format);
    let Some(file) = args.out else {
        return out.report(&text, |to| to.write_all(text.as_bytes()));
    };
    user_file::write(&file, text.as_bytes())?;
    let written = ExportOutput { out: file, questions: questions.len() };
    out.report(&written, |to| {
        let questions = counted(written.questions, "question", "questions");
        writeln!(to, "Wrote {questions} to {}.", written.out.display())
    })
}
