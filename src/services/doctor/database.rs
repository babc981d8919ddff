//! How much of the database is room that could be given back.

use crate::app::App;
use crate::domain::finding::{Check, Finding};
use crate::domain::policy::Actor;
use crate::error::Result;
use crate::services::database;

use super::megabytes;

/// Less than this is not worth a stop of the server, in bytes.
const WORTH_IT: u64 = 64 << 20;
/// What stands in the database takes up to so many times its own size there: pages are not full, and have indexes.
const ROOMY: u64 = 3;

pub(super) fn look(app: &App, actor: &Actor) -> Result<Vec<Finding>> {
    let stats = database::stats(app, actor)?;
    let (size, used) = (megabytes(stats.database_bytes), megabytes(stats.used_bytes));
    let empty = stats.database_bytes.saturating_sub(stats.used_bytes.saturating_mul(ROOMY));
    Ok(vec![if empty > WORTH_IT {
        let words = format!("The database takes {size}, and {used} stand in it.");
        let hint =
            "stop the server and run `inkfold db compact`: it gives the rest back to the disk";
        Finding::notice(Check::Database, words, hint)
    } else {
        let words = format!(
            "The database can be read: {size}. Whether everything in it agrees says `inkfold db check`."
        );
        Finding::good(Check::Database, words)
    }])
}
