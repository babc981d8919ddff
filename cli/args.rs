//! The command line, whole: what clap parses and what `--help` says.

use clap::{Parser, Subcommand};

use crate::form;

/// Memo books and image threads for people who write by hand on tablets
#[derive(Debug, Parser)]
#[command(name = "inkfold", version, propagate_version = true)]
pub(crate) struct Cli {
    #[command(flatten)]
    pub(crate) global: Global,
    #[command(subcommand)]
    pub(crate) verb: Verb,
}

/// Options that every verb accepts.
#[derive(Debug, clap::Args)]
pub(crate) struct Global {
    /// Print one JSON value, or one JSON line an item for lists, and nothing else
    #[arg(long, global = true)]
    pub(crate) json: bool,
}

#[derive(Debug, Subcommand)]
pub(crate) enum Verb {
    /// Typeset a blank form, or read filled ones
    #[command(subcommand)]
    Form(form::Verb),
    /// A child process of the server
    #[command(hide = true)]
    Worker { job: String },
}
