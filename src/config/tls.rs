//! Settings of https without a proxy.

use std::net::SocketAddr;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

/// HTTPS by this server itself, without a proxy in front.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Tls {
    /// `none` serves plain http, for a proxy or a home network; `files` uses a certificate of yours; `acme` gets certificates from Let's Encrypt and renews them.
    pub mode: TlsMode,
    /// With `files`: PEM file with the certificate and its intermediate certificates. A new one is loaded without a restart.
    pub certificate_file: PathBuf,
    /// With `files`: PEM file with the private key of the certificate, which only the server's user should be able to read.
    pub key_file: PathBuf,
    /// PEM file with the certificate of your own certificate authority, if it has signed the certificate of the server or of a proxy; `inkfold doctor` trusts it in addition to the public ones and those of the system.
    pub authority_file: PathBuf,
    /// Address on which plain http is redirected to https, such as `0.0.0.0:80`. Off while it is empty.
    pub redirect_listen: String,
    pub acme: Acme,
}

/// Certificates by ACME; the authority must reach `listen` at port 443 of the name.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Acme {
    /// Mail address at which the authority may contact you.
    pub contact: String,
    /// Names in the certificate; while it is empty, the name in `public_url`.
    pub domains: Vec<String>,
    /// Certificate authority: empty for Let's Encrypt, `staging` for its test environment, or the https URL of another ACME directory.
    pub directory: String,
    /// PEM file with the certificate of your own certificate authority that secures `directory`; while it is empty, the public ones are trusted.
    pub authority_file: PathBuf,
}

/// Source of the certificate.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum TlsMode {
    #[default]
    None,
    Files,
    Acme,
}

impl Tls {
    pub fn is_on(&self) -> bool {
        self.mode != TlsMode::None
    }

    /// Address whose plain http is redirected to https; `None` if it is off.
    pub fn redirect(&self) -> Option<SocketAddr> {
        self.redirect_listen.parse().ok()
    }

    /// Certificates of the operator's own authorities that may have signed the server's certificate.
    pub fn authority_files(&self) -> Vec<&Path> {
        let files = [&self.authority_file, &self.acme.authority_file];
        files.into_iter().map(PathBuf::as_path).filter(|path| *path != Path::new("")).collect()
    }

    /// Fault that makes https impossible; `None` if there is none.
    pub(super) fn validate(&self, public_url: &str) -> Option<&'static str> {
        let is_set = |path: &Path| path != Path::new("");
        if !self.redirect_listen.is_empty() && self.redirect().is_none() {
            Some("`redirect_listen` in [tls] is an address such as 0.0.0.0:80")
        } else if !self.is_on() {
            (!self.redirect_listen.is_empty())
                .then_some("`redirect_listen` leads to https: set `mode` in [tls], or remove it")
        } else if !public_url.starts_with("https://") {
            Some("with [tls] members come by https: let `public_url` begin with https://")
        } else if self.mode == TlsMode::Files {
            (!is_set(&self.certificate_file) || !is_set(&self.key_file)).then_some(
                "`mode = \"files\"` needs both files: set `certificate_file` and `key_file` in [tls]",
            )
        } else {
            self.acme_missing(public_url)
        }
    }

    /// Configured files that do not exist, a sentence each. Files that this user cannot check count as existing.
    pub fn lost_files(&self) -> Vec<String> {
        if self.mode != TlsMode::Files {
            return Vec::new();
        }
        let files = [("certificate_file", &self.certificate_file), ("key_file", &self.key_file)];
        let lost = files.into_iter().filter(|(_, path)| matches!(path.try_exists(), Ok(false)));
        lost.map(|(name, path)| format!("`{name}` in [tls] is not there: {}", path.display()))
            .collect()
    }

    fn acme_missing(&self, public_url: &str) -> Option<&'static str> {
        let Acme { contact, domains, directory, authority_file } = &self.acme;
        let is_known = ["", "staging"].contains(&directory.as_str());
        let is_address = url::Url::parse(directory).is_ok_and(|url| url.scheme() == "https");
        let has = |name: &String| domains.iter().any(|domain| domain.eq_ignore_ascii_case(name));
        if !contact.contains('@') {
            Some(
                "`mode = \"acme\"` needs a mail address for the authority: set `contact` in [tls.acme]",
            )
        } else if !is_known && !is_address {
            Some(
                "`directory` in [tls.acme] is empty, `staging`, or an address that begins with https://",
            )
        } else if is_known && authority_file != Path::new("") {
            Some(
                "`authority_file` in [tls.acme] is for an authority of your own: set `directory` to its https address",
            )
        } else if domains.iter().any(|domain| domain.contains('*')) {
            Some(
                "`domains` in [tls.acme] cannot have wildcards: there are no certificates for them by TLS-ALPN-01",
            )
        } else if !domains.is_empty() && name(public_url).is_some_and(|name| !has(&name)) {
            Some(
                "`domains` in [tls.acme] leaves out the name in `public_url`, by which members come",
            )
        } else if self.names(public_url).is_empty() {
            Some(
                "certificates are fetched for names: set `domains` in [tls.acme], or a name in `public_url`",
            )
        } else {
            None
        }
    }

    /// Names in a certificate by ACME; empty if the public URL has an IP address.
    pub fn names(&self, public_url: &str) -> Vec<String> {
        if !self.acme.domains.is_empty() {
            return self.acme.domains.clone();
        }
        name(public_url).into_iter().collect()
    }
}

