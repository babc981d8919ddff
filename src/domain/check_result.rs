//! Results of the health checks of an installation, each with a hint about what to do.

use serde::{Deserialize, Serialize};

/// Health check, in the order of the report. Scripts rely on the names, so they never change.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum HealthCheck {
    Clock,
    Space,
    Owner,
    Database,
    Search,
    Workers,
    Handwriting,
    Backups,
    PublicUrl,
    Proxy,
    Cookies,
    Mail,
    MailIn,
}

impl HealthCheck {
    pub const ALL: [Self; 13] = [
        Self::Clock,
        Self::Space,
        Self::Owner,
        Self::Database,
        Self::Search,
        Self::Workers,
        Self::Handwriting,
        Self::Backups,
        Self::PublicUrl,
        Self::Proxy,
        Self::Cookies,
        Self::Mail,
        Self::MailIn,
    ];

    pub fn name(self) -> &'static str {
        match self {
            Self::Clock => "clock",
            Self::Space => "space",
            Self::Owner => "owner",
            Self::Database => "database",
            Self::Search => "search",
            Self::Workers => "workers",
            Self::Handwriting => "handwriting",
            Self::Backups => "backups",
            Self::PublicUrl => "public-url",
            Self::Proxy => "proxy",
            Self::Cookies => "cookies",
            Self::Mail => "mail",
            Self::MailIn => "mail-in",
        }
    }
}

/// Severity of a result.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Level {
    #[serde(rename = "good")]
    Ok,
    /// Works, but the operator may want to know.
    #[serde(rename = "notice")]
    Warn,
    /// Does not work, or soon will not.
    #[serde(rename = "trouble")]
    Fail,
}

/// Result of one health check.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct CheckResult {
    pub check: HealthCheck,
    pub level: Level,
    /// Description of the result, in one or a few sentences.
    pub words: String,
    /// Recommended action; `None` when the check passed.
    pub hint: Option<String>,
}

impl CheckResult {
    pub fn ok(check: HealthCheck, words: impl Into<String>) -> Self {
        Self { check, level: Level::Ok, words: words.into(), hint: None }
    }

    pub fn warn(check: HealthCheck, words: impl Into<String>, hint: impl Into<String>) -> Self {
        Self { check, level: Level::Warn, words: words.into(), hint: Some(hint.into()) }
    }

    pub fn fail(check: HealthCheck, words: impl Into<String>, hint: impl Into<String>) -> Self {
        Self { check, level: Level::Fail, words: words.into(), hint: Some(hint.into()) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_check_has_its_name_and_order() {
        for check in HealthCheck::ALL {
            assert_eq!(serde_json::to_value(check).unwrap(), check.name());
        }
        assert!(HealthCheck::ALL.is_sorted() && Level::Ok < Level::Fail);
    }
}
