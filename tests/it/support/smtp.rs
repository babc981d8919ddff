//! Mail server on a port of its own, which behaves as a test demands and records what it receives.

mod wire;

use std::net::{SocketAddr, TcpListener};
use std::sync::{Arc, Mutex};
use std::thread;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use inkfold::config::{Config, MailTransport, Security};

use wire::Stream;

/// Behaviour towards one connection; the last of a list applies to all that follow.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum SmtpBehaviour {
    Accept,
    RefuseSender,
    RefuseRecipient,
    /// Refuses the mail temporarily, to be sent again later.
    Greylist,
    /// Accepts connections and never sends anything.
    Silent,
    /// Reads the mail and closes the connection.
    DropAfterData,
    /// Takes mail over encrypted connections only, as port 587 does.
    DemandStartTls,
    /// Accepts mail from clients that authenticate with this password.
    Password(&'static str),
}

/// Encryption of a connection.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Encryption {
    Open,
    StartTls,
    Tls,
}

pub(crate) struct SmtpServer {
    address: SocketAddr,
    kept: Arc<Mutex<ReceivedMail>>,
}

/// Record of everything that the server received.
#[derive(Clone, Debug, Default)]
pub(crate) struct ReceivedMail {
    /// Whole mails that were accepted.
    pub(crate) mails: Vec<String>,
    /// Commands, and whether each came encrypted.
    pub(crate) commands: Vec<(String, bool)>,
    /// Lines with an ending or a length that RFC 5321 forbids.
    pub(crate) malformed: Vec<String>,
}

impl SmtpServer {
    /// Serves until the test process ends.
    pub(crate) fn start(way: Encryption, manners: &[SmtpBehaviour]) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let address = listener.local_addr().unwrap();
        let received = Arc::new(Mutex::new(ReceivedMail::default()));
        let (manners, shared) = (manners.to_vec(), Arc::clone(&received));
        thread::spawn(move || {
            for (n, caller) in listener.incoming().enumerate() {
                let manner = manners[n.min(manners.len() - 1)];
                let stream = Stream::Open(caller.unwrap());
                Conversation { stream, way, manner, kept: &shared, proven: false }.serve();
            }
        });
        Self { address, kept: received }
    }

    /// Settings that send mail here.
    pub(crate) fn configure(&self, config: &mut Config) {
        config.mail.transport = MailTransport::Smtp;
        config.mail.from = "books@club.example".into();
        let smtp = &mut config.mail.smtp;
        smtp.host = "localhost".into();
        smtp.port = self.address.port();
        smtp.security = Security::None;
        smtp.timeout_seconds = 1;
    }

    pub(crate) fn kept(&self) -> ReceivedMail {
        self.kept.lock().unwrap().clone()
    }
}

struct Conversation<'a> {
    stream: Stream,
    way: Encryption,
    manner: SmtpBehaviour,
    kept: &'a Mutex<ReceivedMail>,
    proven: bool,
}

impl Conversation<'_> {
    fn serve(mut self) {
        if self.way == Encryption::Tls {
            self.stream.encrypt();
        }
        if self.manner == SmtpBehaviour::Silent {
            while self.stream.read_byte().is_some() {}
            return;
        }
        self.stream.send_reply("220 mail.club.example ready");
        while let Some(command) = self.line() {
            let encrypted = matches!(self.stream, Stream::Encrypted(_));
            self.kept.lock().unwrap().commands.push((command.clone(), encrypted));
            if !self.obey(&command) {
                return;
            }
        }
    }

    /// Handles a command; returns `false` when the session ends.
    fn obey(&mut self, command: &str) -> bool {
        let verb = command.split([' ', ':']).next().unwrap().to_ascii_uppercase();
        let reply = match verb.as_str() {
            "EHLO" => return self.introduce(),
            "STARTTLS" => {
                self.stream.send_reply("220 go ahead");
                self.stream.encrypt();
                return true;
            }
            "AUTH" => self.authenticate(command),
            "MAIL" => self.sender(),
            "RCPT" => self.recipient(),
            "DATA" => return self.content(),
            "NOOP" | "RSET" => "250 2.0.0 OK",
            "QUIT" => {
                self.stream.send_reply("221 bye");
                return false;
            }
            _ => "502 5.5.1 not known",
        };
        self.stream.send_reply(reply);
        true
    }

    fn introduce(&mut self) -> bool {
        self.stream.send_reply("250-mail.club.example");
        if self.way == Encryption::StartTls && matches!(self.stream, Stream::Open(_)) {
            self.stream.send_reply("250-STARTTLS");
        }
        let may_sign_in =
            self.way == Encryption::Open || matches!(self.stream, Stream::Encrypted(_));
        if matches!(self.manner, SmtpBehaviour::Password(_)) && may_sign_in {
            self.stream.send_reply("250-AUTH PLAIN LOGIN");
        }
        self.stream.send_reply("250 8BITMIME");
        true
    }

    fn authenticate(&mut self, command: &str) -> &'static str {
        let SmtpBehaviour::Password(password) = self.manner else { return "503 5.5.1 not offered" };
        let expected = STANDARD.encode(format!("\0ink\0{password}"));
        self.proven = command == format!("AUTH PLAIN {expected}");
        if self.proven { "235 2.7.0 welcome" } else { "535 5.7.8 wrong username or password" }
    }

    fn sender(&self) -> &'static str {
        match self.manner {
            SmtpBehaviour::DemandStartTls if matches!(self.stream, Stream::Open(_)) => {
                "530 5.7.0 Must issue a STARTTLS command first"
            }
            SmtpBehaviour::RefuseSender => "553 5.7.1 you are not books@club.example",
            SmtpBehaviour::Password(_) if !self.proven => "530 5.7.0 sign in first",
            _ => "250 2.1.0 Sender OK",
        }
    }

    fn recipient(&self) -> &'static str {
        match self.manner {
            SmtpBehaviour::RefuseRecipient => "550 5.1.1 <mara@example.org> is not known here",
            SmtpBehaviour::Greylist => "451 4.7.1 come back in a minute",
            _ => "250 2.1.5 Recipient OK",
        }
    }

    fn content(&mut self) -> bool {
        self.stream.send_reply("354 go on, end with a dot");
        let mut mail = String::new();
        loop {
            let Some(line) = self.line() else { return false };
            if line == "." {
                break;
            }
            mail += line.strip_prefix('.').unwrap_or(&line);
            mail += "\r\n";
        }
        if self.manner == SmtpBehaviour::DropAfterData {
            return false;
        }
        self.kept.lock().unwrap().mails.push(mail);
        self.stream.send_reply("250 2.0.0 taken");
        true
    }

    /// Reads a line, without its end.
    fn line(&mut self) -> Option<String> {
        let mut line = Vec::new();
        while line.last() != Some(&b'\n') {
            line.push(self.stream.read_byte()?);
        }
        let text = String::from_utf8_lossy(&line).into_owned();
        let whole = text.strip_suffix("\r\n").filter(|rest| !rest.contains('\r'));
        if whole.is_none() || line.len() > 1000 {
            self.kept.lock().unwrap().malformed.push(text.clone());
        }
        Some(text.trim_end_matches(['\r', '\n']).to_owned())
    }
}
