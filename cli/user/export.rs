//! `inkfold user export`.

use std::path::{Path, PathBuf};

use anyhow::Context as _;
use inkfold::http::operator::users::ExportedMember;
use serde::Serialize;

use super::MemberArgs;
use crate::client::Client;
use crate::output::Output;

/// Export all data about a member as a zip file
#[derive(Debug, clap::Args)]
#[command(after_help = "Example:
  inkfold user export mara@example.org --out mara.zip")]
pub(crate) struct Args {
    #[command(flatten)]
    which: MemberArgs,
    /// File to write
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
}

#[derive(Serialize)]
struct ExportOutput {
    uid: String,
    out: PathBuf,
    bytes: u64,
}

pub(super) fn run(args: Args, client: &Client, out: &mut Output) -> anyhow::Result<()> {
    let exported: ExportedMember = client.post(args.which.resource().at("export"), &())?;
    let made = Path::new(&exported.path);
    let copied = std::fs::copy(made, &args.out)
        .with_context(|| format!("{} cannot be written", args.out.display()));
    // The export is private: it is removed even if it could not be copied.
    std::fs::remove_file(made)?;
    copied?;
    let written = ExportOutput { uid: exported.uid, out: args.out, bytes: exported.bytes };
    out.report(&written, |to| {
        writeln!(to, "Wrote {}, {} kB.", written.out.display(), written.bytes / 1000)
    })
}
