//! `inkfold man`.

use std::ffi::OsStr;
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::Context;
use serde::Serialize;

use crate::args;
use crate::output::Output;

/// Write the manual pages, one a verb
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  inkfold man --out /usr/local/share/man/man1 && man inkfold-book-publish
  inkfold man --out pages && man pages/inkfold.1")]
pub(crate) struct Args {
    /// Folder to write to; it is made if it is not there
    #[arg(long, value_name = "DIR")]
    out: PathBuf,
}

#[derive(Serialize)]
struct Written<'a> {
    out: &'a Path,
    pages: usize,
}

pub(crate) fn run(args: &Args, out: &mut Output) -> anyhow::Result<()> {
    let folder = &args.out;
    let pages = write(folder).with_context(|| format!("{} cannot be written", folder.display()))?;
    let written = Written { out: folder, pages };
    out.report(&written, |to| writeln!(to, "Wrote {pages} pages to {}.", folder.display()))
}

fn write(folder: &Path) -> std::io::Result<usize> {
    fs::create_dir_all(folder)?;
    clap_mangen::generate_to(args::visible(), folder)?;
    let mut pages = 0;
    for file in fs::read_dir(folder)? {
        let name = file?.file_name();
        let is_ours = name.to_string_lossy().starts_with("inkfold");
        pages += usize::from(is_ours && Path::new(&name).extension() == Some(OsStr::new("1")));
    }
    Ok(pages)
}
