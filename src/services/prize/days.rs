//! Opening of game days: each gets its secret before anybody can play on it, and none is opened twice.

use std::time::Duration;

use jiff::tz::TimeZone;

use crate::context::Context;
use crate::domain::job::Job;
use crate::domain::prize::day::{Day, GameDay, Rules, Seed};
use crate::domain::time::Timestamp;
use crate::error::Result;
use crate::store::WriteTx;

/// Time by which a clock that is set, and not replaced, goes back at most.
const MAX_SETBACK: Duration = Duration::from_hours(7 * 24);

/// Opens the current day if needed, and enqueues the opening of the next one.
pub fn schedule(context: &Context) -> Result<()> {
    if !context.config().prize.enabled {
        return Ok(());
    }
    context.write(|tx| {
        open(context, tx)?;
        if tx.equal_jobs(&Job::OpenGameDay)?.is_empty() { queue_next(context, tx) } else { Ok(()) }
    })
}

/// Opens the current day if needed, and enqueues the opening of the next one, even if one is queued.
pub fn open_day(context: &Context) -> Result<()> {
    if !context.config().prize.enabled {
        return Ok(());
    }
    context.write(|tx| {
        open(context, tx)?;
        queue_next(context, tx)
    })
}

fn queue_next(context: &Context, tx: &mut WriteTx) -> Result<()> {
    let now = context.now();
    let config = context.config();
    let zone = config.time_zone.rules();
    let midnight = Day::of(now, zone).end(zone);
    context.enqueue_after(tx, Job::OpenGameDay, midnight.since(now))
}

/// Returns the current game day, opening it if needed.
///
/// Days never go back, even if the clock does: the secret of a day is public once a later one was opened. After a clock that was
/// years ahead, the days go on from there, one for each day that passes.
pub(super) fn open(context: &Context, tx: &mut WriteTx) -> Result<GameDay> {
    let now = context.now();
    let config = context.config();
    let zone = config.time_zone.rules();
    let mut day = Day::of(now, zone);
    if let Some(last) = tx.last_game_day()? {
        if is_current(&last, now, zone) {
            return Ok(last);
        }
        day = day.max(last.day.next());
    }
    let prize = &config.prize;
    let rules = Rules {
        winning_pegs: prize.winning_pegs,
        wins: prize.wins_per_day,
        wins_of_member: prize.wins_per_member,
    };
    let seed = Seed(context.random()?);
    let day = GameDay { day, seed, rules, plays: 0, won: 0, opened_at: now };
    tx.put_game_day(&day)?;
    Ok(day)
}

/// Whether a day that was opened last lasts until now.
fn is_current(last: &GameDay, now: Timestamp, zone: &TimeZone) -> bool {
    let (opened, today) = (Day::of(last.opened_at, zone), Day::of(now, zone));
    let is_ahead = last.day.end(zone).since(last.opened_at) > MAX_SETBACK;
    if is_ahead {
        return opened >= today;
    }
    let is_of_wrong_clock = last.opened_at.since(now) > MAX_SETBACK && now.is_plausible();
    last.day >= today && !is_of_wrong_clock
}
