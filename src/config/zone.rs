//! Time zone of the community, in which its days begin.

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::domain::time::Timestamp;
use crate::domain::weekly_question::Weekday;

/// Hour at which the morning's mails are sent.
const MORNING: i8 = 9;

/// Time zone by its name, such as `Europe/Berlin`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct TimeZone(jiff::tz::TimeZone);

/// Error for a text that is not a time zone.
#[derive(Debug, PartialEq, Eq, thiserror::Error)]
#[error("`{0}` is not a time zone; one looks like Europe/Berlin or UTC")]
pub struct UnknownTimeZone(String);

impl TimeZone {
    /// Rules of the time zone.
    pub fn rules(&self) -> &jiff::tz::TimeZone {
        &self.0
    }

    /// Date of a moment.
    ///
    /// # Errors
    /// If the moment is thousands of years away.
    pub fn date(&self, moment: Timestamp) -> Result<jiff::civil::Date, jiff::Error> {
        let moment = jiff::Timestamp::from_second(moment.seconds)?;
        Ok(moment.to_zoned_datetime(self.0.clone()).date())
    }

    /// Moment of a local date and time, such as `2026-12-24T18:00` or `2026-12-24 18:00`; `None` for any other text. In an hour that
    /// a change of the clocks leaves out or repeats, the earlier offset counts.
    pub fn moment(&self, text: &str) -> Option<Timestamp> {
        let format = if text.contains('T') { "%Y-%m-%dT%H:%M" } else { "%Y-%m-%d %H:%M" };
        self.at(jiff::civil::DateTime::strptime(format, text).ok()?)
    }

    /// First moment of a local date, such as `2026-12-24`; `None` for any other text.
    pub fn start_of_date(&self, text: &str) -> Option<Timestamp> {
        self.at(parse_date(text)?.at(0, 0, 0, 0))
    }

    /// Last minute of a local date, so that its words name that date; `None` for any other text.
    pub fn end_of_date(&self, text: &str) -> Option<Timestamp> {
        self.at(parse_date(text)?.at(23, 59, 0, 0))
    }

    /// Next nine o'clock in the morning of a day of the week, after a moment.
    ///
    /// # Errors
    /// If the moment is thousands of years away.
    pub fn next_morning(
        &self,
        after: Timestamp,
        weekday: Weekday,
    ) -> Result<Timestamp, jiff::Error> {
        let weekday = jiff::civil::Weekday::from_monday_zero_offset(weekday as i8)?;
        let mut date = self.date(after)?;
        loop {
            let moment = date.at(MORNING, 0, 0, 0).to_zoned_datetime(self.0.clone())?.timestamp();
            let moment = Timestamp { seconds: moment.as_second(), nanoseconds: 0 };
            if date.weekday() == weekday && moment > after {
                return Ok(moment);
            }
            date = date.tomorrow()?;
        }
    }

    /// Local date and time of a moment to the minute, as browsers have it in a form: `2026-12-24T18:00`.
    pub fn local(&self, moment: Timestamp) -> String {
        self.format(moment, "%Y-%m-%dT%H:%M")
    }

    /// Local date and time of a moment in words: `24 December 2026, 18:00`.
    pub fn words(&self, moment: Timestamp) -> String {
        self.format(moment, "%-d %B %Y, %H:%M")
    }

    /// Local date and time of a moment with its offset: `2026-12-24T18:00:00+01:00`.
    pub fn with_offset(&self, moment: Timestamp) -> String {
        self.format(moment, "%Y-%m-%dT%H:%M:%S%:z")
    }

    fn at(&self, local: jiff::civil::DateTime) -> Option<Timestamp> {
        let moment = local.to_zoned_datetime(self.0.clone()).ok()?.timestamp();
        Some(Timestamp { seconds: moment.as_second(), nanoseconds: 0 })
    }

    /// Empty for a moment thousands of years away.
    fn format(&self, moment: Timestamp, format: &str) -> String {
        jiff::Timestamp::from_second(moment.seconds).map_or_else(
            |_| String::new(),
            |moment| moment.to_zoned_datetime(self.0.clone()).strftime(format).to_string(),
        )
    }

