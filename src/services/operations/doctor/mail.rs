//! Check of outgoing mail.

use std::time::Duration;

use crate::config::{Config, MailTransport};
use crate::context::Context;
use crate::domain::check_result::{CheckResult, HealthCheck};
use crate::domain::policy::Actor;
use crate::domain::sentence::with_full_stop;
use crate::error::Result;
use crate::mail;
use crate::mail::templates::Templates;
use crate::platform::net_probe::NetProbe;
use crate::services::operations::outbox::{self, State};

use super::{count, hostname};

/// Age from which a queued mail is reported as late.
const MAX_QUEUE_AGE: Duration = Duration::from_hours(1);
/// Number of the youngest mails that are checked.
const MAX_MAILS: usize = 1_000;

pub(super) fn check(
    context: &Context,
    actor: &Actor,
    net_probe: &dyn NetProbe,
    mail_to: Option<&str>,
) -> Result<Vec<CheckResult>> {
    let config = &context.config();
    let mut found = way_out(config);
    if config.mail.transport == MailTransport::Smtp {
        found.extend(sender(config, net_probe));
    }
    found.extend(templates(config));
    found.extend(waiting(context, actor)?);
    found.extend(mail_to.map(|to| sent(context, actor, to)));
    Ok(found)
}

fn way_out(config: &Config) -> Vec<CheckResult> {
    let smtp = &config.mail.smtp;
    vec![match config.mail.transport {
        MailTransport::None => CheckResult::warn(
            HealthCheck::Mail,
            "No mail is sent: members need not verify their addresses.",
            "forgotten passwords need `inkfold user reset-link`; with a mail server, set `transport` in [mail] to smtp",
        ),
        MailTransport::File => CheckResult::warn(
            HealthCheck::Mail,
            format!(
                "No mail is sent: mails are written to {}.",
                mail::outbound::folder::folder_in(&config.data_dir).display()
            ),
            "set `transport` in [mail] to smtp; or to none without a mail server, and members need not verify their addresses",
        ),
        MailTransport::Smtp => match mail::probe(config) {
            Ok(()) => CheckResult::ok(
                HealthCheck::Mail,
                format!("The mail server {}, port {}, accepts mail.", smtp.host, smtp.port),
            ),
            Err(error) => CheckResult::fail(
                HealthCheck::Mail,
                format!(
                    "Mail can't be sent through {}, port {}: {}",
                    smtp.host,
                    smtp.port,
                    with_full_stop(error.message())
                ),
                error
                    .hint()
                    .unwrap_or("`inkfold mail test` with your address shows the SMTP conversation"),
            ),
        },
    }]
}

/// Reports the operator's own templates that cannot be used.
fn templates(config: &Config) -> impl Iterator<Item = CheckResult> {
    Templates::read(&config.data_dir).faults().into_iter().map(|fault| {
        let words = format!("A mail template cannot be used: {}", with_full_stop(fault));
        let hint = "fix the file or remove it; until then, the built-in template is used";
        CheckResult::warn(HealthCheck::Mail, words, hint)
    })
}

/// Checks the sender's domain as other mail servers do: its reach, its SPF record, and its relation to the host of `public_url`.
fn sender(config: &Config, net_probe: &dyn NetProbe) -> Option<CheckResult> {
    let from = &config.mail.from;
    let domain = from.rsplit('@').next().unwrap_or_default().to_ascii_lowercase();
    let warn = |words: String, hint: &str| Some(CheckResult::warn(HealthCheck::Mail, words, hint));
    if hostname::is_local(&domain) {
        let words = format!("Mails come from {from}, which most mail servers refuse.");
        return warn(words, "set `from` in [mail] to an address of your own that can be answered");
    }
    let allows = |text: &String| text.to_ascii_lowercase().starts_with("v=spf1");
    match net_probe.texts(&domain) {
        Ok(texts) if !texts.iter().any(allows) => {
            let words = format!(
                "{domain} has no SPF record: some mail servers may treat our mail as spam."
            );
            let hint = "add a TXT record to the domain, as your mail provider describes: \"v=spf1 include:… -all\"";
            return warn(words, hint);
        }
        Ok(_) => {}
        Err(why) => {
            let words = format!(
                "The SPF record of {domain} could not be looked up: {}",
                with_full_stop(why)
            );
            return warn(words, "check the network and the DNS resolver of this machine");
        }
    }
    let host = hostname::host(&config.public_url).filter(|host| !hostname::is_local(host))?;
    let is_kin = hostname::is_below(&host, &domain) || hostname::is_below(&domain, &host);
    if is_kin || shared_end(&host, &domain) {
        return None;
    }
    let words = format!(
        "Mails come from {domain}, but link to {host}: some mail programs warn about that."
    );
    warn(words, "set `from` in [mail] to an address of the community's own domain")
}

/// Whether two hosts share their parent domain, such as `post.example.org` and `ink.example.org`.
fn shared_end(one: &str, other: &str) -> bool {
    let above = |name: &str| name.split_once('.').map(|(_, above)| above.to_owned());
    above(one).is_some_and(|above_one| above_one.contains('.') && above(other) == Some(above_one))
}

fn waiting(context: &Context, actor: &Actor) -> Result<Vec<CheckResult>> {
    let mut found = Vec::new();
    let failed = outbox::count_failed(context, actor)? as usize;
    if failed > 0 {
        let words = format!("{} to be sent.", count(failed, "mail failed", "mails failed"));
        let hint = "`inkfold mail list` says why, and `inkfold mail retry` retries one";
        found.push(CheckResult::warn(HealthCheck::Mail, words, hint));
    }
    let now = context.now();
    let queued = outbox::list(context, actor, Some(State::Queued), MAX_MAILS)?.into_iter();
    let late: Vec<_> = queued.filter(|mail| now.since(mail.created_at) > MAX_QUEUE_AGE).collect();
    if let Some(oldest) = late.last() {
        let words = format!(
            "{} for more than an hour, the oldest since {}.",
            count(late.len(), "mail waits", "mails wait"),
            oldest.created_at
        );
        let hint = "`inkfold mail list` says why; mail is sent only while the server runs";
        found.push(CheckResult::warn(HealthCheck::Mail, words, hint));
    }
    Ok(found)
}

fn sent(context: &Context, actor: &Actor, to: &str) -> CheckResult {
    let cannot = |words: String, hint: &str| CheckResult::fail(HealthCheck::Mail, words, hint);
    match outbox::test(context, actor, to) {
        Err(error) => cannot(
            format!("No test mail was sent: {}", with_full_stop(error)),
            "see [mail] in the settings",
        ),
        Ok(test_mail) => match test_mail.error {
            None => CheckResult::ok(
                HealthCheck::Mail,
                format!("Sent the test mail to {}.", test_mail.to),
            ),
            Some(error) => cannot(
                format!(
                    "The test mail to {} was not sent: {}",
                    test_mail.to,
                    with_full_stop(error)
                ),
                test_mail
                    .hint
                    .as_deref()
                    .unwrap_or("`inkfold mail test` shows the SMTP conversation"),
            ),
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hosts_of_same_domain_are_recognised() {
        assert!(shared_end("post.example.org", "ink.example.org"));
        assert!(!shared_end("ink.org", "mail.org") && !shared_end("a.ink.org", "a.mail.org"));
    }
}
