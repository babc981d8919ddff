//! Public fairness data of a game day: its commitment at once, and its secret and every draw once it is over.

use crate::context::Context;
use crate::domain::item::Item;
use crate::domain::prize::day::{Day, GameDay};
use crate::domain::prize::play::Play;
use crate::error::{Error, Required, Result};

use super::ensure_enabled;

/// Game day with its plays.
#[derive(Debug)]
pub struct Fairness {
    pub day: GameDay,
    /// Every play by number, shown without its member; `None` before the day is over.
    pub plays: Option<Vec<Play>>,
}

/// Returns the fairness data of the given day, or of the current one.
pub fn fairness(context: &Context, day: Option<&str>) -> Result<Fairness> {
    ensure_enabled(context)?;
    let tx = context.read()?;
    let last = tx.last_game_day()?;
    let day = match day {
        Some(day) => {
            let day: Day = day.parse().map_err(|invalid| Error::invalid("day", invalid))?;
            tx.game_day(day)?
        }
        None => last,
    };
    let day = day.required(Item::GameDay)?;
    let is_over = last.is_some_and(|last| last.day > day.day);
    let plays = if is_over { Some(tx.plays_on(day.day)?) } else { None };
    Ok(Fairness { day, plays })
}