    /// Last second of the day of a moment.
    ///
    /// # Errors
    /// If the moment is thousands of years away.
    pub fn end_of_day(&self, moment: Timestamp) -> Result<Timestamp, jiff::Error> {
        let next = self.date(moment)?.tomorrow()?.to_zoned_datetime(self.0.clone())?;
        Ok(Timestamp { seconds: next.timestamp().as_second() - 1, nanoseconds: 0 })
    }
}

/// Date of a text that has no time.
fn parse_date(text: &str) -> Option<jiff::civil::Date> {
    jiff::civil::Date::strptime("%Y-%m-%d", text).ok()
}

impl Default for TimeZone {
    fn default() -> Self {
        Self(jiff::tz::TimeZone::UTC)
    }
}

impl TryFrom<String> for TimeZone {
    type Error = UnknownTimeZone;

    fn try_from(name: String) -> Result<Self, UnknownTimeZone> {
        jiff::tz::TimeZone::get(&name).map(Self).map_err(|_| UnknownTimeZone(name))
    }
}

impl From<TimeZone> for String {
    fn from(zone: TimeZone) -> Self {
        zone.to_string()
    }
}

impl fmt::Display for TimeZone {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.0.iana_name().unwrap_or("UTC"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn local_dates_become_moments_and_words() {
        let berlin = TimeZone::try_from("Europe/Berlin".to_owned()).unwrap();
        let moment = berlin.moment("2026-12-24T18:00").unwrap();
        assert_eq!(moment.to_rfc3339(), "2026-12-24T17:00:00Z");
        assert_eq!(berlin.moment("2026-12-24 18:00"), Some(moment));
        assert_eq!(berlin.local(moment), "2026-12-24T18:00");
        assert_eq!(berlin.words(moment), "24 December 2026, 18:00");
        let [start, end] = [
            berlin.start_of_date("2026-12-24").unwrap(),
            berlin.end_of_date("2026-12-24").unwrap(),
        ];
        assert_eq!(start.to_rfc3339(), "2026-12-23T23:00:00Z");
        assert_eq!(berlin.words(end), "24 December 2026, 23:59");
        let foreign = ["", "soon", "24.12.2026", "20261224", "2026-13-01", "2026-12-24T25:00"];
        for text in foreign.into_iter().chain(["2026-12-24T18:00-05:00", "2026-12-24T18:00Z"]) {
            assert_eq!((berlin.moment(text), berlin.end_of_date(text)), (None, None), "{text}");
        }
    }

    #[test]
    fn next_morning_follows_the_local_clock() {
        let berlin = TimeZone::try_from("Europe/Berlin".to_owned()).unwrap();
        let next = |local: &str, weekday| {
            let moment = berlin.next_morning(berlin.moment(local).unwrap(), weekday).unwrap();
            berlin.with_offset(moment)
        };
        // A Saturday. The clocks change on the day after.
        assert_eq!(next("2026-10-24 08:59", Weekday::Saturday), "2026-10-24T09:00:00+02:00");
        assert_eq!(next("2026-10-24 09:00", Weekday::Saturday), "2026-10-31T09:00:00+01:00");
        assert_eq!(next("2026-10-24 08:00", Weekday::Monday), "2026-10-26T09:00:00+01:00");
        assert_eq!(next("2026-12-31 23:00", Weekday::Friday), "2027-01-01T09:00:00+01:00");
    }

    #[test]
    fn hours_of_a_clock_change_are_accepted() {
        let berlin = TimeZone::try_from("Europe/Berlin".to_owned()).unwrap();
        let moment = berlin.moment("2026-03-29T02:30").unwrap();
        assert_eq!(moment.to_rfc3339(), "2026-03-29T01:30:00Z");
        // Repeated: the first of the two.
        let moment = berlin.moment("2026-10-25T02:30").unwrap();
        assert_eq!(moment.to_rfc3339(), "2026-10-25T00:30:00Z");
    }

    #[test]
    fn time_zones_parse_by_iana_name() {
        for name in ["UTC", "Europe/Berlin", "America/St_Johns"] {
            assert_eq!(TimeZone::try_from(name.to_owned()).unwrap().to_string(), name);
        }
        let wrong = TimeZone::try_from("Berlin".to_owned()).unwrap_err();
        assert!(wrong.to_string().contains("`Berlin` is not a time zone"));
    }
}
