//! `inkfold doctor`: every check, passed and failed, as the operator sees it.

mod folder;
mod mail;
mod proxy;
mod verb;
mod way_in;

use std::net::IpAddr;
use std::path::Path;

use crate::support::TestServer;
use inkfold::domain::check_result::{CheckResult, HealthCheck, Level};
use inkfold::domain::policy::Actor;
use inkfold::platform::net_probe::{
    DnsError, HttpProbeError, HttpResponseInfo, NetProbe, SystemNetProbe,
};
use inkfold::services::operations::doctor;

const DAY: i64 = 24 * 60 * 60;

/// Fake network with DNS records, and a target for requests to public addresses.
#[derive(Clone, Debug, Default)]
struct Elsewhere {
    /// Whether DNS queries time out.
    is_silent: bool,
    mail_servers: Vec<String>,
    addresses: Vec<IpAddr>,
    texts: Vec<String>,
    /// Public address, and the address that requests to it are sent to.
    leads: Option<(&'static str, String)>,
    /// Fixed response of every web server, in place of a real one.
    answer: Option<Result<HttpResponseInfo, HttpProbeError>>,
}

impl Elsewhere {
    fn named<T>(&self, answer: T) -> Result<T, DnsError> {
        if self.is_silent { Err(DnsError("no answer in time".into())) } else { Ok(answer) }
    }
}

impl NetProbe for Elsewhere {
    fn http_get(
        &self,
        url: &str,
        authority_files: &[&Path],
    ) -> Result<HttpResponseInfo, HttpProbeError> {
        if let Some(answer) = &self.answer {
            return answer.clone();
        }
        let url = match &self.leads {
            Some((public, true_one)) => url.replace(public, true_one),
            None => url.to_owned(),
        };
        SystemNetProbe { user_agent: "a test" }.http_get(&url, authority_files)
    }

    fn mail_servers(&self, _: &str) -> Result<Vec<String>, DnsError> {
        self.named(self.mail_servers.clone())
    }

    fn addresses(&self, _: &str) -> Result<Vec<IpAddr>, DnsError> {
        self.named(self.addresses.clone())
    }

    fn texts(&self, _: &str) -> Result<Vec<String>, DnsError> {
        self.named(self.texts.clone())
    }
}

/// Runs every check of the doctor.
async fn examine(server: &TestServer, elsewhere: &Elsewhere) -> Vec<CheckResult> {
    let elsewhere = elsewhere.clone();
    let look = move |context: &inkfold::context::Context| {
        doctor::run_checks(context, &Actor::Operator, &elsewhere, None, &mut |_| {}).unwrap()
    };
    server.run_service(look).await
}

/// Runs the doctor; returns the results of one check: the level, and the words with the hint.
async fn find(
    server: &TestServer,
    elsewhere: &Elsewhere,
    check: HealthCheck,
) -> Vec<(Level, String)> {
    let found = examine(server, elsewhere).await.into_iter();
    let found = found.filter(|finding| finding.check == check);
    found
        .map(|finding| {
            let hint = finding.hint.unwrap_or_default();
            (finding.level, format!("{} {hint}", finding.words))
        })
        .collect()
}

/// Returns the results of one check without names or addresses on the internet.
pub(crate) async fn find_here(server: &TestServer, check: HealthCheck) -> Vec<(Level, String)> {
    find(server, &Elsewhere::default(), check).await
}

/// Asserts that a result has this level and contains this text.
#[track_caller]
pub(crate) fn assert_has(found: &[(Level, String)], level: Level, words: &str) {
    let is_told = found.iter().any(|(one, said)| *one == level && said.contains(words));
    assert!(is_told, "{level:?} {words}: {found:#?}");
}

#[tokio::test]
async fn doctor_runs_every_check_for_operators_only() {
    let server = TestServer::start().await;
    let found = examine(&server, &Elsewhere::default()).await;
    let mut checks: Vec<HealthCheck> = found.iter().map(|finding| finding.check).collect();
    assert!(checks.is_sorted());
    checks.dedup();
    // The proxy is checked only while a server runs.
    let expected = HealthCheck::ALL.into_iter().filter(|check| *check != HealthCheck::Proxy);
    assert!(expected.eq(checks));
    for finding in found {
        assert_eq!(finding.hint.is_none(), finding.level == Level::Ok, "{finding:?}");
        assert!(finding.words.ends_with('.'), "{finding:?}");
    }

    let mara = server.member("mara").await;
    let actor = Actor::full_member(mara.uid.parse().unwrap());
    let refused = server.run_service(move |context| {
        doctor::run_checks(context, &actor, &Elsewhere::default(), None, &mut |_| {}).is_err()
    });
    assert!(refused.await);
}
