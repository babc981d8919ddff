//! Settings of one installation. Strongest first: flags, `INKFOLD_…` variables, the file, these defaults.
//!
//! `config.example.toml` is written from the comments and defaults of this file and `config/` by a test.

mod backup;
mod inbound;
mod library;
mod mail;
mod network;
mod pdf;
mod prize;
mod zone;

use std::net::{Ipv4Addr, SocketAddr};
use std::num::NonZeroU32;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};
use toml::{Table, Value};

pub use backup::Backup;
pub use inbound::Inbound;
pub use library::Library;
pub use mail::{Mail, MailTransport, Security, Smtp};
pub use network::{Network, NotANetwork};
pub use pdf::{Engine, Pdf};
pub use prize::{Checkout, Prize};
pub use zone::{NotATimeZone, TimeZone};

/// Everything that can be set.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Config {
    /// Database and files live here. This is the folder to back up.
    pub data_dir: PathBuf,
    /// Address to listen on. Put a TLS proxy in front of anything but a home network.
    pub listen: SocketAddr,
    /// The address that members type, without a slash at its end; links in mails begin with it.
    pub public_url: String,
    /// Other names that members may type, without a port, such as `["ink.lan"]`. The name in `public_url`, names that end in .local, and addresses in digits need not be here.
    pub hosts: Vec<String>,
    /// Where requests come in by way of a reverse proxy of yours, such as `["127.0.0.1", "10.0.0.0/8"]`. Only what these say in X-Forwarded-For is believed.
    pub trusted_proxies: Vec<Network>,
    /// What the community calls itself.
    pub community: String,
    /// Where the community is, which says when its days begin: `Europe/Berlin`.
    pub time_zone: TimeZone,
    /// A mailbox for members' questions, shown on the contact and privacy pages; may stay empty.
    pub contact: String,
    /// Largest accepted upload, in MiB.
    pub max_upload_mib: u32,
    pub backup: Backup,
    pub library: Library,
    pub limits: Limits,
    pub mail: Mail,
    pub partner: Partner,
    pub pdf: Pdf,
    pub prize: Prize,
}

/// How often something may be tried.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Limits {
    /// How many times all who come from one address, such as a club behind its router, may try to sign in, use mailed links, or send forms to tablets by code; the tries come back one by one within ten minutes. As many times they may sign up, or ask for a new password, within an hour.
    /// Trying one account is limited besides: by what one address and by what all together may try.
    pub per_address: NonZeroU32,
    /// How many times a minute a member may search; all visitors from one address together, five times as often.
    pub searches_per_minute: NonZeroU32,
    /// Room for the pictures of each member's posts, in MiB.
    pub pictures_mib: u32,
    /// With less free space than this on the disk, in MiB, nothing is taken any more.
    pub free_space_mib: u32,
}

/// The device partner that the footer names; nobody while the name is empty.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Partner {
    /// Whose devices power the community.
    pub name: String,
    /// Where to read about them; begins with https:// or http://.
    pub url: String,
}

impl Default for Limits {
    fn default() -> Self {
        let sixty = const { NonZeroU32::new(60).unwrap() };
        Self {
            per_address: sixty,
            searches_per_minute: sixty,
            pictures_mib: 500,
            free_space_mib: 200,
        }
    }
}

impl Default for Config {
    fn default() -> Self {
        Self {
            data_dir: "data".into(),
            listen: SocketAddr::from((Ipv4Addr::LOCALHOST, 8080)),
            public_url: "http://127.0.0.1:8080".into(),
            hosts: Vec::new(),
            trusted_proxies: Vec::new(),
            community: "Inkfold".into(),
            time_zone: TimeZone::default(),
            contact: String::new(),
            max_upload_mib: 32,
            backup: Backup::default(),
            library: Library::default(),
            limits: Limits::default(),
            mail: Mail::default(),
            partner: Partner::default(),
            pdf: Pdf::default(),
            prize: Prize::default(),
        }
    }
}

impl Config {
    /// Cookies are marked `Secure` exactly when members come by https: a club on plain http must be able to sign in.
    pub fn is_https(&self) -> bool {
        self.public_url.starts_with("https://")
    }

    /// Largest accepted upload, in bytes.
    pub fn max_upload(&self) -> usize {
        (self.max_upload_mib as usize) << 20
    }
}

