//! Certificates that an authority gives to whoever answers at a name (ACME, RFC 8555), by the challenge TLS-ALPN-01.

use std::fs::DirBuilder;
use std::io;
use std::os::unix::fs::DirBuilderExt;
use std::path::Path;
use std::sync::Arc;

use futures_util::StreamExt;
use rustls_acme::caches::DirCache;
use rustls_acme::{AcmeConfig, AcmeState, EventOk, ResolvesServerCertAcme};
use tokio_rustls::rustls::crypto::CryptoProvider;
use tokio_rustls::rustls::pki_types::CertificateDer;
use tokio_rustls::rustls::pki_types::pem::PemObject;
use tokio_rustls::rustls::{ClientConfig, RootCertStore, ServerConfig};

use crate::config::{Acme, Config};

use super::certificate::Error;
use super::tls::provider;

/// In the data folder.
const FOLDER: &str = "acme";

/// Asks for a certificate, and for the next in time.
pub(super) struct Fetching(AcmeState<io::Error, io::Error>);

/// What the settings ask for. The authority is asked only when this is [kept](Fetching::keep).
pub(super) fn begin(config: &Config) -> Result<Fetching, Error> {
    let folder = config.data_dir.join(FOLDER);
    // The keys in it are nobody else's.
    let made = DirBuilder::new().recursive(true).mode(0o700).create(&folder);
    made.map_err(|error| Error::File { path: folder.clone(), error })?;
    let settings = &config.tls.acme;
    let names = config.tls.names(&config.public_url);
    let acme = if settings.authority_file == Path::new("") {
        AcmeConfig::new_with_provider(names, provider())
    } else {
        AcmeConfig::new_with_client_config(names, trusting(&settings.authority_file)?)
    };
    let acme = at_directory(acme.cache(DirCache::new(folder)), settings);
    Ok(Fetching(acme.contact_push(format!("mailto:{}", settings.contact)).state()))
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

/// Asks an authority of one's own.
fn trusting(file: &Path) -> Result<Arc<ClientConfig>, Error> {
    let text = std::fs::read(file).map_err(|error| Error::File { path: file.to_owned(), error })?;
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

impl Fetching {
    /// The newest certificate, once there is one.
    pub(super) fn certificates(&self) -> Arc<ResolvesServerCertAcme> {
        self.0.resolver()
    }

    /// What the authority is shown.
    pub(super) fn challenge(&self, provider: Arc<CryptoProvider>) -> Arc<ServerConfig> {
        self.0.challenge_rustls_config_with_provider(provider)
    }

    /// Asks again and again, less often when it is refused, for ever.
    pub(super) async fn keep(mut self) {
        while let Some(event) = self.0.next().await {
            match event {
                Ok(EventOk::DeployedNewCert) => tracing::info!("a new certificate was fetched"),
                Ok(EventOk::DeployedCachedCert) => {
                    tracing::info!("the certificate that was fetched before is used");
                }
                Ok(EventOk::CertCacheStore | EventOk::AccountCacheStore) => {}
                Err(error) => tracing::warn!(
                    %error,
                    "no certificate was fetched; it is tried again. Does the name lead to this machine, and port 443 to this server?"
                ),
            }
        }
    }
}
