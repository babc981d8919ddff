//! Errors of sending mail, with messages for the log, the operator and the job runner.

use std::error::Error as _;
use std::io::ErrorKind;

use lettre::transport::smtp;

/// Maximum length of a server's reply in a message, in characters.
const MAX_REASON_LENGTH: usize = 300;

/// Error of sending a mail. Its messages are safe to log: they contain neither addresses nor content.
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
    /// Whether a retry would fail, too.
    pub fn is_final(&self) -> bool {
        match self {
            Self::Address(_) | Self::Compose(_) => true,
            Self::Write(_) => false,
            Self::Smtp(failure) => failure.is_final,
        }
    }

    /// Message with the server's reply, which may contain addresses: for the operator, not for the log.
    pub fn message(&self) -> String {
        match self {
            Self::Smtp(failure) => format!("{failure}: {}", failure.reason),
            other => match other.source() {
                Some(source) => format!("{other}: {source}"),
                None => other.to_string(),
            },
        }
    }

    /// Suggestion for the operator.
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

/// Step of an SMTP session.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Step {
    Connect,
    Encrypt,
    /// The server requires TLS for a command that was sent unencrypted.
    RequireEncryption,
    SignIn,
    Sender,
    Recipient,
    Content,
}

/// Failed SMTP session.
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
    /// Failure before or without a reply.
    pub(super) fn of_settings(step: Step, reason: impl Into<String>) -> Self {
        Self { step, code: None, reason: reason.into(), is_final: false }
    }

    /// Permanent failure because of the mail itself.
    pub(super) fn of_mail(step: Step, reason: &str) -> Self {
        Self { step, code: None, reason: reason.into(), is_final: true }
    }

    pub(super) fn new(step: Step, error: &smtp::Error) -> Self {
        let code = error.status().map(|code| code.to_string());
        // Before MAIL FROM, or when authentication is required, the settings are at fault and not the mail: the failure is
        // temporary, so that no mail is lost while an operator corrects them.
        let step = match code.as_deref() {
            Some("530") => Step::SignIn,
            _ if is_tls(error) => Step::Encrypt,
            _ => step,
        };
        let about_mail = matches!(step, Step::Sender | Step::Recipient | Step::Content);
        Self { step, code, reason: reason(error), is_final: about_mail && error.is_permanent() }
    }

    /// Failure on an unencrypted connection: if the server asks for TLS, the step is `RequireEncryption`, whatever was sent.
    pub(super) fn on_open_connection(self) -> Self {
        let asks_for_tls = match self.code.as_deref() {
            Some("530") => self.reason.to_ascii_uppercase().contains("TLS"),
            Some("538") => true,
            Some(_) | None => false,
        };
        if asks_for_tls { Self { step: Step::RequireEncryption, ..self } } else { self }
    }

    /// Whether the server has replied, so that the session can be ended by QUIT.
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
                "the mail server stopped responding"
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

/// Whether an error is one of TLS: rustls reports certificates and handshakes as I/O errors of invalid data.
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

/// Text of a server in one line of bounded length without control characters, because it is shown on terminals.
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
