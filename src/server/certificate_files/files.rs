//! Reading of a certificate and its key from files.

use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use tokio_rustls::rustls;
use tokio_rustls::rustls::pki_types::pem::{self, PemObject};
use tokio_rustls::rustls::pki_types::{CertificateDer, PrivateKeyDer};
use tokio_rustls::rustls::sign::CertifiedKey;
use x509_parser::parse_x509_certificate;

use crate::domain::time::Timestamp;
use crate::platform::file_system::read_edited;

use super::super::tls::provider;

/// Error of a certificate that browsers would refuse.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    #[error("{path} cannot be read: {error}\nhint: may the server's user read it?")]
    File { path: PathBuf, error: io::Error },
    #[error(
        "there is no {what} in {path}\nhint: it is a PEM file with a line -----BEGIN {begin}-----"
    )]
    Nothing { what: &'static str, begin: &'static str, path: PathBuf },
    #[error(
        "the key in {key} does not belong to the certificate in {certificate}\nhint: take both files of the same renewal"
    )]
    OtherKey { certificate: PathBuf, key: PathBuf },
    #[error("the certificate in {path} expired on {until}\nhint: renew it")]
    Expired { path: PathBuf, until: String },
    #[error(
        "the certificate in {path} is not valid before {from}\nhint: is this machine's clock right?"
    )]
    TooEarly { path: PathBuf, from: String },
    #[error(
        "the certificate in {path} cannot be used: {message}\nhint: make it anew, with its key"
    )]
    Broken { path: PathBuf, message: String },
    #[error("TLS setup failed: {0}")]
    Tls(#[from] rustls::Error),
}

/// Certificate with its key and its expiry, in seconds since 1970.
pub(super) struct LoadedCertificate {
    pub(super) certified: Arc<CertifiedKey>,
    pub(super) until: i64,
}

/// Reads the pair, and checks that browsers would accept it now.
pub(super) fn read(
    certificate: &Path,
    key: &Path,
    now: Timestamp,
) -> Result<LoadedCertificate, Error> {
    let chain: Vec<_> = CertificateDer::pem_slice_iter(&read_pem(certificate)?)
        .collect::<Result<_, pem::Error>>()
        .unwrap_or_default();
    let Some(first) = chain.first() else {
        let (what, begin) = ("certificate", "CERTIFICATE");
        return Err(Error::Nothing { what, begin, path: certificate.to_owned() });
    };
    let until = check_time(certificate, first, now)?;
    let secret = PrivateKeyDer::from_pem_slice(&read_pem(key)?).map_err(|_| {
        let (what, begin) = ("key", "PRIVATE KEY");
        Error::Nothing { what, begin, path: key.to_owned() }
    })?;
    let certified =
        CertifiedKey::from_der(chain, secret, &provider()).map_err(|error| match error {
            rustls::Error::InconsistentKeys(_) => {
                Error::OtherKey { certificate: certificate.to_owned(), key: key.to_owned() }
            }
            other => Error::Broken { path: certificate.to_owned(), message: other.to_string() },
        })?;
    Ok(LoadedCertificate { certified: Arc::new(certified), until })
}

/// Reads a PEM file.
pub(in super::super) fn read_pem(path: &Path) -> Result<Vec<u8>, Error> {
    read_edited(path).map_err(|error| Error::File { path: path.to_owned(), error })
}

/// Checks the validity period of a certificate, as browsers do. Returns its end.
fn check_time(path: &Path, certificate: &CertificateDer, now: Timestamp) -> Result<i64, Error> {
    let path = path.to_owned();
    let Ok((_, parsed)) = parse_x509_certificate(certificate) else {
        return Err(Error::Broken { path, message: "it is no X.509 certificate".to_owned() });
    };
    let validity = parsed.validity();
    let (from, until) = (validity.not_before.timestamp(), validity.not_after.timestamp());
    if now.seconds > until {
        return Err(Error::Expired { path, until: day(until) });
    }
    if now.seconds < from {
        return Err(Error::TooEarly { path, from: day(from) });
    }
    Ok(until)
}

/// Formats seconds since 1970 as a date.
pub(super) fn day(seconds: i64) -> String {
    let time = jiff::Timestamp::from_second(seconds).unwrap_or_default();
    time.strftime("%Y-%m-%d").to_string()
}
