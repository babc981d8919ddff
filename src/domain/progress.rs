//! Progress of long-running work.

use serde::{Deserialize, Serialize};

/// Number of finished and of all units of the work, such as files.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Progress {
    pub done: u64,
    pub of: u64,
}

/// Callback that receives the progress.
pub type ProgressFn<'a> = &'a mut dyn FnMut(Progress);

impl Progress {
    /// Progress in whole percent; 100 when there is nothing to do.
    pub fn percent(self) -> u64 {
        self.done.saturating_mul(100).checked_div(self.of).unwrap_or(100)
    }
}
