//! `inkfold book form`.

use std::path::{Path, PathBuf};

use inkfold::domain::form_code::FormCode;
use inkfold::http::operator::forms::BlankForm;
use serde::Serialize;

use crate::client::{Client, resource};
use crate::complete;
use crate::output::Output;

/// Write a book's blank form, as members download it
#[derive(Debug, clap::Args)]
#[command(after_help = "Example:
  inkfold book form 01k… --out blank.pdf")]
pub(crate) struct Args {
    /// The book's id
    #[arg(value_name = "BOOK", add = complete::books())]
    book: String,
    /// PDF to write
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
}

#[derive(Serialize)]
struct FormOutput {
    out: PathBuf,
    form: String,
}

pub(super) fn run(args: Args, client: &Client, out: &mut Output) -> anyhow::Result<()> {
    let blank: BlankForm = client.get(resource("books").at(&args.book).at("form"))?;
    super::copy(Path::new(&blank.file), &args.out)?;
    let written = FormOutput { out: args.out, form: blank.form };
    out.report(&written, |to| {
        let on_paper = written.form.parse().map(FormCode::words);
        let form = on_paper.unwrap_or_else(|_| written.form.clone());
        writeln!(to, "Wrote {} (form {form}).", written.out.display())
    })
}
