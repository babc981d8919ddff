//! Settings of mail.

use std::io;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use super::{Inbound, Secret};

/// Mail: how it leaves, and, in `inbound`, how it comes in.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Mail {
    /// `smtp` hands each mail to a mail server; `file` writes it to the folder `mail` in the data folder; `none` sends nothing, and members need not verify their address.
    pub transport: MailTransport,
    /// The sender's address.
    pub from: String,
    /// At most so many mails leave within 24 hours because somebody filled in a form: to verify an address, to change it, to choose a new password. Whoever fills the cap keeps the others waiting, but does not use up what a mail provider allows you.
    pub daily_cap: u32,
    pub smtp: Smtp,
    pub inbound: Inbound,
}

/// How mail leaves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum MailTransport {
    Smtp,
    File,
    None,
}

/// The mail server that takes our mail.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Smtp {
    /// The mail server, by the name in its certificate, such as smtp.example.org.
    pub host: String,
    /// 587 goes with `starttls`, 465 with `tls`.
    pub port: u16,
    /// `starttls` and `tls` encrypt, or send nothing; `none` is for a mail server on this machine.
    pub security: Security,
    /// Who signs in at the mail server; nobody while it is empty.
    pub username: String,
    /// The password. Better is a file with it, for settings are shown around: see `password_file`.
    pub password: Secret,
    /// A file with the password in its first line, in place of `password`; a new one in it needs no restart.
    pub password_file: PathBuf,
    /// A PEM file with the certificate of an authority of your own; while it is empty, the public ones are trusted.
    pub authority_file: PathBuf,
    /// What we call ourselves to the mail server; while it is empty, the domain of `from`.
    pub hello: String,
    /// How long the mail server may take for each answer.
    pub timeout_seconds: u64,
}

/// How the way to the mail server is kept private.
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
    /// Whether mail goes anywhere at all.
    pub fn goes_out(&self) -> bool {
        self.transport != MailTransport::None
    }

    /// Fault by which no mail can be sent as these settings say; `None` when it can.
    pub(super) fn validate(&self) -> Option<&'static str> {
        let smtp = &self.smtp;
        if let Some(words) = self.inbound.validate() {
            Some(words)
        } else if self.goes_out() && !is_address(&self.from) {
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

/// Whether a mail can be written in its name, or sent there.
pub(super) fn is_address(text: &str) -> bool {
    text.parse::<lettre::Address>().is_ok()
}

impl Smtp {
    /// The password as it is now.
    pub fn password(&self) -> io::Result<String> {
        let text = self.password.or_in(&self.password_file)?;
        Ok(text.lines().next().unwrap_or_default().to_owned())
    }

    fn has_password(&self) -> bool {
        !self.password.is_empty() || self.password_file != Path::new("")
    }
}
