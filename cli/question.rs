//! `inkfold question`: the prompts of a book.

use std::path::{Path, PathBuf};

use anyhow::Context;
use clap::Subcommand;
use inkfold::domain::book::Question;
use inkfold::domain::question_file;
use inkfold::services::admin::Answer;
use inkfold::services::admin::books::Request;

use crate::client::{Client, unexpected};
use crate::output::Output;

#[derive(Debug, Subcommand)]
pub(crate) enum Verb {
    Import(Import),
}

/// Give a book its prompts from a file
///
/// A prompt whose key the book knows already gets the new words; the others are added at the end. One bad row and
/// nothing is imported.
#[derive(Debug, clap::Args)]
#[command(after_help = "Example:
  inkfold question import --book 01k… prompts.csv      with lines such as  smell,\"What did your first home smell of?\"")]
pub(crate) struct Import {
    /// The book's id
    #[arg(long)]
    book: String,
    /// CSV (`key,description`), JSON or TOML
    #[arg(value_name = "FILE")]
    file: PathBuf,
}

pub(crate) fn run(verb: Verb, client: &Client, out: &mut Output) -> anyhow::Result<()> {
    match verb {
        Verb::Import(args) => import(&args, client, out),
    }
}

fn import(args: &Import, client: &Client, out: &mut Output) -> anyhow::Result<()> {
    let questions = read(&args.file)?;
    let request = Request::ImportQuestions { book: args.book.clone(), questions };
    let Answer::Imported(imported) = client.ask(request)? else {
        return Err(unexpected());
    };
    out.report(&imported, |to| {
        writeln!(
            to,
            "{} added, {} changed, {} as they were.",
            imported.added, imported.changed, imported.unchanged
        )
    })
}

/// The prompts of a file; a refusal names its lines.
pub(crate) fn read(file: &Path) -> anyhow::Result<Vec<Question>> {
    let name = file.display();
    let bytes = std::fs::read(file).with_context(|| format!("{name} cannot be read"))?;
    let text = String::from_utf8(bytes).with_context(|| format!("{name} is not text in UTF-8"))?;
    let format = question_file::Format::of_name(&file.to_string_lossy())
        .with_context(|| format!("{name} is not a .csv, .json or .toml file"))?;
    question_file::parse(&text, format).with_context(|| format!("{name} was not taken"))
}
