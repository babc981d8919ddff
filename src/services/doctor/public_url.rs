//! Check of `public_url`: whether the address that members type leads to this server.

use crate::config::{Config, TlsMode};
use crate::context::Context;
use crate::domain::check_result::{CheckResult, HealthCheck};
use crate::domain::sentence::ended;
use crate::domain::time::Timestamp;
use crate::error::Result;
use crate::net_probe::{HttpProbeError, HttpResponseInfo, NetProbe};

use super::echo::ProbeRegistry;
use super::{certificate, echo, hostname, proxy};

const SETTING: &str =
    "set `public_url` to the address that members type, such as \"https://ink.example.org\"";
const FROM_OUTSIDE: &str = "some routers do not let their own network in by their outer address: try it with a phone that is not in \
     this network";

/// Checks the public address, its proxy and its certificate. Also returns the time that the server there reported.
pub(super) fn check(
    context: &Context,
    outside: &dyn NetProbe,
) -> (Result<Vec<CheckResult>>, Option<Timestamp>) {
    let (found, date) = by_asking(context, outside);
    let found = found.map(|mut found| {
        found.extend(certificate::check(&context.config().tls, context.clock.now()));
        found
    });
    (found, date)
}

fn by_asking(
    context: &Context,
    outside: &dyn NetProbe,
) -> (Result<Vec<CheckResult>>, Option<Timestamp>) {
    let config = &context.config();
    let url = &config.public_url;
    let Some(host) = hostname::host(url) else {
        let words = format!("`public_url` is {url:?}, which is no address.");
        return (Ok(vec![trouble(words, SETTING)]), None);
    };
    if !context.state::<ProbeRegistry>().is_serving() {
        let words =
            format!("Whether {url} leads here was not looked at: no server runs on this folder.");
        let hint = "start the server, and ask again";
        return (Ok(vec![CheckResult::warn(HealthCheck::PublicUrl, words, hint)]), None);
    }
    let secret = match echo::prepare(context) {
        Ok(secret) => secret,
        Err(error) => return (Err(error), None),
    };
    let question = format!("{}/api/doctor/{}", url.trim_end_matches('/'), secret.reveal());
    let heard = outside.ask(&question, &config.tls.authority_files());
    let found = match (echo::take_probe(context, &secret), &heard) {
        (Some(seen), _) => {
            let mut found = vec![leads_here(config, &host)];
            found.extend(proxy::check(config, &host, &seen));
            found
        }
        (None, Ok(heard)) => vec![somebody_else(config, heard)],
        (None, Err(why)) => vec![unreached(config, &host, why)],
    };
    (Ok(found), heard.ok().and_then(|heard| heard.date))
}

fn trouble(words: String, hint: &str) -> CheckResult {
    CheckResult::fail(HealthCheck::PublicUrl, words, hint)
}

fn leads_here(config: &Config, host: &str) -> CheckResult {
    let url = &config.public_url;
    if hostname::is_this_machine(host) {
        let words = format!(
            "{url} leads here, from this machine only: for everybody else it is their own."
        );
        return CheckResult::warn(HealthCheck::PublicUrl, words, SETTING);
    }
    CheckResult::ok(HealthCheck::PublicUrl, format!("{url} leads here."))
}

/// Reports a response that did not come from this server.
fn somebody_else(config: &Config, heard: &HttpResponseInfo) -> CheckResult {
    let url = &config.public_url;
    match (heard.status, &heard.location) {
        (300..400, Some(location)) => {
            let words = format!("{url} leads on to {}.", without_path(location));
            trouble(words, "set `public_url` to where it leads, if members end up there")
        }
        (421, _) => CheckResult::fail(
            HealthCheck::Proxy,
            format!("What answers at {url} says that it is not called so."),
            "the proxy must pass on the name that was asked for: `proxy_set_header Host $host;` for nginx. If it is another Inkfold, the name \
             leads to the wrong machine",
        ),
        (502..=504, _) => {
            let words = format!(
                "{url} leads to a proxy, and it does not reach Inkfold ({}).",
                heard.status
            );
            let hint = format!(
                "the proxy must pass requests to where Inkfold listens: `listen` is {}",
                config.listen
            );
            trouble(words, &hint)
        }
        (status, _) => {
            let words = format!("Something else than this Inkfold answers at {url} ({status}).");
            let hint = "does the name lead to this machine, and does the proxy pass on all paths? Another Inkfold may be there";
            trouble(words, hint)
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
    let words = format!("{url} cannot be reached from here: {}", ended(why));
    let hint = match why {
        // Found by multicast DNS, which a server's own resolver often does not use.
        HttpProbeError::UnknownName if hostname::is_below(host, "local") => {
            let hint = "names that end in .local are looked up by asking the network, which this machine may not do: try it with a phone";
            return CheckResult::warn(HealthCheck::PublicUrl, words, hint);
        }
        HttpProbeError::UnknownName => {
            "add the name where your domain is looked after, or to your router; or is this machine without network?"
        }
        HttpProbeError::Refused => {
            "is the proxy running, and does the router pass the port on to this machine? A port other than 80 or 443 must stand in `public_url`"
        }
        HttpProbeError::Silent | HttpProbeError::Other(_) => FROM_OUTSIDE,
        HttpProbeError::Encryption(_) => match config.tls.mode {
            TlsMode::None => {
                "look at the certificate of the proxy: does it have this name, and is it valid today, by a clock that is right? An authority of your own is named in `authority_file` of [tls]"
            }
            TlsMode::Files => {
                "look at the certificate in `certificate_file` of [tls]: does it have this name, and is it valid today, by a clock that is right? An authority of your own is named in `authority_file`"
            }
            TlsMode::Acme => {
                "the log says why no certificate could be fetched, and whether one was: see [tls.acme], and is the clock right?"
            }
        },
    };
    trouble(words, hint)
}
