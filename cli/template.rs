//! `inkfold template`: the layouts of books and the texts of mails, as files to change.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, bail};
use clap::Subcommand;
use clap::builder::PossibleValuesParser;
use inkfold::data_dir::TEMPLATES;
use inkfold::mail::templates as mail;
use inkfold::press::book;
use serde::Serialize;

use crate::client::Client;
use crate::output::{Output, Page, Table};
use crate::user_file;

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// List the templates of books and mails, and which are customized
    #[command(after_help = "Examples:
  inkfold template list
  inkfold template list --json | jq -r 'select(.own) | .template'")]
    List(Page),
    Export(Export),
}

/// Export built-in templates for customizing
///
/// Templates in `templates/` of the data folder are used from the next book or mail on. Export only what you change: the
/// others follow upgrades. Existing files are not overwritten.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  inkfold template export book/colophon.typ
  inkfold template export mail/book-published.txt
  inkfold template export --out looks              all of them, to read")]
pub(crate) struct Export {
    /// Names of templates, from `template list` [default: all]
    #[arg(value_name = "TEMPLATE", required_unless_present = "out", value_parser = PossibleValuesParser::new(all().map(|template| template.name)), hide_possible_values = true)]
    templates: Vec<String>,
    /// Folder to write to, created if missing [default: `templates/` of the data folder]
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
}

#[derive(Serialize)]
struct ListedTemplate {
    template: String,
    bytes: usize,
    /// Whether a file of the data folder replaces it.
    own: bool,
}

#[derive(Serialize)]
struct ExportOutput {
    template: String,
    file: PathBuf,
}

pub(crate) fn run(command: Command, client: &Client, out: &mut Output) -> anyhow::Result<()> {
    let folder = client.config().data_dir.join(TEMPLATES);
    match command {
        Command::List(page) => list(page, &folder, out),
        Command::Export(args) => export(&args, &folder, out),
    }
}

/// Built-in template.
struct Template {
    /// Path below the folder of templates, such as `book/cover.typ`.
    name: String,
    source: &'static [u8],
}

/// Every built-in template: those of books, then those of mails.
fn all() -> impl Iterator<Item = Template> {
    let books = book::built_in()
        .iter()
        .map(|(path, source)| Template { name: path.trim_start_matches('/').to_owned(), source });
    let mails = mail::all_built_in().iter().map(|(name, source)| Template {
        name: format!("mail/{name}.txt"),
        source: source.as_bytes(),
    });
    books.chain(mails)
}

const LIST: Table<3> = Table { headings: ["TEMPLATE", "BYTES", "IN USE"], none: "" };

fn list(page: Page, folder: &Path, out: &mut Output) -> anyhow::Result<()> {
    let templates: Vec<ListedTemplate> = all()
        .map(|Template { name, source }| {
            let own = folder.join(&name).exists();
            ListedTemplate { template: name, bytes: source.len(), own }
        })
        .collect();
    out.list(&templates, page, &LIST, |ListedTemplate { template, bytes, own }| {
        let used = if *own {
            folder.join(template).display().to_string()
        } else {
            "the built-in one".to_owned()
        };
        [template.clone(), bytes.to_string(), used]
    })
}

fn export(args: &Export, folder: &Path, out: &mut Output) -> anyhow::Result<()> {
    let folder = args.out.as_deref().unwrap_or(folder);
    let is_wanted = |name: &str| {
        args.templates.is_empty() || args.templates.iter().any(|wanted| wanted == name)
    };
    let wanted: Vec<_> = all().filter(|template| is_wanted(&template.name)).collect();
    // No template is written if one of the files exists.
    let mut files = wanted.iter().map(|template| folder.join(&template.name));
    if let Some(file) = files.find(|file| file.exists()) {
        bail!(
            "{} already exists\nhint: move it away, or name another folder with --out",
            file.display()
        );
    }
    for Template { name, source } in wanted {
        let file = folder.join(&name);
        if let Some(folder) = file.parent() {
            fs::create_dir_all(folder)
                .with_context(|| format!("{} cannot be created", folder.display()))?;
        }
        user_file::create(&file, source)?;
        let exported = ExportOutput { template: name, file };
        out.report(&exported, |to| writeln!(to, "Wrote {}.", exported.file.display()))?;
    }
    Ok(())
}
