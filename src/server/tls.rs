//! TLS, with certificates from files or from an ACME authority.

use std::io;
use std::sync::Arc;

use tokio::net::TcpStream;
use tokio_rustls::LazyConfigAcceptor;
use tokio_rustls::rustls::crypto::{CryptoProvider, ring};
use tokio_rustls::rustls::server::{Acceptor, ResolvesServerCert};
use tokio_rustls::rustls::{self, ServerConfig};
use tokio_rustls::server::TlsStream;

use crate::config::TlsMode;
use crate::context::Context;

use super::acme::{self, AcmeCertificates};
use super::certificate_files::{CertificateFiles, Error};

/// ALPN protocols in the order of preference.
const PROTOCOLS: [&[u8]; 2] = [b"h2", b"http/1.1"];

/// TLS acceptor.
pub(super) struct Tls {
    ours: Arc<ServerConfig>,
    /// Configuration that answers the ACME challenge of an authority.
    challenge: Option<Arc<ServerConfig>>,
}

/// Background task that renews the certificates.
pub(super) enum CertRenewer {
    Files(Arc<CertificateFiles>),
    AcmeCertificates(AcmeCertificates),
}

/// Prepares TLS by the settings; `None` for plain HTTP.
pub(super) fn open(context: &Context) -> Result<Option<(Arc<Tls>, CertRenewer)>, Error> {
    let settings = &context.config().tls;
    Ok(match settings.mode {
        TlsMode::None => None,
        TlsMode::Files => {
            let (certificate, key) = (&settings.certificate_file, &settings.key_file);
            let files =
                Arc::new(CertificateFiles::read(certificate, key, Arc::clone(&context.clock))?);
            let ours = config(Arc::<CertificateFiles>::clone(&files))?;
            Some((Arc::new(Tls { ours, challenge: None }), CertRenewer::Files(files)))
        }
        TlsMode::Acme => {
            let acme_certificates = acme::new_client(&context.config())?;
            let challenge = Some(acme_certificates.challenge(provider()));
            let ours = config(acme_certificates.certificates())?;
            Some((
                Arc::new(Tls { ours, challenge }),
                CertRenewer::AcmeCertificates(acme_certificates),
            ))
        }
    })
}

/// Cryptography provider of all TLS here.
pub(super) fn provider() -> Arc<CryptoProvider> {
    Arc::new(ring::default_provider())
}

fn config(certificates: Arc<dyn ResolvesServerCert>) -> Result<Arc<ServerConfig>, rustls::Error> {
    let mut config = ServerConfig::builder_with_provider(provider())
        .with_safe_default_protocol_versions()?
        .with_no_client_auth()
        .with_cert_resolver(certificates);
    config.alpn_protocols = PROTOCOLS.map(<[u8]>::to_vec).to_vec();
    Ok(Arc::new(config))
}

impl Tls {
    /// Performs the TLS handshake; `None` after an ACME challenge.
    pub(super) async fn accept(
        &self,
        stream: TcpStream,
    ) -> io::Result<Option<TlsStream<TcpStream>>> {
        let greeting = LazyConfigAcceptor::new(Acceptor::default(), stream).await?;
        if let Some(challenge) = &self.challenge
            && rustls_acme::is_tls_alpn_challenge(&greeting.client_hello())
        {
            greeting.into_stream(Arc::clone(challenge)).await?;
            return Ok(None);
        }
        greeting.into_stream(Arc::clone(&self.ours)).await.map(Some)
    }
}

impl CertRenewer {
    /// Renews for ever.
    pub(super) async fn run(self) {
        match self {
            Self::Files(files) => files.run().await,
            Self::AcmeCertificates(acme_certificates) => acme_certificates.run().await,
        }
    }
}
