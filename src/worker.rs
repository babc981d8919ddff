//! Untrusted or hungry work in a child of this same executable.
//!
//! A PDF of a kilobyte can ask for gigabytes, and a failed allocation ends a Rust process. So such work runs as
//! `inkfold worker JOB`, with hard limits that the child puts on itself before it reads its input: memory, processor time,
//! no new privileges, and no file or socket beyond the three pipes it was born with. The parent keeps the wall clock.
//! Job in on stdin, answer out on stdout, a refusal in words on stderr with exit code [`REFUSED`].

use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitCode, ExitStatus, Stdio};
use std::sync::mpsc;
use std::thread;
use std::time::Duration;

use rustix::process::{Resource, Rlimit, setrlimit};

use crate::turnstile::{Full, Turnstile};

/// The exit code of a child that understood its job and says no; the words are on its stderr.
const REFUSED: u8 = 3;
/// stdin, stdout and stderr: a child cannot open anything more.
const OPEN_FILES: u64 = 3;
/// Children at once: each may take half a gigabyte.
const CHILDREN: usize = 2;
/// More than this many waiting are sent away.
const QUEUE: usize = 32;
/// A refusal is a sentence; anything longer is noise from a dying child.
const LONGEST_REFUSAL: usize = 4096;

/// What one kind of job may use.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// Address space, in bytes.
    pub memory: u64,
    /// Processor time, in seconds.
    pub cpu_seconds: u64,
    /// Real time, start to answer.
    pub wall: Duration,
}

/// Work that a child can be asked to do.
pub struct Job {
    /// The word on the command line.
    pub name: &'static str,
    pub limits: Limits,
    /// Runs in the child: the input in, the answer or words of refusal out.
    pub run: fn(Vec<u8>) -> Result<Vec<u8>, String>,
}

/// Why there is no answer.
#[derive(Debug, thiserror::Error)]
pub enum Failure {
    /// The job's own words.
    #[error("{0}")]
    Refused(String),
    #[error("it needs more memory or time than is allowed")]
    OverLimit,
    #[error("the worker died ({0})")]
    Died(ExitStatus),
    #[error("the worker could not be started")]
    Start(#[source] io::Error),
    #[error(transparent)]
    Busy(#[from] Full),
}

/// Starts children of one executable, a few at a time.
#[derive(Debug)]
pub struct Worker {
    program: PathBuf,
    turnstile: Turnstile,
}

impl Worker {
    /// Children of the running executable.
    ///
    /// # Errors
    /// When the system cannot tell which file is running.
    pub fn this_executable() -> io::Result<Self> {
        Ok(Self::of(&std::env::current_exe()?))
    }

    /// Children of the given `inkfold` executable; for tests, which run in another.
    pub fn of(program: &Path) -> Self {
        Self { program: program.to_owned(), turnstile: Turnstile::new(CHILDREN, QUEUE) }
    }

    /// Runs one job to its end and returns its answer. Blocks.
    ///
    /// # Errors
    /// [`Failure`] when the job was refused or ended by its limits; the caller is unharmed either way.
    pub fn call(&self, job: &Job, input: &[u8]) -> Result<Vec<u8>, Failure> {
        self.turnstile.pass(|| self.call_now(job, input))?
    }

    fn call_now(&self, job: &Job, input: &[u8]) -> Result<Vec<u8>, Failure> {
        let mut child = Command::new(&self.program)
            .args(["worker", job.name])
            .env_clear()
            // Large pages of memory: drawing a page touches tens of megabytes once, and is a quarter faster with them.
            .env("GLIBC_TUNABLES", "glibc.malloc.hugetlb=1")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .map_err(Failure::Start)?;
        let outcome = talk(&mut child, input, job.limits.wall);
        if outcome.is_none() {
            // The child may have ended by itself in the meantime; either way it is gone after `wait`.
            let _ = child.kill();
        }
        let status = child.wait().map_err(Failure::Start)?;
        match (outcome, status.code()) {
            (Some((answer, _)), Some(0)) => Ok(answer),
            (Some((_, words)), Some(code)) if code == i32::from(REFUSED) => {
                Err(Failure::Refused(words))
            }
            // Out of time, or ended by a signal: that is how the system ends a child that is over its limits.
            (None, _) | (_, None) => Err(Failure::OverLimit),
            (Some(_), Some(_)) => Err(Failure::Died(status)),
        }
    }
}

/// Feeds the child and collects both of its pipes; `None` when the time is up.
fn talk(child: &mut Child, input: &[u8], wall: Duration) -> Option<(Vec<u8>, String)> {
    let mut stdin = child.stdin.take()?;
    let mut stdout = child.stdout.take()?;
    let stderr = child.stderr.take()?;
    thread::scope(|scope| {
        let (done, ended) = mpsc::channel();
        scope.spawn(move || {
            // A child that refuses early closes the pipe; its answer says why.
            let _ = stdin.write_all(input);
        });
        scope.spawn(move || {
            let mut answer = Vec::new();
            let read = stdout.read_to_end(&mut answer);
            let mut words = String::new();
            let _ = stderr.take(LONGEST_REFUSAL as u64).read_to_string(&mut words);
            let _ = done.send(read.map(|_| (answer, words.trim().to_owned())));
        });
        if let Ok(heard) = ended.recv_timeout(wall) {
            return heard.ok();
        }
        // The threads above end when the pipes do.
        let _ = child.kill();
        None
    })
}

/// The child's side: limits first, then the input, then the work.
pub fn serve(job: &Job) -> ExitCode {
    let outcome = confine(&job.limits)
        .and_then(|()| {
            let mut input = Vec::new();
            io::stdin().lock().read_to_end(&mut input).map(|_| input)
        })
        .map_err(|error| error.to_string())
        .and_then(job.run)
        .and_then(|answer| {
            io::stdout().lock().write_all(&answer).map_err(|error| error.to_string())
        });
    match outcome {
        Ok(()) => ExitCode::SUCCESS,
        Err(words) => {
            // With nobody left to read it there is nobody to tell.
            let _ = io::stderr().lock().write_all(words.as_bytes());
            ExitCode::from(REFUSED)
        }
    }
}

fn confine(limits: &Limits) -> io::Result<()> {
    rustix::thread::set_no_new_privs(true)?;
    for (resource, most) in [
        (Resource::As, limits.memory),
        (Resource::Cpu, limits.cpu_seconds),
        (Resource::Nofile, OPEN_FILES),
        (Resource::Fsize, 0),
        (Resource::Core, 0),
    ] {
        setrlimit(resource, Rlimit { current: Some(most), maximum: Some(most) })?;
    }
    Ok(())
}
