//! Check of the search index: how far it is behind the database.

use super::echo::ProbeRegistry;
use crate::context::Context;
use crate::domain::check_result::{CheckResult, HealthCheck};
use crate::error::Result;

/// Lag in changes that is normal for a busy server.
const BEHIND: u32 = 1_000;
const HINT: &str = "`inkfold search rebuild` makes the index anew";

pub(super) fn check(context: &Context) -> Result<Vec<CheckResult>> {
    let last = context.read()?.last_change()?;
    let good = |words: &str| CheckResult::ok(HealthCheck::Search, words);
    let notice = |words: String| CheckResult::warn(HealthCheck::Search, words, HINT);
    let finding = match context.search.position() {
        _ if !context.state::<ProbeRegistry>().is_serving() => {
            good("Search is brought up to date when the server starts.")
        }
        Some(position) if last.saturating_sub(position) > BEHIND => {
            notice(format!("Search is {} changes behind.", last.saturating_sub(position)))
        }
        Some(_) => good("Search knows everything."),
        None => notice("Search has no index that can be used.".into()),
    };
    Ok(vec![finding])
}
