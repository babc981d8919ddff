//! What a child is asked to do, and what it may use for it.

use std::path::Path;
use std::time::Duration;

use super::SystemCalls;

/// What one kind of job may use.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// Address space, in bytes.
    pub memory: u64,
    /// Processor time, in seconds.
    pub cpu_seconds: u64,
    /// Real time, start to answer.
    pub wall: Duration,
    /// Longest answer, in bytes: the parent has it in memory.
    pub answer: u64,
}

/// How the C library gets the memory of a job.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Allocation {
    /// By large pages: drawing a page touches tens of megabytes once, and is a quarter faster with them.
    LargePages,
    /// Larger blocks each by itself, and given back when they are free. A document that grows by doubling leaves holes in
    /// the common heap that nothing fits into: with a thousand memos they were a third of all memory.
    BlockByBlock,
}

impl Allocation {
    /// As the child's environment says it.
    pub(super) fn tunables(self) -> &'static str {
        match self {
            Self::LargePages => "glibc.malloc.hugetlb=1",
            Self::BlockByBlock => "glibc.malloc.mmap_threshold=131072",
        }
    }
}

/// Loads a library from its path, or says in words why it cannot.
pub type Load = fn(&Path) -> Result<(), String>;

/// Work that a child can be asked to do.
pub struct Job {
    /// The word on the command line.
    pub name: &'static str,
    pub limits: Limits,
    pub allocation: Allocation,
    pub system_calls: SystemCalls,
    /// Loads the library that the work needs, while the child can still open files.
    pub load: Option<Load>,
    /// Runs in the child: the input in, the answer or words of refusal out.
    pub run: fn(Vec<u8>) -> Result<Vec<u8>, String>,
}
