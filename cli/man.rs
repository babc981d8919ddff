//! `inkfold man`.

use std::ffi::OsStr;
use std::fs::{self, File};
use std::io::{self, Write};
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

fn write(folder: &Path) -> io::Result<usize> {
    fs::create_dir_all(folder)?;
    clap_mangen::generate_to(args::visible(), folder)?;
    let mut pages = 0;
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        let name = path.file_name().map(OsStr::to_string_lossy);
        let is_ours = name.is_some_and(|name| name.starts_with("inkfold"));
        if is_ours && path.extension() == Some(OsStr::new("1")) {
            let page = fs::read_to_string(&path)?;
            File::create(&path)?.write_all(mended(&page).as_bytes())?;
            pages += 1;
        }
    }
    Ok(pages)
}

/// The page as people know manual pages: its foot names the program, and its examples stand under their own heading, each on its
/// line.
fn mended(page: &str) -> String {
    let mut lines = Vec::new();
    let mut is_extra = false;
    let mut is_as_written = false;
    for line in page.lines() {
        is_extra = line == ".SH EXTRA" || (is_extra && !line.starts_with(".SH "));
        let is_example = is_extra && line.starts_with("  ");
        if is_example != is_as_written {
            lines.push(if is_example { ".nf" } else { ".fi" }.to_owned());
            is_as_written = is_example;
        }
        match line {
            ".SH EXTRA" => lines.push(".SH NOTES".to_owned()),
            "Example:" | "Examples:" if is_extra => {
                // Where nothing is noted, a heading would stand alone.
                lines.pop_if(|last| last == ".SH NOTES" || last == ".PP");
                lines.push(".SH EXAMPLES".to_owned());
            }
            "" if is_extra => lines.push(".PP".to_owned()),
            _ if line.starts_with(".TH ") => lines.push(with_the_programs_name(line)),
            _ => lines.push(line.to_owned()),
        }
    }
    lines.join("\n") + "\n"
}

/// `.TH inkfold-backup-now 1  "now 0.1.0" ` says which verb it is at the foot, where the program belongs.
fn with_the_programs_name(title: &str) -> String {
    match title.split_once('"') {
        Some((before, _)) => format!("{before}\"inkfold {}\"", env!("CARGO_PKG_VERSION")),
        None => title.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::mended;

    #[test]
    fn examples_have_their_heading_and_their_lines() {
        let version = env!("CARGO_PKG_VERSION");
        let page = format!(
            ".TH inkfold-backup-now 1  \"now {version}\" \n.SH NAME\ninkfold\n.SH EXTRA\nIt is said.\n\nExamples:\n  one\n  two\n.SH VERSION\nv1\n"
        );
        assert_eq!(
            mended(&page),
            format!(
                ".TH inkfold-backup-now 1  \"inkfold {version}\"\n.SH NAME\ninkfold\n.SH NOTES\nIt is said.\n.SH EXAMPLES\n.nf\n  one\n  two\n.fi\n.SH VERSION\nv1\n"
            )
        );
        // What was mended stays as it is.
        assert_eq!(mended(&mended(&page)), mended(&page));
    }
}
