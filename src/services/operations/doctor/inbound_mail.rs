//! Check of inbound mail: whether mails of members can reach the community.

use crate::config::{Config, Inbound};
use crate::domain::check_result::{CheckResult, HealthCheck};
use crate::domain::sentence::with_full_stop;
use crate::platform::net_probe::NetProbe;

use super::hostname;

pub(super) fn check(config: &Config, net_probe: &dyn NetProbe) -> Vec<CheckResult> {
    let inbound = &config.mail.inbound;
    if !inbound.is_on() {
        return vec![CheckResult::ok(HealthCheck::MailIn, "Posting by mail is off.")];
    }
    let mut found: Vec<CheckResult> = way_in(inbound).into_iter().collect();
    found.extend(name(&inbound.host.to_ascii_lowercase(), net_probe));
    if inbound.authserv_id.is_empty() {
        found.push(CheckResult::warn(
            HealthCheck::MailIn,
            "Members can post only to their secret addresses: no mail server verifies the senders.",
            "if a mail server in front verifies senders, set `authserv_id` in [mail.inbound] to its name",
        ));
    }
    if found.is_empty() {
        let words = format!("Mails to {} reach this server.", inbound.host);
        found.push(CheckResult::ok(HealthCheck::MailIn, words));
    }
    found
}

fn way_in(inbound: &Inbound) -> Option<CheckResult> {
    let warn =
        |words: String, hint: &str| Some(CheckResult::warn(HealthCheck::MailIn, words, hint));
    match (inbound.socket(), inbound.smtp()) {
        (None, None) => warn(
            "Mails are accepted by `inkfold mail deliver` only; no listener is configured.".into(),
            "set `lmtp_socket` or `smtp_listen` in [mail.inbound], unless your mail server calls that command",
        ),
        (Some(socket), _) if !socket.exists() => warn(
            format!("Nothing listens at {}.", socket.display()),
            "the server creates it at start; check that it may write to that folder",
        ),
        _ => None,
    }
}

/// Checks the MX record and the address of the inbound host. Local names are skipped, because they need no MX record.
fn name(host: &str, net_probe: &dyn NetProbe) -> Option<CheckResult> {
    if hostname::is_local(host) {
        return None;
    }
    let hint = format!(
        "add an MX record for {host} at your DNS provider, with the name of your mail server"
    );
    let unknown = |why| {
        let words =
            format!("The MX record of {host} could not be looked up: {}", with_full_stop(why));
        let hint = "check the network and the DNS resolver of this machine";
        Some(CheckResult::warn(HealthCheck::MailIn, words, hint))
    };
    match net_probe.mail_servers(host) {
        Err(why) => return unknown(why),
        Ok(servers) if !servers.is_empty() => return None,
        Ok(_) => {}
    }
    match net_probe.addresses(host) {
        Err(why) => unknown(why),
        Ok(addresses) if addresses.is_empty() => {
            let words = format!(
                "Mail to {host} is undeliverable: the name has neither an MX record nor an address."
            );
            Some(CheckResult::fail(HealthCheck::MailIn, words, hint))
        }
        Ok(_) => {
            let words = format!(
                "{host} has no MX record: mail goes to the machine of that name, if at all."
            );
            Some(CheckResult::warn(HealthCheck::MailIn, words, hint))
        }
    }
}
