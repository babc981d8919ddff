//! ACME certificates: ordered, validated, stored, reused, renewed.

mod refused;

use std::fs::DirEntry;
use std::os::unix::fs::PermissionsExt;
use std::path::PathBuf;

use tempfile::TempDir;
use tokio::io::AsyncWriteExt;
use x509_parser::parse_x509_certificate;

use super::{greet, inkfold, rest};
use crate::support::acme::{AcmeBehaviour, Authority};
use crate::support::{self, Log, Running, eventually};

const NAME: &str = "ink.example.org";

/// Community on the internet, and its ACME authority.
struct Club {
    folder: TempDir,
    authority: Authority,
}

impl Club {
    async fn new() -> Self {
        let club =
            Self { folder: tempfile::tempdir().unwrap(), authority: Authority::open().await };
        club.authority.write(&club.path("authority.pem"));
        club
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    fn settings(&self, directory: &str) -> String {
        format!(
            "community = \"Ink club\"\npublic_url = \"https://{NAME}\"\n[tls]\nmode = \"acme\"\n[tls.acme]\n\
             contact = \"ada@example.org\"\ndirectory = \"{directory}\"\nauthority_file = \"{}\"\n",
            self.path("authority.pem").display()
        )
    }

    fn start(&self) -> (Running, Log) {
        self.start_with(&self.authority.directory)
    }

    /// Starts a server that uses the authority at this directory; returns it with its log.
    fn start_with(&self, directory: &str) -> (Running, Log) {
        let mut command = inkfold(self.folder.path(), &self.settings(directory));
        command.env_clear();
        let log = Log::of(&mut command);
        let running = Running::start_aloud("127.0.0.1:0", command);
        self.authority.resolve_names_to(&running.url);
        (running, log)
    }

    /// Returns the TLS error of a client that requests this name and protocol, and trusts the authority.
    async fn refused(&self, running: &Running, name: &'static str, protocol: &str) -> String {
        let trusted = self.authority.certificate();
        let greeted = greet(&running.url, name, &trusted, protocol).await;
        greeted.map(drop).unwrap_err().to_string()
    }

    /// Home page of the site, as such a client gets it.
    async fn page(&self, running: &Running) -> String {
        let trusted = self.authority.certificate();
        let mut stream = greet(&running.url, NAME, &trusted, "http/1.1").await.unwrap();
        let asked = format!("GET / HTTP/1.1\r\nHost: {NAME}\r\nConnection: close\r\n\r\n");
        stream.write_all(asked.as_bytes()).await.unwrap();
        let page = rest(&mut stream).await;
        assert!(page.starts_with("HTTP/1.1 200"), "{page}");
        page
    }

    /// Returns the stored files with keys, and their permissions.
    fn kept(&self) -> Vec<(PathBuf, u32)> {
        let files = std::fs::read_dir(self.path("data/acme")).unwrap().map(Result::unwrap);
        // A file that is being written is renamed a moment later, so it may be missing by now.
        let mode = |file: &DirEntry| Some(file.metadata().ok()?.permissions().mode() & 0o777);
        let mut files: Vec<_> =
            files.filter_map(|file| Some((file.path(), mode(&file)?))).collect();
        files.sort();
        files
    }

    /// Returns `kept` once account and certificate are both stored, which is a moment after their first use.
    async fn wait_until_both_stored(&self) -> Vec<(PathBuf, u32)> {
        let are_whole = |kept: &Vec<(PathBuf, u32)>| {
            kept.len() == 2 && kept.iter().all(|(path, _)| path.extension().is_none())
        };
        eventually("not both are stored", async || Some(self.kept()).filter(are_whole)).await
    }
}

#[tokio::test]
async fn certificate_is_issued_stored_privately_and_served() {
    let club = Club::new().await;
    let (mut running, mut log) = club.start();
    club.authority.wait_for_certificates(1).await;
    log.wait_for("new certificate obtained").await;
    assert!(club.page(&running).await.contains("Ink club</title>"));
    let seen = club.authority.observed();
    assert_eq!((seen.accounts, seen.orders, seen.certificates), (1, 1, 1));
    assert_eq!(seen.refused, Vec::<String>::new());

    // Another name gets no certificate; an IP address comes without a name, and gets the one of the site.
    let text = club.refused(&running, "eve.example.com", "http/1.1").await;
    assert!(text.contains("fatal alert"), "{text}");
    let text = club.refused(&running, "127.0.0.1", "http/1.1").await;
    assert!(text.contains("invalid peer certificate"), "{text}");
    // The validation certificate is served only while the authority validates the name.
    let text = club.refused(&running, NAME, "acme-tls/1").await;
    assert!(text.contains("fatal alert"), "{text}");

    let kept = club.wait_until_both_stored().await;
    assert!(kept.iter().all(|(_, mode)| *mode == 0o600), "{kept:?}");
    let place = running.url.strip_prefix("https://").unwrap().to_owned();
    let settings = club.path("inkfold.toml");
    let args = ["--config", settings.to_str().unwrap(), "health", "--listen", &place];
    let healthy = support::inkfold(&club.path("data"), &args);
    assert_eq!(healthy.stdout, format!("The server at {place} is ready.\n").into_bytes());
    running.stop();
}

#[tokio::test]
async fn restart_reuses_certificate_and_acme_account() {
    let club = Club::new().await;
    let (mut running, mut log) = club.start();
    log.wait_for("new certificate obtained").await;
    let kept = club.wait_until_both_stored().await;
    running.stop();
    let before = club.authority.observed();

    let (mut running, mut log) = club.start();
    log.wait_for("using the cached certificate").await;
    club.page(&running).await;
    assert_eq!(club.authority.observed().requests, before.requests);
    assert_eq!(club.kept(), kept);
    running.stop();

    let is_certificate = |path: &&PathBuf| path.to_string_lossy().contains("certificate");
    let lost = kept.iter().map(|(path, _)| path).find(is_certificate).unwrap();
    std::fs::remove_file(lost).unwrap();
    let (mut running, mut log) = club.start();
    log.wait_for("new certificate obtained").await;
    club.page(&running).await;
    let seen = club.authority.observed();
    assert_eq!((seen.accounts, seen.orders), (1, 2));
    assert_eq!(seen.refused, Vec::<String>::new());
    running.stop();
}

#[tokio::test]
async fn expiring_certificate_is_renewed_without_restart() {
    let club = Club::new().await;
    club.authority.behave(AcmeBehaviour::GivesOld);
    let (mut running, _log) = club.start();
    club.authority.wait_for_certificates(1).await;
    let given = club.authority.observed().certificates;
    club.authority.behave(AcmeBehaviour::Gives);
    club.authority.wait_for_certificates(given + 1).await;
    let trusted = club.authority.certificate();
    eventually("the new certificate is never used", async || {
        let stream = greet(&running.url, NAME, &trusted, "http/1.1").await.ok()?;
        let shown = &stream.get_ref().1.peer_certificates().unwrap()[0];
        let (_, shown) = parse_x509_certificate(shown).unwrap();
        (shown.validity().not_after.to_datetime().year() > 2030).then_some(())
    })
    .await;
    assert_eq!(club.authority.observed().accounts, 1);
    running.stop();
}
