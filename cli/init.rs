//! `inkfold init`.

use std::fs::File;
use std::io::{self, Write};
use std::path::Path;

use crate::args::GlobalArgs;
use crate::client::{Client, resource};
use crate::output::{Output, eprint_note, progress};
use inkfold::backup::DATABASE;
use inkfold::config::{Config, EXAMPLE};
use inkfold::http::operator::community::InitResult;
use inkfold::server::admin_socket;

use serde::Serialize;

/// Unit of the progress bar for the sample community.
pub(crate) const SAMPLES: &str = "parts of the sample community";

/// Create the data folder and a settings file, and print the one-time link for the first admin
#[derive(Debug, clap::Args)]
#[command(
    after_help = "With a new community in the current folder, a settings file inkfold.toml is created, unless there is one.

Examples:
  inkfold init
  inkfold init --data-dir /srv/inkfold        somewhere else
  inkfold init --demo                         with a sample community"
)]
pub(crate) struct Args {
    /// Add a sample community: members, books, handwriting
    #[arg(long)]
    demo: bool,
}

#[derive(Serialize)]
struct InitOutput {
    #[serde(flatten)]
    community: InitResult,
    /// Settings file, if it was made.
    settings: Option<String>,
}

pub(crate) fn run(
    args: &Args,
    global: &GlobalArgs,
    client: &Client,
    out: &mut Output,
) -> anyhow::Result<()> {
    let is_new = !client.config().data_dir.join(DATABASE).exists();
    if args.demo {
        let samples = resource("community").at("samples");
        client.create_with_progress::<()>(samples, &(), progress(0, SAMPLES))?;
    }
    let made: InitResult = client.create(resource("community"), &())?;
    let settings = if is_new { make_settings(global, &client.config().data_dir) } else { None };
    let made = InitOutput { community: made, settings };
    let is_served = admin_socket::is_served(&client.config().data_dir);
    out.report(&made, |to| {
        writeln!(to, "Data folder: {}.", made.community.data_dir)?;
        if let Some(file) = &made.settings {
            writeln!(to, "Its settings are in {file}: all at their defaults, each explained.")?;
        }
        write_next(to, &made.community, args.demo, is_served)
    })?;
    match &made.community.first_admin_link {
        Some(link) => out.show_qr(link),
        None => Ok(()),
    }
}

/// Writes the next steps.
fn write_next(
    to: &mut dyn Write,
    community: &InitResult,
    is_demo: bool,
    is_served: bool,
) -> io::Result<()> {
    let start =
        if is_served { "It is served already:" } else { "Start it with `inkfold serve`, then" };
    if is_demo {
        let (email, password) = inkfold::demo::SIGN_IN;
        return writeln!(to, "{start} sign in as {email} or mara@example.org with {password}.");
    }
    match &community.first_admin_link {
        Some(link) => {
            writeln!(to, "{start} make the first admin within half an hour (once): {link}")
        }
        None if is_served => writeln!(to, "It has members already, and is served."),
        None => writeln!(to, "It has members already. Start it with `inkfold serve`."),
    }
}

/// Puts a settings file beside a new community. A failure is only noted.
fn make_settings(global: &GlobalArgs, data_dir: &Path) -> Option<String> {
    let file = global.new_file(data_dir)?;
    match write_settings(file, global.data_dir()) {
        Ok(()) => Some(file.display().to_string()),
        Err(error) => {
            eprint_note(&format!("{} could not be made: {error}", file.display()));
            None
        }
    }
}

/// Writes the example settings with the named data folder, so that later commands need not name it.
fn write_settings(file: &Path, named: Option<&Path>) -> io::Result<()> {
    let default = Config::default().data_dir;
    let named = named.filter(|named| *named != default).and_then(Path::to_str);
    let line = |folder: &str| format!("data_dir = {}", toml::Value::from(folder));
    let text = match (named, default.to_str()) {
        (Some(named), Some(default)) => {
            EXAMPLE.replacen(&format!("#{}", line(default)), &line(named), 1)
        }
        _ => EXAMPLE.to_owned(),
    };
    File::create_new(file)?.write_all(text.as_bytes())
}
