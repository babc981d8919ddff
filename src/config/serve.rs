//! Settings of the HTTP server: connection limits, timeouts, and announcement by mDNS.

use serde::{Deserialize, Serialize};

/// Connection limits and timeouts.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Serve {
    /// Maximum number of concurrent connections; 0 for as many as the machine's limit of open files allows, up to 10,000.
    pub connections: u32,
    /// Maximum number of concurrent connections from one address; 0 for a quarter of `connections`. Your proxies, in `trusted_proxies`, and this machine itself are not counted.
    pub connections_per_address: u32,
    /// Timeout for the head of a request, in seconds.
    pub head_seconds: u32,
    /// Timeout in seconds for a client that sends nothing of a body, or receives nothing of a response.
    pub body_seconds: u32,
    /// Idle timeout of a connection without requests, in seconds. It should be longer than that of your proxy.
    pub idle_seconds: u32,
    /// Time in seconds for requests in progress to complete when the server stops.
    pub stop_seconds: u32,
    /// Whether the server announces a name such as inkfold.local in the local network, if it listens there.
    pub mdns: bool,
    /// Announced name, without .local.
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
    /// Fault that makes serving impossible; `None` if there is none.
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
