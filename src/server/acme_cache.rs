//! Cache of the ACME account and certificate, in files that only the server's user can read.

use std::fs;
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};

use async_trait::async_trait;
use rustls_acme::{AccountCache, CertCache};
use tokio::task::spawn_blocking;

use crate::platform::atomic_file;
use crate::platform::file_system;

/// Folder of the cache.
pub(super) struct DirCache(PathBuf);

impl DirCache {
    pub(super) fn open(folder: &Path) -> io::Result<Self> {
        file_system::create_private_folder(folder)?;
        Ok(Self(folder.to_owned()))
    }

    async fn get(&self, name: &str) -> io::Result<Option<Vec<u8>>> {
        let path = self.0.join(name);
        match spawn_blocking(move || fs::read(path)).await? {
            Err(error) if error.kind() == ErrorKind::NotFound => Ok(None),
            read => read.map(Some),
        }
    }

    async fn put(&self, name: String, bytes: &[u8]) -> io::Result<()> {
        let (path, bytes) = (self.0.join(name), bytes.to_vec());
        // Half a key would be refused for ever.
        spawn_blocking(move || atomic_file::write_private(&path, &bytes)).await?
    }
}

/// Name of a cache file, which depends on the names (or the contact) and the authority.
fn name(kind: &str, of: &[String], directory: &str) -> String {
    let mut hasher = blake3::Hasher::new();
    for word in of.iter().map(String::as_str).chain([directory]) {
        hasher.update(word.as_bytes()).update(&[0]);
    }
    format!("{kind}-{}", &hasher.finalize().to_hex()[..16])
}

#[async_trait]
impl CertCache for DirCache {
    type EC = io::Error;

    async fn load_cert(&self, names: &[String], directory: &str) -> io::Result<Option<Vec<u8>>> {
        self.get(&name("certificate", names, directory)).await
    }

    async fn store_cert(&self, names: &[String], directory: &str, pem: &[u8]) -> io::Result<()> {
        self.put(name("certificate", names, directory), pem).await
    }
}

#[async_trait]
impl AccountCache for DirCache {
    type EA = io::Error;

    async fn load_account(
        &self,
        contact: &[String],
        directory: &str,
    ) -> io::Result<Option<Vec<u8>>> {
        self.get(&name("account", contact, directory)).await
    }

    async fn store_account(
        &self,
        contact: &[String],
        directory: &str,
        key: &[u8],
    ) -> io::Result<()> {
        self.put(name("account", contact, directory), key).await
    }
}

#[cfg(test)]
mod tests {
    use std::os::unix::fs::PermissionsExt;

    use std::io::Write as _;

    use super::*;

    #[tokio::test]
    async fn cached_certificate_is_found_for_same_names_only() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("acme");
        let cache = DirCache::open(&path).unwrap();
        let names = |names: &[&str]| names.iter().map(ToString::to_string).collect::<Vec<_>>();
        let ours = names(&["ink.example.org"]);
        assert_eq!(cache.load_cert(&ours, "one").await.unwrap(), None);
        cache.store_cert(&ours, "one", b"first").await.unwrap();
        cache.store_cert(&ours, "one", b"second").await.unwrap();
        cache.store_account(&ours, "one", b"key").await.unwrap();

        let again = DirCache::open(&path).unwrap();
        assert_eq!(again.load_cert(&ours, "one").await.unwrap().unwrap(), b"second");
        assert_eq!(again.load_account(&ours, "one").await.unwrap().unwrap(), b"key");
        for (other, directory) in [
            (ours.clone(), "two"),
            (names(&["ink.example.or", "g"]), "one"),
            (names(&["ink.example.org", "b.org"]), "one"),
        ] {
            assert_eq!(again.load_cert(&other, directory).await.unwrap(), None, "{other:?}");
        }
        let files = fs::read_dir(&path).unwrap().map(|file| file.unwrap().metadata().unwrap());
        let modes: Vec<u32> = files.map(|file| file.permissions().mode() & 0o777).collect();
        assert_eq!(modes, [0o600, 0o600]);
    }

    #[tokio::test]
    async fn half_written_cache_entry_is_ignored() {
        let folder = tempfile::tempdir().unwrap();
        let cache = DirCache::open(folder.path()).unwrap();
        let half = folder.path().join(format!("{}.partial", name("account", &[], "one")));
        fs::File::create(half).unwrap().write_all(b"ke").unwrap();
        assert_eq!(cache.load_account(&[], "one").await.unwrap(), None);
        cache.store_account(&[], "one", b"key").await.unwrap();
        assert_eq!(cache.load_account(&[], "one").await.unwrap().unwrap(), b"key");
    }
}