/// Why the settings cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    #[error("the settings in {path} cannot be read")]
    File { path: PathBuf, source: std::io::Error },
    #[error("the settings are wrong: {0}")]
    Wrong(#[from] toml::de::Error),
    #[error("the settings are not complete: {0}")]
    Incomplete(&'static str),
}

/// Reads the file (none is fine unless it was named) and lays the variables over it.
///
/// `INKFOLD_MAIL__FROM=a@b.org` sets `from` of `[mail]`.
pub fn load(
    file: &Path,
    named: bool,
    variables: impl Iterator<Item = (String, String)>,
) -> Result<Config, Error> {
    let text = match std::fs::read_to_string(file) {
        Ok(text) => text,
        Err(error) if error.kind() == std::io::ErrorKind::NotFound && !named => String::new(),
        Err(source) => return Err(Error::File { path: file.to_owned(), source }),
    };
    let mut table: Table = toml::from_str(&text)?;
    for (name, value) in variables {
        if let Some(path) = name.strip_prefix("INKFOLD_") {
            let path = path.to_ascii_lowercase();
            set(&mut table, &path.split("__").collect::<Vec<_>>(), &value);
        }
    }
    let config: Config = Value::Table(table).try_into()?;
    let prize = || config.prize.missing(&config.public_url);
    match config.mail.missing().or_else(|| config.pdf.missing()).or_else(prize) {
        Some(words) => Err(Error::Incomplete(words)),
        None => Ok(config),
    }
}

fn set(table: &mut Table, path: &[&str], text: &str) {
    match path {
        [] => {}
        [name] => {
            // `true`, `7` and `["a"]` are what they look like; anything else is a text.
            let typed = toml::from_str::<Table>(&format!("v = {text}")).ok();
            let typed = typed
                .and_then(|mut typed| typed.remove("v"))
                .filter(|value| value.is_bool() || value.is_integer() || value.is_array());
            let value = typed.unwrap_or_else(|| Value::String(text.to_owned()));
            table.insert((*name).to_owned(), value);
        }
        [name, rest @ ..] => {
            let inner =
                table.entry((*name).to_owned()).or_insert_with(|| Value::Table(Table::new()));
            if let Value::Table(inner) = inner {
                set(inner, rest, text);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn vars(list: &[(&str, &str)]) -> impl Iterator<Item = (String, String)> {
        list.iter().map(|(k, v)| ((*k).to_owned(), (*v).to_owned())).collect::<Vec<_>>().into_iter()
    }

    #[test]
    fn variables_win_over_the_file_and_the_file_over_defaults() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("inkfold.toml");
        std::io::Write::write_all(
            &mut std::fs::File::create(&file).unwrap(),
            b"community = \"Ink Club\"\nmax_upload_mib = 8\n",
        )
        .unwrap();
        let config = load(
            &file,
            true,
            vars(&[
                ("INKFOLD_MAX_UPLOAD_MIB", "9"),
                ("INKFOLD_MAIL__TRANSPORT", "none"),
                ("INKFOLD_TRUSTED_PROXIES", "[\"127.0.0.1\"]"),
                ("PATH", "x"),
            ]),
        )
        .unwrap();
        assert_eq!(config.community, "Ink Club");
        assert_eq!(config.max_upload_mib, 9);
        assert_eq!(config.mail.transport, MailTransport::None);
        assert_eq!(config.trusted_proxies, ["127.0.0.1".parse().unwrap()]);
        assert_eq!(config.listen, Config::default().listen);
    }

    #[test]
    fn mail_by_smtp_needs_a_server_and_a_whole_sign_in() {
        let load = |more: &[(&str, &str)]| {
            let smtp = [("INKFOLD_MAIL__TRANSPORT", "smtp")];
            load(Path::new("absent.toml"), false, vars(&[&smtp, more].concat()))
        };
        assert!(load(&[]).unwrap_err().to_string().contains("set `host` in [mail.smtp]"));
        let host = ("INKFOLD_MAIL__SMTP__HOST", "smtp.example.org");
        assert_eq!(load(&[host]).unwrap().mail.smtp.security, Security::StartTls);
        let half = load(&[host, ("INKFOLD_MAIL__SMTP__USERNAME", "ink")]);
        assert!(half.unwrap_err().to_string().contains("go together"));
    }

    #[test]
    fn mails_are_taken_for_a_name_and_at_an_address() {
        let load = |list: &[(&str, &str)]| load(Path::new("absent.toml"), false, vars(list));
        let host = ("INKFOLD_MAIL__INBOUND__HOST", "post.example.org");
        let listen = |to| ("INKFOLD_MAIL__INBOUND__SMTP_LISTEN", to);
        let socket = ("INKFOLD_MAIL__INBOUND__LMTP_SOCKET", "/run/inkfold/lmtp.sock");
        assert!(load(&[host, listen("127.0.0.1:2525"), socket]).unwrap().mail.inbound.is_on());
        for (wrong, word) in [
            (&[socket][..], "set `host`"),
            (&[listen("127.0.0.1:2525")], "set `host`"),
            (&[host, listen("everywhere")], "`smtp_listen`"),
            (&[("INKFOLD_MAIL__INBOUND__HOST", "a@b.org")], "`host`"),
            (&[host, ("INKFOLD_MAIL__INBOUND__FRONT_SERVERS", "[\"10.0.0.1\"]")], "`authserv_id`"),
        ] {
            let words = load(wrong).unwrap_err().to_string();
            assert!(words.contains(word), "{words}");
        }
    }

    #[test]
    fn a_wrong_setting_is_named() {
        let wrong = load(Path::new("absent.toml"), false, vars(&[("INKFOLD_LISTENN", "x")]));
        assert!(wrong.unwrap_err().to_string().contains("listenn"));
        let wrong =
            load(Path::new("absent.toml"), false, vars(&[("INKFOLD_TRUSTED_PROXIES", "[\"x\"]")]));
        assert!(wrong.unwrap_err().to_string().contains("`x` is not a network"));
        assert!(load(Path::new("absent.toml"), true, vars(&[])).is_err());
    }
}
