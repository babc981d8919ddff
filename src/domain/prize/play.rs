//! Plays: the pegs that a member marked, stored when the form is read and decided when it is submitted.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use crate::form::Peg;
use crate::id::{AccountId, BookId};
use crate::secret::SecretHash;
use crate::time::Timestamp;

use super::day::{Day, GameDay};
use super::draw::WinnerSelector;

/// Identifier of a play: its day and its number on that day, which no member can choose. Written `2026-11-22.17`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct PlayId {
    pub day: Day,
    /// Counted from 1, without gaps.
    pub number: u32,
}

impl fmt::Display for PlayId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}.{}", self.day, self.number)
    }
}

/// The text does not name a play.
#[derive(Debug, PartialEq, Eq, thiserror::Error)]
#[error("not a play")]
pub struct ParsePlayError;

impl FromStr for PlayId {
    type Err = ParsePlayError;

    fn from_str(text: &str) -> Result<Self, ParsePlayError> {
        let (day, number) = text.split_once('.').ok_or(ParsePlayError)?;
        let (day, number) =
            (day.parse().map_err(|_| ParsePlayError)?, number.parse().map_err(|_| ParsePlayError)?);
        let id = Self { day, number };
        if id.to_string() == text { Ok(id) } else { Err(ParsePlayError) }
    }
}

/// Play of a member in the prize game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Play {
    pub id: PlayId,
    pub account: AccountId,
    pub book: BookId,
    /// Hash of the upload's identifier from the browser: one upload, one submission, one play.
    pub session: SecretHash,
    /// Marked pegs in reading order. The first one is played, the others are ignored. Empty when the same upload was sent again and is
    /// not played.
    pub picks: Vec<Peg>,
    pub kept_at: Timestamp,
    pub state: State,
}

/// Record of a submission of handwriting to a book, stored by the upload's identifier from the browser.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SubmissionRecord {
    pub book: BookId,
    pub made_at: Timestamp,
    /// Day of the game at the time of the submission, from whose wins this submission can win.
    pub day: Day,
    /// Whether the request named the upload; the play of an unnamed upload is found when it is drawn.
    pub is_named: bool,
}

/// State of a play.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum State {
    /// Waits for the submission.
    Kept,
    Drawn(Draw),
    /// Decided on a later day as that play, because the seed of its own day was public already.
    Moved(PlayId),
}

/// Decision of a play.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Draw {
    pub decided_at: Timestamp,
    /// Winning pegs, the smallest lot first.
    pub winning: Vec<Peg>,
    pub outcome: Outcome,
    /// Description of the reward for a winner.
    pub reward: String,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Outcome {
    Lost,
    Won,
    /// The peg was among the winning ones, but the day or the member had no wins left.
    Limited,
}

impl Play {
    /// The peg that is played.
    pub fn entry(&self) -> Option<Peg> {
        self.picks.first().copied()
    }

    pub fn draw(&self) -> Option<&Draw> {
        match &self.state {
            State::Drawn(draw) => Some(draw),
            State::Kept | State::Moved(_) => None,
        }
    }

    pub fn is_won(&self) -> bool {
        self.draw().is_some_and(|draw| draw.outcome == Outcome::Won)
    }

    /// Whether the peg was among the winning ones, but no wins were left.
    pub fn is_limited(&self) -> bool {
        self.draw().is_some_and(|draw| draw.outcome == Outcome::Limited)
    }

    /// Draws the winning pegs of this play on its day; the outcome depends on whether a win is left for the member.
    pub fn drawn(&self, day: &GameDay, is_win_left: bool) -> (Vec<Peg>, Outcome) {
        let winning = WinnerSelector::new(&day.seed).winning(self.id, day.rules.winning_pegs);
        let outcome = match self.entry() {
            Some(peg) if winning.contains(&peg) && is_win_left => Outcome::Won,
            Some(peg) if winning.contains(&peg) => Outcome::Limited,
            _ => Outcome::Lost,
        };
        (winning, outcome)
    }
}

impl GameDay {
    /// Whether a member who has won `wins_of_member` times on this day can win again.
    pub fn has_wins_left(&self, wins_of_member: u32) -> bool {
        self.won < self.rules.wins && wins_of_member < self.rules.wins_of_member
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::prize::day::{Rules, Seed};

    const NOW: Timestamp = Timestamp { seconds: 1, nanoseconds: 0 };

    fn day(won: u32) -> GameDay {
        let rules = Rules { winning_pegs: 49, wins: 3, wins_of_member: 2 };
        let day = "2026-11-22".parse().unwrap();
        GameDay { day, seed: Seed([7; 32]), rules, plays: 9, won, opened_at: NOW }
    }

    fn play(picks: Vec<Peg>) -> Play {
        Play {
            id: PlayId { day: day(0).day, number: 9 },
            account: AccountId::new(NOW, [1; 10]),
            book: BookId::new(NOW, [2; 10]),
            session: SecretHash([3; 32]),
            picks,
            kept_at: NOW,
            state: State::Kept,
        }
    }

    #[test]
    fn ids_read_back_as_written() {
        assert_eq!("2026-11-22.17".parse::<PlayId>().unwrap().to_string(), "2026-11-22.17");
        for text in ["", "2026-11-22", "2026-11-22.", "2026-11-22.017", "2026-11-22.+17", "x.1"] {
            assert_eq!(text.parse::<PlayId>(), Err(ParsePlayError), "{text}");
        }
    }

    #[test]
    fn first_pick_decides_while_wins_are_left() {
        let [a1, b1] = [Peg { row: 0, column: 0 }, Peg { row: 0, column: 1 }];
        let outcome = |won, own| play(vec![a1, b1]).drawn(&day(won), day(won).has_wins_left(own)).1;
        assert_eq!(outcome(2, 1), Outcome::Won);
        assert_eq!(outcome(3, 0), Outcome::Limited);
        assert_eq!(outcome(0, 2), Outcome::Limited);
        let one = GameDay { rules: Rules { winning_pegs: 1, ..day(0).rules }, ..day(0) };
        let winner = play(vec![a1]).drawn(&one, true).0[0];
        let other = Peg::all().find(|peg| *peg != winner).unwrap();
        assert_eq!(play(vec![other, winner]).drawn(&one, true).1, Outcome::Lost);
        assert_eq!(play(vec![winner, other]).drawn(&one, true).1, Outcome::Won);
        assert_eq!(play(vec![]).drawn(&day(0), true).1, Outcome::Lost);
    }
}
