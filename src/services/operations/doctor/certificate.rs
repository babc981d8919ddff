//! Check of the TLS certificate files: whether they exist and are valid for a while. Renewal may have stopped, and browsers
//! refuse an expired certificate.

use std::fs;
use std::path::Path;

use x509_parser::pem::Pem;

use crate::config::{Tls, TlsMode};
use crate::domain::check_result::{CheckResult, HealthCheck};
use crate::domain::time::Timestamp;

/// Remaining validity in seconds below which a certificate should have been renewed.
const EXPIRY_WARNING: i64 = 7 * 24 * 60 * 60;
const RENEW: &str =
    "renew it, and automate the renewal; the new certificate is used without a restart";

/// Checks the certificate files. Returns nothing if none are used, or if all are well.
pub(super) fn check(tls: &Tls, now: Timestamp) -> Vec<CheckResult> {
    let mut found: Vec<CheckResult> = authority(&tls.authority_file).into_iter().collect();
    if tls.mode == TlsMode::Files {
        found.extend(certificate(&tls.certificate_file, now));
        found.extend(key(&tls.key_file));
    }
    found
}

fn authority(path: &Path) -> Option<CheckResult> {
    if path == Path::new("") {
        return None;
    }
    match fs::read(path) {
        Err(error) => Some(unreadable(path, "authority_file", &error)),
        Ok(text) if good_until(&text).is_none() => Some(no_certificate(path, "authority_file")),
        Ok(_) => None,
    }
}

fn certificate(path: &Path, now: Timestamp) -> Option<CheckResult> {
    let text = match fs::read(path) {
        Ok(text) => text,
        Err(error) => return Some(unreadable(path, "certificate_file", &error)),
    };
    let place = path.display();
    let Some(until) = good_until(&text) else {
        return Some(no_certificate(path, "certificate_file"));
    };
    let left = until - now.seconds;
    let end = Timestamp { seconds: until, nanoseconds: 0 }.date();
    if left < 0 {
        let words = format!("The certificate in {place} expired on {end}: browsers refuse it.");
        Some(CheckResult::fail(HealthCheck::PublicUrl, words, RENEW))
    } else if left < EXPIRY_WARNING {
        let words = format!("The certificate in {place} expires on {end}.");
        Some(CheckResult::fail(HealthCheck::PublicUrl, words, RENEW))
    } else {
        None
    }
}

fn key(path: &Path) -> Option<CheckResult> {
    fs::File::open(path).err().map(|error| unreadable(path, "key_file", &error))
}

fn no_certificate(path: &Path, setting: &str) -> CheckResult {
    let words = format!("There is no certificate in {}.", path.display());
    let hint =
        format!("`{setting}` in [tls] is a PEM file with a line -----BEGIN CERTIFICATE-----");
    CheckResult::fail(HealthCheck::PublicUrl, words, hint)
}

fn unreadable(path: &Path, setting: &str, error: &std::io::Error) -> CheckResult {
    let words = format!("{} cannot be read: {error}.", path.display());
    let hint = format!("check `{setting}` in [tls], and that the server's user may read the file");
    CheckResult::fail(HealthCheck::PublicUrl, words, hint)
}

/// Expiry of the first certificate, which is the server's own, in seconds since 1970.
fn good_until(text: &[u8]) -> Option<i64> {
    let first =
        Pem::iter_from_buffer(text).map_while(Result::ok).find(|pem| pem.label == "CERTIFICATE")?;
    Some(first.parse_x509().ok()?.validity().not_after.timestamp())
}

#[cfg(test)]
mod tests {
    use std::fs::File;
    use std::io::Write;
    use std::path::PathBuf;

    use rcgen::{CertificateParams, KeyPair, date_time_ymd};

    use super::*;

    /// The first second of 2027.
    const END: i64 = 1_798_761_600;
    const DAY: i64 = 24 * 60 * 60;

    fn put(folder: &Path, name: &str, text: &str) -> PathBuf {
        let path = folder.join(name);
        File::create(&path).unwrap().write_all(text.as_bytes()).unwrap();
        path
    }

    fn findings(tls: &Tls, seconds: i64) -> String {
        let found = check(tls, Timestamp { seconds, nanoseconds: 0 });
        found.into_iter().map(|finding| finding.words).collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn expired_or_missing_certificate_is_reported() {
        let folder = tempfile::tempdir().unwrap();
        let key = KeyPair::generate().unwrap();
        let mut params = CertificateParams::new(["ink.example.org".to_owned()]).unwrap();
        params.not_before = date_time_ymd(2025, 1, 1);
        params.not_after = date_time_ymd(2027, 1, 1);
        let certificate_file =
            put(folder.path(), "c.pem", &params.self_signed(&key).unwrap().pem());
        let key_file = put(folder.path(), "k.pem", &key.serialize_pem());
        let tls = Tls { mode: TlsMode::Files, certificate_file, key_file, ..Tls::default() };
        assert_eq!(findings(&tls, END - 30 * DAY), "");
        assert!(findings(&tls, END - 3 * DAY).contains("expires on 1 January 2027."));
        assert!(findings(&tls, END + DAY).contains("expired on 1 January 2027: browsers refuse"));

        let nowhere = folder.path().join("nowhere.pem");
        let lost = Tls { key_file: nowhere.clone(), certificate_file: nowhere, ..tls.clone() };
        let words = findings(&lost, END - 30 * DAY);
        assert_eq!(words.matches("nowhere.pem cannot be read: No such file").count(), 2, "{words}");
        let mixed = Tls { certificate_file: tls.key_file.clone(), ..tls.clone() };
        assert!(findings(&mixed, END - 30 * DAY).contains("There is no certificate in "));
        let off = Tls { mode: TlsMode::None, ..lost };
        assert_eq!(findings(&off, END), "");
    }
}
