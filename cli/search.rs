//! `inkfold search`: searches as an admin, and rebuilds the index.

use std::io::{self, Write};

use clap::Subcommand;
use clap::builder::{PossibleValuesParser, RangedU64ValueParser};
use inkfold::domain::search::Kind;
use inkfold::http::operator::search::{Item, RebuiltIndex, SearchPage};

use crate::client::{Client, resource};
use crate::output::{Output, counted, eprint_note, plain, progress};

/// Search books, questions, memos, topics, posts and comments, as an admin can
#[derive(Debug, clap::Args)]
#[command(
    args_conflicts_with_subcommands = true,
    // `help` is a word that people search for; `inkfold help search` helps as well.
    disable_help_subcommand = true,
    after_help = "Examples:
  inkfold search blue ink --kind memo
  inkfold search thank you --kind comment --json
  inkfold search help
  inkfold search rebuild                     makes the index anew
  inkfold search -- rebuild                  looks for the word"
)]
pub(crate) struct Args {
    #[command(subcommand)]
    command: Option<Command>,
    /// Words to find, all of them; the last may be a prefix
    #[arg(value_name = "QUERY", required = true)]
    words: Vec<String>,
    /// Only results of this kind
    #[arg(long, value_name = "KIND", value_parser = PossibleValuesParser::new(Kind::ALL.map(Kind::as_str)))]
    kind: Option<String>,
    /// Page of 20 results, counted from 1
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = RangedU64ValueParser::<usize>::new().range(1..))]
    page: usize,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Rebuild the index from the database
    #[command(after_help = "Example:
  inkfold search rebuild")]
    Rebuild,
}

pub(crate) fn run(args: &Args, client: &Client, out: &mut Output) -> anyhow::Result<()> {
    match &args.command {
        Some(Command::Rebuild) => rebuild(client, out),
        None => find(args, client, out),
    }
}

fn find(args: &Args, client: &Client, out: &mut Output) -> anyhow::Result<()> {
    let page = args.page;
    let (words, number) = (args.words.join(" "), page.to_string());
    let search = resource("search").with("words", words.as_str()).with("page", number.as_str());
    let found: SearchPage = client.get(search.with("kind", args.kind.as_deref()))?;
    for item in &found.results {
        out.report(item, |to| write_item(to, item))?;
    }
    match found.total {
        0 => eprint_note("no results"),
        total if page > found.pages && found.results.is_empty() => {
            let pages = counted(found.pages, "page", "pages");
            eprint_note(&format!("there is no page {page}: {total} found, on {pages}"));
        }
        total if found.pages > 1 => {
            eprint_note(&format!("{total} found, page {} of {}", found.page, found.pages));
        }
        _ => {}
    }
    Ok(())
}

fn rebuild(client: &Client, out: &mut Output) -> anyhow::Result<()> {
    let bar = progress(0, "memos and posts");
    let rebuilt: RebuiltIndex =
        client.run_with_progress(resource("search").at("rebuild"), &(), bar)?;
    out.report(&rebuilt, |to| {
        let things = counted(rebuilt.documents, "thing", "things");
        writeln!(to, "Rebuilt the index: {things}.")
    })
}

fn write_item(to: &mut dyn Write, item: &Item) -> io::Result<()> {
    let title = if item.title.text.is_empty() { &item.book } else { &item.title.text };
    let author = item.author.as_ref().map(|name| format!(", by {}", plain(name)));
    let author = author.unwrap_or_default();
    writeln!(to, "{}  {}  {}{author}", item.kind.as_str(), item.id, plain(title))?;
    if !item.text.text.is_empty() {
        writeln!(to, "    {}", plain(&item.text.text))?;
    }
    match &item.may_contain {
        Some(line) => writeln!(to, "    may contain it, in handwriting: {}", plain(line)),
        None => Ok(()),
    }
}
