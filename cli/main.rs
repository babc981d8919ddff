//! The `inkfold` executable: the server, and its own admin tool.

mod args;
mod audit;
mod backup;
mod book;
mod client;
mod complete;
mod completions;
mod config;
mod credit;
mod db;
mod doctor;
mod form;
mod health;
mod init;
mod log;
mod mail;
mod man;
mod memo;
mod memory;
mod open_files;
mod output;
mod payout;
mod post;
mod qr;
mod question;
mod report;
mod restore;
mod search;
mod serve;
mod suggestion;
mod template;
mod topic;
mod trash;
mod user;

use std::path::Path;
use std::process::ExitCode;

use clap::Parser;

use args::{Cli, Verb};
use client::Client;
use output::Output;

fn main() -> ExitCode {
    complete::answer();
    let cli = Cli::parse();
    if let Verb::Worker { job, library } = &cli.verb {
        return worker(job, library.as_deref());
    }
    let mut out = Output::new(cli.global.json);
    match log::catch_panic(|| run(cli, &mut out)) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => output::complain(&error),
    }
}

fn run(cli: Cli, out: &mut Output) -> anyhow::Result<()> {
    let client = || anyhow::Ok(Client::new(cli.global.config()?));
    match cli.verb {
        Verb::Init(args) => init::run(&args, &cli.global, &client()?, out),
        Verb::Serve(args) => serve::run(&args, cli.global, out),
        Verb::User(verb) => user::run(verb, &client()?, cli.global.yes, out),
        Verb::Book(verb) => book::run(verb, &client()?, cli.global.yes, out),
        Verb::Question(verb) => question::run(verb, &client()?, cli.global.yes, out),
        Verb::Template(verb) => template::run(verb, &client()?, out),
        Verb::Mail(verb) => mail::run(verb, &client()?, out),
        Verb::Suggestion(verb) => suggestion::run(verb, &client()?, out),
        Verb::Topic(verb) => topic::run(verb, &client()?, cli.global.yes, out),
        Verb::Memo(verb) => memo::run(verb, &client()?, cli.global.yes, out),
        Verb::Post(verb) => post::run(verb, &client()?, cli.global.yes, out),
        Verb::Report(verb) => report::run(verb, &client()?, cli.global.yes, out),
        Verb::Audit(verb) => audit::run(verb, &client()?, out),
        Verb::Credit(verb) => credit::run(verb, &client()?, out),
        Verb::Payout(verb) => payout::run(verb, &client()?, cli.global.yes, out),
        Verb::Search(args) => search::run(args, &client()?, out),
        Verb::Backup(verb) => backup::run(verb, client, cli.global.yes, out),
        Verb::Restore(args) => restore::run(&args, &client()?, cli.global.yes, out),
        Verb::Db(verb) => db::run(&verb, &client()?, out),
        Verb::Trash(verb) => trash::run(verb, &client()?, out),
        Verb::Doctor(args) => doctor::run(args, &client()?, out),
        Verb::Config(verb) => config::run(verb, &cli.global, out),
        Verb::Health(args) => health::run(&args, &cli.global.config()?, out),
        Verb::Completions(args) => completions::run(&args, out),
        Verb::Man(args) => man::run(&args, out),
        Verb::Form(verb) => form::run(verb, &client()?, out),
        // Answered before settings are read: a worker must need nothing.
        Verb::Worker { .. } => Ok(()),
    }
}

fn worker(name: &str, library: Option<&Path>) -> ExitCode {
    match inkfold::SANDBOX_JOBS.iter().find(|job| job.name == name) {
        Some(job) => inkfold::sandbox::serve(job, library),
        None => ExitCode::from(2),
    }
}
