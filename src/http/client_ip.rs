//! Client address of a request: the peer's, or the one that a trusted proxy names.
//!
//! Of the two headers for it, only `X-Forwarded-For` is read: every proxy can write it, and reading both would let a sender use the
//! one that the proxy leaves alone.

use std::convert::Infallible;
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::sync::{Arc, Once};

use axum::extract::{ConnectInfo, FromRequestParts};
use axum::http::request::Parts;
use axum::http::{Extensions, HeaderMap};

use crate::config::{Config, Network};
use crate::context::Context;
use crate::domain::client_address::ClientAddress;

pub(super) const FORWARDED_FOR: &str = "x-forwarded-for";

/// Extractor of the client's IP address, for rate limits.
pub(super) struct ClientIp(pub(super) ClientAddress);

impl FromRequestParts<Arc<Context>> for ClientIp {
    type Rejection = Infallible;

    async fn from_request_parts(
        parts: &mut Parts,
        context: &Arc<Context>,
    ) -> Result<Self, Infallible> {
        Ok(Self(address_of(&context.config(), &parts.headers, &parts.extensions)))
    }
}

/// Address of the client of a request.
pub(super) fn address_of(
    config: &Config,
    headers: &HeaderMap,
    extensions: &Extensions,
) -> ClientAddress {
    let peer = extensions.get::<ConnectInfo<SocketAddr>>();
    let peer = peer.map(|ConnectInfo(peer)| peer.ip());
    client(&config.trusted_proxies, peer, headers).into()
}

/// First address that is not a trusted proxy's, from the peer backwards. A peer without an address came by our Unix socket, which
/// only a proxy reaches; if it names no client, all clients behind it share one address.
fn client(trusted: &[Network], peer: Option<IpAddr>, headers: &HeaderMap) -> IpAddr {
    let is_trusted = |address: IpAddr| trusted.iter().any(|network| network.contains(address));
    let mut named = forwarded_for(headers);
    let first = peer.map(|peer| peer.to_canonical()).or_else(|| named.pop().flatten());
    let Some(mut client) = first else { return Ipv4Addr::UNSPECIFIED.into() };
    let is_unknown = peer.is_some() && client.is_loopback() && !is_trusted(client);
    if is_unknown && headers.contains_key(FORWARDED_FOR) {
        warn_of_unknown_proxy(client);
    }
    while is_trusted(client) {
        // An unreadable address was not written by a proxy; the last known proxy counts as the client.
        let Some(Some(next)) = named.pop() else { break };
        client = next;
    }
    client
}

/// Addresses in `X-Forwarded-For`, the nearest to us last.
fn forwarded_for(headers: &HeaderMap) -> Vec<Option<IpAddr>> {
    let lines = headers.get_all(FORWARDED_FOR).iter();
    lines.flat_map(|line| line.to_str().unwrap_or("?").split(',')).map(parse).collect()
}

/// Parses an address with or without a port.
fn parse(text: &str) -> Option<IpAddr> {
    let text = text.trim();
    let address = text.parse().ok();
    let address = address.or_else(|| Some(text.parse::<SocketAddr>().ok()?.ip()));
    address.map(|address: IpAddr| address.to_canonical())
}

/// Warns once about a proxy that is not trusted: all members behind it share one address and its limits.
fn warn_of_unknown_proxy(proxy: IpAddr) {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        tracing::warn!(%proxy, "local proxy not in `trusted_proxies`, all of its clients share one address");
    });
}

#[cfg(test)]
mod tests {
    use super::*;

    fn client_of(peer: &str, forwarded: &[&str]) -> String {
        let trusted = ["127.0.0.1", "10.0.0.0/8", "fd00::/8"].map(|text| text.parse().unwrap());
        let mut headers = HeaderMap::new();
        for line in forwarded {
            headers.append(FORWARDED_FOR, line.parse().unwrap());
        }
        client(&trusted, peer.parse().ok(), &headers).to_string()
    }

    #[test]
    fn untrusted_peer_cannot_forge_client_address() {
        assert_eq!(client_of("192.0.2.7", &[]), "192.0.2.7");
        assert_eq!(client_of("192.0.2.7", &["198.51.100.1"]), "192.0.2.7");
        assert_eq!(client_of("::ffff:192.0.2.7", &["198.51.100.1"]), "192.0.2.7");
    }

    #[test]
    fn client_address_is_taken_from_trusted_proxy() {
        assert_eq!(client_of("127.0.0.1", &["198.51.100.1"]), "198.51.100.1");
        assert_eq!(client_of("::ffff:10.1.2.3", &["198.51.100.1:4711"]), "198.51.100.1");
        assert_eq!(client_of("fd00::1", &["[2001:db8::1]:80"]), "2001:db8::1");
        // A part that the client itself has sent precedes those of proxies, and is not trusted.
        assert_eq!(
            client_of("127.0.0.1", &["203.0.113.9, 198.51.100.1, 10.0.0.2"]),
            "198.51.100.1"
        );
        assert_eq!(client_of("127.0.0.1", &["203.0.113.9", "198.51.100.1"]), "198.51.100.1");
    }

    #[test]
    fn unix_socket_client_is_address_from_proxy() {
        assert_eq!(client_of("the socket", &["203.0.113.9, 198.51.100.1"]), "198.51.100.1");
        assert_eq!(client_of("the socket", &["198.51.100.1, 10.0.0.2"]), "198.51.100.1");
        assert_eq!(client_of("the socket", &[]), "0.0.0.0");
        assert_eq!(client_of("the socket", &["unknown"]), "0.0.0.0");
    }

    #[test]
    fn unusable_forwarded_header_leaves_proxy_address() {
        for line in ["", "unknown", "203.0.113.9, _hidden", "\u{e9}"] {
            assert_eq!(client_of("127.0.0.1", &[line]), "127.0.0.1", "{line}");
        }
        assert_eq!(client_of("127.0.0.1", &["10.0.0.1, 10.0.0.2"]), "10.0.0.1");
    }
}
