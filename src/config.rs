//! Settings of one installation. In descending precedence: flags, `INKFOLD_…` variables, the file, defaults.
//!
//! A test generates `config.example.toml` from the doc comments and defaults of this file and `config/`.

mod accounts;
mod backup;
mod copy_url;
mod docs;
mod error;
mod file;
mod handwriting;
mod inbound;
mod library;
mod listen;
mod load;
mod mail;
mod network;
mod observe;
mod origin;
mod pdf;
mod prize;
mod public_url;
mod reload;
mod secret;
mod serve;
mod tls;
mod unknown_keys;
mod validate_value;
mod value;
mod variables;
mod webhooks;
mod zone;

use std::net::{Ipv4Addr, SocketAddr};
use std::num::NonZeroU32;
use std::path::PathBuf;

use serde::{Deserialize, Serialize};

pub use accounts::{Accounts, Registration};
pub use backup::Backup;
pub use copy_url::{CopyLocation, CopyUrl};
pub use docs::docs;
pub use error::Error;
pub use handwriting::{Handwriting, Language};
pub use inbound::Inbound;
pub use library::Library;
pub use listen::{Listen, ParseListenError};
pub use load::{ConfigWithSources, load};
pub use mail::{Mail, MailTransport, Security, Smtp};
pub use network::{Network, ParseNetworkError};
pub use observe::{LogFormat, Observe};
pub use origin::Origin;
pub use pdf::{Engine, Pdf};
pub use prize::{Checkout, Prize};
pub use secret::Secret;
pub use serve::Serve;
pub use tls::{Acme, Tls, TlsMode};
pub use value::Setting;
pub use webhooks::Webhooks;
pub use zone::{TimeZone, UnknownTimeZone};

/// Content of `config.example.toml`: every setting with its doc comment, at its default.
pub const EXAMPLE: &str = include_str!("../config.example.toml");

/// Settings of a community.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Config {
    /// Folder of the database and the files. This is the folder to back up.
    pub data_dir: PathBuf,
    /// Address to listen on, or a Unix socket for a proxy on this machine: `unix:/run/inkfold/http.sock`. On the internet, put a proxy with https in front, or see [tls].
    pub listen: Listen,
    /// Public address that members type; links in mails begin with it. It may have a path, such as `https://club.example.org/ink`, if a proxy forwards that path.
    pub public_url: String,
    /// Other host names that members may type, without a port, such as `["ink.lan"]`. The name in `public_url`, names that end in .local, and IP addresses are always allowed.
    pub hosts: Vec<String>,
    /// Addresses of your reverse proxies, such as `["127.0.0.1", "10.0.0.0/8"]`. X-Forwarded-For is trusted only from these.
    pub trusted_proxies: Vec<Network>,
    /// Name of the community.
    pub community: String,
    /// Time zone of the community, in which its days begin: `Europe/Berlin`.
    pub time_zone: TimeZone,
    /// Mail address for members' questions, shown on the contact and privacy pages; may be empty.
    pub contact: String,
    /// Largest accepted upload, in MiB.
    pub max_upload_mib: u32,
    pub accounts: Accounts,
    pub backup: Backup,
    pub handwriting: Handwriting,
    pub library: Library,
    pub limits: Limits,
    pub mail: Mail,
    pub observe: Observe,
    pub partner: Partner,
    pub pdf: Pdf,
    pub prize: Prize,
    pub serve: Serve,
    pub tls: Tls,
    pub webhooks: Webhooks,
}

/// Rate limits and quotas.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Limits {
    /// Attempts to sign in, use mailed links, or send forms to tablets by code that are allowed from one address, such as a club behind its router; they are restored one by one within ten minutes. The same number of sign-ups and of requests for a new password is allowed within an hour.
    /// Attempts on one account are limited in addition, from one address and in total.
    pub per_address: NonZeroU32,
    /// Searches per minute that a member may make; all visitors from one address together may make five times as many.
    pub searches_per_minute: NonZeroU32,
    /// Storage for the pictures of each member's posts, in MiB; the pictures of their entries have the same again.
    pub pictures_mib: u32,
    /// Free space on the disk below which uploads are refused, in MiB. Below 16 MiB, /readyz responds with 507 however small this is.
    pub free_space_mib: u32,
}

/// Device partner named in the footer; none while the name is empty.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Partner {
    /// Name of the partner whose devices power the community.
    pub name: String,
    /// Web page of the partner; begins with https:// or http://.
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

impl Partner {
    fn validate(&self) -> Option<&'static str> {
        let is_good = self.url.is_empty() || public_url::is_address(&self.url);
        (!is_good)
            .then_some("`url` in [partner] is an address that begins with https:// or http://")
    }
}

impl Default for Config {
    fn default() -> Self {
        Self {
            data_dir: "data".into(),
            listen: SocketAddr::from((Ipv4Addr::LOCALHOST, 8080)).into(),
            public_url: "http://127.0.0.1:8080".into(),
            hosts: Vec::new(),
            trusted_proxies: Vec::new(),
            community: "Inkfold".into(),
            time_zone: TimeZone::default(),
            contact: String::new(),
            max_upload_mib: 32,
            accounts: Accounts::default(),
            backup: Backup::default(),
            handwriting: Handwriting::default(),
            library: Library::default(),
            limits: Limits::default(),
            mail: Mail::default(),
            observe: Observe::default(),
            partner: Partner::default(),
            pdf: Pdf::default(),
            prize: Prize::default(),
            serve: Serve::default(),
            tls: Tls::default(),
            webhooks: Webhooks::default(),
        }
    }
}

impl Config {
    /// Whether members use https. Only then cookies are `Secure`, because a club on plain http must be able to sign in.
    pub fn is_https(&self) -> bool {
        self.public_url.starts_with("https://")
    }

    /// Largest accepted upload, in bytes.
    pub fn max_upload(&self) -> usize {
        (self.max_upload_mib as usize) << 20
    }

    /// Problems that make these settings unusable, a sentence each.
    fn validate(&self) -> impl Iterator<Item = &'static str> {
        let prize = self.prize.validate(&self.public_url);
        let tls = self.tls.validate(&self.public_url);
        let place = public_url::fault(&self.public_url);
        let alone = [
            self.backup.validate(),
            self.mail.validate(),
            self.pdf.validate(),
            self.serve.validate(),
        ];
        let own = [self.data_dir_missing(), self.validate_contact(), self.validate_upload()];
        let all = own.into_iter().chain(alone).chain([self.partner.validate(), place, prize, tls]);
        all.flatten()
    }

    fn data_dir_missing(&self) -> Option<&'static str> {
        self.data_dir.as_os_str().is_empty().then_some("`data_dir` is a folder, such as \"data\"")
    }

    fn validate_contact(&self) -> Option<&'static str> {
        let is_good = self.contact.is_empty() || mail::is_address(&self.contact);
        (!is_good).then_some("`contact` is a mail address such as club@example.org, or empty")
    }

    fn validate_upload(&self) -> Option<&'static str> {
        (self.max_upload_mib == 0).then_some("`max_upload_mib` is at least 1: no form is smaller")
    }
}
