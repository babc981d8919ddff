//! Settings of mail.

use std::io;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use super::{Inbound, Secret};

/// Mail: outgoing, and inbound in `inbound`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Mail {
    /// `smtp` sends each mail to a mail server; `file` writes it to the folder `mail` in the data folder; `none` sends nothing, and members need not verify their address.
    pub transport: MailTransport,
    /// Address of the sender.
    pub from: String,
    /// Maximum number of mails within 24 hours that are sent because somebody filled in a form: to verify an address, to change it, to choose a new password. Further ones are refused, so that the allowance of your mail provider is not used up.
    pub daily_cap: u32,
    pub smtp: Smtp,
    pub inbound: Inbound,
}

/// Transport of outgoing mail.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum MailTransport {
    Smtp,
    File,
    None,
}

/// Mail server for outgoing mail.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Smtp {
    /// Host name of the mail server, as in its certificate, such as smtp.example.org.
    pub host: String,
    /// 587 goes with `starttls`, 465 with `tls`.
    pub port: u16,
    /// Encryption: with `starttls` and `tls`, nothing is sent unencrypted; `none` is for a mail server on this machine.
    pub security: Security,
    /// User name at the mail server; empty to send without signing in.
    pub username: String,
    /// Password at the mail server. A file is safer, because settings are often shared: see `password_file`.
    pub password: Secret,
    /// File with the password in its first line, in place of `password`; changes need no restart.
    pub password_file: PathBuf,
    /// PEM file with the certificate of your own certificate authority; while it is empty, the public ones are trusted.
    pub authority_file: PathBuf,
    /// Name for the EHLO greeting; while it is empty, the domain of `from`.
    pub hello: String,
    /// Timeout for each reply of the mail server, in seconds.
    pub timeout_seconds: u64,
}

/// Encryption of the connection to the mail server.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Security {
    StartTls,
    Tls,
    None,
}

impl Default for Mail {
    fn default() -> Self {
        Self {
            transport: MailTransport::File,
            from: "inkfold@localhost".into(),
            daily_cap: 500,
            smtp: Smtp::default(),
            inbound: Inbound::default(),
        }
    }
}

impl Default for Smtp {
    fn default() -> Self {
        Self {
            host: String::new(),
            port: 587,
            security: Security::StartTls,
            username: String::new(),
            password: Secret::default(),
            password_file: PathBuf::new(),
            authority_file: PathBuf::new(),
            hello: String::new(),
            timeout_seconds: 30,
        }
    }
}

impl Mail {
    /// Whether mail is sent at all.
    pub fn is_enabled(&self) -> bool {
        self.transport != MailTransport::None
    }

    /// Fault that makes sending impossible; `None` if there is none.
    pub(super) fn validate(&self) -> Option<&'static str> {
        let smtp = &self.smtp;
        if let Some(words) = self.inbound.validate() {
            Some(words)
        } else if self.is_enabled() && !is_address(&self.from) {
            Some("`from` in [mail] is a mail address such as inkfold@example.org")
        } else if self.transport != MailTransport::Smtp {
            None
        } else if smtp.host.is_empty() {
            Some("`transport = \"smtp\"` needs the mail server's name: set `host` in [mail.smtp]")
        } else if smtp.username.is_empty() == smtp.has_password() {
            Some(
                "`username` and `password_file` in [mail.smtp], or `password`, go together: set both or neither",
            )
        } else {
            None
        }
    }
}

/// Whether a text is a valid mail address.
pub(super) fn is_address(text: &str) -> bool {
    text.parse::<lettre::Address>().is_ok()
}

impl Smtp {
    /// Current password.
    pub fn password(&self) -> io::Result<String> {
        let text = self.password.or_in(&self.password_file)?;
        Ok(text.lines().next().unwrap_or_default().to_owned())
    }

    fn has_password(&self) -> bool {
        !self.password.is_empty() || self.password_file != Path::new("")
    }
}
