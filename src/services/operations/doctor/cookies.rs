//! Check of the cookies: whether members stay signed in, and whether their passwords travel in the open.

use crate::config::Config;
use crate::domain::check_result::{CheckResult, HealthCheck};

use super::hostname;

pub(super) fn check(config: &Config) -> Vec<CheckResult> {
    let url = &config.public_url;
    let Some(host) = hostname::host(url) else { return Vec::new() };
    vec![if !config.is_https() && !hostname::is_local(&host) {
        let words = format!(
            "Passwords are sent unencrypted: {url} is on the internet and begins with http://."
        );
        let hint = "put a proxy with a certificate in front, and begin `public_url` with https://";
        CheckResult::warn(HealthCheck::Cookies, words, hint)
    } else if let Some(port) = unencrypted_port(config).filter(|_| config.is_https()) {
        let words = format!(
            "Sign-in fails over http:// at port {port} of this machine: cookies are only valid for {url}."
        );
        let hint = "if the proxy is on this machine, listen on 127.0.0.1; otherwise allow only the proxy to reach this port";
        CheckResult::warn(HealthCheck::Cookies, words, hint)
    } else if config.is_https() {
        CheckResult::ok(
            HealthCheck::Cookies,
            "Members use https://, and cookies are sent over it only.",
        )
    } else {
        CheckResult::ok(
            HealthCheck::Cookies,
            "Members use http:// within this network, and stay signed in.",
        )
    }]
}

/// Port on which other machines reach this server by plain HTTP.
fn unencrypted_port(config: &Config) -> Option<u16> {
    let address = config.listen.address().filter(|_| !config.tls.is_on())?;
    (!address.ip().is_loopback()).then(|| address.port())
}
