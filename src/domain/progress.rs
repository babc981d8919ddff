//! How far long work has come.

use serde::{Deserialize, Serialize};

/// So many of so many: files, or whatever the work is about.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Step {
    pub done: u64,
    pub of: u64,
}

/// Where steps are told.
pub type Tell<'a> = &'a mut dyn FnMut(Step);

impl Step {
    /// In whole hundredths; all of them when there is nothing to do.
    pub fn percent(self) -> u64 {
        self.done.saturating_mul(100).checked_div(self.of).unwrap_or(100)
    }
}
