//! Removes files that nothing names: what a cut-off upload or a failed transaction left.

use std::collections::HashSet;
use std::time::Duration;

use crate::app::App;
use crate::domain::blob::BlobHash;
use crate::error::Result;

/// Younger files may belong to a transaction that is about to be committed.
const GRACE: Duration = Duration::from_hours(24);

/// Answers how many files were removed.
pub fn remove_orphans(app: &App) -> Result<usize> {
    remove_orphans_older_than(app, GRACE)
}

/// The same with another grace; for tests.
pub fn remove_orphans_older_than(app: &App, grace: Duration) -> Result<usize> {
    let wanted = wanted(app)?;
    Ok(app.blobs.sweep(grace, |blob| wanted.contains(&blob))?)
}

fn wanted(app: &App) -> Result<HashSet<BlobHash>> {
    let tx = app.read()?;
    let memos = tx.all_memos()?.into_iter().filter_map(|memo| memo.content.blob());
    let editions = tx.all_editions()?.into_iter().map(|edition| edition.pdf);
    let forms = tx.issued_forms()?.into_iter().map(|form| form.pdf);
    Ok(memos.chain(editions).chain(forms).collect())
}
