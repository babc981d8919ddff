//! Probes of the network: what web servers answer, and what name servers say. Only `inkfold doctor` sends them, each with a short timeout.
//!
//! A trait, so that tests need no network.

mod dns;
mod http;

use std::net::IpAddr;
use std::path::Path;
use std::time::Duration;

use crate::domain::time::Time;

/// How long each answer may take.
const TIMEOUT: Duration = Duration::from_secs(5);

/// Asks other machines.
pub trait NetProbe: Sync {
    /// What a web server answers to GET. Where it leads on to is told and not followed. Its certificate is of a public authority, of
    /// one that this system trusts, or of one of these.
    fn ask(&self, url: &str, authority_files: &[&Path])
    -> Result<HttpResponseInfo, HttpProbeError>;

    /// The mail servers of a name (MX), the preferred one first; none when it has none.
    fn mail_servers(&self, name: &str) -> Result<Vec<String>, DnsError>;

    /// The addresses of a name (A and AAAA); none when it has none.
    fn addresses(&self, name: &str) -> Result<Vec<IpAddr>, DnsError>;

    /// What is written under a name (TXT).
    fn texts(&self, name: &str) -> Result<Vec<String>, DnsError>;
}

/// The answer of a web server, without what it is about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HttpResponseInfo {
    pub status: u16,
    /// What time it is there.
    pub date: Option<Time>,
    /// Where it leads on to.
    pub location: Option<String>,
}

/// Why a web server does not answer.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum HttpProbeError {
    #[error("its name is not known here")]
    UnknownName,
    #[error("nothing listens there")]
    Refused,
    #[error("there is no answer in time")]
    Silent,
    /// The way cannot be encrypted.
    #[error("the way there cannot be encrypted: {0}")]
    Encryption(String),
    #[error("{0}")]
    Other(String),
}

/// The servers of names could not be asked.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct DnsError(pub String);

/// Probes by the sockets and name servers of this system.
#[derive(Clone, Copy, Debug, Default)]
pub struct SystemNetProbe;

impl NetProbe for SystemNetProbe {
    fn ask(
        &self,
        url: &str,
        authority_files: &[&Path],
    ) -> Result<HttpResponseInfo, HttpProbeError> {
        http::get(url, authority_files)
    }

    fn mail_servers(&self, name: &str) -> Result<Vec<String>, DnsError> {
        dns::mail_servers(name)
    }

    fn addresses(&self, name: &str) -> Result<Vec<IpAddr>, DnsError> {
        dns::addresses(name)
    }

    fn texts(&self, name: &str) -> Result<Vec<String>, DnsError> {
        dns::texts(name)
    }
}
