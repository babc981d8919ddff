//! Fake ACME authority (RFC 8555) on a port of its own: strict in its checks, and with real validation of names.
//! the client.

mod http;
mod issuer;
mod orders;
mod problem;
mod service;
mod signed;
mod validate;

use std::io;
use std::net::SocketAddr;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::serve::Listener;
use rustls::pki_types::CertificateDer;
use tokio::net::{TcpListener, TcpStream};
use tokio::time::timeout;
use tokio_rustls::TlsAcceptor;
use tokio_rustls::server::TlsStream;

use super::exports;
use http::AcmeHttp;
use issuer::Issuer;

/// Timeout, longer than a certificate order takes.
const LONG: Duration = Duration::from_secs(30);

/// Behaviour of the authority.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum AcmeBehaviour {
    Gives,
    /// Issues certificates with less than a third of their lifetime left.
    GivesOld,
    RefusesNames,
    /// Offers only dns-01, a challenge that Inkfold does not support.
    LooksOtherwise,
    /// Serves a web page in place of an ACME directory.
    ShowsPages,
}

/// Record of the authority's work.
#[derive(Clone, Debug, Default)]
pub(crate) struct Seen {
    pub(crate) requests: usize,
    pub(crate) accounts: usize,
    pub(crate) orders: usize,
    /// Number of certificates that were downloaded.
    pub(crate) certificates: usize,
    /// Refusals with their reasons.
    pub(crate) refused: Vec<String>,
}

pub(crate) struct Authority {
    /// Address of the ACME directory, for `directory` of the settings.
    pub(crate) directory: String,
    endpoint: Arc<AcmeHttp>,
}

impl Authority {
    /// Starts the authority, which serves until the test ends.
    pub(crate) async fn open() -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let base = format!("https://{}", listener.local_addr().unwrap());
        let issuer = Issuer::new();
        let listener = TlsListener { listener, tls: TlsAcceptor::from(issuer.own_https()) };
        let directory = format!("{base}/directory");
        let endpoint = Arc::new(AcmeHttp::new(base, issuer));
        let router = Router::new().fallback(http::answer).with_state(Arc::clone(&endpoint));
        tokio::spawn(async move { axum::serve(listener, router).await });
        Self { directory, endpoint }
    }

    /// Validates names at this address from now on; a validation that began earlier waits for it.
    pub(crate) fn resolve_names_to(&self, url: &str) {
        let address = url.rsplit('/').next().unwrap().parse().unwrap();
        self.endpoint.names_lead_to.send_replace(Some(address));
    }

    pub(crate) fn behave(&self, manner: AcmeBehaviour) {
        *self.endpoint.manner.lock().unwrap() = manner;
    }

    /// Returns the root certificate of the authority.
    pub(crate) fn certificate(&self) -> CertificateDer<'static> {
        self.endpoint.issuer.certificate()
    }

    /// Writes the root certificate into a file, as PEM.
    pub(crate) fn write(&self, path: &Path) {
        exports::write(path, self.endpoint.issuer.pem().as_bytes());
    }

    pub(crate) fn observed(&self) -> Seen {
        self.endpoint.seen.borrow().clone()
    }

    /// Waits until this many certificates were downloaded.
    pub(crate) async fn wait_for_certificates(&self, certificates: usize) {
        let mut seen = self.endpoint.seen.subscribe();
        let waited = seen.wait_for(|seen| seen.certificates >= certificates);
        let came = timeout(LONG, waited).await.is_ok();
        assert!(came, "no {certificates} certificates: {:?}", self.observed());
    }
}

/// TLS listener that handles one client after the other.
struct TlsListener {
    listener: TcpListener,
    tls: TlsAcceptor,
}

impl Listener for TlsListener {
    type Io = TlsStream<TcpStream>;
    type Addr = SocketAddr;

    async fn accept(&mut self) -> (Self::Io, SocketAddr) {
        loop {
            let (stream, address) = self.listener.accept().await.unwrap();
            // A client that does not trust the certificate closes the connection.
            if let Ok(stream) = self.tls.accept(stream).await {
                return (stream, address);
            }
        }
    }

    fn local_addr(&self) -> io::Result<SocketAddr> {
        self.listener.local_addr()
    }
}
