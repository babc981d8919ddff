//! Settings of posting by mail.

use std::net::SocketAddr;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use super::Network;

/// Posting by mail: members send pages to `username.topic@host`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Inbound {
    /// What stands behind the @ of the addresses that members mail pages to, such as `post.example.org`. While it is empty, nobody posts by mail.
    pub host: String,
    /// A Unix socket where a mail server on this machine hands mails over by LMTP, such as `/run/inkfold/lmtp.sock`; its folder must be there. Nothing listens while it is empty.
    pub lmtp_socket: PathBuf,
    /// Where mails are taken by SMTP without a mail server in front, such as `0.0.0.0:2525`. Nothing is encrypted there: it is for a home network. Nothing listens while it is empty.
    pub smtp_listen: String,
    /// What your mail server calls itself in Authentication-Results, such as `mx.example.org`. Only what it says there of the sender is believed, so it must remove what strangers have written there in its name. While it is empty, members post to their secret addresses only.
    pub authserv_id: String,
    /// From where your mail server reaches `smtp_listen`, such as `["192.168.1.5"]`. Whoever else comes in there can only post to secret addresses.
    pub front_servers: Vec<Network>,
    /// Largest accepted mail, in MiB; a file is a third larger in a mail than by itself.
    pub message_mib: u32,
    /// At most so many connections at a time, at the socket and at `smtp_listen` each.
    pub connections: u32,
    /// At most so many of them from one address.
    pub connections_per_address: u32,
    /// Whoever says nothing for so long is sent away.
    pub idle_seconds: u64,
    /// Nobody stays longer than this.
    pub session_seconds: u64,
}

impl Default for Inbound {
    fn default() -> Self {
        Self {
            host: String::new(),
            lmtp_socket: PathBuf::new(),
            smtp_listen: String::new(),
            authserv_id: String::new(),
            front_servers: Vec::new(),
            message_mib: 25,
            connections: 32,
            connections_per_address: 3,
            idle_seconds: 180,
            session_seconds: 600,
        }
    }
}

impl Inbound {
    /// Whether members can post by mail at all.
    pub fn is_on(&self) -> bool {
        !self.host.is_empty()
    }

    /// The LMTP socket, if there is to be one.
    pub fn socket(&self) -> Option<&Path> {
        Some(&*self.lmtp_socket).filter(|path| *path != Path::new(""))
    }

    /// Where SMTP is spoken, if it is.
    pub fn smtp(&self) -> Option<SocketAddr> {
        self.smtp_listen.parse().ok()
    }

    /// Largest accepted mail, in bytes.
    pub fn largest(&self) -> usize {
        (self.message_mib as usize) << 20
    }

    /// Fault by which no mail can be taken as these settings say.
    pub(super) fn validate(&self) -> Option<&'static str> {
        let is_name = |c: char| c.is_ascii_alphanumeric() || c == '-' || c == '.';
        if !self.host.chars().all(is_name) {
            Some("`host` in [mail.inbound] is a name such as post.example.org")
        } else if !self.smtp_listen.is_empty() && self.smtp().is_none() {
            Some("`smtp_listen` in [mail.inbound] is an address such as 0.0.0.0:2525")
        } else if !self.is_on() && (self.socket().is_some() || self.smtp().is_some()) {
            Some("mails are taken for a name: set `host` in [mail.inbound]")
        } else if self.authserv_id.is_empty() && !self.front_servers.is_empty() {
            Some("`front_servers` in [mail.inbound] are believed by a name: set `authserv_id` too")
        } else {
            None
        }
    }
}
