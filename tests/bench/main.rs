//! Benchmarks of what has a budget: `cargo test --test bench -- writers`. Each runs in a process of its own, because some bind it to one
//! processor or measure its memory.

#![expect(clippy::print_stdout, reason = "the figures are what they are run for")]

mod community;
mod growth;
mod handwriting;
mod handwriting_search;
mod library;
mod memory_limit;
mod peer;
mod people;
mod posts;
mod random;
mod server;
mod soak;
mod threads;
mod writers;

use std::process::ExitCode;

const BENCHMARKS: [(&str, fn()); 8] = [
    ("community", community::run),
    ("growth", growth::run),
    ("handwriting", handwriting::run),
    ("handwriting_search", handwriting_search::run),
    ("library", library::run),
    ("soak", soak::run),
    ("threads", threads::run),
    ("writers", writers::run),
];

fn main() -> ExitCode {
    let name = std::env::args().nth(1).unwrap_or_default();
    let Some((_, run)) = BENCHMARKS.iter().find(|(known, _)| *known == name) else {
        let names = BENCHMARKS.map(|(known, _)| known).join(", ");
        println!("Name one of the benchmarks: {names}");
        return ExitCode::FAILURE;
    };
    run();
    ExitCode::SUCCESS
}
