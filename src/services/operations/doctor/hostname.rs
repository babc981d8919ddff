//! Host names that only this machine or its network can resolve.

use std::net::IpAddr;

use url::{Host, Url};

/// Top-level names that cannot be registered.
const LOCAL: [&str; 9] = [
    "local",
    "localhost",
    "lan",
    "home",
    "home.arpa",
    "internal",
    "intranet",
    "localdomain",
    "test",
];

/// Parses `public_url`; `None` if it is no address with a host.
pub(super) fn address(public_url: &str) -> Option<Url> {
    Url::parse(public_url).ok().filter(Url::has_host)
}

/// Host of `public_url`: a name in lower case, or an IP address.
pub(super) fn host(public_url: &str) -> Option<String> {
    Some(match address(public_url)?.host()? {
        Host::Domain(name) => name.to_ascii_lowercase(),
        Host::Ipv4(address) => address.to_string(),
        Host::Ipv6(address) => address.to_string(),
    })
}

/// Whether a host cannot be reached from outside of this network.
pub(super) fn is_local(host: &str) -> bool {
    if let Ok(address) = host.parse::<IpAddr>() {
        return match address {
            IpAddr::V4(address) => {
                address.is_private() || address.is_loopback() || address.is_link_local()
            }
            IpAddr::V6(address) => {
                address.is_loopback()
                    || address.is_unique_local()
                    || address.is_unicast_link_local()
            }
        };
    }
    !host.contains('.') || LOCAL.iter().any(|last| is_below(host, last))
}

/// Whether a host can be reached from this machine only.
pub(super) fn is_this_machine(host: &str) -> bool {
    is_below(host, "localhost") || host.parse().is_ok_and(|address: IpAddr| address.is_loopback())
}

/// Whether a name equals another, or is a subdomain of it.
pub(super) fn is_below(name: &str, other: &str) -> bool {
    let end = name.strip_suffix(other);
    end.is_some_and(|before| before.is_empty() || before.ends_with('.'))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn local_and_public_host_names_are_distinguished() {
        for host in ["inkbox.local", "pi", "box.home.arpa", "192.168.1.5", "fd00::1", "127.0.0.1"] {
            assert!(is_local(host), "{host}");
        }
        for host in ["ink.example.org", "198.51.100.7", "2001:db8::1", "catalan"] {
            assert_eq!(is_local(host), host == "catalan", "{host}");
        }
        assert!(is_this_machine("localhost") && is_this_machine("::1") && !is_this_machine("pi"));
        assert_eq!(host("https://Ink.example.org:8443/club").as_deref(), Some("ink.example.org"));
        assert_eq!(host("ink.example.org"), None);
        assert!(is_below("ink.example.org", "example.org") && !is_below("drink.org", "ink.org"));
    }
}
