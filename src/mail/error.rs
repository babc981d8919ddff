//! Why a mail did not leave, in words for the log, for the operator, and for the job runner.

use std::error::Error as _;
use std::io::ErrorKind;

use lettre::transport::smtp;

/// Of a server's words, this many characters are kept.
const MAX_REASON_LENGTH: usize = 300;

/// Why a mail did not leave. The words are for the log: no addresses and nothing of what the mail says.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    #[error("an address cannot be used")]
    Address(#[from] lettre::address::AddressError),
    #[error("the mail cannot be composed")]
    Compose(#[from] lettre::error::Error),
    #[error("the mail cannot be written")]
    Write(#[from] std::io::Error),
    #[error(transparent)]
    Smtp(#[from] Failure),
}

impl Error {
    /// Whether trying again is in vain.
    pub fn is_final(&self) -> bool {
        match self {
            Self::Address(_) | Self::Compose(_) => true,
            Self::Write(_) => false,
            Self::Smtp(failure) => failure.is_final,
        }
    }

    /// The error with the mail server's own words, which may name addresses: for the operator, not for the log.
    pub fn words(&self) -> String {
        match self {
            Self::Smtp(failure) => format!("{failure}: {}", failure.reason),
            other => match other.source() {
                Some(source) => format!("{other}: {source}"),
                None => other.to_string(),
            },
        }
    }

    /// What the operator might do about it.
    pub fn hint(&self) -> Option<&'static str> {
        match self {
            Self::Smtp(failure) => failure.hint(),
            Self::Address(_) => {
                Some("an address looks like mara@example.org; see `from` in [mail]")
            }
            Self::Write(_) => Some("may the server write to the folder `mail` in its data folder?"),
            Self::Compose(_) => None,
        }
    }
}

/// How far the conversation with a mail server had come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Step {
    Connect,
    Encrypt,
    /// The server does on an encrypted connection only what was asked of it on an open one.
    RequireEncryption,
    SignIn,
    Sender,
    Recipient,
    Content,
}

/// A conversation with a mail server that ended badly.
#[derive(Debug, thiserror::Error)]
#[error("{}", self.summary())]
pub struct Failure {
    step: Step,
    /// The server's reply code, if it replied.
    code: Option<String>,
    reason: String,
    is_final: bool,
}

impl Failure {
    /// What went wrong before or without a reply.
    pub(super) fn of_settings(step: Step, reason: impl Into<String>) -> Self {
        Self { step, code: None, reason: reason.into(), is_final: false }
    }

    /// The mail itself is the reason.
    pub(super) fn of_mail(step: Step, reason: &str) -> Self {
        Self { step, code: None, reason: reason.into(), is_final: true }
    }

    pub(super) fn new(step: Step, error: &smtp::Error) -> Self {
        let code = error.status().map(|code| code.to_string());
        // Before the mail was named, or when a sign-in is asked for, settings are wrong, not the mail: an operator can
        // mend them within a day, and then nothing is lost.
        let step = match code.as_deref() {
            Some("530") => Step::SignIn,
            _ if is_tls(error) => Step::Encrypt,
            _ => step,
        };
        let about_mail = matches!(step, Step::Sender | Step::Recipient | Step::Content);
        Self { step, code, reason: reason(error), is_final: about_mail && error.is_permanent() }
    }

    /// The same failure on an open connection: a server that asks for TLS means the connection, whatever it was asked.
    pub(super) fn on_open_connection(self) -> Self {
        let asks_for_tls = match self.code.as_deref() {
            Some("530") => self.reason.to_ascii_uppercase().contains("TLS"),
            Some("538") => true,
            Some(_) | None => false,
        };
        if asks_for_tls { Self { step: Step::RequireEncryption, ..self } } else { self }
    }

    /// Whether the server still listens.
    pub(super) fn is_reply(&self) -> bool {
        self.code.is_some()
    }

    fn summary(&self) -> String {
        let words = match (self.step, &self.code) {
            (Step::Connect, None) => "the mail server cannot be reached",
            (Step::Connect, Some(_)) => "the mail server turned us away",
            (Step::Encrypt, _) => "the way to the mail server cannot be encrypted",
            (Step::RequireEncryption, _) => "the mail server wants an encrypted connection",
            (Step::SignIn, None) => "signing in at the mail server failed",
            (Step::SignIn, Some(_)) => "the mail server refused the username or the password",
            (Step::Sender, Some(_)) => "the mail server refused the sender",
            (Step::Recipient, Some(_)) => "the mail server refused the recipient",
            (Step::Content, Some(_)) => "the mail server refused the mail",
            (Step::Sender | Step::Recipient | Step::Content, None) if self.is_final => {
                "the mail server cannot take this mail"
            }
            (Step::Sender | Step::Recipient | Step::Content, None) => {
                "the mail server went silent or away"
            }
        };
        match &self.code {
            Some(code) => format!("{words} ({code})"),
            None => words.to_owned(),
        }
    }

    fn hint(&self) -> Option<&'static str> {
        match self.step {
            Step::Connect => Some(
                "check `host` and `port` in [mail.smtp]; does your network let mail out? Many close port 25, few 587 or 465",
            ),
            Step::Encrypt => Some(
                "`host` must be the name in the server's certificate; `starttls` goes with port 587, `tls` with 465; for a certificate of your own, name its authority in `authority_file`",
            ),
            Step::RequireEncryption => Some(
                "set `security = \"starttls\"` in [mail.smtp], or \"tls\" with port 465; for a certificate of your own, name its authority in `authority_file`",
            ),
            Step::SignIn => Some(
                "check `username`, and the `password` or the file `password_file`; many providers want an app password instead of your own",
            ),
            Step::Sender => {
                Some("`from` in [mail] must be an address that this account may send as")
            }
            Step::Recipient => Some("is the address right, and may this account send to others?"),
            Step::Content => None,
        }
    }
}

/// Certificates and handshakes come as an input error with rustls inside.
fn is_tls(error: &smtp::Error) -> bool {
    error.is_tls() || io_kind(error) == Some(ErrorKind::InvalidData)
}

fn io_kind(error: &smtp::Error) -> Option<ErrorKind> {
    let mut cause = error.source();
    while let Some(error) = cause {
        if let Some(error) = error.downcast_ref::<std::io::Error>() {
            return Some(error.kind());
        }
        cause = error.source();
    }
    None
}

fn reason(error: &smtp::Error) -> String {
    match (io_kind(error), error.source()) {
        (Some(ErrorKind::WouldBlock | ErrorKind::TimedOut), _) => "no answer in time".into(),
        (_, Some(source)) => one_line(&source.to_string()),
        (_, None) => error.to_string(),
    }
}

/// Foreign words on one line of bounded length, without control characters: they are shown on terminals.
pub(super) fn one_line(text: &str) -> String {
    let clean: String = text
        .chars()
        .map(|c| if c.is_control() { ' ' } else { c })
        .take(MAX_REASON_LENGTH)
        .collect();
    clean.split_whitespace().collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn server_text_is_sanitized_and_truncated() {
        assert_eq!(one_line("no\r\n\u{1b}[2Jsuch   user"), "no [2Jsuch user");
        assert_eq!(one_line(&"x".repeat(9999)).len(), MAX_REASON_LENGTH);
    }
}
