//! Time zone of the community, in which its days begin.

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::domain::time::Timestamp;

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

    /// Last second of the day of a moment.
    ///
    /// # Errors
    /// If the moment is thousands of years away.
    pub fn end_of_day(&self, moment: Timestamp) -> Result<Timestamp, jiff::Error> {
        let next = self.date(moment)?.tomorrow()?.to_zoned_datetime(self.0.clone())?;
        Ok(Timestamp { seconds: next.timestamp().as_second() - 1, nanoseconds: 0 })
    }
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
    fn time_zones_parse_by_iana_name() {
        for name in ["UTC", "Europe/Berlin", "America/St_Johns"] {
            assert_eq!(TimeZone::try_from(name.to_owned()).unwrap().to_string(), name);
        }
        let wrong = TimeZone::try_from("Berlin".to_owned()).unwrap_err();
        assert!(wrong.to_string().contains("`Berlin` is not a time zone"));
    }
}
