//! Check of `public_url`: whether the address that members type leads to this server.

use crate::config::{Config, TlsMode};
use crate::context::Context;
use crate::domain::check_result::{CheckResult, HealthCheck};
use crate::domain::sentence::with_full_stop;
use crate::domain::time::Timestamp;
use crate::error::Result;
use crate::platform::net_probe::{HttpProbeError, HttpResponseInfo, NetProbe};

use super::self_probe::ProbeRegistry;
use super::{certificate, hostname, proxy, self_probe};

const SETTING: &str =
    "set `public_url` to the address that members type, such as \"https://ink.example.org\"";
const FROM_OUTSIDE: &str = "some routers do not let their own network in by their outer address: try it with a phone that is not in \
     this network";

/// Checks the public address, its proxy and its certificate. Also returns the time that the server there reported.
pub(super) fn check(
    context: &Context,
    net_probe: &dyn NetProbe,
) -> (Result<Vec<CheckResult>>, Option<Timestamp>) {
    let (found, date) = by_asking(context, net_probe);
    let found = found.map(|mut found| {
        found.extend(certificate::check(&context.config().tls, context.now()));
        found
    });
    (found, date)
}

fn by_asking(
    context: &Context,
    net_probe: &dyn NetProbe,
) -> (Result<Vec<CheckResult>>, Option<Timestamp>) {
    let config = &context.config();
    let url = &config.public_url;
    let Some(host) = hostname::host(url) else {
        let words = format!("`public_url` is {url:?}, which is not a URL.");
        return (Ok(vec![fail(words, SETTING)]), None);
    };
    if !context.state::<ProbeRegistry>().is_serving() {
        let words = format!("{url} was not checked: no server runs on this folder.");
        let hint = "start the server, and run this again";
        return (Ok(vec![CheckResult::warn(HealthCheck::PublicUrl, words, hint)]), None);
    }
    let secret = match self_probe::prepare(context) {
        Ok(secret) => secret,
        Err(error) => return (Err(error), None),
    };
    let question = format!("{}/api/doctor/{}", url.trim_end_matches('/'), secret.reveal());
    let response = net_probe.http_get(&question, &config.tls.authority_files());
    let found = match (self_probe::take_probe(context, &secret), &response) {
        (Some(seen), _) => {
            let mut found = vec![leads_here(config, &host)];
            found.extend(proxy::check(config, &host, &seen));
            found
        }
        (None, Ok(response)) => vec![somebody_else(config, response)],
        (None, Err(why)) => vec![unreached(config, &host, why)],
    };
    (Ok(found), response.ok().and_then(|response| response.date).map(Timestamp::from))
}

fn fail(words: String, hint: &str) -> CheckResult {
    CheckResult::fail(HealthCheck::PublicUrl, words, hint)
}

fn leads_here(config: &Config, host: &str) -> CheckResult {
    let url = &config.public_url;
    if hostname::is_this_machine(host) {
        let words = format!(
            "{url} leads here from this machine only; on other machines it means themselves."
        );
        return CheckResult::warn(HealthCheck::PublicUrl, words, SETTING);
    }
    CheckResult::ok(HealthCheck::PublicUrl, format!("{url} leads here."))
}

/// Reports a response that did not come from this server.
fn somebody_else(config: &Config, response: &HttpResponseInfo) -> CheckResult {
    let url = &config.public_url;
    match (response.status, &response.location) {
        (300..400, Some(location)) => {
            let words = format!("{url} redirects to {}.", without_path(location));
            fail(words, "set `public_url` to the redirect's target, if members end up there")
        }
        (421, _) => CheckResult::fail(
            HealthCheck::Proxy,
            format!("The server at {url} rejects this host name."),
            "the proxy must forward the host name: `proxy_set_header Host $host;` for nginx. If it is another Inkfold, the name \
             leads to the wrong machine",
        ),
        (502..=504, _) => {
            let words = format!(
                "{url} leads to a proxy that does not reach Inkfold ({}).",
                response.status
            );
            let hint = format!(
                "the proxy must forward requests to Inkfold: `listen` is {}",
                config.listen
            );
            fail(words, &hint)
        }
        (status, _) => {
            let words = format!("Another server answers at {url} ({status}).");
            let hint =
                "check that the name leads to this machine, and that the proxy forwards all paths";
            fail(words, hint)
        }
    }
}

/// Cuts off the path of a probe, whose secret must not be shown.
fn without_path(location: &str) -> String {
    let place = location.split("/api/doctor/").next().unwrap_or_default();
    place.chars().filter(|c| !c.is_control()).take(200).collect()
}

fn unreached(config: &Config, host: &str, why: &HttpProbeError) -> CheckResult {
    let url = &config.public_url;
    let words = format!("{url} cannot be reached from here: {}", with_full_stop(why));
    let hint = match why {
        // Found by multicast DNS, which a server's own resolver often does not use.
        HttpProbeError::UnknownName if hostname::is_below(host, "local") => {
            let hint = "names that end in .local need mDNS, which this machine may not use: try it with a phone";
            return CheckResult::warn(HealthCheck::PublicUrl, words, hint);
        }
        HttpProbeError::UnknownName => {
            "add the name at your DNS provider or to your router, and check the network of this machine"
        }
        HttpProbeError::Refused => {
            "check that the proxy runs, and that the router forwards the port to this machine. A port other than 80 or 443 must be part of `public_url`"
        }
        HttpProbeError::Silent | HttpProbeError::Other(_) => FROM_OUTSIDE,
        HttpProbeError::Encryption(_) => match config.tls.mode {
            TlsMode::None => {
                "check the proxy's certificate: its name, its dates, and this machine's clock. Set `authority_file` of [tls] for an authority of your own"
            }
            TlsMode::Files => {
                "check the certificate in `certificate_file` of [tls]: its name, its dates, and this machine's clock. Set `authority_file` for an authority of your own"
            }
            TlsMode::Acme => "see the log for the reason, and check [tls.acme] and the clock",
        },
    };
    fail(words, hint)
}
