//! Plays of a day or of a member, for admins.

use crate::context::Context;
use crate::domain::author::Author;
use crate::domain::id::AccountId;
use crate::domain::policy::{self, Actor};
use crate::domain::prize::day::Day;
use crate::domain::prize::play::Play;
use crate::error::Result;
use crate::services::accounts::members;

use super::ensure_enabled;

/// Maximum number of plays listed.
const MAX_LISTED: usize = 200;

/// Play with its member and book.
#[derive(Clone, Debug)]
pub struct PlayDetails {
    pub play: Play,
    pub player: Author,
    /// Empty when the book no longer exists.
    pub book: String,
}

/// Lists the newest plays of a member, of a day, or of both; of the last day that was played when neither is given.
pub fn list(
    context: &Context,
    actor: &Actor,
    day: Option<Day>,
    member: Option<AccountId>,
) -> Result<Vec<PlayDetails>> {
    ensure_enabled(context)?;
    policy::may_administrate(actor)?;
    let tx = context.read()?;
    let plays = match (member, day) {
        (Some(member), day) => {
            members::load(&tx, member)?;
            tx.plays_of(member, day)?
        }
        (None, day) => {
            let last = tx.last_game_day()?.map(|last| last.day);
            let mut plays = match day.or(last) {
                Some(day) => tx.plays_on(day)?,
                None => Vec::new(),
            };
            plays.reverse();
            plays
        }
    };
    let show = |play: Play| {
        let player = Author::of(tx.account(play.account)?.as_ref());
        let book = tx.book(play.book)?.map(|book| book.name).unwrap_or_default();
        Ok(PlayDetails { play, player, book })
    };
    plays.into_iter().take(MAX_LISTED).map(show).collect()
}
