//! Check of the search index: how far it is behind the database.

use crate::context::Context;
use crate::domain::check_result::{CheckResult, HealthCheck};
use crate::error::Result;

use super::self_probe::ProbeRegistry;

/// Lag in changes that is normal for a busy server.
const MAX_UNINDEXED_CHANGES: u32 = 1_000;
const HINT: &str = "run `inkfold search rebuild`";

pub(super) fn check(context: &Context) -> Result<Vec<CheckResult>> {
    let last = context.read()?.last_change()?;
    let good = |words: &str| CheckResult::ok(HealthCheck::Search, words);
    let warn = |words: String| CheckResult::warn(HealthCheck::Search, words, HINT);
    let finding = match context.search.position() {
        _ if !context.state::<ProbeRegistry>().is_serving() => {
            good("The search index is updated when the server starts.")
        }
        Some(position) if last.saturating_sub(position) > MAX_UNINDEXED_CHANGES => {
            warn(format!("The search index is {} changes behind.", last.saturating_sub(position)))
        }
        Some(_) => good("The search index is up to date."),
        None => warn("The search index is missing or damaged.".into()),
    };
    Ok(vec![finding])
}
