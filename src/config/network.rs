//! Network in the settings: `10.0.0.0/8`, or a single address.

use std::fmt;
use std::net::IpAddr;
use std::str::FromStr;

use ipnet::IpNet;
use serde::{Deserialize, Serialize};

/// Network of addresses.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Network(IpNet);

/// Error for a text that is not a network.
#[derive(Debug, PartialEq, Eq, thiserror::Error)]
#[error("`{0}` is not a network; one looks like 10.0.0.0/8 or 127.0.0.1")]
pub struct ParseNetworkError(String);

impl Network {
    pub fn contains(&self, address: IpAddr) -> bool {
        self.0.contains(&address.to_canonical())
    }
}

impl FromStr for Network {
    type Err = ParseNetworkError;

    fn from_str(text: &str) -> Result<Self, ParseNetworkError> {
        let single = || text.parse::<IpAddr>().ok().map(|address| address.to_canonical().into());
        text.parse()
            .ok()
            .or_else(single)
            .map(Self)
            .ok_or_else(|| ParseNetworkError(text.to_owned()))
    }
}

impl TryFrom<String> for Network {
    type Error = ParseNetworkError;

    fn try_from(text: String) -> Result<Self, ParseNetworkError> {
        text.parse()
    }
}

impl From<Network> for String {
    fn from(network: Network) -> Self {
        network.to_string()
    }
}

impl fmt::Display for Network {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn networks_and_single_addresses_are_read() {
        let has = |network: &str, address: &str| {
            network.parse::<Network>().unwrap().contains(address.parse().unwrap())
        };
        assert!(has("10.0.0.0/8", "10.9.8.7") && !has("10.0.0.0/8", "11.0.0.1"));
        assert!(has("127.0.0.1", "127.0.0.1") && !has("127.0.0.1", "127.0.0.2"));
        assert!(has("192.0.2.0/24", "::ffff:192.0.2.9"));
        assert!(has("fd00::/8", "fd00::1") && has("::1", "::1"));
        assert!("10.0.0.0/33".parse::<Network>().is_err());
        assert!("proxy".parse::<Network>().unwrap_err().to_string().contains("`proxy`"));
    }
}
