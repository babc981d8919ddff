//! Sending of mail by SMTP, one connection per mail, and a check of the mail server.

use std::path::Path;
use std::time::Duration;

use lettre::transport::smtp::client::{Certificate, TlsParameters};
use lettre::transport::smtp::commands::{Data, Mail as From, Rcpt, Rset};
use lettre::transport::smtp::extension::{Extension, MailBodyParameter, MailParameter};
use lettre::{Address, Message};

use crate::config::{Config, Security, Smtp};
use crate::domain::mail::Mail;
use crate::mail::{Error, Failure, Picture, Transcript};
use crate::platform::file_system::read_edited;

use super::error::Step;
use super::message::{compose, portable};
use super::session::Session;

/// Maximum timeout of a check.
const MAX_TEST_TIMEOUT: Duration = Duration::from_secs(5);

/// Sends a mail; returns after the server has accepted it.
///
/// If the connection breaks before the server's reply is read, a retry sends a second copy with the same Message-ID.
pub(super) fn send(
    config: &Config,
    mail: &Mail,
    pictures: &[Picture],
    transcript: &mut Transcript,
) -> Result<(), Error> {
    let message = compose(config, mail, pictures, portable)?;
    let timeout = Duration::from_secs(config.mail.smtp.timeout_seconds.max(1));
    run_session(config, timeout, transcript, |session| deliver(session, &message))
}

/// Checks that the mail server accepts a connection, the sign-in and the sender, without sending a mail: some servers demand
/// STARTTLS or a sign-in only then.
pub fn probe(config: &Config) -> Result<(), Error> {
    let timeout =
        MAX_TEST_TIMEOUT.min(Duration::from_secs(config.mail.smtp.timeout_seconds.max(1)));
    let sender: Address = config.mail.from.parse()?;
    run_session(config, timeout, &mut Transcript::default(), |session| {
        probe_sender(session, sender)
    })
}

/// Asks whether the server takes mail from this sender, and takes the question back.
fn probe_sender(session: &mut Session<'_>, sender: Address) -> Result<(), Failure> {
    let parameters = parameters(session, !sender.to_string().is_ascii())?;
    session.command(Step::Sender, From::new(Some(sender), parameters))?;
    session.command(Step::Sender, Rset)
}

/// Connects, encrypts and signs in by the settings, runs `wanted`, and sends QUIT.
fn run_session(
    config: &Config,
    timeout: Duration,
    transcript: &mut Transcript,
    wanted: impl FnOnce(&mut Session<'_>) -> Result<(), Failure>,
) -> Result<(), Error> {
    let smtp = &config.mail.smtp;
    let hello = match smtp.hello.as_str() {
        "" => config.mail.from.rsplit('@').next().unwrap_or("localhost"),
        hello => hello,
    };
    let tls = match smtp.security {
        Security::None => None,
        Security::Tls | Security::StartTls => Some(tls(smtp)?),
    };
    let at_once = tls.as_ref().filter(|_| smtp.security == Security::Tls);
    let address = (smtp.host.as_str(), smtp.port);
    let mut session = Session::open(address, timeout, hello.to_owned(), at_once, transcript)?;
    let outcome =
        authenticate(&mut session, smtp, tls.as_ref()).and_then(|()| wanted(&mut session));
    let is_open = smtp.security == Security::None;
    let outcome =
        outcome.map_err(|failure| if is_open { failure.on_open_connection() } else { failure });
    if outcome.as_ref().map_or_else(Failure::is_reply, |()| true) {
        session.quit();
    }
    Ok(outcome?)
}

fn authenticate(
    session: &mut Session<'_>,
    smtp: &Smtp,
    tls: Option<&TlsParameters>,
) -> Result<(), Failure> {
    if let (Security::StartTls, Some(tls)) = (smtp.security, tls) {
        session.encrypt(tls)?;
    }
    if !smtp.username.is_empty() {
        if smtp.security == Security::None && session.offers_sign_in_after_starttls_only() {
            let words = "it offers to sign in after STARTTLS only";
            return Err(Failure::of_settings(Step::RequireEncryption, words));
        }
        session.sign_in(&smtp.username, password(smtp)?)?;
    }
    Ok(())
}

fn deliver(session: &mut Session<'_>, message: &Message) -> Result<(), Failure> {
    let (envelope, bytes) = (message.envelope(), message.formatted());
    let mut addresses = envelope.to().iter().chain(envelope.from());
    let other_letters = addresses.any(|address| !address.to_string().is_ascii());
    let parameters = parameters(session, other_letters)?;
    session.command(Step::Sender, From::new(envelope.from().cloned(), parameters))?;
    for to in envelope.to() {
        session.command(Step::Recipient, Rcpt::new(to.clone(), Vec::new()))?;
    }
    session.command(Step::Content, Data)?;
    session.content(&bytes)
}

/// Parameters of MAIL FROM. SMTPUTF8 is needed for an address that is not ASCII; everything else is ASCII already.
fn parameters(session: &Session, other_letters: bool) -> Result<Vec<MailParameter>, Failure> {
    if !other_letters {
        return Ok(Vec::new());
    }
    if !(session.offers(Extension::SmtpUtfEight) && session.offers(Extension::EightBitMime)) {
        let words = "an address has letters that this server does not know (no SMTPUTF8)";
        return Err(Failure::of_mail(Step::Recipient, words));
    }
    Ok(vec![MailParameter::SmtpUtfEight, MailParameter::Body(MailBodyParameter::EightBitMime)])
}

/// Reads the current password, so that a new one needs no restart.
fn password(smtp: &Smtp) -> Result<String, Failure> {
    smtp.password().map_err(|error| {
        let file = smtp.password_file.display();
        Failure::of_settings(Step::SignIn, format!("{file} cannot be read: {error}"))
    })
}

fn tls(smtp: &Smtp) -> Result<TlsParameters, Failure> {
    let mut tls = TlsParameters::builder(smtp.host.clone());
    if smtp.authority_file != Path::new("") {
        tls = tls.add_root_certificate(authority(&smtp.authority_file)?);
    }
    tls.build().map_err(|error| Failure::new(Step::Encrypt, &error))
}

fn authority(file: &Path) -> Result<Certificate, Failure> {
    let wrong =
        |words: String| Failure::of_settings(Step::Encrypt, format!("{}: {words}", file.display()));
    let pem = read_edited(file).map_err(|error| wrong(error.to_string()))?;
    Certificate::from_pem(&pem).map_err(|error| wrong(error.to_string()))
}
