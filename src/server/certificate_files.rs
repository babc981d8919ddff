//! Certificate and key in two files, which another program renews.

mod files;

use std::fmt;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, SystemTime};

use parking_lot::{Mutex, RwLock};
use tokio::task::spawn_blocking;
use tokio_rustls::rustls::server::{ClientHello, ResolvesServerCert};
use tokio_rustls::rustls::sign::CertifiedKey;

use crate::domain::time::Timestamp;
use crate::platform::clock::Clock;

use self::files::{LoadedCertificate, day, read};

pub(super) use self::files::{Error, read_pem};

/// Interval between checks of the files.
const CHECK_INTERVAL: Duration = Duration::from_secs(5);
/// Remaining validity in seconds below which a warning is logged once a day.
const EXPIRY_WARNING: i64 = 7 * 24 * 60 * 60;
const DAY: Duration = Duration::from_hours(24);

/// The two files, and the last valid certificate that was read from them.
pub(super) struct CertificateFiles {
    certificate: PathBuf,
    key: PathBuf,
    clock: Arc<dyn Clock>,
    current: RwLock<(FileStamps, Arc<LoadedCertificate>)>,
    warned: Mutex<Option<Timestamp>>,
}

/// Modification times and sizes of both files, by which a change is noticed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct FileStamps([Option<(SystemTime, u64)>; 2]);

impl CertificateFiles {
    pub(super) fn read(
        certificate: &Path,
        key: &Path,
        clock: Arc<dyn Clock>,
    ) -> Result<Self, Error> {
        let seen = FileStamps::at(certificate, key);
        let certified = Arc::new(read(certificate, key, clock.now().into())?);
        let (certificate, key) = (certificate.to_owned(), key.to_owned());
        let (current, warned) = (RwLock::new((seen, certified)), Mutex::new(None));
        let files = Self { certificate, key, clock, current, warned };
        files.warn();
        Ok(files)
    }

    fn warn(&self) {
        if let Some(until) = self.take_expiry_warning() {
            let (path, expires) = (self.certificate.display(), day(until));
            tracing::warn!(%path, expires, "certificate expires soon, renew it");
        }
    }

    /// Expiry of the certificate, if a warning about it is due now.
    fn take_expiry_warning(&self) -> Option<i64> {
        let (now, until) = (Timestamp::from(self.clock.now()), self.current.read().1.until);
        let mut warned = self.warned.lock();
        if until - now.seconds >= EXPIRY_WARNING || warned.is_some_and(|at| now.since(at) < DAY) {
            return None;
        }
        *warned = Some(now);
        Some(until)
    }

    /// Reloads changed files if they are valid; otherwise the old certificate stays.
    fn reload_if_changed(&self) {
        let seen = FileStamps::at(&self.certificate, &self.key);
        if self.current.read().0 == seen {
            self.warn();
            return;
        }
        match read(&self.certificate, &self.key, self.clock.now().into()) {
            Ok(certified) => {
                *self.current.write() = (seen, Arc::new(certified));
                *self.warned.lock() = None;
                tracing::info!("certificate reloaded");
            }
            Err(error) => {
                // Logged once for each change: a renewal may be half done.
                self.current.write().0 = seen;
                tracing::warn!(%error, "changed certificate is invalid, keeping the previous one");
            }
        }
    }

    /// Checks the files periodically, for ever.
    pub(super) async fn run(self: Arc<Self>) {
        loop {
            tokio::time::sleep(CHECK_INTERVAL).await;
            let files = Arc::clone(&self);
            let _ = spawn_blocking(move || files.reload_if_changed()).await;
        }
    }
}

impl ResolvesServerCert for CertificateFiles {
    fn resolve(&self, _hello: ClientHello<'_>) -> Option<Arc<CertifiedKey>> {
        Some(Arc::clone(&self.current.read().1.certified))
    }
}

impl fmt::Debug for CertificateFiles {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("CertificateFiles")
            .field("certificate", &self.certificate)
            .finish_non_exhaustive()
    }
}

impl FileStamps {
    fn at(certificate: &Path, key: &Path) -> Self {
        Self([certificate, key].map(|path| {
            let file = fs::metadata(path).ok()?;
            Some((file.modified().ok()?, file.len()))
        }))
    }
}

#[cfg(test)]
mod tests;
