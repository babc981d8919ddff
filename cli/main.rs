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
mod guest;
mod handwriting;
mod health;
mod init;
mod invitation;
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
mod token;
mod topic;
mod trash;
mod user;
mod user_file;
mod webhook;

use std::path::Path;
use std::process::ExitCode;

use clap::Parser;
use rustix::fs::Mode;

use args::{Cli, Command};
use client::Client;
use output::Output;

fn main() -> ExitCode {
    complete::answer();
    let cli = Cli::parse();
    if let Command::Worker { job, library } = &cli.command {
        return serve_sandbox_job(job, library.as_deref());
    }
    let mut out = Output::new(cli.global.json);
    match log::catch_panic(|| run(cli, &mut out)) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => output::print_error(&error),
    }
}

fn run(cli: Cli, out: &mut Output) -> anyhow::Result<()> {
    // Manual pages are installed for everybody. All other files have what members write, and are their owner's.
    if !matches!(cli.command, Command::Man(_)) {
        rustix::process::umask(Mode::RWXG | Mode::RWXO);
    }
    let client = || anyhow::Ok(Client::new(cli.global.config()?));
    match cli.command {
        Command::Init(args) => init::run(&args, &cli.global, &client()?, out),
        Command::Serve(args) => serve::run(&args, cli.global, out),
        Command::User(command) => user::run(command, &client()?, cli.global.yes, out),
        Command::Book(command) => book::run(command, &client()?, cli.global.yes, out),
        Command::Question(command) => question::run(command, &client()?, cli.global.yes, out),
        Command::Template(command) => template::run(command, &client()?, out),
        Command::Mail(command) => mail::run(command, &client()?, out),
        Command::Suggestion(command) => suggestion::run(command, &client()?, out),
        Command::Webhook(command) => webhook::run(command, &client()?, cli.global.yes, out),
        Command::Guest(command) => guest::run(command, &client()?, cli.global.yes, out),
        Command::Invitation(command) => invitation::run(command, &client()?, cli.global.yes, out),
        Command::Token(command) => token::run(command, &client()?, cli.global.yes, out),
        Command::Topic(command) => topic::run(command, &client()?, cli.global.yes, out),
        Command::Memo(command) => memo::run(command, &client()?, cli.global.yes, out),
        Command::Post(command) => post::run(command, &client()?, cli.global.yes, out),
        Command::Report(command) => report::run(command, &client()?, cli.global.yes, out),
        Command::Audit(command) => audit::run(command, &client()?, out),
        Command::Credit(command) => credit::run(command, &client()?, out),
        Command::Payout(command) => payout::run(command, &client()?, cli.global.yes, out),
        Command::Handwriting(command) => handwriting::run(&command, &client()?, out),
        Command::Search(args) => search::run(&args, &client()?, out),
        Command::Backup(command) => backup::run(command, client, cli.global.yes, out),
        Command::Restore(args) => restore::run(&args, &client()?, cli.global.yes, out),
        Command::Db(command) => db::run(&command, &client()?, out),
        Command::Trash(command) => trash::run(command, &client()?, out),
        Command::Doctor(args) => doctor::run(args, &client()?, out),
        Command::Config(command) => config::run(command, &cli.global, out),
        Command::Health(args) => health::run(&args, &cli.global.config()?, out),
        Command::Completions(args) => completions::run(&args, out),
        Command::Man(args) => man::run(&args, out),
        Command::Form(command) => form::run(command, &client()?, out),
        // Answered before settings are read: a sandboxed child must not depend on them.
        Command::Worker { .. } => Ok(()),
    }
}

fn serve_sandbox_job(name: &str, library: Option<&Path>) -> ExitCode {
    match inkfold::SANDBOX_JOBS.iter().find(|job| job.name == name) {
        Some(job) => inkfold::sandbox::serve(job, library),
        None => ExitCode::from(2),
    }
}
