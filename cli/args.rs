//! Command line: the types that clap parses, and the texts of `--help`.

use std::path::{Component, Path, PathBuf};

use clap::{CommandFactory, Parser, Subcommand};
use inkfold::config::{Config, ConfigWithSources, Error, Listen, ParseListenError, load};

use crate::{
    audit, backup, book, completions, config, credit, db, doctor, form, guest, handwriting, health,
    init, invitation, mail, man, memo, payout, post, question, report, restore, search, serve,
    suggestion, template, token, topic, trash, user, webhook,
};

const DEFAULT_FILE: &str = "inkfold.toml";

/// Memo books and image threads for people who write by hand on tablets
#[derive(Debug, Parser)]
#[command(name = "inkfold", version, propagate_version = true, after_help = EXAMPLES)]
pub(crate) struct Cli {
    #[command(flatten)]
    pub(crate) global: GlobalArgs,
    #[command(subcommand)]
    pub(crate) command: Command,
}

const EXAMPLES: &str = "Examples:
  inkfold serve --demo                       a sample community, to try it
  inkfold init                               a community of your own
  inkfold book add --name \"A year in ink\"    makes a book
  inkfold form read filled.pdf --json        what a filled form says";

/// Help heading of the global options, so that a verb's own options come first.
const COMMON: &str = "Common options";

/// Options that every verb accepts.
#[derive(Clone, Debug, clap::Args)]
pub(crate) struct GlobalArgs {
    /// Settings file [default: inkfold.toml, if it exists]
    #[arg(long, global = true, value_name = "FILE", help_heading = COMMON)]
    config: Option<PathBuf>,
    /// Data folder of the community [default: `data_dir` of the settings, else ./data]
    #[arg(long, global = true, value_name = "DIR", help_heading = COMMON)]
    data_dir: Option<PathBuf>,
    /// Print JSON: one value, or one line per item of a list
    #[arg(long, global = true, help_heading = COMMON)]
    pub(crate) json: bool,
    /// Skip the confirmation before actions that cannot be undone or lock a member out
    #[arg(long, global = true, help_heading = COMMON)]
    pub(crate) yes: bool,
}

impl GlobalArgs {
    /// Creates the options of an incomplete command line.
    pub(crate) fn new(config: Option<PathBuf>, data_dir: Option<PathBuf>) -> Self {
        Self { config, data_dir, json: false, yes: false }
    }

    /// Loads the settings; flags override variables, variables the file, and the file the defaults.
    pub(crate) fn config(&self) -> Result<Config, Error> {
        Ok(self.load()?.config)
    }

    /// Loads the settings with the source of each.
    pub(crate) fn load(&self) -> Result<ConfigWithSources, Error> {
        let mut loaded = load(self.file(), self.config.is_some(), std::env::vars_os())?;
        if let Some(data_dir) = &self.data_dir {
            loaded.set_data_dir("--data-dir", data_dir);
        }
        Ok(loaded)
    }

    /// Settings file, if it does not exist.
    pub(crate) fn absent_file(&self) -> Option<&Path> {
        Some(self.file()).filter(|file| !file.exists())
    }

    /// Settings file to create with a new community in `data_dir`; `None` if a file exists or was named, or if the data is
    /// outside of the current folder.
    pub(crate) fn new_file(&self, data_dir: &Path) -> Option<&Path> {
        let here = std::env::current_dir().ok()?;
        let is_here = here.join(data_dir).starts_with(&here)
            && data_dir.components().all(|part| part != Component::ParentDir);
        self.absent_file().filter(|_| self.config.is_none() && is_here)
    }

    /// Data folder, if it was given on the command line.
    pub(crate) fn data_dir(&self) -> Option<&Path> {
        self.data_dir.as_deref()
    }

