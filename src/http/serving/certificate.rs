//! A certificate and its key in two files, which somebody else renews.

use std::fmt;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, SystemTime};

use parking_lot::{Mutex, RwLock};
use tokio::task::spawn_blocking;
use tokio_rustls::rustls;
use tokio_rustls::rustls::pki_types::pem::{self, PemObject};
use tokio_rustls::rustls::pki_types::{CertificateDer, PrivateKeyDer};
use tokio_rustls::rustls::server::{ClientHello, ResolvesServerCert};
use tokio_rustls::rustls::sign::CertifiedKey;
use x509_parser::parse_x509_certificate;

use crate::clock::Clock;
use crate::domain::time::Time;

use super::tls::provider;

/// How often the files are looked at.
const LOOK: Duration = Duration::from_secs(5);
/// A certificate that ends sooner is warned of, once a day.
const SOON: i64 = 7 * 24 * 60 * 60;
const DAY: Duration = Duration::from_hours(24);

/// Why there is no certificate that browsers take.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    #[error("{path} cannot be read: {error}\nhint: may the server's user read it?")]
    File { path: PathBuf, error: io::Error },
    #[error(
        "there is no {what} in {path}\nhint: it is a PEM file with a line -----BEGIN {begin}-----"
    )]
    Nothing { what: &'static str, begin: &'static str, path: PathBuf },
    #[error(
        "the key in {key} does not belong to the certificate in {certificate}\nhint: take both files of the same renewal"
    )]
    OtherKey { certificate: PathBuf, key: PathBuf },
    #[error("the certificate in {path} was good until {until}\nhint: renew it")]
    Expired { path: PathBuf, until: String },
    #[error(
        "the certificate in {path} is good only from {from} on\nhint: is this machine's clock right?"
    )]
    TooEarly { path: PathBuf, from: String },
    #[error("the certificate in {path} cannot be used: {words}\nhint: make it anew, with its key")]
    Broken { path: PathBuf, words: String },
    #[error("https cannot be spoken: {0}")]
    Tls(#[from] rustls::Error),
}

/// The two files, and what was last good in them.
pub(super) struct Pair {
    certificate: PathBuf,
    key: PathBuf,
    clock: Arc<dyn Clock>,
    now: RwLock<(Seen, Arc<Used>)>,
    warned: Mutex<Option<Time>>,
}

/// What browsers are shown, and until when they take it.
struct Used {
    certified: Arc<CertifiedKey>,
    until: i64,
}

/// By which a changed file is known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Seen([Option<(SystemTime, u64)>; 2]);

impl Pair {
    pub(super) fn read(
        certificate: &Path,
        key: &Path,
        clock: Arc<dyn Clock>,
    ) -> Result<Self, Error> {
        let seen = Seen::at(certificate, key);
        let certified = Arc::new(read(certificate, key, clock.now())?);
        let (certificate, key) = (certificate.to_owned(), key.to_owned());
        let (now, warned) = (RwLock::new((seen, certified)), Mutex::new(None));
        let pair = Self { certificate, key, clock, now, warned };
        pair.warn();
        Ok(pair)
    }

    fn warn(&self) {
        if let Some(until) = self.ends() {
            let path = self.certificate.display();
            tracing::warn!(%path, "the certificate is good until {}: renew it", day(until));
        }
    }

    /// When the certificate ends, if that is to be told now.
    fn ends(&self) -> Option<i64> {
        let (now, until) = (self.clock.now(), self.now.read().1.until);
        let mut warned = self.warned.lock();
        if until - now.seconds >= SOON || warned.is_some_and(|at| now.since(at) < DAY) {
            return None;
        }
        *warned = Some(now);
        Some(until)
    }

    /// Takes what has changed, if it is good; else what there is stays.
    fn look(&self) {
        let seen = Seen::at(&self.certificate, &self.key);
        if self.now.read().0 == seen {
            self.warn();
            return;
        }
        match read(&self.certificate, &self.key, self.clock.now()) {
            Ok(certified) => {
                *self.now.write() = (seen, Arc::new(certified));
                *self.warned.lock() = None;
                tracing::info!("the certificate has changed; the new one is used from now on");
            }
            Err(error) => {
                // Said once for each change: a renewal may be half done.
                self.now.write().0 = seen;
                tracing::warn!(%error, "the certificate has changed, and cannot be used; the old one stays");
            }
        }
    }

    /// Looks now and then, for ever.
    pub(super) async fn keep(self: Arc<Self>) {
        loop {
            tokio::time::sleep(LOOK).await;
            let pair = Arc::clone(&self);
            let _ = spawn_blocking(move || pair.look()).await;
        }
    }
}

impl ResolvesServerCert for Pair {
    fn resolve(&self, _hello: ClientHello<'_>) -> Option<Arc<CertifiedKey>> {
        Some(Arc::clone(&self.now.read().1.certified))
    }
}

impl fmt::Debug for Pair {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Pair").field("certificate", &self.certificate).finish_non_exhaustive()
    }
}

impl Seen {
    fn at(certificate: &Path, key: &Path) -> Self {
        Self([certificate, key].map(|path| {
            let file = fs::metadata(path).ok()?;
            Some((file.modified().ok()?, file.len()))
        }))
    }
}

