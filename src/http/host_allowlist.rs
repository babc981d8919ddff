//! Host allowlist. Requests for other host names come by mistake, or through a name that somebody has pointed at this server.
//!
//! `X-Forwarded-Host` is never read. Links in mails begin with `public_url` of the settings, not with the requested host.

use std::net::{Ipv4Addr, Ipv6Addr};

use axum::extract::Request;
use axum::http::uri::Authority;
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{Html, IntoResponse, Response};
use maud::{DOCTYPE, Markup, html};

use crate::config::Config;
use crate::domain::message::Message;

use super::error::ApiError;

/// Rejection of a request for an unknown or malformed host; `None` for a known one.
pub(super) fn refusal(config: &Config, request: &Request) -> Option<Response> {
    let asked = request.uri().authority().map(Authority::as_str);
    let Some(named) = requested_host(request.headers()) else { return Some(refuse_malformed()) };
    for authority in asked.into_iter().chain([named]) {
        match host_of(authority) {
            None => return Some(refuse_malformed()),
            Some(host) if !is_known(config, &host) => {
                return Some(refuse_unknown(config, request.headers()));
            }
            Some(_) => {}
        }
    }
    None
}

/// Value of the only `Host` header. With two of them, a proxy and this server could use different ones.
pub(super) fn requested_host(headers: &HeaderMap) -> Option<&str> {
    let mut hosts = headers.get_all(header::HOST).iter();
    let host = hosts.next()?.to_str().ok()?;
    hosts.next().is_none().then_some(host)
}

/// Host of `host:port`, in lower case and without brackets; `None` if malformed.
pub(super) fn host_of(authority: &str) -> Option<String> {
    let parsed: Authority = authority.parse().ok().filter(|_| !authority.contains('@'))?;
    let rest = &authority[parsed.host().len()..];
    let has_good_port = rest.is_empty() || parsed.port_u16().is_some();
    let host = parsed.host().to_ascii_lowercase();
    let bare = host.strip_prefix('[').and_then(|host| host.strip_suffix(']')).unwrap_or(&host);
    let bare = bare.strip_suffix('.').unwrap_or(bare);
    let is_name = |c: char| c.is_ascii_alphanumeric() || "-_.".contains(c);
    let is_host = bare.parse::<Ipv6Addr>().is_ok() || bare.chars().all(is_name);
    (has_good_port && is_host && !bare.is_empty()).then(|| bare.to_owned())
}

/// Host of an absolute URL such as `https://host:port/path`.
pub(super) fn host_of_url(url: &str) -> Option<String> {
    let (_, rest) = url.split_once("://")?;
    host_of(rest.split(['/', '?', '#']).next()?)
}

/// Whether the name belongs to this community, by `public_url` or `hosts` in the settings.
pub(super) fn is_own(config: &Config, host: &str) -> bool {
    // A port or a whole URL in the settings means its host name.
    let mut own = [&config.public_url].into_iter().chain(&config.hosts);
    own.any(|own| host_of_url(own).or_else(|| host_of(own)).is_some_and(|own| own == host))
}

/// Whether the host is our own or can only mean this machine or one of its network. Our own names are checked last, as the slowest.
fn is_known(config: &Config, host: &str) -> bool {
    host == "localhost"
        || host.rsplit_once('.').is_some_and(|(_, last)| last == "local")
        || host.parse::<Ipv4Addr>().is_ok()
        || host.parse::<Ipv6Addr>().is_ok()
        || is_own(config, host)
}

fn refuse_malformed() -> Response {
    let words = Message::new(
        "host-unclear",
        "The request does not say in one clear way which host it is for.",
    );
    ApiError::request(StatusCode::BAD_REQUEST, "broken", words).into_response()
}

/// Status 421 with the community's address, as a page with a link for browsers.
fn refuse_unknown(config: &Config, headers: &HeaderMap) -> Response {
    let status = StatusCode::MISDIRECTED_REQUEST;
    let accepted = headers.get(header::ACCEPT).and_then(|accepted| accepted.to_str().ok());
    if !accepted.is_some_and(|accepted| accepted.contains("text/html")) {
        let message = Message::new(
            "host-unknown",
            "The address of this community is {address}. An operator can allow more names with `hosts` in the settings.",
        );
        let message = message.with("address", config.public_url.as_str());
        return ApiError::request(status, "unknown-host", message).into_response();
    }
    (status, Html(other_address(config).into_string())).into_response()
}

/// Page that links to the community's own address.
fn other_address(config: &Config) -> Markup {
    let Config { community, public_url, .. } = config;
    html! {
        (DOCTYPE)
        html lang="en" {
            head {
                meta charset="utf-8";
                meta name="viewport" content="width=device-width";
                title { (community) }
            }
            body {
                h1 { (community) " is at another address" }
                p { "Please go to " a href=(public_url) { (public_url) } "." }
                p { "An operator can allow more names with `hosts` in the settings." }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn host_header_is_parsed_strictly() {
        for (authority, host) in [
            ("Ink.Example.org", "ink.example.org"),
            ("ink.example.org.:8080", "ink.example.org"),
            ("192.168.1.5:80", "192.168.1.5"),
            ("[::1]:8080", "::1"),
        ] {
            assert_eq!(host_of(authority).as_deref(), Some(host));
        }
        for broken in [
            "",
            ".",
            ":80",
            "a b",
            "a,b",
            "eve@ink.example.org",
            "http://a",
            "a/b",
            "a:b",
            "a:",
            "a:99999",
        ] {
            assert_eq!(host_of(broken), None, "{broken}");
        }
    }

    #[test]
    fn own_and_local_names_are_allowed() {
        let config = Config {
            public_url: "https://ink.example.org/club".into(),
            hosts: vec!["Ink.lan".into(), "http://club.lan:8080/".into()],
            ..Config::default()
        };
        for host in
            ["ink.example.org", "ink.lan", "club.lan", "localhost", "127.0.0.1", "::1", "pi.local"]
        {
            assert!(is_known(&config, host), "{host}");
        }
        for host in
            ["example.org", "x.ink.example.org", "ink.example.org.eve.com", "local", "127.1"]
        {
            assert!(!is_known(&config, host), "{host}");
        }
    }

    #[test]
    fn page_of_unknown_host_escapes_settings() {
        let config = Config {
            public_url: "https://ink.example.org/\"<i>".into(),
            community: "Pen & 'Paper' <script>".into(),
            ..Config::default()
        };
        let page = other_address(&config).into_string();
        let name = "Pen &amp; 'Paper' &lt;script&gt;";
        assert!(page.contains(&format!("<title>{name}</title>")), "{page}");
        assert!(page.contains(&format!("<h1>{name} is at another address</h1>")), "{page}");
        let address = "https://ink.example.org/&quot;&lt;i&gt;";
        assert!(page.contains(&format!("<a href=\"{address}\">{address}</a>")), "{page}");
    }
}
