//! Secret of a webhook, and signatures with it, as of Standard Webhooks (standardwebhooks.com).

use std::fmt;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use hmac::{Hmac, KeyInit as _, Mac as _};
use serde::{Deserialize, Serialize};
use sha2::Sha256;

use crate::id::WebhookDeliveryId;
use crate::time::Timestamp;

/// Bytes of a block of SHA-256, to which HMAC pads a shorter key with zeros.
const BLOCK: usize = 64;

/// Key with which deliveries are signed. The receiver has a copy, so it is stored as it is.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct WebhookSecret([u8; 32]);

impl WebhookSecret {
    /// The secret of 256 random bits.
    pub fn new(random: [u8; 32]) -> Self {
        Self(random)
    }

    /// The text to hand out: `whsec_` and the key in base 64.
    pub fn reveal(&self) -> String {
        format!("whsec_{}", STANDARD.encode(self.0))
    }

    /// Value of the `webhook-signature` header of an attempt at this time.
    pub fn sign(&self, id: WebhookDeliveryId, at: Timestamp, body: &str) -> String {
        let mut block = [0; BLOCK];
        block[..self.0.len()].copy_from_slice(&self.0);
        let mut hmac: Hmac<Sha256> = Hmac::new(&block.into());
        hmac.update(format!("{id}.{}.{body}", at.seconds).as_bytes());
        format!("v1,{}", STANDARD.encode(hmac.finalize().into_bytes()))
    }
}

impl fmt::Debug for WebhookSecret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("WebhookSecret(…)")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The expected value is of Python's `hmac`.
    #[test]
    fn signature_equals_that_of_python() {
        let at = Timestamp { seconds: 1_767_225_600, nanoseconds: 5 };
        let id = WebhookDeliveryId::from_bytes([7; 16]);
        let secret = WebhookSecret::new([9; 32]);
        assert_eq!(secret.reveal(), "whsec_CQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQk=");
        assert_eq!(id.to_string(), "070w3ge1r70w3ge1r70w3ge1r7");
        assert_eq!(
            secret.sign(id, at, r#"{"type":"webhook.test"}"#),
            "v1,ApeQTmtayXA46MjczMFYg9LGVpPMc4dmhjQi3Klck+M="
        );
    }

    #[test]
    fn secret_is_not_formatted() {
        assert_eq!(format!("{:?}", WebhookSecret::new([9; 32])), "WebhookSecret(…)");
    }
}
