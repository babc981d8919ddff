//! The parent's part: starts a child, sends its input, and collects its output or kills it.

use std::io::{self, Read, Write};
use std::path::Path;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::mpsc;
use std::thread;

use super::{Job, Limits, Protection};

/// Maximum length of a refusal, which is a sentence; longer output comes from a crash.
const MAX_REFUSAL_LENGTH: u64 = 4096;

/// Output and exit status of a child.
pub(super) struct ChildExit {
    /// `None` if the child was killed.
    pub(super) output: Option<ChildOutput>,
    pub(super) status: ExitStatus,
}

/// Output of a child.
pub(super) struct ChildOutput {
    /// `None` if it ended before it was confined.
    pub(super) protection: Option<Protection>,
    pub(super) stdout: Vec<u8>,
    pub(super) stderr: String,
}

/// Runs a child from start to end; it never outlives this call.
pub(super) fn run_child(
    program: &Path,
    library: Option<&Path>,
    job: &Job,
    input: &[&[u8]],
) -> io::Result<ChildExit> {
    let mut child = Command::new(program)
        .args(["worker", job.name])
        .args(library)
        .env_clear()
        .env("GLIBC_TUNABLES", job.allocation.tunables())
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()?;
    let output = communicate(&mut child, input, &job.limits);
    if output.is_none() {
        // The child may have exited in the meantime; after `wait` it has ended in any case.
        let _ = child.kill();
    }
    Ok(ChildExit { output, status: child.wait()? })
}

/// Sends the input and collects both outputs; `None` on timeout or too much output.
fn communicate(child: &mut Child, input: &[&[u8]], limits: &Limits) -> Option<ChildOutput> {
    let mut stdin = child.stdin.take()?;
    let stdout = child.stdout.take()?;
    let stderr = child.stderr.take()?;
    thread::scope(|scope| {
        let (done, ended) = mpsc::channel();
        scope.spawn(move || {
            // A child that refuses early closes the pipe; its output has the reason.
            let _ = input.iter().try_for_each(|piece| stdin.write_all(piece));
        });
        scope.spawn(move || {
            let _ = done.send(read_output(stdout, stderr, limits.answer));
        });
        let output = ended.recv_timeout(limits.wall).ok().and_then(Result::ok);
        if output.is_none() {
            // The threads above end with the pipes.
            let _ = child.kill();
        }
        output
    })
}

fn read_output(mut stdout: impl Read, stderr: impl Read, longest: u64) -> io::Result<ChildOutput> {
    let mut first = [0];
    let protection = match stdout.read_exact(&mut first) {
        Ok(()) => Some(Protection::of_byte(first[0])),
        Err(_) => None,
    };
    let mut answer = Vec::new();
    if stdout.take(longest + 1).read_to_end(&mut answer)? as u64 > longest {
        return Err(io::ErrorKind::FileTooLarge.into());
    }
    let mut words = String::new();
    let _ = stderr.take(MAX_REFUSAL_LENGTH).read_to_string(&mut words);
    Ok(ChildOutput { protection, stdout: answer, stderr: words.trim().to_owned() })
}

#[cfg(test)]
mod tests {
    use std::time::{Duration, Instant};

    use super::*;
    use crate::{Allocation, Priority, SystemCalls};

    #[test]
    fn child_with_endless_output_is_cut_off() {
        let wall = Duration::from_mins(1);
        let limits = Limits { memory: 1 << 30, cpu_seconds: 1, wall, answer: 1 << 20 };
        let (system_calls, run) = (SystemCalls::OneThread, Ok as fn(Vec<u8>) -> _);
        let allocation = Allocation::BlockByBlock;
        let priority = Priority::Normal;
        let job =
            Job { name: "chatter", limits, allocation, system_calls, priority, load: None, run };
        let begun = Instant::now();
        // Prints "worker chatter" forever.
        let ended = run_child(Path::new("/usr/bin/yes"), None, &job, &[b"enough"]).unwrap();
        assert!(ended.output.is_none() && !ended.status.success());
        assert!(begun.elapsed() < wall / 2);
    }
}
