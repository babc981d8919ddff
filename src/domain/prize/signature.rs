//! Signature of a payment provider's webhook event, in the format of Stripe: `t=SECONDS,v1=HEX,v1=HEX`.
//!
//! A `v1` is the HMAC-SHA256 of `SECONDS.BODY`, keyed with the secret. There may be several while the secret is rotated on
//! either side.

use std::time::Duration;

use hmac::{Hmac, KeyInit as _, Mac as _};
use sha2::Sha256;

use crate::time::Timestamp;

/// Maximum age of a message, and maximum time that it may lie in the future: protects against replays.
const WINDOW: Duration = Duration::from_mins(5);
/// Maximum number of signatures that are verified; more are ignored.
const MAX_SIGNATURES: usize = 16;

/// Verifies that the body was signed with one of the secrets at most five minutes ago. Every wrong signature takes the same time.
pub fn verify(header: &str, body: &[u8], secrets: &[String], now: Timestamp) -> bool {
    let Some((time, signatures)) = parse(header) else { return false };
    let signed_at = Timestamp { seconds: time, nanoseconds: 0 };
    if now.since(signed_at).max(signed_at.since(now)) > WINDOW {
        return false;
    }
    secrets.iter().any(|secret| {
        let Ok(mut hmac) = Hmac::<Sha256>::new_from_slice(secret.as_bytes()) else { return false };
        hmac.update(format!("{time}.").as_bytes());
        hmac.update(body);
        signatures.iter().any(|signature| hmac.clone().verify_slice(signature).is_ok())
    })
}

fn parse(header: &str) -> Option<(i64, Vec<[u8; 32]>)> {
    let mut time = None;
    let mut signatures = Vec::new();
    for part in header.split(',') {
        match part.trim().split_once('=')? {
            ("t", seconds) if time.is_none() => time = Some(seconds.parse().ok()?),
            ("v1", hex) if signatures.len() < MAX_SIGNATURES => signatures.extend(bytes(hex)),
            _ => {}
        }
    }
    Some((time?, signatures))
}

fn bytes(hex: &str) -> Option<[u8; 32]> {
    let mut bytes = [0; 32];
    if hex.len() != 64 || !hex.is_ascii() {
        return None;
    }
    for (place, byte) in bytes.iter_mut().enumerate() {
        *byte = u8::from_str_radix(&hex[2 * place..2 * place + 2], 16).ok()?;
    }
    Some(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    const NOW: Timestamp = Timestamp { seconds: 1_700_000_000, nanoseconds: 0 };
    const BODY: &[u8] = b"{\"id\":\"evt_1\"}";
    // printf '1700000000.{"id":"evt_1"}' | openssl dgst -sha256 -hmac whsec_test
    const V1: &str = "c89214b5b5da833daed6f0b8c5bb6bd58cea9022bd80ccc78230f3942d632925";

    fn check(header: &str, body: &[u8], secrets: &[&str], later: i64) -> bool {
        let secrets: Vec<String> = secrets.iter().map(|secret| (*secret).to_owned()).collect();
        verify(header, body, &secrets, Timestamp { seconds: NOW.seconds + later, nanoseconds: 0 })
    }

    #[test]
    fn valid_signature_among_several_is_accepted() {
        let good = format!("t=1700000000,v1={V1}");
        assert!(check(&good, BODY, &["whsec_test"], 0));
        assert!(check(&good, BODY, &["whsec_new", "whsec_test"], 0));
        let rolled = format!("t=1700000000,v1={},v1={V1},v0=abc", "0".repeat(64));
        assert!(check(&rolled, BODY, &["whsec_test"], 300));
        assert!(check(&good, BODY, &["whsec_test"], -300));
    }

    #[test]
    fn absurd_times_are_outside_the_window() {
        for seconds in [i64::MAX, i64::MIN, 99_999_999_999, -99_999_999_999, 0] {
            let mut hmac = Hmac::<Sha256>::new_from_slice(b"whsec_test").unwrap();
            hmac.update(format!("{seconds}.").as_bytes());
            hmac.update(BODY);
            let signature = blake3::Hash::from_bytes(hmac.finalize().into_bytes().into());
            let digits = signature.to_hex();
            assert!(
                !check(&format!("t={seconds},v1={digits}"), BODY, &["whsec_test"], 0),
                "{seconds}"
            );
        }
    }

    #[test]
    fn invalid_signatures_are_refused() {
        let good = format!("t=1700000000,v1={V1}");
        assert!(!check(&good, BODY, &["whsec_other"], 0));
        assert!(!check(&good, BODY, &[], 0));
        assert!(!check(&good, b"{\"id\":\"evt_2\"}", &["whsec_test"], 0));
        assert!(!check(&good, BODY, &["whsec_test"], 301));
        assert!(!check(&good, BODY, &["whsec_test"], -301));
        for header in [
            String::new(),
            "t=1700000000".into(),
            format!("v1={V1}"),
            format!("t=x,v1={V1}"),
            format!("t=1700000001,v1={V1}"),
            format!("t=1700000000,v0={V1}"),
            format!("t=1700000000,v1={}", &V1[2..]),
            format!("t=1700000000,v1={}é", &V1[2..]),
        ] {
            assert!(!check(&header, BODY, &["whsec_test"], 0), "{header}");
        }
    }
}
