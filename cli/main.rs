//! The `inkfold` executable: the server, and its own admin tool.

mod args;
mod form;
mod output;

use std::process::ExitCode;

use clap::Parser;

use args::{Cli, Verb};
use output::Output;

fn main() -> ExitCode {
    let cli = Cli::parse();
    let mut out = Output::new(cli.global.json);
    let done = match cli.verb {
        Verb::Worker { job } => return worker(&job),
        Verb::Form(verb) => form::run(verb, &mut out),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            output::complain(&error);
            ExitCode::FAILURE
        }
    }
}

fn worker(name: &str) -> ExitCode {
    match inkfold::WORKER_JOBS.iter().find(|job| job.name == name) {
        Some(job) => inkfold::worker::serve(job),
        None => ExitCode::from(2),
    }
}
