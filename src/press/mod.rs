//! Data into PDF, in a child process.

use std::time::Duration;

use crate::worker::{Job, Limits};

/// Typesets a document.
pub const JOB: Job = Job {
    name: "typeset",
    limits: Limits { memory: 2 << 30, cpu_seconds: 120, wall: Duration::from_secs(180) },
    run: |_input| Err("not yet".into()),
};
