//! Jobs of a child, and their limits.

use std::path::Path;
use std::time::Duration;

use super::SystemCalls;

/// Resource limits of a kind of job.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// Address space, in bytes.
    pub memory: u64,
    /// Processor time, in seconds.
    pub cpu_seconds: u64,
    /// Wall-clock time from start to answer. The processor time limits the work; this one only ends a child that is stuck, so it has
    /// to suffice on a machine that gives a child a tenth of a processor.
    pub wall: Duration,
    /// Maximum length of the answer in bytes; the parent holds it in memory.
    pub answer: u64,
}

/// Memory allocation of the C library in a job.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Allocation {
    /// Large pages: rendering a page touches tens of megabytes once, and is a quarter faster with them.
    LargePages,
    /// A mapping for each larger block, which is returned when freed. A document that grows by doubling fragments the
    /// common heap: with a thousand memos, a third of all memory was unusable.
    BlockByBlock,
}

impl Allocation {
    /// Value of `GLIBC_TUNABLES` for the child.
    pub(super) fn tunables(self) -> &'static str {
        match self {
            Self::LargePages => "glibc.malloc.hugetlb=1",
            Self::BlockByBlock => "glibc.malloc.mmap_threshold=131072",
        }
    }
}

/// Share of the processor that a job gets.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Priority {
    /// Same priority as the server, for work that a member waits for.
    Normal,
    /// Lowest priority, and no slot among the other children, for work that can wait.
    Background,
}

/// Loads a library from its path; fails with a message.
pub type Load = fn(&Path) -> Result<(), String>;

/// Kind of job for a child.
pub struct Job {
    /// Name on the command line.
    pub name: &'static str,
    pub limits: Limits,
    pub allocation: Allocation,
    pub system_calls: SystemCalls,
    pub priority: Priority,
    /// Loads the library of the job, while the child can still open files.
    pub load: Option<Load>,
    /// Runs in the child: returns the answer for an input, or fails with a message.
    pub run: fn(Vec<u8>) -> Result<Vec<u8>, String>,
}
