//! Dates of a book: from when until when it takes answers, and what makes it ready to be published.

use std::str::FromStr;
use std::time::Duration;

use serde::{Deserialize, Serialize};

use super::message::Message;
use super::time::Timestamp;

/// Time between the closing of a book and its edition.
const CLOSING_DELAY: Duration = Duration::from_mins(1);

/// Dates of a book. Most books have none: they are always open.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Schedule {
    /// Moment from which answers can be handed in.
    pub opens_at: Option<Timestamp>,
    /// Moment from which no more answers can be handed in.
    pub closes_at: Option<Timestamp>,
    pub ready_by: PublishTrigger,
}

/// Condition under which an edition is made by itself.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum PublishTrigger {
    /// Whenever there are enough new answers.
    #[default]
    Entries,
    /// At the moment when the book closes.
    Date,
    /// Whenever there are enough new answers, and when the book closes.
    Both,
}

impl PublishTrigger {
    pub const ALL: [Self; 3] = [Self::Entries, Self::Date, Self::Both];

    /// The word in JSON and at the command line.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Entries => "entries",
            Self::Date => "date",
            Self::Both => "both",
        }
    }
}

impl FromStr for PublishTrigger {
    type Err = Message;

    fn from_str(text: &str) -> Result<Self, Message> {
        Self::ALL.into_iter().find(|ready| ready.as_str() == text).ok_or_else(|| {
            Message::new("choice-unknown", "Choose from {choices}.")
                .with("choices", Self::ALL.map(Self::as_str).join(", "))
        })
    }
}

/// State of a book at a moment.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Phase {
    /// Opens at this moment.
    Upcoming(Timestamp),
    Open,
    /// Closed at this moment.
    Closed(Timestamp),
}

impl Schedule {
    /// Checks that the dates go together.
    ///
    /// # Errors
    /// The name of the field that is wrong, and a message.
    pub fn validated(self) -> Result<Self, (&'static str, Message)> {
        let Some(closes_at) = self.closes_at else {
            if self.ready_by == PublishTrigger::Entries {
                return Ok(self);
            }
            let message = Message::new(
                "closing-date-missing",
                "Choose when the book closes. Its edition is made then.",
            );
            return Err(("closes", message));
        };
        if self.opens_at.is_some_and(|opens_at| opens_at >= closes_at) {
            let message =
                Message::new("closes-before-opening", "A book closes after it has opened.");
            return Err(("closes", message));
        }
        Ok(self)
    }

    pub fn phase(&self, now: Timestamp) -> Phase {
        match (self.opens_at, self.closes_at) {
            (Some(moment), _) if now < moment => Phase::Upcoming(moment),
            (_, Some(moment)) if now >= moment => Phase::Closed(moment),
            _ => Phase::Open,
        }
    }

    /// Whether enough new answers make an edition.
    pub fn publishes_by_entries(&self) -> bool {
        matches!(self.ready_by, PublishTrigger::Entries | PublishTrigger::Both)
    }

    /// Moment at which an edition of all new answers is made: a minute after closing, for uploads that began in time.
    pub fn publishes_at(&self) -> Option<Timestamp> {
        match self.ready_by {
            PublishTrigger::Entries => None,
            PublishTrigger::Date | PublishTrigger::Both => {
                self.closes_at.map(|moment| moment + CLOSING_DELAY)
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(seconds: i64) -> Timestamp {
        Timestamp { seconds, nanoseconds: 0 }
    }

    #[test]
    fn book_is_open_between_its_dates() {
        let dates =
            Schedule { opens_at: Some(at(10)), closes_at: Some(at(20)), ..Schedule::default() };
        assert_eq!(dates.phase(at(9)), Phase::Upcoming(at(10)));
        assert_eq!(dates.phase(at(10)), Phase::Open);
        assert_eq!(dates.phase(at(19)), Phase::Open);
        assert_eq!(dates.phase(at(20)), Phase::Closed(at(20)));
        assert_eq!(Schedule::default().phase(at(0)), Phase::Open);
    }

    #[test]
    fn impossible_dates_are_refused() {
        let field = |schedule: Schedule| schedule.validated().unwrap_err().0;
        let dated = |opens, closes| Schedule {
            opens_at: Some(at(opens)),
            closes_at: Some(at(closes)),
            ready_by: PublishTrigger::Date,
        };
        assert_eq!(field(dated(20, 20)), "closes");
        assert_eq!(
            field(Schedule { ready_by: PublishTrigger::Both, ..Schedule::default() }),
            "closes"
        );
        assert_eq!(dated(10, 20).validated(), Ok(dated(10, 20)));
        assert_eq!(dated(10, 20).publishes_at(), Some(at(80)));
    }
}
