//! The child's part: confines itself, then reads its input, then works.

use std::io::{self, Read, Write};
use std::path::Path;
use std::process::ExitCode;

use super::{Job, REFUSED, UNCONFINED, confine};

/// Runs one job, in a process that was started for it.
pub fn serve(job: &Job, library: Option<&Path>) -> ExitCode {
    if let Err(words) = prepare(job, library) {
        return end(UNCONFINED, &words);
    }
    let mut input = Vec::new();
    let read = io::stdin().lock().read_to_end(&mut input).map_err(|error| error.to_string());
    let answer = read.and_then(|_| (job.run)(input));
    match answer.and_then(|answer| write_stdout(&answer).map_err(|error| error.to_string())) {
        Ok(()) => ExitCode::SUCCESS,
        Err(words) => end(REFUSED, &words),
    }
}

/// Loads the library of the job and confines the process.
fn prepare(job: &Job, library: Option<&Path>) -> Result<(), String> {
    if let Some(load) = job.load {
        load(library.ok_or("it was not told which library to load")?)?;
    }
    // The parent reads this byte separately from the answer.
    let confined = confine::confine(job).and_then(|protection| write_stdout(&[protection.byte()]));
    confined.map_err(|error| error.to_string())
}

fn write_stdout(bytes: &[u8]) -> io::Result<()> {
    let mut stdout = io::stdout().lock();
    stdout.write_all(bytes)?;
    stdout.flush()
}

fn end(code: u8, words: &str) -> ExitCode {
    // The parent may have closed the pipe.
    let _ = io::stderr().lock().write_all(words.as_bytes());
    ExitCode::from(code)
}
