//! Requests signed by an account's key (RFC 8555, 6.2; RFC 7515).

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use ring::signature::{ECDSA_P256_SHA256_FIXED, UnparsedPublicKey};
use serde::Deserialize;
use serde_json::{Value, json};
use sha2::{Digest as _, Sha256};

use super::problem::Problem;

#[derive(Deserialize)]
struct Flat {
    protected: String,
    payload: String,
    signature: String,
}

#[derive(Deserialize)]
pub(super) struct Head {
    alg: String,
    pub(super) nonce: String,
    pub(super) url: String,
    /// Public key, for creating an account or finding one.
    jwk: Option<Jwk>,
    /// URL of the account.
    kid: Option<String>,
}

#[derive(Deserialize)]
struct Jwk {
    kty: String,
    crv: String,
    x: String,
    y: String,
}

/// Signer named by a request.
pub(super) enum By {
    Key(Key),
    Account(String),
}

/// Public key on the curve P-256.
#[derive(Clone, PartialEq, Eq)]
pub(super) struct Key(Vec<u8>);

/// Parsed request, whose signature is not verified yet.
pub(super) struct Signed {
    pub(super) head: Head,
    payload: Vec<u8>,
    message: String,
    signature: Vec<u8>,
}

fn unpacked(text: &str) -> Result<Vec<u8>, Problem> {
    URL_SAFE_NO_PAD.decode(text).map_err(|_| Problem::malformed("this is not base64url"))
}

fn parsed<T: for<'a> Deserialize<'a>>(json: &[u8]) -> Result<T, Problem> {
    serde_json::from_slice(json).map_err(|error| Problem::malformed(&error.to_string()))
}

impl Signed {
    pub(super) fn parse(body: &str) -> Result<Self, Problem> {
        let Flat { protected, payload, signature } = parsed(body.as_bytes())?;
        let head: Head = parsed(&unpacked(&protected)?)?;
        if head.alg != "ES256" {
            return Err(Problem::new("badSignatureAlgorithm", head.alg));
        }
        let message = format!("{protected}.{payload}");
        Ok(Self { head, payload: unpacked(&payload)?, message, signature: unpacked(&signature)? })
    }

    pub(super) fn by(&self) -> Result<By, Problem> {
        match (&self.head.jwk, &self.head.kid) {
            (Some(jwk), None) => Key::of(jwk).map(By::Key),
            (None, Some(account)) => Ok(By::Account(account.clone())),
            _ => Err(Problem::malformed("one of jwk and kid")),
        }
    }

    /// Verifies the signature with this key; returns the payload.
    pub(super) fn payload(&self, key: &Key) -> Result<Value, Problem> {
        UnparsedPublicKey::new(&ECDSA_P256_SHA256_FIXED, &key.0)
            .verify(self.message.as_bytes(), &self.signature)
            .map_err(|_| Problem::malformed("this key has not signed it"))?;
        // A read request (POST-as-GET) has an empty payload.
        if self.payload.is_empty() { Ok(Value::Null) } else { parsed(&self.payload) }
    }
}

impl Key {
    fn of(jwk: &Jwk) -> Result<Self, Problem> {
        let (x, y) = (unpacked(&jwk.x)?, unpacked(&jwk.y)?);
        if (jwk.kty.as_str(), jwk.crv.as_str()) != ("EC", "P-256") || x.len() + y.len() != 64 {
            return Err(Problem::new("badPublicKey", "keys are of P-256"));
        }
        Ok(Self([vec![4], x, y].concat()))
    }

    /// Returns the digest that the certificate for a challenge with this token must contain (RFC 8737, 3; RFC 7638).
    pub(super) fn proof(&self, token: &str) -> Vec<u8> {
        let (x, y) = self.0[1..].split_at(32);
        let [x, y] = [x, y].map(|part| URL_SAFE_NO_PAD.encode(part));
        // JSON members sorted by name, as the thumbprint requires.
        let jwk = json!({ "crv": "P-256", "kty": "EC", "x": x, "y": y }).to_string();
        let thumbprint = URL_SAFE_NO_PAD.encode(Sha256::digest(jwk));
        Sha256::digest(format!("{token}.{thumbprint}")).to_vec()
    }
}