fn read(certificate: &Path, key: &Path, now: Time) -> Result<Used, Error> {
    let chain: Vec<_> = CertificateDer::pem_slice_iter(&bytes(certificate)?)
        .collect::<Result<_, pem::Error>>()
        .unwrap_or_default();
    let Some(first) = chain.first() else {
        let (what, begin) = ("certificate", "CERTIFICATE");
        return Err(Error::Nothing { what, begin, path: certificate.to_owned() });
    };
    let until = check_time(certificate, first, now)?;
    let secret = PrivateKeyDer::from_pem_slice(&bytes(key)?).map_err(|_| {
        let (what, begin) = ("key", "PRIVATE KEY");
        Error::Nothing { what, begin, path: key.to_owned() }
    })?;
    let certified =
        CertifiedKey::from_der(chain, secret, &provider()).map_err(|error| match error {
            rustls::Error::InconsistentKeys(_) => {
                Error::OtherKey { certificate: certificate.to_owned(), key: key.to_owned() }
            }
            other => Error::Broken { path: certificate.to_owned(), words: other.to_string() },
        })?;
    Ok(Used { certified: Arc::new(certified), until })
}

fn bytes(path: &Path) -> Result<Vec<u8>, Error> {
    fs::read(path).map_err(|error| Error::File { path: path.to_owned(), error })
}

/// Browsers look at both ends of a certificate's life, by their own clocks. Answers the later one.
fn check_time(path: &Path, certificate: &CertificateDer, now: Time) -> Result<i64, Error> {
    let path = path.to_owned();
    let Ok((_, parsed)) = parse_x509_certificate(certificate) else {
        return Err(Error::Broken { path, words: "it is no X.509 certificate".to_owned() });
    };
    let validity = parsed.validity();
    let (from, until) = (validity.not_before.timestamp(), validity.not_after.timestamp());
    if now.seconds > until {
        return Err(Error::Expired { path, until: day(until) });
    }
    if now.seconds < from {
        return Err(Error::TooEarly { path, from: day(from) });
    }
    Ok(until)
}

fn day(seconds: i64) -> String {
    let time = jiff::Timestamp::from_second(seconds).unwrap_or_default();
    time.strftime("%Y-%m-%d").to_string()
}

#[cfg(test)]
mod tests {
    use std::fs::File;
    use std::io::Write;

    use rcgen::{CertificateParams, KeyPair, date_time_ymd};

    use super::*;
    use crate::clock::FixedClock;

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

        fn read(&self, certificate: &str, key: &str) -> Result<Pair, String> {
            let (certificate, key) = (self.put("c.pem", certificate), self.put("k.pem", key));
            let pair = Pair::read(&certificate, &key, Arc::clone(&self.clock));
            pair.map_err(|error| error.to_string())
        }
    }

    #[test]
    fn what_browsers_would_not_take_is_told_with_a_hint() {
        let files = Files::new();
        let (good, key) = made(2025, 2027);
        let (_, other_key) = made(2025, 2027);
        assert!(files.read(&good, &key).is_ok());
        let (old, old_key) = made(2020, 2025);
        let (new, new_key) = made(2030, 2031);
        for (certificate, key, words) in [
            (&*good, &*other_key, "does not belong to the certificate"),
            (&old, &old_key, "was good until 2025-01-01\nhint: renew it"),
            (&new, &new_key, "only from 2030-01-01 on\nhint: is this machine's clock right?"),
            ("", &key, "there is no certificate in "),
            (&key, &key, "there is no certificate in "),
            (&good, &good, "there is no key in "),
        ] {
            let told = files.read(certificate, key).unwrap_err();
            assert!(told.contains(words) && told.contains("hint: "), "{words}: {told}");
        }
        let nowhere = files.folder.path().join("nowhere.pem");
        let told = Pair::read(&nowhere, &nowhere, Arc::clone(&files.clock)).unwrap_err();
        assert!(told.to_string().contains("nowhere.pem cannot be read: No such file"), "{told}");
    }

    #[test]
    fn a_renewed_certificate_is_taken_and_a_broken_one_is_not() {
        let files = Files::new();
        let (first, first_key) = made(2025, 2027);
        let pair = files.read(&first, &first_key).unwrap();
        let used = || pair.now.read().1.certified.cert[0].clone();
        let before = used();
        pair.look();
        assert_eq!(used(), before);

        // Half of a renewal: the key is still the old one.
        let (second, second_key) = made(2025, 2028);
        files.put("c.pem", &format!("{second}\n"));
        pair.look();
        assert_eq!(used(), before);
        files.put("k.pem", &format!("{second_key}\n"));
        pair.look();
        assert_ne!(used(), before);
    }

    #[test]
    fn a_certificate_that_ends_is_warned_of_once_a_day_until_it_is_renewed() {
        let (old, key) = made(2025, 2027);
        let mut files = Files::new();
        // Three days before the end of 2026.
        let clock = Arc::new(FixedClock::at(1_798_761_600 - 3 * 86_400));
        files.clock = Arc::<FixedClock>::clone(&clock);
        let pair = files.read(&old, &key).unwrap();
        assert_eq!(pair.ends(), None, "it was told when it was read");
        clock.advance(86_400);
        assert_eq!(pair.ends(), Some(1_798_761_600));
        assert_eq!(pair.ends(), None);
        clock.advance(86_400 * 3);
        pair.look();
        assert_eq!(pair.ends(), None, "one that has ended is told of as well, by looking");
        let (new, new_key) = made(2025, 2028);
        files.put("c.pem", &format!("{new}\n"));
        files.put("k.pem", &format!("{new_key}\n"));
        pair.look();
        clock.advance(86_400);
        assert_eq!(pair.ends(), None);
    }
}
