//! Check of the clock, on which sign-in codes, links in mails, sessions and backups depend.

use std::time::Duration;

use crate::context::Context;
use crate::domain::check_result::{CheckResult, HealthCheck};
use crate::domain::time::Timestamp;
use crate::error::Result;

/// Earliest plausible time, which is before this version was made: 2026-11-01T00:00:00Z.
const MADE: Timestamp = Timestamp { seconds: 1_793_491_200, nanoseconds: 0 };
/// Tolerated clock error. Sign-in codes tolerate half a minute.
const MAX_SKEW: Duration = Duration::from_mins(1);
const HINT: &str = "set it, such as with `timedatectl set-time '2026-11-22 21:04:05'`, or let the machine reach the network, \
     which tells it the time. A Raspberry Pi has no clock that goes on without power: where there is no network, it needs a \
     real-time clock module";

/// Compares the clock with the youngest entry of the database, and with the time that the server at `public_url` reported, if
/// any.
pub(super) fn check(context: &Context, server_time: Option<Timestamp>) -> Result<Vec<CheckResult>> {
    let now = context.now();
    let youngest = context.read()?.youngest()?;
    Ok(vec![evaluate(now, youngest, server_time)])
}

pub(super) fn check_without_data(now: Timestamp) -> Vec<CheckResult> {
    vec![evaluate(now, None, None)]
}

fn evaluate(
    now: Timestamp,
    youngest: Option<Timestamp>,
    server_time: Option<Timestamp>,
) -> CheckResult {
    let fail = |words: String| CheckResult::fail(HealthCheck::Clock, words, HINT);
    if now < MADE {
        let made = MADE.date();
        return fail(format!(
            "The clock says {now}, before this version of Inkfold was built: {made}."
        ));
    }
    if let Some(youngest) = youngest.filter(|youngest| youngest.since(now) > MAX_SKEW) {
        return fail(format!(
            "The clock says {now}, but the newest data here is from {youngest}: the clock is wrong now, or was then."
        ));
    }
    match server_time {
        Some(server_time) if server_time.since(now).max(now.since(server_time)) > MAX_SKEW => fail(
            format!("The clock says {now}, but the server at `public_url` says {server_time}."),
        ),
        _ => CheckResult::ok(HealthCheck::Clock, format!("The clock says {now}.")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::check_result::Level;

    #[test]
    fn clock_skew_beyond_a_minute_fails() {
        let at = |seconds| MADE + Duration::from_secs(seconds);
        let level = |now, youngest, server_time| evaluate(now, youngest, server_time).level;
        assert_eq!(level(at(0), None, None), Level::Ok);
        assert_eq!(level(at(100), Some(at(160)), Some(at(40))), Level::Ok);
        assert_eq!(level(at(100), Some(at(161)), None), Level::Fail);
        assert_eq!(level(at(100), None, Some(at(161))), Level::Fail);
        assert_eq!(level(at(100), None, Some(at(39))), Level::Fail);
        assert_eq!(level(MADE - Duration::from_secs(1), None, None), Level::Fail);
    }
}
