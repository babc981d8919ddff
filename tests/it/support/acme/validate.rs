//! Validation of names by the authority: the challenge TLS-ALPN-01 (RFC 8737).

use std::net::SocketAddr;
use std::sync::Arc;

use rustls::client::danger::{HandshakeSignatureValid, ServerCertVerified, ServerCertVerifier};
use rustls::crypto::{CryptoProvider, verify_tls13_signature_with_raw_key};
use rustls::pki_types::{CertificateDer, ServerName, SubjectPublicKeyInfoDer, UnixTime};
use rustls::version::TLS13;
use rustls::{ClientConfig, DigitallySignedStruct, Error, SignatureScheme};
use tokio::net::TcpStream;
use tokio_rustls::TlsConnector;
use x509_parser::extensions::GeneralName;
use x509_parser::parse_x509_certificate;

use super::problem::Problem;

const PROTOCOL: &[u8] = b"acme-tls/1";
/// Object identifier of the extension acmeIdentifier.
const PROOF: &str = "1.3.6.1.5.5.7.1.31";

/// Connects to the server at this address, which must present this proof for the name.
pub(super) async fn at(address: SocketAddr, name: &str, proof: &[u8]) -> Result<(), Problem> {
    let failed = |kind, error: std::io::Error| Problem::new(kind, format!("{address}: {error}"));
    let provider = Arc::new(rustls::crypto::ring::default_provider());
    let mut config = ClientConfig::builder_with_provider(Arc::clone(&provider))
        .with_protocol_versions(&[&TLS13])
        .unwrap()
        .dangerous()
        .with_custom_certificate_verifier(Arc::new(AnyCertificate(provider)))
        .with_no_client_auth();
    config.alpn_protocols = vec![PROTOCOL.to_vec()];
    let stream = TcpStream::connect(address).await.map_err(|error| failed("connection", error))?;
    let server = ServerName::try_from(name.to_owned()).unwrap();
    let stream = TlsConnector::from(Arc::new(config)).connect(server, stream).await;
    let stream = stream.map_err(|error| failed("tls", error))?;
    let connection = stream.get_ref().1;
    if connection.alpn_protocol() != Some(PROTOCOL) {
        return Err(Problem::new("unauthorized", "it does not speak acme-tls/1"));
    }
    shows(&connection.peer_certificates().unwrap()[0], name, proof)
}

/// Checks that the certificate is for the name alone, and has the proof in a critical extension.
fn shows(certificate: &CertificateDer<'_>, name: &str, proof: &[u8]) -> Result<(), Problem> {
    let wrong = |words: &str| Err(Problem::new("unauthorized", words));
    let (_, certificate) = parse_x509_certificate(certificate).unwrap();
    let names = certificate.subject_alternative_name().unwrap();
    let is_for_it = names.is_some_and(|names| match names.value.general_names[..] {
        [GeneralName::DNSName(only)] => only == name,
        _ => false,
    });
    if !is_for_it {
        return wrong("the certificate is for other names");
    }
    let mut extensions = certificate.extensions().iter();
    match extensions.find(|extension| extension.oid.to_id_string() == PROOF) {
        None => wrong("the certificate proves nothing"),
        Some(extension) if !extension.critical => wrong("the proof is not critical"),
        // An octet string of 32 bytes.
        Some(extension) if extension.value != [&[4, 32], proof].concat() => {
            wrong("the proof is of another account, or another token")
        }
        Some(_) => Ok(()),
    }
}

/// Accepts any certificate whose key the server has.
#[derive(Debug)]
struct AnyCertificate(Arc<CryptoProvider>);

impl ServerCertVerifier for AnyCertificate {
    fn verify_server_cert(
        &self,
        _end_entity: &CertificateDer<'_>,
        _intermediates: &[CertificateDer<'_>],
        _server_name: &ServerName<'_>,
        _ocsp_response: &[u8],
        _now: UnixTime,
    ) -> Result<ServerCertVerified, Error> {
        Ok(ServerCertVerified::assertion())
    }

    fn verify_tls12_signature(
        &self,
        _message: &[u8],
        _certificate: &CertificateDer<'_>,
        _signature: &DigitallySignedStruct,
    ) -> Result<HandshakeSignatureValid, Error> {
        Err(Error::General("only TLS 1.3 is spoken here".into()))
    }

    fn verify_tls13_signature(
        &self,
        message: &[u8],
        certificate: &CertificateDer<'_>,
        signature: &DigitallySignedStruct,
    ) -> Result<HandshakeSignatureValid, Error> {
        // The default verification refuses the critical acmeIdentifier extension.
        let (_, certificate) = parse_x509_certificate(certificate)
            .map_err(|error| Error::General(error.to_string()))?;
        let key = SubjectPublicKeyInfoDer::from(certificate.public_key().raw);
        let known = &self.0.signature_verification_algorithms;
        verify_tls13_signature_with_raw_key(message, &key, signature, known)
    }

    fn supported_verify_schemes(&self) -> Vec<SignatureScheme> {
        self.0.signature_verification_algorithms.supported_schemes()
    }
}
