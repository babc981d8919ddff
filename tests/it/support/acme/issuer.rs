//! Signing keys of the authority: for the certificates that it issues, and for its own TLS endpoint.

use std::collections::BTreeSet;
use std::sync::Arc;

use rcgen::{
    BasicConstraints, Certificate, CertificateParams, DnType, IsCa, KeyPair, KeyUsagePurpose,
    PKCS_ECDSA_P256_SHA256, PublicKeyData, SignatureAlgorithm, date_time_ymd,
};
use ring::signature::{ECDSA_P256_SHA256_ASN1, UnparsedPublicKey};
use rustls::ServerConfig;
use rustls::pki_types::{CertificateDer, PrivatePkcs8KeyDer};
use x509_parser::certification_request::X509CertificationRequest;
use x509_parser::extensions::{GeneralName, ParsedExtension};
use x509_parser::prelude::FromDer;

use super::problem::Problem;

pub(super) struct Issuer {
    certificate: Certificate,
    key: KeyPair,
}

/// Public key of a certificate request; only the client has the private key.
struct Theirs<'a>(&'a [u8]);

impl PublicKeyData for Theirs<'_> {
    fn der_bytes(&self) -> &[u8] {
        self.0
    }

    fn algorithm(&self) -> &SignatureAlgorithm {
        &PKCS_ECDSA_P256_SHA256
    }
}

impl Issuer {
    pub(super) fn new() -> Self {
        let key = KeyPair::generate().unwrap();
        let mut params = CertificateParams::default();
        params.is_ca = IsCa::Ca(BasicConstraints::Unconstrained);
        params.key_usages = vec![KeyUsagePurpose::KeyCertSign];
        params.distinguished_name.push(DnType::CommonName, "The club's authority");
        Self { certificate: params.self_signed(&key).unwrap(), key }
    }

    pub(super) fn certificate(&self) -> CertificateDer<'static> {
        self.certificate.der().clone()
    }

    pub(super) fn pem(&self) -> String {
        self.certificate.pem()
    }

    pub(super) fn own_https(&self) -> Arc<ServerConfig> {
        let key = KeyPair::generate().unwrap();
        let params = CertificateParams::new(["127.0.0.1".to_owned()]).unwrap();
        let own = params.signed_by(&key, &self.certificate, &self.key).unwrap();
        let provider = Arc::new(rustls::crypto::ring::default_provider());
        let builder = ServerConfig::builder_with_provider(provider);
        let builder = builder.with_safe_default_protocol_versions().unwrap().with_no_client_auth();
        let key = PrivatePkcs8KeyDer::from(key.serialize_der());
        Arc::new(builder.with_single_cert(vec![own.der().clone()], key.into()).unwrap())
    }

    /// Signs a certificate for exactly the names of a request (PKCS #10), and appends the root. An old one has less than a
    /// third of its lifetime left.
    pub(super) fn sign(
        &self,
        request: &[u8],
        names: &[String],
        is_old: bool,
    ) -> Result<String, Problem> {
        let bad = |words: &str| Problem::new("badCSR", words);
        let (_, request) = X509CertificationRequest::from_der(request)
            .map_err(|_| bad("this is not a request for a certificate"))?;
        let info = &request.certification_request_info;
        let key = &info.subject_pki.subject_public_key.data;
        UnparsedPublicKey::new(&ECDSA_P256_SHA256_ASN1, key)
            .verify(info.raw, &request.signature_value.data)
            .map_err(|_| bad("it is not signed with its key"))?;
        if asked(&request) != names.iter().cloned().collect() {
            return Err(bad("it is for other names than the order"));
        }
        let mut params = CertificateParams::new(names).unwrap();
        if is_old {
            params.not_before = date_time_ymd(2000, 1, 1);
            params.not_after = date_time_ymd(2030, 1, 1);
        }
        let made = params.signed_by(&Theirs(key), &self.certificate, &self.key).unwrap();
        Ok(format!("{}{}", made.pem(), self.pem()))
    }
}

/// Names in a certificate request.
fn asked(request: &X509CertificationRequest) -> BTreeSet<String> {
    let extensions = request.requested_extensions().into_iter().flatten();
    let names = extensions.filter_map(|extension| match extension {
        ParsedExtension::SubjectAlternativeName(names) => Some(&names.general_names),
        _ => None,
    });
    let name = |name: &GeneralName| match name {
        GeneralName::DNSName(name) => (*name).to_owned(),
        other => format!("{other:?}"),
    };
    names.flatten().map(name).collect()
}
