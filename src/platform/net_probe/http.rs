//! HTTP probe: one GET request to a web server.

use std::io::ErrorKind;
use std::path::Path;

use jiff::Timestamp;
use tokio_rustls::rustls::pki_types::CertificateDer;
use tokio_rustls::rustls::pki_types::pem::PemObject;
use ureq::Agent;
use ureq::http::{HeaderMap, header};
use ureq::tls::{Certificate, RootCerts, TlsConfig};

use super::{HttpProbeError, HttpResponseInfo, TIMEOUT};

/// The standard library has no kind of error for a name that is not found.
const UNKNOWN_NAME: &str = "failed to lookup address information";

pub(super) fn get(
    url: &str,
    authority_files: &[&Path],
    user_agent: &str,
) -> Result<HttpResponseInfo, HttpProbeError> {
    let public = request(url, RootCerts::WebPki, user_agent);
    if !matches!(public, Err(HttpProbeError::Encryption(_))) {
        return public;
    }
    // No request was sent: the same one can be asked again.
    let authorities = authorities(authority_files);
    if authorities.is_empty() {
        return public;
    }
    request(url, RootCerts::from(authorities), user_agent)
}

/// Certificate authorities of this system and of files. Unreadable ones are left out.
fn authorities(files: &[&Path]) -> Vec<Certificate<'static>> {
    let of_file = |file: &&Path| CertificateDer::pem_file_iter(file).ok();
    let of_files = files.iter().filter_map(of_file).flatten().filter_map(Result::ok);
    let of_system = rustls_native_certs::load_native_certs().certs;
    of_files.chain(of_system).map(|one| Certificate::from_der(&one).to_owned()).collect()
}

/// Sends the request to a server whose certificate is of one of these authorities.
fn request(
    url: &str,
    authorities: RootCerts,
    user_agent: &str,
) -> Result<HttpResponseInfo, HttpProbeError> {
    let config = Agent::config_builder()
        .tls_config(TlsConfig::builder().root_certs(authorities).build())
        .timeout_global(Some(TIMEOUT))
        .http_status_as_error(false)
        .max_redirects(0)
        .max_redirects_will_error(false)
        // A proxy for outgoing requests would hide how clients reach the server.
        .proxy(None)
        .user_agent(user_agent)
        .build();
    let answer =
        config.new_agent().get(url).call().map_err(|error| HttpProbeError::from(&error))?;
    let headers = answer.headers();
    Ok(HttpResponseInfo {
        status: answer.status().as_u16(),
        date: text(headers, header::DATE).and_then(|date| moment(&date)),
        location: text(headers, header::LOCATION),
    })
}

fn text(headers: &HeaderMap, name: header::HeaderName) -> Option<String> {
    Some(headers.get(name)?.to_str().ok()?.to_owned())
}

fn moment(date: &str) -> Option<Timestamp> {
    Some(jiff::fmt::rfc2822::parse(date).ok()?.timestamp())
}

impl From<&ureq::Error> for HttpProbeError {
    fn from(error: &ureq::Error) -> Self {
        match error {
            ureq::Error::HostNotFound => Self::UnknownName,
            ureq::Error::Timeout(_) => Self::Silent,
            ureq::Error::Rustls(error) => Self::Encryption(error.to_string()),
            ureq::Error::Io(error) => match error.kind() {
                ErrorKind::ConnectionRefused => Self::Refused,
                ErrorKind::TimedOut | ErrorKind::WouldBlock => Self::Silent,
                // Errors of certificates and handshakes are input errors that wrap an error of rustls.
                ErrorKind::InvalidData => Self::Encryption(error.to_string()),
                _ if error.to_string().starts_with(UNKNOWN_NAME) => Self::UnknownName,
                _ => Self::Other(error.to_string()),
            },
            other => Self::Other(other.to_string()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn http_date_of_server_is_parsed() {
        let read = moment("Sun, 22 Nov 2026 21:04:05 GMT").unwrap();
        assert_eq!(read.to_string(), "2026-11-22T21:04:05Z");
        assert_eq!(moment("yesterday"), None);
    }

    #[test]
    fn probe_errors_map_to_their_cause() {
        let unknown = format!("{UNKNOWN_NAME}: Name or service not known");
        for (error, told) in [
            (std::io::Error::other(unknown), HttpProbeError::UnknownName),
            (ErrorKind::ConnectionRefused.into(), HttpProbeError::Refused),
            (ErrorKind::TimedOut.into(), HttpProbeError::Silent),
        ] {
            assert_eq!(HttpProbeError::from(&ureq::Error::Io(error)), told);
        }
    }
}
