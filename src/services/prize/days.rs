//! Opening days: each gets its secret before anybody can play on it, and none is ever opened twice.

use crate::app::App;
use crate::domain::job::Job;
use crate::domain::prize::day::{Day, GameDay, Rules, Seed};
use crate::error::Result;
use crate::store::WriteTx;

/// Sees to it that the day that it is now is open, and each that follows it soon after it begins.
pub fn schedule(app: &App) -> Result<()> {
    if !app.config().prize.enabled {
        return Ok(());
    }
    app.write(|tx| {
        open(app, tx)?;
        if tx.queued_jobs()?.iter().any(|queued| queued.job == Job::OpenGameDay) {
            return Ok(());
        }
        queue_next(app, tx)
    })
}

/// Opens the day, and queues the opening of the next.
pub fn open_day(app: &App) -> Result<()> {
    if !app.config().prize.enabled {
        return Ok(());
    }
    app.write(|tx| {
        open(app, tx)?;
        queue_next(app, tx)
    })
}

fn queue_next(app: &App, tx: &mut WriteTx) -> Result<()> {
    let now = app.clock.now();
    let config = app.config();
    let zone = config.time_zone.rules();
    let midnight = Day::of(now, zone).end(zone);
    app.enqueue_after(tx, Job::OpenGameDay, midnight.since(now))
}

/// The day that is played, opened if it was not.
///
/// Days never go back, whatever the clock does: the secret of a day is public once a later one was opened.
pub(super) fn open(app: &App, tx: &mut WriteTx) -> Result<GameDay> {
    let now = app.clock.now();
    let day = Day::of(now, app.config().time_zone.rules());
    if let Some(last) = tx.last_game_day()?.filter(|last| last.day >= day) {
        return Ok(last);
    }
    let prize = &app.config().prize;
    let rules = Rules {
        winning_pegs: prize.winning_pegs,
        wins: prize.wins_per_day,
        wins_of_member: prize.wins_per_member,
    };
    let seed = Seed(app.random()?);
    let day = GameDay { day, seed, rules, plays: 0, won: 0, opened_at: now };
    tx.put_game_day(&day)?;
    Ok(day)
}
