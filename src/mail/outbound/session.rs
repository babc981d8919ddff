//! SMTP session on one connection, with a transcript.

use std::fmt::Display;
use std::time::Duration;

use lettre::transport::smtp;
use lettre::transport::smtp::authentication::{Credentials, DEFAULT_MECHANISMS};
use lettre::transport::smtp::client::{SmtpConnection, TlsParameters};
use lettre::transport::smtp::extension::{ClientId, Extension};
use lettre::transport::smtp::response::Response;

use crate::mail::Failure;

use super::error::{Step, one_line};

/// Transcript of a session, one line each: `>` sent, `<` received, `*` notes. Contains neither passwords nor the mail.
#[derive(Debug, Default)]
pub struct Transcript(Vec<String>);

impl Transcript {
    pub fn into_lines(self) -> Vec<String> {
        self.0
    }

    pub(super) fn log(&mut self, words: impl Display) {
        self.0.push(format!("* {words}"));
    }

    fn sent(&mut self, line: impl Display) {
        self.0.push(format!("> {line}"));
    }

    fn received(&mut self, reply: &Result<Response, smtp::Error>) {
        match reply {
            Ok(reply) => {
                let lines =
                    reply.message().map(|line| format!("< {} {}", reply.code(), one_line(line)));
                self.0.extend(lines);
            }
            Err(error) => match error.status() {
                Some(code) => {
                    let words = std::error::Error::source(error).map(ToString::to_string);
                    self.0.push(format!("< {code} {}", one_line(&words.unwrap_or_default())));
                }
                None => self.log("no reply"),
            },
        }
    }
}

pub(super) struct Session<'a> {
    connection: SmtpConnection,
    hello: ClientId,
    transcript: &'a mut Transcript,
}

impl<'a> Session<'a> {
    /// Connects and sends EHLO; with `tls`, encrypted from the first byte.
    pub(super) fn open(
        address: (&str, u16),
        timeout: Duration,
        hello: String,
        tls: Option<&TlsParameters>,
        transcript: &'a mut Transcript,
    ) -> Result<Self, Failure> {
        transcript.log(format!("connecting to {}, port {}", address.0, address.1));
        let hello = ClientId::Domain(hello);
        let connection = SmtpConnection::connect(address, Some(timeout), &hello, tls, None)
            .map_err(|error| Failure::new(Step::Connect, &error))?;
        let mut session = Self { connection, hello, transcript };
        session.note_greeting();
        Ok(session)
    }

    /// Upgrades the connection with STARTTLS, or fails: the session is never continued unencrypted.
    pub(super) fn encrypt(&mut self, tls: &TlsParameters) -> Result<(), Failure> {
        if !self.offers(Extension::StartTls) {
            let words = "the server does not offer STARTTLS";
            return Err(Failure::of_settings(Step::Encrypt, words));
        }
        self.transcript.sent("STARTTLS");
        self.connection
            .starttls(tls, &self.hello)
            .map_err(|error| Failure::new(Step::Encrypt, &error))?;
        self.note_greeting();
        Ok(())
    }

    pub(super) fn sign_in(&mut self, username: &str, password: String) -> Result<(), Failure> {
        self.transcript.sent(format!("AUTH as {username}, password ********"));
        let credentials = Credentials::new(username.to_owned(), password);
        let reply = self.connection.auth(DEFAULT_MECHANISMS, &credentials);
        self.transcript.received(&reply);
        reply.map(drop).map_err(|error| Failure::new(Step::SignIn, &error))
    }

    pub(super) fn command(&mut self, step: Step, command: impl Display) -> Result<(), Failure> {
        let line = command.to_string();
        self.transcript.sent(line.trim_end());
        let reply = self.connection.command(line);
        self.transcript.received(&reply);
        reply.map(drop).map_err(|error| Failure::new(step, &error))
    }

    /// Sends the content of the mail. The server is responsible for the mail once it has replied with success.
    pub(super) fn content(&mut self, message: &[u8]) -> Result<(), Failure> {
        self.transcript.sent(format!("the mail, {} bytes", message.len()));
        let reply = self.connection.message(message);
        self.transcript.received(&reply);
        reply.map(drop).map_err(|error| Failure::new(Step::Content, &error))
    }

    /// Sends QUIT. Its outcome is ignored, because the mail was accepted or refused before.
    pub(super) fn quit(&mut self) {
        self.transcript.sent("QUIT");
        let reply = self.connection.quit();
        self.transcript.received(&reply);
    }

    pub(super) fn offers(&self, feature: Extension) -> bool {
        self.connection.server_info().supports_feature(feature)
    }

    /// Whether the server offers authentication only after STARTTLS.
    pub(super) fn offers_sign_in_after_starttls_only(&self) -> bool {
        let server = self.connection.server_info();
        server.get_auth_mechanism(DEFAULT_MECHANISMS).is_none() && self.offers(Extension::StartTls)
    }

    fn note_greeting(&mut self) {
        let way = if self.connection.is_encrypted() { "encrypted" } else { "not encrypted" };
        let server = one_line(self.connection.server_info().name());
        let known = [
            (Extension::StartTls, "STARTTLS"),
            (Extension::EightBitMime, "8BITMIME"),
            (Extension::SmtpUtfEight, "SMTPUTF8"),
        ];
        let offers = known.into_iter().filter(|(feature, _)| self.offers(*feature));
        let offers: Vec<&str> = offers.map(|(_, name)| name).collect();
        self.transcript.log(format!("connected, {way}; {server} offers {}", offers.join(" ")));
    }
}
