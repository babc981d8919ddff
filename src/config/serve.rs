//! Settings of how the server serves: how many at once, how slowly, and how it is found.

use serde::{Deserialize, Serialize};

/// How many are served at once, and how long anybody may take.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Serve {
    /// At most so many connections at a time; 0 means as many as the machine's limit of open files allows, up to 10,000.
    pub connections: u32,
    /// At most so many of them from one address; 0 means a quarter. Your proxies, in `trusted_proxies`, and this machine itself are not counted.
    pub connections_per_address: u32,
    /// A request must be told within so many seconds, all but its body.
    pub head_seconds: u32,
    /// Whoever sends nothing of a body, or takes nothing of an answer, for so many seconds is cut off.
    pub body_seconds: u32,
    /// A connection without requests is ended after so many seconds. Let it be longer than your proxy keeps one.
    pub idle_seconds: u32,
    /// When the server is to stop, requests that have begun have so many seconds to be answered.
    pub stop_seconds: u32,
    /// Whether the server tells the local network its name, such as inkfold.local, when it listens there.
    pub mdns: bool,
    /// That name, without .local.
    pub mdns_name: String,
}

impl Default for Serve {
    fn default() -> Self {
        Self {
            connections: 0,
            connections_per_address: 0,
            head_seconds: 10,
            body_seconds: 30,
            idle_seconds: 75,
            stop_seconds: 10,
            mdns: true,
            mdns_name: "inkfold".into(),
        }
    }
}

impl Serve {
    /// Fault by which nobody can be served as these settings say.
    pub(super) fn validate(&self) -> Option<&'static str> {
        let is_letter = |c: char| c.is_ascii_alphanumeric() || c == '-';
        let is_name = (1..=63).contains(&self.mdns_name.len())
            && self.mdns_name.chars().all(is_letter)
            && !self.mdns_name.starts_with('-')
            && !self.mdns_name.ends_with('-');
        if [self.head_seconds, self.body_seconds, self.idle_seconds].contains(&0) {
            Some("`head_seconds`, `body_seconds` and `idle_seconds` in [serve] are 1 at least")
        } else if !is_name {
            Some(
                "`mdns_name` in [serve] is one word of letters, digits and hyphens, such as inkfold",
            )
        } else {
            None
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hostname_is_one_label_and_timeout_positive() {
        assert_eq!(Serve::default().validate(), None);
        for name in ["", "ink.local", "ink box", "-ink", "ink-", &"x".repeat(64)] {
            let serve = Serve { mdns_name: name.into(), ..Serve::default() };
            assert!(serve.validate().unwrap().contains("`mdns_name`"), "{name}");
        }
        let hasty = Serve { head_seconds: 0, ..Serve::default() };
        assert!(hasty.validate().unwrap().contains("1 at least"));
    }
}
