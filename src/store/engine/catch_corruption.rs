//! What becomes of a damaged file: redb breaks off over a page that cannot be one, and whoever asked gets an error instead.

use std::panic::{self, AssertUnwindSafe};

use crate::store::{Error, Result};

/// What `touch` finds in the file.
///
/// # Errors
/// [`Error::Damaged`] when redb broke off over it. What it held meanwhile is dropped and not looked at again.
pub(super) fn catch_corruption<T>(touch: impl FnOnce() -> Result<T>) -> Result<T> {
    panic::catch_unwind(AssertUnwindSafe(touch)).unwrap_or(Err(Error::Damaged))
}
