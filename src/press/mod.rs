//! Typesetting of data as PDF, in a child process.
//!
//! The parent encodes a [`typeset_job::TypesetJob`]: templates from `forms/`, data, pictures. The child typesets it
//! without access to a clock, network or files. So the same job produces the same bytes on every machine.

pub mod book;
pub mod cards;
pub mod epub;
mod findings;
mod fonts;
pub mod form;
mod full_page;
mod ink;
mod ink_bounds;
mod join;
mod language;
mod picture;
mod placeholder;
mod qr;
#[cfg(test)]
mod raster;
mod typeset_job;
mod world;

use std::io;
use std::time::Duration;

use sandbox::{self, Allocation, Job, Limits, Priority, SystemCalls};

pub use fonts::missing;
pub use full_page::{JOB as PAGE_JOB, sanitize_pdf};
pub use ink_bounds::trimmed_to_ink;

/// File of `forms/`: path and content.
type Template = (&'static str, &'static [u8]);

macro_rules! template {
    ($path:literal) => {
        ($path, include_bytes!(concat!(env!("CARGO_MANIFEST_DIR"), "/../../forms", $path)))
    };
}
use template;

/// Typesets a document.
pub const JOB: Job = Job {
    name: "typeset",
    limits: Limits {
        memory: 2 << 30,
        cpu_seconds: 120,
        wall: Duration::from_mins(3),
        answer: 256 << 20,
    },
    allocation: Allocation::BlockByBlock,
    system_calls: SystemCalls::Threads,
    priority: Priority::Normal,
    load: None,
    run: |input| {
        let mut job = typeset_job::TypesetJob::decode(input)?;
        book::choose(&mut job);
        world::typeset(job)
    },
};

/// Error of typesetting.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// Failure of the child process. The message of `source` names the file, line and column of an error in a template.
    #[error("could not typeset {what}")]
    Child { what: &'static str, source: sandbox::Failure },
    #[error("the picture {name} cannot be read")]
    Picture { name: String, source: io::Error },
    #[error("the PDF cannot be written")]
    Write(#[from] io::Error),
    #[error("a link is too long for a QR code: shorten `public_url`")]
    LinkTooLong,
    #[error("a form has room for {most} questions, this one has {asked}")]
    TooManyQuestions { asked: usize, most: usize },
}

impl Error {
    /// Whether the job was rejected because the queue is full.
    pub fn is_queue_full(&self) -> bool {
        matches!(self, Self::Child { source: sandbox::Failure::Busy(_), .. })
    }
}
