//! `inkfold man`.

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use anyhow::Context as _;
use clap::{Arg, ArgAction, Command};
use serde::Serialize;

use crate::args;
use crate::output::Output;

/// Write manual pages, one for each verb
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  inkfold man --out /usr/local/share/man/man1 && man inkfold-book-publish
  inkfold man --out pages && man pages/inkfold.1")]
pub(crate) struct Args {
    /// Folder to write to, created if missing
    #[arg(long, value_name = "DIR")]
    out: PathBuf,
}

#[derive(Serialize)]
struct ManOutput<'a> {
    out: &'a Path,
    pages: usize,
}

pub(crate) fn run(args: &Args, out: &mut Output) -> anyhow::Result<()> {
    let folder = &args.out;
    let pages = write(folder).with_context(|| format!("{} cannot be written", folder.display()))?;
    let written = ManOutput { out: folder, pages };
    out.report(&written, |to| writeln!(to, "Wrote {pages} pages to {}.", folder.display()))
}

fn write(folder: &Path) -> io::Result<usize> {
    fs::create_dir_all(folder)?;
    let whole = args::visible();
    clap_mangen::generate_to(whole.clone(), folder)?;
    rewrite(folder, &[], &whole)
}

/// Rewrites the pages of a verb and of its subcommands. Returns their number.
fn rewrite(folder: &Path, above: &[&str], command: &Command) -> io::Result<usize> {
    let words = [above, &[command.get_name()]].concat();
    let file = folder.join(words.join("-")).with_extension("1");
    let page = fs::read_to_string(&file)?;
    let synopsis = synopsis(&words.join(" "), command);
    File::create(&file)?.write_all(rewritten(&page, &synopsis).as_bytes())?;
    let mut pages = 1;
    for command in command.get_subcommands() {
        pages += rewrite(folder, &words, command)?;
    }
    Ok(pages)
}

/// Synopsis of a verb, with its own options and the names of their values.
fn synopsis(name: &str, command: &Command) -> String {
    let (positionals, options): (Vec<&Arg>, Vec<&Arg>) = command
        .get_arguments()
        .filter(|arg| !arg.is_hide_set() && !arg.is_global_set())
        .partition(|arg| arg.is_positional());
    let options = options.into_iter().chain(positionals).map(usage);
    let command = Some("\\fIVERB\\fR".to_owned())
        .filter(|_| command.has_subcommands() && command.get_positionals().next().is_none());
    let parts: Vec<String> = options.chain(command).collect();
    format!("\\fB{name}\\fR [\\fICOMMON OPTIONS\\fR] {}", parts.join(" ")).trim_end().to_owned()
}

/// Usage of an option or an argument, in brackets if it is optional.
fn usage(arg: &Arg) -> String {
    let takes_value = arg.get_action().takes_values();
    let names = arg.get_value_names().unwrap_or_default().iter();
    let value = names.map(|name| format!("\\fI{name}\\fR")).collect::<Vec<_>>().join(" ");
    let usage = match arg.get_long() {
        Some(long) if takes_value => format!("\\fB\\-\\-{}\\fR {value}", long.replace('-', "\\-")),
        Some(long) => format!("\\fB\\-\\-{}\\fR", long.replace('-', "\\-")),
        None => value,
    };
    let is_many = arg.get_num_args().is_some_and(|number| number.max_values() > 1)
        || matches!(arg.get_action(), ArgAction::Append);
    let usage = if is_many { format!("{usage} ...") } else { usage };
    if arg.is_required_set() { usage } else { format!("[{usage}]") }
}

/// Sections of every page, before its notes and examples.
const SECTIONS: &str = ".SH \"EXIT STATUS\"
.TP
0
Done.
.TP
1
Refused or failed; the reason is on standard error.
.TP
2
The command is mistyped.
.TP
75
Another program holds the data, or the running server does not answer: try again later.
.SH ENVIRONMENT
.TP
\\fBINKFOLD_\\fR\\fISETTING\\fR
A setting, stronger than the settings file: INKFOLD_LISTEN is `listen`, INKFOLD_DATA_DIR is `data_dir`, and INKFOLD_MAIL__FROM is `from` of [mail]. `inkfold config print` shows all.
.SH FILES
.TP
\\fIinkfold.toml\\fR
Settings, in the folder where the command is typed; /etc/inkfold/inkfold.toml for the service of a package.
.TP
\\fIdata/\\fR
The data folder, unless `data_dir` says otherwise; /var/lib/inkfold for the service of a package.
.TP
\\fIdata/run/admin.sock\\fR
Socket by which commands reach the running server.
.TP
\\fIdata/templates/\\fR
Templates of your own.";

/// Rewrites a page to the conventions of manual pages: the footer names the program, the synopsis the values of options, and
/// examples have their own heading, each on its line.
fn rewritten(page: &str, synopsis: &str) -> String {
    let mut lines = Vec::new();
    let mut is_extra = false;
    let mut is_as_written = false;
    let mut has_sections = page.contains(SECTIONS);
    let mut is_synopsis = false;
    for line in page.lines() {
        is_extra = line == ".SH EXTRA" || (is_extra && !line.starts_with(".SH "));
        let is_example = is_extra && line.starts_with("  ");
        if is_example != is_as_written {
            lines.push(if is_example { ".nf" } else { ".fi" }.to_owned());
            is_as_written = is_example;
        }
        if matches!(line, ".SH EXTRA" | ".SH VERSION") && !has_sections {
            lines.push(SECTIONS.to_owned());
            has_sections = true;
        }
        match line {
            _ if is_synopsis => lines.push(synopsis.to_owned()),
            ".SH EXTRA" => lines.push(".SH NOTES".to_owned()),
            "Example:" | "Examples:" if is_extra => {
                // Without notes the heading would be empty.
                lines.pop_if(|last| last == ".SH NOTES" || last == ".PP");
                lines.push(".SH EXAMPLES".to_owned());
            }
            "" if is_extra => lines.push(".PP".to_owned()),
            _ if line.starts_with(".TH ") => lines.push(with_the_programs_name(line)),
            _ => lines.push(line.to_owned()),
        }
        is_synopsis = line == ".SH SYNOPSIS";
    }
    lines.join("\n") + "\n"
}

/// Replaces the name of the verb by that of the program in the footer of `.TH inkfold-backup-now 1  "now 0.1.0" `.
fn with_the_programs_name(title: &str) -> String {
    match title.split_once('"') {
        Some((before, _)) => format!("{before}\"inkfold {}\"", env!("CARGO_PKG_VERSION")),
        None => title.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::{SECTIONS, rewritten};

    #[test]
    fn examples_have_their_heading_and_their_lines() {
        let version = env!("CARGO_PKG_VERSION");
        let page = format!(
            ".TH inkfold-backup-now 1  \"now {version}\" \n.SH NAME\ninkfold\n.SH SYNOPSIS\nwith all\n.SH EXTRA\nIt is said.\n\nExamples:\n  one\n  two\n.SH VERSION\nv1\n"
        );
        assert_eq!(
            rewritten(&page, "inkfold"),
            format!(
                ".TH inkfold-backup-now 1  \"inkfold {version}\"\n.SH NAME\ninkfold\n.SH SYNOPSIS\ninkfold\n{SECTIONS}\n.SH NOTES\nIt is said.\n.SH EXAMPLES\n.nf\n  one\n  two\n.fi\n.SH VERSION\nv1\n"
            )
        );
        // Rewriting is idempotent.
        let once = rewritten(&page, "inkfold");
        assert_eq!(rewritten(&once, "inkfold"), once);
    }
}
