//! Opening of game days: each gets its secret before anybody can play on it, and none is opened twice.

use crate::context::Context;
use crate::domain::job::Job;
use crate::domain::prize::day::{Day, GameDay, Rules, Seed};
use crate::error::Result;
use crate::store::WriteTx;

/// Opens the current day if needed, and enqueues the opening of the next one.
pub fn schedule(context: &Context) -> Result<()> {
    if !context.config().prize.enabled {
        return Ok(());
    }
    context.write(|tx| {
        open(context, tx)?;
        if tx.queued_jobs()?.iter().any(|queued| queued.job == Job::OpenGameDay) {
            return Ok(());
        }
        queue_next(context, tx)
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
/// Days never go back, even if the clock does: the secret of a day is public once a later one was opened.
pub(super) fn open(context: &Context, tx: &mut WriteTx) -> Result<GameDay> {
    let now = context.now();
    let day = Day::of(now, context.config().time_zone.rules());
    if let Some(last) = tx.last_game_day()?.filter(|last| last.day >= day) {
        return Ok(last);
    }
    let prize = &context.config().prize;
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
