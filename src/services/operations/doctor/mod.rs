//! Health checks of the whole installation. Each says what is wrong and what to do about it. Changes nothing.
//!
//! Checks that wait for an answer from outside run concurrently with the others.

mod backups;
mod certificate;
mod child_processes;
mod clock;
mod cookies;
mod database;
mod file_ownership;
mod handwriting;
mod hostname;
mod inbound_mail;
mod mail;
mod proxy;
mod public_url;
mod search;
pub mod self_probe;
mod space;

use std::thread;

use crate::config::Config;
use crate::context::Context;
use crate::domain::check_result::{CheckResult, HealthCheck};
use crate::domain::policy::{self, Actor};
use crate::domain::progress::{Progress, ProgressFn};
use crate::domain::sentence::{counted as count, with_full_stop};
use crate::error::{Error, Result, format_error_chain};
use crate::platform::clock::Clock;
use crate::platform::net_probe::NetProbe;

pub use file_ownership::explain_foreign_owner;

/// Runs all checks. Sends a test mail if `mail_to` is set.
pub fn run_checks(
    context: &Context,
    actor: &Actor,
    net_probe: &dyn NetProbe,
    mail_to: Option<&str>,
    on_progress: ProgressFn<'_>,
) -> Result<Vec<CheckResult>> {
    policy::may_administrate(actor)?;
    let config = &context.config();
    let of = HealthCheck::ALL.len() as u64;
    let mut findings: Vec<CheckResult> = Vec::new();
    let mut completed = 0;
    let mut add = |checks: u64, found: Vec<CheckResult>| {
        findings.extend(found);
        completed += checks;
        on_progress(Progress { done: completed, of });
    };
    thread::scope(|scope| {
        let way_in = scope.spawn(|| public_url::check(context, net_probe));
        let mail = scope.spawn(|| mail::check(context, actor, net_probe, mail_to));
        let inbound_mail = scope.spawn(|| inbound_mail::check(config, net_probe));
        add(1, space::check(config));
        add(1, file_ownership::check(config));
        add(1, or_finding(HealthCheck::Database, database::check(context, actor)));
        add(1, or_finding(HealthCheck::Search, search::check(context)));
        add(1, child_processes::check(context));
        add(1, handwriting::check(context));
        add(1, or_finding(HealthCheck::Backups, backups::check(context, actor)));
        add(1, cookies::check(config));
        let (found, date) = joined(way_in)?;
        add(2, or_finding(HealthCheck::PublicUrl, found));
        add(1, or_finding(HealthCheck::Clock, clock::check(context, date)));
        add(1, or_finding(HealthCheck::Mail, joined(mail)?));
        add(1, joined(inbound_mail)?);
        Ok::<_, Error>(())
    })?;
    findings.sort_by_key(|finding| finding.check);
    Ok(findings)
}

/// Runs the checks that need no database, for a community whose data cannot be opened because of `why`.
pub fn examine_closed(config: &Config, clock: &dyn Clock, why: &str) -> Vec<CheckResult> {
    let mut findings = clock::check_without_data(clock.now().into());
    findings.extend(space::check(config));
    findings.extend(file_ownership::check(config));
    findings.push(CheckResult::fail(
        HealthCheck::Database,
        format!("The community cannot be opened: {}", with_full_stop(why)),
        "see the checks of its folder above; otherwise restore a backup with `inkfold restore`",
    ));
    findings
}

fn joined<T>(running: thread::ScopedJoinHandle<'_, T>) -> Result<T> {
    running.join().map_err(|_| Error::Internal("a check died".into()))
}

/// Turns the error of a check into a finding.
fn or_finding(check: HealthCheck, found: Result<Vec<CheckResult>>) -> Vec<CheckResult> {
    found.unwrap_or_else(|error| {
        let words =
            format!("This could not be checked: {}", with_full_stop(format_error_chain(&error)));
        vec![CheckResult::fail(check, words, "see the server's log")]
    })
}

fn megabytes(bytes: u64) -> String {
    format!("{:.0} MB", bytes as f64 / 1e6)
}