/// Host name of the public URL; `None` for an IP address.
fn name(public_url: &str) -> Option<String> {
    url::Url::parse(public_url).ok()?.domain().map(str::to_owned)
}

#[cfg(test)]
mod tests {
    use super::*;

    const PUBLIC: &str = "https://ink.example.org";

    fn acme() -> Tls {
        let acme = Acme { contact: "ada@example.org".into(), ..Acme::default() };
        Tls { mode: TlsMode::Acme, acme, ..Tls::default() }
    }

    #[test]
    fn half_set_tls_is_reported() {
        assert_eq!(Tls::default().validate("http://127.0.0.1"), None);
        let files =
            Tls { mode: TlsMode::Files, certificate_file: "c.pem".into(), ..Tls::default() };
        let whole = Tls { key_file: "k.pem".into(), ..files.clone() };
        assert_eq!((whole.validate(PUBLIC), acme().validate(PUBLIC)), (None, None));
        let mut more = acme();
        more.acme.domains = vec!["b.org".into(), "Ink.example.org".into()];
        assert_eq!(more.validate(PUBLIC), None);
        let redirect = |to: &str| Tls { redirect_listen: to.into(), ..whole.clone() };
        assert_eq!(redirect("0.0.0.0:80").validate(PUBLIC), None);
        let with = |change: fn(&mut Acme)| {
            let mut tls = acme();
            change(&mut tls.acme);
            tls
        };
        for (tls, public_url, words) in [
            (files, PUBLIC, "needs both files"),
            (whole.clone(), "http://ink.example.org", "let `public_url` begin with https://"),
            (redirect("everywhere"), PUBLIC, "`redirect_listen` in [tls] is an address"),
            (Tls { mode: TlsMode::None, ..redirect("0.0.0.0:80") }, PUBLIC, "set `mode` in [tls]"),
            (with(|acme| acme.contact.clear()), PUBLIC, "set `contact`"),
            (with(|acme| acme.directory = "http://ca".into()), PUBLIC, "`directory` in [tls.acme]"),
            (with(|acme| acme.authority_file = "ca.pem".into()), PUBLIC, "set `directory` to its"),
            (
                with(|acme| acme.domains = vec!["*.example.org".into()]),
                PUBLIC,
                "cannot have wildcards",
            ),
            (with(|acme| acme.domains = vec!["b.org".into()]), PUBLIC, "leaves out the name in"),
            (acme(), "https://192.0.2.7", "set `domains`"),
        ] {
            let told = tls.validate(public_url).unwrap();
            assert!(told.contains(words), "{words}: {told}");
        }
    }

    #[test]
    fn missing_tls_files_are_reported() {
        let folder = tempfile::tempdir().unwrap();
        let (certificate_file, key_file) = (folder.path().to_owned(), folder.path().join("k.pem"));
        let told = format!("`key_file` in [tls] is not there: {}", key_file.display());
        let tls = Tls { mode: TlsMode::Files, certificate_file, key_file, ..Tls::default() };
        assert_eq!(tls.lost_files(), [told]);
        assert!(Tls { mode: TlsMode::None, ..tls }.lost_files().is_empty());
    }

    #[test]
    fn tls_certificate_is_for_public_url_host() {
        assert_eq!(acme().names("https://ink.example.org:8443/x"), ["ink.example.org"]);
        let mut other = acme();
        other.acme.domains = vec!["a.org".into(), "b.org".into()];
        assert_eq!(other.names(PUBLIC), ["a.org", "b.org"]);
    }
}
