//! Verbs of the executable, parsed from its help.

use std::process::Command;

use super::executable;

/// Subcommand with its full name: `book publish`.
#[derive(Clone, Debug)]
pub(crate) struct Subcommand {
    pub(crate) name: String,
    /// Its subcommands; none for most.
    pub(crate) verbs: Vec<String>,
    /// Whether it can be run itself.
    pub(crate) is_whole: bool,
}

/// Every verb in the help, the executable itself first.
pub(crate) fn verbs() -> Vec<Subcommand> {
    let mut found = Vec::new();
    gather(&[], &mut found);
    found
}

fn gather(path: &[String], found: &mut Vec<Subcommand>) {
    let help = Command::new(executable()).args(path).arg("--help").output().unwrap();
    assert!(help.status.success(), "{path:?} has no help");
    let help = String::from_utf8(help.stdout).unwrap();
    let verbs: Vec<String> = help
        .lines()
        .skip_while(|line| *line != "Commands:")
        .skip(1)
        .take_while(|line| !line.is_empty())
        // A line with more indentation continues the line before.
        .filter_map(|line| line.strip_prefix("  ").filter(|line| !line.starts_with(' ')))
        .filter_map(|line| line.split_whitespace().next())
        .filter(|verb| *verb != "help")
        .map(str::to_owned)
        .collect();
    let is_whole = verbs.is_empty() || help.contains("\nArguments:\n");
    found.push(Subcommand { name: path.join(" "), verbs: verbs.clone(), is_whole });
    for verb in verbs {
        gather(&[path, &[verb]].concat(), found);
    }
}