    fn file(&self) -> &Path {
        self.config.as_deref().unwrap_or(Path::new(DEFAULT_FILE))
    }
}

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    Init(init::Args),
    Serve(serve::Args),
    /// Manage members: accounts, admin rights, sessions
    #[command(subcommand)]
    User(user::Command),
    /// Invite people: links and cards with which they create an account
    #[command(subcommand)]
    Invitation(invitation::Command),
    /// Manage API tokens, with which members' scripts use the site
    #[command(subcommand)]
    Token(token::Command),
    /// Manage guests: people who answer one book without an account
    #[command(subcommand)]
    Guest(guest::Command),
    /// Manage books: create, edit, preview, publish, export, remove
    #[command(subcommand)]
    Book(book::Command),
    /// Manage the questions of a book: add, list, import, move, remove
    #[command(subcommand)]
    Question(question::Command),
    /// Typeset blank forms, and read filled ones
    #[command(subcommand)]
    Form(form::Command),
    /// List and export the templates of books and mails
    #[command(subcommand)]
    Template(template::Command),
    /// Inspect, resend and test mail; deliver posts by mail
    #[command(subcommand)]
    Mail(mail::Command),
    /// List and answer book suggestions
    #[command(subcommand)]
    Suggestion(suggestion::Command),
    /// Manage the topics of the threads
    #[command(subcommand)]
    Topic(topic::Command),
    /// Moderate posts: list, hide, show, remove
    #[command(subcommand)]
    Post(post::Command),
    /// Moderate memos: list, hide, show, remove
    #[command(subcommand)]
    Memo(memo::Command),
    /// List and resolve reports about posts, comments and memos
    #[command(subcommand)]
    Report(report::Command),
    /// Show the audit log of admin actions
    #[command(subcommand)]
    Audit(audit::Command),
    /// Grant and list credits of the prize game
    #[command(subcommand)]
    Credit(credit::Command),
    /// Review payouts to winners of the prize game
    #[command(subcommand)]
    Payout(payout::Command),
    /// Manage webhooks: requests to other servers about what happens here
    #[command(subcommand)]
    Webhook(webhook::Command),
    /// Read the handwriting in entries and posts, so that it can be searched
    #[command(subcommand)]
    Handwriting(handwriting::Command),
    Search(search::Args),
    /// Create, list, verify and copy backups
    #[command(subcommand)]
    Backup(backup::Command),
    Restore(restore::Args),
    /// Check, repair and compact the database and the stored files
    #[command(subcommand)]
    Db(db::Command),
    /// Inspect and restore unreferenced files before they are deleted
    #[command(subcommand)]
    Trash(trash::Command),
    /// Print and check the settings
    #[command(subcommand)]
    Config(config::Command),
    Doctor(doctor::Args),
    Health(health::Args),
    Completions(completions::Args),
    Man(man::Args),
    /// A child process of the server
    #[command(hide = true)]
    Worker {
        job: String,
        /// Argument that the job needs before it starts, such as a library's path
        library: Option<PathBuf>,
    },
}

/// Builds the command line without hidden verbs, for shells and manual pages.
pub(crate) fn visible() -> clap::Command {
    let whole = Cli::command();
    let verbs: Vec<clap::Command> =
        whole.get_subcommands().filter(|command| !command.is_hide_set()).cloned().collect();
    let options: Vec<_> = whole.get_arguments().cloned().collect();
    clap::Command::new("inkfold")
        .version(env!("CARGO_PKG_VERSION"))
        .propagate_version(true)
        .about(whole.get_about().cloned().unwrap_or_default())
        .after_help(EXAMPLES)
        .subcommand_required(true)
        .args(options)
        .subcommands(verbs)
}

/// Parses an address to listen on. `:8080` listens on all addresses, and a bare port on this machine only.
pub(crate) fn parse_listen(text: &str) -> Result<Listen, ParseListenError> {
    match text.strip_prefix(':') {
        Some(port) => format!("0.0.0.0:{port}").parse(),
        None if text.bytes().all(|byte| byte.is_ascii_digit()) => {
            format!("127.0.0.1:{text}").parse()
        }
        None => text.parse(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Collects every visible verb by its whole name; groups of verbs only by those in them.
    fn leaves(name: &str, command: &clap::Command, found: &mut Vec<(String, clap::Command)>) {
        let verbs: Vec<&clap::Command> = command.get_subcommands().collect();
        if verbs.is_empty() || command.get_positionals().next().is_some() {
            found.push((name.to_owned(), command.clone()));
        }
        for command in verbs {
            leaves(&format!("{name} {}", command.get_name()), command, found);
        }
    }

    #[test]
    fn every_verb_has_an_example() {
        let mut all = Vec::new();
        leaves("inkfold", &visible(), &mut all);
        assert!(all.len() > 50);
        let mut bare = Vec::new();
        for (name, command) in &all {
            let help = command.get_after_help().map(ToString::to_string).unwrap_or_default();
            if !(help.contains("Example") && help.contains(name)) {
                bare.push(name);
            }
        }
        assert!(bare.is_empty(), "without an example in `after_help`: {bare:?}");
    }

    /// Most terminals are as wide as the limit; a wrapped line would look like another example.
    #[test]
    fn examples_stand_on_one_line_each() {
        let mut all = Vec::new();
        leaves("inkfold", &visible(), &mut all);
        all.push(("inkfold".to_owned(), visible()));
        let mut wide = Vec::new();
        for (_, command) in &all {
            let help = command.get_after_help().map(ToString::to_string).unwrap_or_default();
            let examples = help.lines().filter(|line| line.starts_with("  "));
            wide.extend(examples.filter(|line| line.chars().count() > 78).map(str::to_owned));
        }
        assert!(wide.is_empty(), "longer than 78 characters: {wide:#?}");
    }

    #[test]
    fn command_line_is_valid_and_hides_worker() {
        Cli::command().debug_assert();
        visible().debug_assert();
        assert!(visible().get_subcommands().all(|command| command.get_name() != "worker"));
    }
}
