//! Certificates from an ACME authority (RFC 8555), by the challenge TLS-ALPN-01.

use std::io;
use std::path::Path;
use std::sync::Arc;

use futures_util::StreamExt;
use rustls_acme::{AcmeConfig, AcmeState, EventOk, ResolvesServerCertAcme};
use tokio_rustls::rustls::crypto::CryptoProvider;
use tokio_rustls::rustls::pki_types::CertificateDer;
use tokio_rustls::rustls::pki_types::pem::PemObject;
use tokio_rustls::rustls::server::{ClientHello, ResolvesServerCert};
use tokio_rustls::rustls::sign::CertifiedKey;
use tokio_rustls::rustls::{ClientConfig, RootCertStore, ServerConfig};

use crate::config::{Acme, Config};

use super::acme_cache::DirCache;
use super::acme_errors;
use super::certificate_files::{Error, read_pem};
use super::tls::provider;

/// Folder in the data folder for the account and the certificate.
const FOLDER: &str = "acme";

/// ACME client that orders a certificate and renews it in time.
pub(super) struct AcmeCertificates {
    state: AcmeState<io::Error, io::Error>,
    names: Vec<String>,
}

/// Certificate resolver for clients that send a name in the certificate, or none, such as for an IP address.
#[derive(Debug)]
struct ByName {
    names: Vec<String>,
    fetched: Arc<ResolvesServerCertAcme>,
}

/// Prepares the ACME client of the settings. The authority is contacted only by [`AcmeCertificates::run`].
pub(super) fn new_client(config: &Config) -> Result<AcmeCertificates, Error> {
    let folder = config.data_dir.join(FOLDER);
    let cache = DirCache::open(&folder).map_err(|error| Error::File { path: folder, error })?;
    let settings = &config.tls.acme;
    let names = config.tls.names(&config.public_url);
    let acme = if settings.authority_file == Path::new("") {
        AcmeConfig::new_with_provider(&names, provider())
    } else {
        AcmeConfig::new_with_client_config(&names, trusting(&settings.authority_file)?)
    };
    let acme = at_directory(acme.cache(cache), settings);
    let state = acme.contact_push(format!("mailto:{}", settings.contact)).state();
    Ok(AcmeCertificates { state, names })
}

fn at_directory(
    acme: AcmeConfig<io::Error, io::Error>,
    settings: &Acme,
) -> AcmeConfig<io::Error, io::Error> {
    match settings.directory.as_str() {
        "" => acme.directory_lets_encrypt(true),
        "staging" => acme.directory_lets_encrypt(false),
        directory => acme.directory(directory),
    }
}

/// TLS client configuration that trusts only the authority in `file`.
fn trusting(file: &Path) -> Result<Arc<ClientConfig>, Error> {
    let text = read_pem(file)?;
    let mut roots = RootCertStore::empty();
    let (added, _) = roots
        .add_parsable_certificates(CertificateDer::pem_slice_iter(&text).filter_map(Result::ok));
    if added == 0 {
        let (what, begin) = ("certificate", "CERTIFICATE");
        return Err(Error::Nothing { what, begin, path: file.to_owned() });
    }
    let config = ClientConfig::builder_with_provider(provider())
        .with_safe_default_protocol_versions()?
        .with_root_certificates(roots)
        .with_no_client_auth();
    Ok(Arc::new(config))
}

impl AcmeCertificates {
    /// Resolver of the newest certificate, once there is one.
    pub(super) fn certificates(&self) -> Arc<dyn ResolvesServerCert> {
        Arc::new(ByName { names: self.names.clone(), fetched: self.state.resolver() })
    }

    /// TLS configuration that answers the authority's challenge.
    pub(super) fn challenge(&self, provider: Arc<CryptoProvider>) -> Arc<ServerConfig> {
        self.state.challenge_rustls_config_with_provider(provider)
    }

    /// Orders and renews certificates for ever, with growing delays after failures.
    pub(super) async fn run(mut self) {
        while let Some(event) = self.state.next().await {
            match event {
                Ok(EventOk::DeployedNewCert) => tracing::info!("new certificate obtained"),
                Ok(EventOk::DeployedCachedCert) => {
                    tracing::info!("using the cached certificate");
                }
                Ok(EventOk::CertCacheStore | EventOk::AccountCacheStore) => {}
                Err(error) => {
                    let error = acme_errors::explain(&error);
                    tracing::warn!(%error, "automatic certificate failed");
                }
            }
        }
    }
}

impl ResolvesServerCert for ByName {
    fn resolve(&self, hello: ClientHello<'_>) -> Option<Arc<CertifiedKey>> {
        let is_ours = |asked: &str| self.names.iter().any(|name| name.eq_ignore_ascii_case(asked));
        if hello.server_name().is_none_or(is_ours) { self.fetched.resolve(hello) } else { None }
    }
}
