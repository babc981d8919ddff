//! Tests of certificate validation and renewal.

use std::fs::File;
use std::io::Write;

use rcgen::{CertificateParams, KeyPair, date_time_ymd};

use super::*;
use crate::platform::clock::FixedClock;

/// A certificate that is good in these years, and its key.
fn made(from: i32, until: i32) -> (String, String) {
    let key = KeyPair::generate().unwrap();
    let mut params = CertificateParams::new(["ink.example.org".to_owned()]).unwrap();
    params.not_before = date_time_ymd(from, 1, 1);
    params.not_after = date_time_ymd(until, 1, 1);
    (params.self_signed(&key).unwrap().pem(), key.serialize_pem())
}

struct Files {
    folder: tempfile::TempDir,
    clock: Arc<dyn Clock>,
}

impl Files {
    fn new() -> Self {
        // The first second of 2026.
        let clock = Arc::new(FixedClock::at(1_767_225_600));
        Self { folder: tempfile::tempdir().unwrap(), clock }
    }

    fn put(&self, name: &str, text: &str) -> PathBuf {
        let path = self.folder.path().join(name);
        File::create(&path).unwrap().write_all(text.as_bytes()).unwrap();
        path
    }

    fn read(&self, certificate: &str, key: &str) -> Result<CertificateFiles, String> {
        let (certificate, key) = (self.put("c.pem", certificate), self.put("k.pem", key));
        let files = CertificateFiles::read(&certificate, &key, Arc::clone(&self.clock));
        files.map_err(|error| error.to_string())
    }
}

#[test]
fn unusable_certificate_is_reported_with_hint() {
    let files = Files::new();
    let (good, key) = made(2025, 2027);
    let (_, other_key) = made(2025, 2027);
    assert!(files.read(&good, &key).is_ok());
    let (old, old_key) = made(2020, 2025);
    let (new, new_key) = made(2030, 2031);
    for (certificate, key, words) in [
        (&*good, &*other_key, "does not belong to the certificate"),
        (&old, &old_key, "expired on 2025-01-01\nhint: renew it"),
        (&new, &new_key, "not valid before 2030-01-01\nhint: is this machine's clock right?"),
        ("", &key, "there is no certificate in "),
        (&key, &key, "there is no certificate in "),
        (&good, &good, "there is no key in "),
    ] {
        let told = files.read(certificate, key).unwrap_err();
        assert!(told.contains(words) && told.contains("hint: "), "{words}: {told}");
    }
    let nowhere = files.folder.path().join("nowhere.pem");
    let told = CertificateFiles::read(&nowhere, &nowhere, Arc::clone(&files.clock)).unwrap_err();
    assert!(told.to_string().contains("nowhere.pem cannot be read: No such file"), "{told}");
}

#[test]
fn certificate_edited_on_windows_is_accepted() {
    let files = Files::new();
    let (good, key) = made(2025, 2027);
    let edited = |pem: &str| format!("\u{feff}{}", pem.replace('\n', "\r\n"));
    assert_eq!(files.read(&edited(&good), &edited(&key)).map(drop), Ok(()));
}

#[test]
fn renewed_certificate_is_loaded_broken_one_is_not() {
    let files = Files::new();
    let (first, first_key) = made(2025, 2027);
    let pair = files.read(&first, &first_key).unwrap();
    let used = || pair.current.read().1.certified.cert[0].clone();
    let before = used();
    pair.reload_if_changed();
    assert_eq!(used(), before);

    // Half of a renewal: the key is still the old one.
    let (second, second_key) = made(2025, 2028);
    files.put("c.pem", &format!("{second}\n"));
    pair.reload_if_changed();
    assert_eq!(used(), before);
    files.put("k.pem", &format!("{second_key}\n"));
    pair.reload_if_changed();
    assert_ne!(used(), before);
}

#[test]
fn expiring_certificate_is_warned_of_once_a_day() {
    let (old, key) = made(2025, 2027);
    let mut files = Files::new();
    // Three days before the end of 2026.
    let clock = Arc::new(FixedClock::at(1_798_761_600 - 3 * 86_400));
    files.clock = Arc::<FixedClock>::clone(&clock);
    let pair = files.read(&old, &key).unwrap();
    assert_eq!(pair.take_expiry_warning(), None, "it was told when it was read");
    clock.advance(86_400);
    assert_eq!(pair.take_expiry_warning(), Some(1_798_761_600));
    assert_eq!(pair.take_expiry_warning(), None);
    clock.advance(86_400 * 3);
    pair.reload_if_changed();
    assert_eq!(
        pair.take_expiry_warning(),
        None,
        "one that has ended is told of as well, by looking"
    );
    let (new, new_key) = made(2025, 2028);
    files.put("c.pem", &format!("{new}\n"));
    files.put("k.pem", &format!("{new_key}\n"));
    pair.reload_if_changed();
    clock.advance(86_400);
    assert_eq!(pair.take_expiry_warning(), None);
}
