//! Settings of one installation. Strongest first: flags, `INKFOLD_…` variables, the file, these defaults.
//!
//! `config.example.toml` is written from the comments and defaults of this file and `config/` by a test.

mod backup;
mod copy_url;
mod docs;
mod error;
mod file;
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
mod validate;
mod value;
mod variables;
mod zone;

use std::net::{Ipv4Addr, SocketAddr};
use std::num::NonZeroU32;
use std::path::PathBuf;

use serde::{Deserialize, Serialize};

pub use backup::Backup;
pub use copy_url::{CopyPlace, CopyUrl};
pub use docs::docs;
pub use error::Error;
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
pub use zone::{TimeZone, UnknownTimeZone};

/// `config.example.toml`: every setting with its comment, at its default.
pub const EXAMPLE: &str = include_str!("../config.example.toml");

/// Everything that can be set.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Config {
    /// Database and files live here. This is the folder to back up.
    pub data_dir: PathBuf,
    /// Address to listen on, or a Unix socket for a proxy on this machine: `unix:/run/inkfold/http.sock`. On the internet, put a proxy with https in front, or see [tls].
    pub listen: Listen,
    /// The address that members type; links in mails begin with it. It may have a path, such as `https://club.example.org/ink`, where a proxy passes on what is below it.
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
    pub observe: Observe,
    pub partner: Partner,
    pub pdf: Pdf,
    pub prize: Prize,
    pub serve: Serve,
    pub tls: Tls,
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
    /// Room for the pictures of each member's posts, in MiB; those of their entries have as much again.
    pub pictures_mib: u32,
    /// With less free space than this on the disk, in MiB, nothing is taken any more. Below 16 MiB, /readyz answers 507 however small this is.
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

impl Partner {
    fn fault(&self) -> Option<&'static str> {
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
            backup: Backup::default(),
            library: Library::default(),
            limits: Limits::default(),
            mail: Mail::default(),
            observe: Observe::default(),
            partner: Partner::default(),
            pdf: Pdf::default(),
            prize: Prize::default(),
            serve: Serve::default(),
            tls: Tls::default(),
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

    /// What is missing before these settings can be used, a sentence each.
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
        let all = own.into_iter().chain(alone).chain([self.partner.fault(), place, prize, tls]);
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
