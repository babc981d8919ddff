//! The mail server's end of a connection, unencrypted at first and perhaps encrypted later.

use std::io::{Read, Write};
use std::net::TcpStream;
use std::sync::Arc;

use rustls::pki_types::pem::PemObject;
use rustls::pki_types::{CertificateDer, PrivateKeyDer};
use rustls::{ServerConfig, ServerConnection, StreamOwned};

use crate::support::root;

pub(super) enum Stream {
    Open(TcpStream),
    Encrypted(Box<StreamOwned<ServerConnection, TcpStream>>),
    Closed,
}

impl Stream {
    pub(super) fn read_byte(&mut self) -> Option<u8> {
        let mut byte = [0];
        match self {
            Self::Open(stream) => stream.read_exact(&mut byte).ok()?,
            Self::Encrypted(stream) => stream.read_exact(&mut byte).ok()?,
            Self::Closed => return None,
        }
        Some(byte[0])
    }

    pub(super) fn send_reply(&mut self, reply: &str) {
        let line = format!("{reply}\r\n");
        // A client that has disconnected misses this.
        let _ = match self {
            Self::Open(stream) => stream.write_all(line.as_bytes()),
            Self::Encrypted(stream) => {
                stream.write_all(line.as_bytes()).and_then(|()| stream.flush())
            }
            Self::Closed => Ok(()),
        };
    }

    pub(super) fn encrypt(&mut self) {
        let Self::Open(stream) = std::mem::replace(self, Self::Closed) else { return };
        let connection = ServerConnection::new(tls()).unwrap();
        *self = Self::Encrypted(Box::new(StreamOwned::new(connection, stream)));
    }
}

/// TLS settings with a certificate for localhost of an untrusted authority.
fn tls() -> Arc<ServerConfig> {
    let folder = root().join("tests/fixtures/mail-server");
    let certificate = CertificateDer::from_pem_file(folder.join("certificate.pem")).unwrap();
    let key = PrivateKeyDer::from_pem_file(folder.join("key.pem")).unwrap();
    let provider = Arc::new(rustls::crypto::ring::default_provider());
    let builder = ServerConfig::builder_with_provider(provider);
    let builder = builder.with_safe_default_protocol_versions().unwrap().with_no_client_auth();
    Arc::new(builder.with_single_cert(vec![certificate], key).unwrap())
}
