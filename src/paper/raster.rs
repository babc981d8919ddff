//! PDF pages into pixels, in a child process.

use std::time::Duration;

use crate::worker::{Job, Limits};

/// Rasterises a PDF.
pub const JOB: Job = Job {
    name: "raster",
    limits: Limits { memory: 512 << 20, cpu_seconds: 10, wall: Duration::from_secs(15) },
    run: |_input| Err("not yet".into()),
};
