//! Conversion of redb's panic on a corrupt page into [`Error::Damaged`].

use std::panic::{self, AssertUnwindSafe};

use crate::store::{Error, Result};

/// Runs `touch`, which accesses the file, and returns its result.
///
/// # Errors
/// [`Error::Damaged`] when `touch` panics. State that redb held meanwhile is dropped and not used again.
pub(super) fn catch_corruption<T>(touch: impl FnOnce() -> Result<T>) -> Result<T> {
    panic::catch_unwind(AssertUnwindSafe(touch)).unwrap_or(Err(Error::Damaged))
}
