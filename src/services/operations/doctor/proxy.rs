//! Check of the proxy: whether requests come in directly, or by a proxy that forwards the client's address.

use crate::config::Config;
use crate::domain::check_result::{CheckResult, HealthCheck};

use super::self_probe::ObservedRequest;

const HEADER: &str = "configure the proxy to send X-Forwarded-For: `proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for;` for nginx";

/// Checks how a probe of the public address came in. `host` is the host of that address.
pub(super) fn check(config: &Config, host: &str, seen: &ObservedRequest) -> Vec<CheckResult> {
    let mut found: Vec<CheckResult> = forwarding(config, seen).into_iter().collect();
    found.extend(name(host, seen));
    if found.is_empty() {
        let words = match seen.peer {
            Some(peer) if seen.is_forwarded => {
                format!("The proxy at {peer} forwards client addresses.")
            }
            None => "The proxy forwards client addresses.".to_owned(),
            Some(_) => "Requests arrive without a proxy.".to_owned(),
        };
        found.push(CheckResult::ok(HealthCheck::Proxy, words));
    }
    found
}

fn forwarding(config: &Config, seen: &ObservedRequest) -> Option<CheckResult> {
    // Only a proxy reaches a Unix socket.
    let peer = seen.peer.map(|peer| peer.to_canonical());
    let is_trusted = |peer| config.trusted_proxies.iter().any(|network| network.contains(peer));
    let (words, hint) = match (seen.is_forwarded, peer) {
        (true, Some(peer)) if !is_trusted(peer) => (
            format!(
                "The proxy at {peer} is not in `trusted_proxies`: all members share one rate limit."
            ),
            format!("trusted_proxies = [\"{peer}\"]"),
        ),
        (false, Some(peer)) if is_trusted(peer) => (
            format!(
                "The trusted proxy at {peer} does not forward client addresses: all members share one rate limit."
            ),
            HEADER.to_owned(),
        ),
        (false, Some(peer)) if is_encrypted_by_a_proxy(config) => (
            format!(
                "The proxy at {peer} does not forward client addresses: all members share one rate limit."
            ),
            format!("{HEADER}; then trusted_proxies = [\"{peer}\"]"),
        ),
        (false, None) => (
            "The proxy does not forward client addresses: all members share one rate limit."
                .to_owned(),
            HEADER.to_owned(),
        ),
        (true | false, Some(_)) | (true, None) => return None,
    };
    Some(CheckResult::fail(HealthCheck::Proxy, words, hint))
}

/// Whether a proxy terminates TLS for this server.
fn is_encrypted_by_a_proxy(config: &Config) -> bool {
    config.is_https() && !config.tls.is_on()
}

/// Checks the host name that the proxy passes on. Links in pages and mails use `public_url`; comparisons with the host use the
/// proxy's.
fn name(host: &str, seen: &ObservedRequest) -> Option<CheckResult> {
    let asked = seen.host.as_deref().unwrap_or("nothing");
    (asked != host).then(|| {
        let words = format!("The proxy requests {asked}, but members use {host}.");
        let hint = "configure the proxy to forward the host name: `proxy_set_header Host $host;` for nginx";
        CheckResult::warn(HealthCheck::Proxy, words, hint)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::check_result::Level;

    #[test]
    fn https_by_untrusted_proxy_is_reported() {
        let config =
            |public_url: &str| Config { public_url: public_url.into(), ..Config::default() };
        let seen = ObservedRequest {
            peer: "::ffff:10.0.0.2".parse().ok(),
            is_forwarded: false,
            host: Some("ink.example.org".into()),
        };
        let host = "ink.example.org";
        let found = check(&config("https://ink.example.org"), host, &seen);
        assert_eq!(found[0].level, Level::Fail);
        let hint = found[0].hint.clone().unwrap_or_default();
        assert!(hint.ends_with("then trusted_proxies = [\"10.0.0.2\"]"), "{hint}");
        let http = config("http://ink.example.org");
        assert_eq!(check(&http, host, &seen)[0].level, Level::Ok);
        let by_socket = ObservedRequest { peer: None, ..seen };
        assert_eq!(check(&http, host, &by_socket)[0].level, Level::Fail);
        let named = ObservedRequest { is_forwarded: true, ..by_socket };
        assert_eq!(check(&http, host, &named)[0].level, Level::Ok);
    }
}
