//! Days of the game, in the community's time zone, each with the secret from which its draws are computed.

use std::fmt::{self, Write as _};
use std::str::FromStr;

use jiff::ToSpan as _;
use jiff::civil::Date;
use jiff::tz::TimeZone;
use serde::{Deserialize, Serialize};
use sha2::{Digest as _, Sha256};

use crate::message::Message;
use crate::time::Timestamp;

const FIRST: Date = jiff::civil::date(1970, 1, 1);

/// Calendar day, as the number of days since 1970-01-01. Written `2026-11-22`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Day(u32);

impl Day {
    /// Day at this time in this time zone.
    pub fn of(now: Timestamp, zone: &TimeZone) -> Self {
        let moment = jiff::Timestamp::from_second(now.seconds).unwrap_or_default();
        Self::from(moment.to_zoned_datetime(zone.clone()).date())
    }

    /// Time at which the day ends in this time zone, and the next one begins.
    pub fn end(self, zone: &TimeZone) -> Timestamp {
        let tomorrow = self.date().checked_add(1.day()).unwrap_or(Date::MAX);
        let midnight = zone.to_ambiguous_zoned_datetime(tomorrow.at(0, 0, 0, 0)).compatible();
        let seconds = midnight.map_or(i64::MAX, |midnight| midnight.timestamp().as_second());
        Timestamp { seconds, nanoseconds: 0 }
    }

    /// Day after this one.
    #[must_use]
    pub fn next(self) -> Self {
        Self(self.0.saturating_add(1))
    }

    /// The day as a fixed-width key.
    pub fn number(self) -> u32 {
        self.0
    }

    /// The day of a fixed-width key.
    pub fn from_number(number: u32) -> Self {
        Self(number)
    }

    fn date(self) -> Date {
        FIRST.checked_add(i64::from(self.0).days()).unwrap_or(Date::MAX)
    }
}

impl From<Date> for Day {
    /// Converts a date. Dates before 1970 become 1970-01-01.
    fn from(date: Date) -> Self {
        let days = FIRST.until(date).map_or(0, |span| span.get_days());
        Self(u32::try_from(days).unwrap_or(0))
    }
}

impl fmt::Display for Day {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.date().fmt(f)
    }
}

const DAY_INVALID: Message = Message::new("day-invalid", "Enter a date such as 2026-11-22.");

impl FromStr for Day {
    type Err = Message;

    fn from_str(text: &str) -> Result<Self, Message> {
        let day = text.parse::<Date>().map(Self::from).map_err(|_| DAY_INVALID)?;
        if day.to_string() == text { Ok(day) } else { Err(DAY_INVALID) }
    }
}

/// Secret of a day: 256 random bits, which become public when the day is over.
#[derive(Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Seed(pub [u8; 32]);

impl Seed {
    /// SHA-256 of the secret in hexadecimal, which is public before the day is over.
    pub fn commitment(&self) -> String {
        hex(&Sha256::digest(self.0))
    }

    /// The secret itself, in hexadecimal.
    pub fn reveal(&self) -> String {
        hex(&self.0)
    }
}

impl fmt::Debug for Seed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Seed(…)")
    }
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().fold(String::new(), |mut text, byte| {
        _ = write!(text, "{byte:02x}");
        text
    })
}

/// Rules of a day. Fixed when the day begins: later changes of the settings apply to the next day.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Rules {
    /// Number of the 49 pegs that win in each draw.
    pub winning_pegs: u8,
    /// Maximum number of wins of the day, for all members together.
    pub wins: u32,
    /// Maximum number of wins of the day for one member.
    pub wins_of_member: u32,
}

/// Day of the game that was opened.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct GameDay {
    pub day: Day,
    pub seed: Seed,
    pub rules: Rules,
    /// Number of plays so far; the next play has the number after it.
    pub plays: u32,
    /// Number of plays that have won.
    pub won: u32,
    pub opened_at: Timestamp,
}

#[cfg(test)]
mod tests {
    use super::*;

    fn zone(name: &str) -> TimeZone {
        TimeZone::get(name).unwrap()
    }

    #[test]
    fn day_begins_at_local_midnight() {
        // 2026-11-21T23:30Z
        let evening = Timestamp { seconds: 1_795_303_800, nanoseconds: 0 };
        let (berlin, new_york) = (zone("Europe/Berlin"), zone("America/New_York"));
        assert_eq!(Day::of(evening, &TimeZone::UTC).to_string(), "2026-11-21");
        assert_eq!(Day::of(evening, &berlin).to_string(), "2026-11-22");
        assert_eq!(Day::of(evening, &new_york).to_string(), "2026-11-21");
        assert_eq!(Day::of(evening, &berlin).end(&berlin).to_string(), "2026-11-22T23:00:00Z");
    }

    #[test]
    fn day_length_follows_clock_changes() {
        // The hour from midnight is left out in Beirut on this day.
        let (beirut, day) = (zone("Asia/Beirut"), "2025-03-29".parse::<Day>().unwrap());
        assert_eq!(day.end(&beirut).to_string(), "2025-03-29T22:00:00Z");
        assert_eq!(Day::of(day.end(&beirut), &beirut).to_string(), "2025-03-30");
    }

    #[test]
    fn days_read_back_as_written() {
        for text in ["1970-01-01", "2026-11-22", "2028-02-29"] {
            assert_eq!(text.parse::<Day>().unwrap().to_string(), text);
        }
        for text in ["", "2026-11-31", "1969-12-31", "22.11.2026", "2026-11-22T10:00", "20261122"] {
            assert_eq!(text.parse::<Day>(), Err(DAY_INVALID), "{text}");
        }
    }

    #[test]
    fn seed_commitment_is_its_sha256() {
        let seed = Seed([0; 32]);
        assert_eq!(
            seed.commitment(),
            "66687aadf862bd776c8fc18b8e9f8e20089714856ee233b3902a591d0d5f2925"
        );
        assert_eq!(format!("{seed:?}"), "Seed(…)");
    }
}
