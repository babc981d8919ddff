//! Network probes: HTTP requests and DNS queries, each with a short timeout.
//!
//! A trait, so that tests need no network.

mod dns;
mod http;

use std::net::IpAddr;
use std::path::Path;
use std::time::Duration;

use jiff::Timestamp;

/// Timeout of each probe.
const TIMEOUT: Duration = Duration::from_secs(5);

/// Probes of other machines.
pub trait NetProbe: Sync {
    /// Sends a GET request. Redirects are reported and not followed. The certificate may be of a public authority, of one that
    /// this system trusts, or of one in these files.
    fn http_get(
        &self,
        url: &str,
        authority_files: &[&Path],
    ) -> Result<HttpResponseInfo, HttpProbeError>;

    /// Mail servers of a name (MX), the preferred one first; empty when it has none.
    fn mail_servers(&self, name: &str) -> Result<Vec<String>, DnsError>;

    /// Addresses of a name (A and AAAA); empty when it has none.
    fn addresses(&self, name: &str) -> Result<Vec<IpAddr>, DnsError>;

    /// Text records of a name (TXT).
    fn texts(&self, name: &str) -> Result<Vec<String>, DnsError>;
}

/// Response of a web server, without its body.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HttpResponseInfo {
    pub status: u16,
    /// Time of the `Date` header.
    pub date: Option<Timestamp>,
    /// Target of a redirect (`Location`).
    pub location: Option<String>,
}

/// Error of a request to a web server.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum HttpProbeError {
    #[error("its name is not known here")]
    UnknownName,
    #[error("nothing listens there")]
    Refused,
    #[error("there is no answer in time")]
    Silent,
    /// The TLS handshake failed.
    #[error("the way there cannot be encrypted: {0}")]
    Encryption(String),
    #[error("{0}")]
    Other(String),
}

/// Error of a DNS query.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct DnsError(pub String);

/// Probes by the sockets and name servers of this system.
#[derive(Clone, Copy, Debug)]
pub struct SystemNetProbe {
    /// `User-Agent` header of HTTP requests.
    pub user_agent: &'static str,
}

impl NetProbe for SystemNetProbe {
    fn http_get(
        &self,
        url: &str,
        authority_files: &[&Path],
    ) -> Result<HttpResponseInfo, HttpProbeError> {
        http::get(url, authority_files, self.user_agent)
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
