//! Sandbox: runs untrusted or memory-hungry work in a child process of this executable.
//!
//! A PDF of a kilobyte can demand gigabytes, and a failed allocation aborts a Rust process. So such work runs as
//! `inkfold worker JOB`, and the child gives up everything that it does not need before it reads its input ([`confine`]): memory,
//! processor time, files, networks, other processes. The parent enforces the wall-clock timeout.
//! The crates for seccomp and Landlock confine a process; what it may do, when it ends and what it answers are this module.
//! The job is read from stdin and its answer written to stdout; a refusal is a message on stderr with exit code [`REFUSED`].

mod child;
mod confine;
mod job;
mod parent;
mod protection;
mod system_calls;

use std::io;
use std::os::unix::process::ExitStatusExt;
use std::path::{Path, PathBuf};
use std::process::ExitStatus;
use std::sync::Once;

use platform::bounded_semaphore::{BoundedSemaphore, QueueFull};

use parent::{ChildExit, ChildOutput};

pub use child::serve;
pub use job::{Allocation, Job, Limits, Load, Priority};
pub use protection::Protection;
pub use system_calls::SystemCalls;

/// Exit code of a child that refuses its input; the message is on its stderr.
const REFUSED: u8 = 3;
/// Exit code of a child that could not confine itself; the message is on its stderr.
const UNCONFINED: u8 = 4;
/// Signal that kills a child after a forbidden system call.
const SECCOMP_SIGNAL: i32 = libc::SIGSYS;
/// Maximum number of calls that wait for a slot; more are rejected.
const MAX_WAITING: usize = 32;

/// Failure of a call.
#[derive(Debug, thiserror::Error)]
pub enum Failure {
    /// Message of the job.
    #[error("{0}")]
    Refused(String),
    #[error("it needs more memory or time than is allowed")]
    OverLimit,
    #[error("the child process made a forbidden system call")]
    Forbidden,
    #[error("the child process died ({0})")]
    Died(ExitStatus),
    #[error("the child process could not be started")]
    Start(#[source] io::Error),
    #[error(transparent)]
    Busy(#[from] QueueFull),
}

/// Sandbox that runs children of one executable, a few at a time.
#[derive(Debug)]
pub struct Sandbox {
    program: PathBuf,
    library: Option<PathBuf>,
    child_slots: BoundedSemaphore,
    /// Limits the warning to one: all children of a machine have the same protection.
    unprotected: Once,
}

impl Sandbox {
    /// Returns a sandbox that runs the current executable.
    ///
    /// # Errors
    /// If the path of the current executable cannot be determined.
    pub fn this_executable() -> io::Result<Self> {
        Ok(Self::of(&std::env::current_exe()?))
    }

    /// Returns a sandbox that runs the given `inkfold` executable, with at most one child per processor; for tests, which are other
    /// executables.
    pub fn of(program: &Path) -> Self {
        Self {
            program: program.to_owned(),
            library: None,
            child_slots: BoundedSemaphore::per_processor(MAX_WAITING),
            unprotected: Once::new(),
        }
    }

    /// Sets the maximum number of concurrent children.
    #[must_use]
    pub fn with_max_children(self, children: usize) -> Self {
        Self { child_slots: BoundedSemaphore::new(children, MAX_WAITING), ..self }
    }

    /// Like [`Self::with_max_children`], with a maximum number of waiting calls.
    #[must_use]
    pub fn with_limits(self, children: usize, waiting: usize) -> Self {
        Self { child_slots: BoundedSemaphore::new(children, waiting), ..self }
    }

    /// Sets the library for the jobs that need one.
    #[must_use]
    pub fn with_library(self, library: Option<PathBuf>) -> Self {
        Self { library, ..self }
    }

    /// Library for the jobs that need one.
    pub fn library(&self) -> Option<&Path> {
        self.library.as_deref()
    }

    /// Runs one job to its end and returns its answer. Blocks. The input consists of pieces, so that a large piece need not be
    /// copied to follow a small one.
    ///
    /// # Errors
    /// [`Failure`] if the job refused its input, exceeded its limits or could not run; the caller is unharmed either way.
    pub fn call(&self, job: &Job, input: &[&[u8]]) -> Result<Vec<u8>, Failure> {
        let ended = match job.priority {
            Priority::Normal => self.child_slots.run(|| self.run_child(job, input))?,
            Priority::Background => self.run_child(job, input),
        };
        let outcome = ended.map_err(Failure::Start).and_then(|ended| self.outcome(job, ended));
        match &outcome {
            Ok(_) | Err(Failure::Refused(_) | Failure::OverLimit | Failure::Busy(_)) => {}
            Err(failure) => {
                let error = failure as &dyn std::error::Error;
                tracing::warn!(job = job.name, error, "child process failed");
            }
        }
        outcome
    }

    /// Kernel protection of children on this machine besides their limits, as reported by a child after it has confined itself.
    ///
    /// # Errors
    /// [`Failure`] if no child can be started, or if it could not confine itself.
    pub fn protection(&self, job: &Job) -> Result<Protection, Failure> {
        let ended = self.child_slots.run(|| self.run_child(job, &[]))?;
        let output = ended.map_err(Failure::Start)?.output.ok_or(Failure::OverLimit)?;
        let silent = || Failure::Start(io::Error::other(output.stderr));
        output.protection.ok_or_else(silent)
    }

    fn run_child(&self, job: &Job, input: &[&[u8]]) -> io::Result<ChildExit> {
        let library = self.library.as_deref().filter(|_| job.load.is_some());
        parent::run_child(&self.program, library, job, input)
    }

    fn outcome(&self, job: &Job, ended: ChildExit) -> Result<Vec<u8>, Failure> {
        let ChildExit { output, status } = ended;
        match status.signal() {
            Some(SECCOMP_SIGNAL) => return Err(Failure::Forbidden),
            Some(libc::SIGSEGV | libc::SIGBUS | libc::SIGILL | libc::SIGFPE) => {
                return Err(Failure::Died(status));
            }
            _ => {}
        }
        // Timeout, or another signal: the system kills a child that exceeds its limits.
        let (Some(output), Some(code)) = (output, status.code()) else {
            return Err(Failure::OverLimit);
        };
        self.note_protection(job, &output);
        match u8::try_from(code) {
            Ok(0) => Ok(output.stdout),
            Ok(REFUSED) => Err(Failure::Refused(output.stderr)),
            Ok(UNCONFINED) => Err(Failure::Start(io::Error::other(output.stderr))),
            _ => Err(Failure::Died(status)),
        }
    }

    fn note_protection(&self, job: &Job, output: &ChildOutput) {
        if output.protection.is_some_and(|protection| !protection.system_calls) {
            self.unprotected.call_once(|| {
                tracing::warn!(
                    job = job.name,
                    "system call filter unavailable, confining child processes by resource limits only"
                );
            });
        }
    }
}
