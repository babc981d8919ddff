//! Background jobs: work that follows members' actions or comes back every day.
//!
//! A job is queued in the transaction of the action that it follows ([`Context::enqueue`]), stored as a
//! variant of [`Job`](crate::domain::job::Job), and run by a thread of its queue. What it does, and by which rules, stands in [`work`].
//! Copying backups and indexing are loops of their own, which a job in the queue would hold up for hours.

mod copying;
mod handwriting_reader;
mod runner;
mod running_webhooks;
mod search_indexer;
mod stranded;
mod throttle;
mod work;

use std::time::Duration;

use crate::context::Context;
use crate::error::Result;
use crate::services::operations::backups;

pub use copying::start as start_copying;
pub use handwriting_reader::start as start_reading;
pub use runner::{run_due, start};
pub use search_indexer::start as start_indexing;

/// Maximum wait between two polls of a queue.
const MAX_WAIT: Duration = Duration::from_mins(1);

/// Reschedules the next backup by new settings.
///
/// # Errors
/// When the queue cannot be read or written.
pub fn reschedule_backups(context: &Context) -> Result<()> {
    backups::schedule(context)
}
