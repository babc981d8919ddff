//! Settings of posting by mail.

use std::net::SocketAddr;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use super::Network;

/// Receiving mail: members send pages to `username.topic@host`, and answers to the addresses in questions of the week.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Inbound {
    /// Host name of the addresses that members mail pages to, such as `post.example.org`. Posting by mail is off while it is empty.
    pub host: String,
    /// Unix socket on which a mail server on this machine delivers mails by LMTP, such as `/run/inkfold/lmtp.sock`; its folder must exist. Off while it is empty.
    pub lmtp_socket: PathBuf,
    /// Address on which mails are accepted by SMTP without a mail server in front, such as `0.0.0.0:2525`. Connections are not encrypted: use it in a home network only. Off while it is empty.
    pub smtp_listen: String,
    /// Name of your mail server in Authentication-Results headers, such as `mx.example.org`. Only headers with this name are trusted, so your mail server must remove those that senders forge. While it is empty, members can post to their secret addresses only.
    pub authserv_id: String,
    /// Addresses from which your mail server connects to `smtp_listen`, such as `["192.168.1.5"]`. Other clients can post to secret addresses only.
    pub front_servers: Vec<Network>,
    /// Largest accepted mail, in MiB; a file in a mail is a third larger than the file itself.
    pub message_mib: u32,
    /// Maximum number of concurrent connections, at the socket and at `smtp_listen` each.
    pub connections: u32,
    /// Maximum number of concurrent connections from one address.
    pub connections_per_address: u32,
    /// Idle timeout of a connection, in seconds.
    pub idle_seconds: u64,
    /// Maximum duration of a connection, in seconds.
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
    /// Whether posting by mail is on.
    pub fn is_on(&self) -> bool {
        !self.host.is_empty()
    }

    /// LMTP socket; `None` if it is off.
    pub fn socket(&self) -> Option<&Path> {
        Some(&*self.lmtp_socket).filter(|path| *path != Path::new(""))
    }

    /// SMTP address; `None` if it is off.
    pub fn smtp(&self) -> Option<SocketAddr> {
        self.smtp_listen.parse().ok()
    }

    /// Largest accepted mail, in bytes.
    pub fn largest(&self) -> usize {
        (self.message_mib as usize) << 20
    }

    /// Fault that makes posting by mail impossible; `None` if there is none.
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
