//! An authenticator with one passkey, together with the browser in front of it: registers and signs as WebAuthn says.

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use ring::rand::SystemRandom;
use ring::signature::{ECDSA_P256_SHA256_ASN1_SIGNING, EcdsaKeyPair, KeyPair as _};
use serde_json::{Value, json};
use sha2::{Digest as _, Sha256};

use super::Member;

const USER_PRESENT: u8 = 1;
const USER_VERIFIED: u8 = 1 << 2;
const WITH_CREDENTIAL: u8 = 1 << 6;

pub(crate) struct Authenticator {
    /// Origin that the browser shows.
    pub(crate) origin: String,
    /// Whether the device checks a PIN or a fingerprint.
    pub(crate) verifies_user: bool,
    /// Signatures made so far.
    pub(crate) counter: u32,
    key: EcdsaKeyPair,
    credential_id: Vec<u8>,
    /// User that the passkey was made for.
    user: Value,
}

impl Authenticator {
    pub(crate) fn at(origin: &str) -> Self {
        let random = SystemRandom::new();
        let algorithm = &ECDSA_P256_SHA256_ASN1_SIGNING;
        let pkcs8 = EcdsaKeyPair::generate_pkcs8(algorithm, &random).unwrap();
        let key = EcdsaKeyPair::from_pkcs8(algorithm, pkcs8.as_ref(), &random).unwrap();
        let credential_id = Sha256::digest(key.public_key().as_ref()).to_vec();
        let origin = origin.to_owned();
        Self { origin, verifies_user: true, counter: 0, key, credential_id, user: Value::Null }
    }

    /// Makes the passkey for these options of `navigator.credentials.create`.
    pub(crate) fn create(&mut self, options: &Value) -> Value {
        self.user = options["user"]["id"].clone();
        let client_data = self.client_data("webauthn.create", options);
        let mut data = self.data(options["rp"]["id"].as_str().unwrap(), WITH_CREDENTIAL);
        data.extend([0; 16]);
        data.extend((self.credential_id.len() as u16).to_be_bytes());
        data.extend(&self.credential_id);
        data.extend(self.cose_key());
        // CBOR: {"fmt": "none", "attStmt": {}, "authData": data}
        let mut attestation = b"\xa3\x63fmt\x64none\x67attStmt\xa0\x68authData\x58".to_vec();
        attestation.push(data.len() as u8);
        attestation.extend(data);
        json!({
            "id": encode(&self.credential_id),
            "rawId": encode(&self.credential_id),
            "type": "public-key",
            "clientExtensionResults": { "credProps": { "rk": true } },
            "response": {
                "clientDataJSON": encode(&client_data),
                "attestationObject": encode(&attestation),
                "transports": ["internal"],
            },
        })
    }

    /// Signs for these options of `navigator.credentials.get`.
    pub(crate) fn get(&mut self, options: &Value) -> Value {
        self.counter += 1;
        let client_data = self.client_data("webauthn.get", options);
        let data = self.data(options["rpId"].as_str().unwrap(), 0);
        let signed = [&data[..], &Sha256::digest(&client_data)].concat();
        let signature = self.key.sign(&SystemRandom::new(), &signed).unwrap();
        json!({
            "id": encode(&self.credential_id),
            "rawId": encode(&self.credential_id),
            "type": "public-key",
            "clientExtensionResults": {},
            "response": {
                "clientDataJSON": encode(&client_data),
                "authenticatorData": encode(&data),
                "signature": encode(signature.as_ref()),
                "userHandle": self.user,
            },
        })
    }

    /// Begins a proof and signs: the body of a request that ends it.
    pub(crate) async fn prove(&mut self, browser: &Member) -> Value {
        let begun = browser.post("/api/passkeys", json!({})).await;
        assert_eq!(begun.status, 201, "{begun}");
        let begun = begun.json();
        json!({ "ceremony": begun["ceremony"], "credential": self.get(&begun["options"]) })
    }

    fn client_data(&self, kind: &str, options: &Value) -> Vec<u8> {
        let challenge = &options["challenge"];
        let data = json!({
            "type": kind, "challenge": challenge, "origin": self.origin, "crossOrigin": false,
        });
        data.to_string().into_bytes()
    }

    fn data(&self, relying_party: &str, flags: u8) -> Vec<u8> {
        let verified = if self.verifies_user { USER_VERIFIED } else { 0 };
        let mut data = Sha256::digest(relying_party).to_vec();
        data.push(USER_PRESENT | verified | flags);
        data.extend(self.counter.to_be_bytes());
        data
    }

    /// CBOR: {1: 2 (EC2), 3: -7 (ES256), -1: 1 (P-256), -2: x, -3: y}
    fn cose_key(&self) -> Vec<u8> {
        let (x, y) = self.key.public_key().as_ref()[1..].split_at(32);
        [b"\xa5\x01\x02\x03\x26\x20\x01\x21\x58\x20", x, b"\x22\x58\x20", y].concat()
    }
}

fn encode(bytes: &[u8]) -> String {
    URL_SAFE_NO_PAD.encode(bytes)
}
