//! Untrusted or hungry work in a child of this same executable.
//!
//! A PDF of a kilobyte can ask for gigabytes, and a failed allocation ends a Rust process. So such work runs as
//! `inkfold worker JOB`, and the child gives up all that it does not need before it reads its input ([`confine`]): memory,
//! processor time, files, networks, other processes. The parent keeps the wall clock.
//! Job in on stdin, answer out on stdout, a refusal in words on stderr with exit code [`REFUSED`].

mod confine;
mod conversation;
mod job;
mod protection;
mod serve;
mod system_calls;

use std::io;
use std::os::unix::process::ExitStatusExt;
use std::path::{Path, PathBuf};
use std::process::ExitStatus;
use std::sync::Once;

use platform::bounded_semaphore::{BoundedSemaphore, QueueFull};

use conversation::{ChildExit, ChildOutput};

pub use job::{Allocation, Job, Limits, Load};
pub use protection::Protection;
pub use serve::serve;
pub use system_calls::SystemCalls;

/// The exit code of a child that understood its job and says no; the words are on its stderr.
const REFUSED: u8 = 3;
/// The exit code of a child that could not give up what it must; the words are on its stderr.
const UNCONFINED: u8 = 4;
/// What ends a child that made a system call which it may not make.
const FORBIDDEN_CALL: i32 = libc::SIGSYS;
/// Most calls that wait for a child; more are turned away.
const MAX_WAITING: usize = 32;

/// Why there is no answer.
#[derive(Debug, thiserror::Error)]
pub enum Failure {
    /// The job's own words.
    #[error("{0}")]
    Refused(String),
    #[error("it needs more memory or time than is allowed")]
    OverLimit,
    #[error("the worker made a system call that it may not make, and was ended")]
    Forbidden,
    #[error("the worker died ({0})")]
    Died(ExitStatus),
    #[error("the worker could not be started")]
    Start(#[source] io::Error),
    #[error(transparent)]
    Busy(#[from] QueueFull),
}

/// Starts children of one executable, a few at a time.
#[derive(Debug)]
pub struct Sandbox {
    program: PathBuf,
    library: Option<PathBuf>,
    child_slots: BoundedSemaphore,
    /// Told once: every child of a machine is protected alike.
    unprotected: Once,
}

impl Sandbox {
    /// Children of the running executable.
    ///
    /// # Errors
    /// When the system cannot tell which file is running.
    pub fn this_executable() -> io::Result<Self> {
        Ok(Self::of(&std::env::current_exe()?))
    }

    /// Children of the given `inkfold` executable, one for each processor; for tests, which run in another.
    pub fn of(program: &Path) -> Self {
        Self::with_slots(program, BoundedSemaphore::per_processor(MAX_WAITING))
    }

    /// The same with so many children at once, and so many calls that wait.
    pub fn with_room(program: &Path, children: usize, queue: usize) -> Self {
        Self::with_slots(program, BoundedSemaphore::new(children, queue))
    }

    fn with_slots(program: &Path, child_slots: BoundedSemaphore) -> Self {
        let program = program.to_owned();
        Self { program, library: None, child_slots, unprotected: Once::new() }
    }

    /// The same with a library for the jobs that need one.
    #[must_use]
    pub fn with_library(self, library: Option<PathBuf>) -> Self {
        Self { library, ..self }
    }

    /// The library that children load whose job needs one.
    pub fn library(&self) -> Option<&Path> {
        self.library.as_deref()
    }

    /// Runs one job to its end and returns its answer. Blocks. The input comes in pieces, so that a large one need not be
    /// copied behind a small one.
    ///
    /// # Errors
    /// [`Failure`] when the job was refused or ended by its limits; the caller is unharmed either way.
    pub fn call(&self, job: &Job, input: &[&[u8]]) -> Result<Vec<u8>, Failure> {
        let ended = self.child_slots.run(|| self.run_child(job, input))?;
        let outcome = ended.map_err(Failure::Start).and_then(|ended| self.outcome(job, ended));
        match &outcome {
            Ok(_) | Err(Failure::Refused(_) | Failure::OverLimit | Failure::Busy(_)) => {}
            Err(failure) => {
                let error = failure as &dyn std::error::Error;
                tracing::warn!(job = job.name, error, "a worker failed");
            }
        }
        outcome
    }

    /// What holds the children of this machine besides their limits, as a child says that has just given up the rest.
    ///
    /// # Errors
    /// [`Failure`] when no child can be started, or it could not confine itself.
    pub fn protection(&self, job: &Job) -> Result<Protection, Failure> {
        let ended = self.child_slots.run(|| self.run_child(job, &[]))?;
        let heard = ended.map_err(Failure::Start)?.heard.ok_or(Failure::OverLimit)?;
        let silent = || Failure::Start(io::Error::other(heard.words));
        heard.protection.ok_or_else(silent)
    }

    fn run_child(&self, job: &Job, input: &[&[u8]]) -> io::Result<ChildExit> {
        let library = self.library.as_deref().filter(|_| job.load.is_some());
        conversation::run_child(&self.program, library, job, input)
    }

    fn outcome(&self, job: &Job, ended: ChildExit) -> Result<Vec<u8>, Failure> {
        let ChildExit { heard, status } = ended;
        if status.signal() == Some(FORBIDDEN_CALL) {
            return Err(Failure::Forbidden);
        }
        // Out of time, or ended by a signal: that is how the system ends a child that is over its limits.
        let (Some(heard), Some(code)) = (heard, status.code()) else {
            return Err(Failure::OverLimit);
        };
        self.note_protection(job, &heard);
        match u8::try_from(code) {
            Ok(0) => Ok(heard.answer),
            Ok(REFUSED) => Err(Failure::Refused(heard.words)),
            Ok(UNCONFINED) => Err(Failure::Start(io::Error::other(heard.words))),
            _ => Err(Failure::Died(status)),
        }
    }

    fn note_protection(&self, job: &Job, heard: &ChildOutput) {
        if heard.protection.is_some_and(|protection| !protection.system_calls) {
            let note =
                "this system cannot filter system calls: workers are held by their limits alone";
            self.unprotected.call_once(|| tracing::warn!(job = job.name, "{note}"));
        }
    }
}
