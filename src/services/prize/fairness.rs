//! What anybody may know of a day: its commitment at once, and when it is over its secret and every draw.

use crate::context::Context;
use crate::domain::prize::day::{Day, GameDay};
use crate::domain::prize::play::Play;
use crate::error::{Error, Required, Result};

use super::ensure_enabled;

/// A day of the game.
#[derive(Debug)]
pub struct Fairness {
    pub day: GameDay,
    /// Every play by number, and whose they are is not told; nothing before the day is over.
    pub plays: Option<Vec<Play>>,
}

/// The day of this name, or the one that is played now.
pub fn fairness(context: &Context, day: Option<&str>) -> Result<Fairness> {
    ensure_enabled(context)?;
    let tx = context.read()?;
    let last = tx.last_game_day()?;
    let day = match day {
        Some(day) => {
            let day: Day =
                day.parse().map_err(|error| Error::invalid("day", format!("{error}")))?;
            tx.game_day(day)?
        }
        None => last,
    };
    let day = day.required("This day of the game")?;
    let is_over = last.is_some_and(|last| last.day > day.day);
    let plays = if is_over { Some(tx.plays_on(day.day)?) } else { None };
    Ok(Fairness { day, plays })
}
