//! SMTP or LMTP session, from the greeting to the last reply.

mod message;

use std::sync::Arc;
use std::time::Duration;

use smtp_proto::{MAIL_BODY_BINARYMIME, MAIL_REQUIRETLS, MAIL_SMTPUTF8, MailFrom, Request};
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::sync::watch;
use tokio::task::spawn_blocking;

use crate::context::Context;
use crate::services::inbound_mail::{self, Rejection};

use super::line_stream::{Disconnected, Line, LineStream};
use super::protocol::{Peer, Protocol};
use super::reply::Reply;

/// Number of errors after which a client is disconnected.
const MAX_FAULTS: u32 = 5;
/// Maximum number of recipients of one mail; the client sends to more separately.
const MAX_RECIPIENTS: usize = 10;

/// State of a session.
pub(super) struct Session<S> {
    context: Arc<Context>,
    peer: Peer,
    stream: LineStream<S>,
    is_greeted: bool,
    mail: Option<Mail>,
    mails: usize,
    faults: u32,
}

/// Mail transaction.
struct Mail {
    /// `None` for the null sender.
    sender: Option<String>,
    recipients: Vec<String>,
}

/// Action after a command.
enum NextAction {
    Reply(Reply),
    /// Replies, and closes the connection.
    Close(Reply),
    /// Continues: all replies were sent already.
    Continue,
}

/// Runs a session until either side ends it. `stop` ends it at the next line.
pub(super) async fn run<S: AsyncRead + AsyncWrite + Unpin>(
    context: Arc<Context>,
    peer: Peer,
    stream: S,
    stop: watch::Receiver<bool>,
) {
    let settings = &context.config().mail.inbound;
    let idle = Duration::from_secs(settings.idle_seconds);
    let whole = Duration::from_secs(settings.session_seconds);
    let stream = LineStream::new(stream, idle, whole, stop);
    let mut session =
        Session { context, peer, stream, is_greeted: false, mail: None, mails: 0, faults: 0 };
    let last = match session.run().await {
        Ok(()) | Err(Disconnected::Left) => None,
        Err(Disconnected::TimedOut) => Some("421 4.4.2 Timeout exceeded, closing connection"),
        Err(Disconnected::Stopping) => Some("421 4.3.2 Service shutting down, try again later"),
    };
    if let Some(last) = last {
        // The client may have disconnected already.
        let _ = session.stream.send(last).await;
    }
    session.stream.close().await;
}

impl<S: AsyncRead + AsyncWrite + Unpin> Session<S> {
    async fn run(&mut self) -> Result<(), Disconnected> {
        let host = &self.context.config().mail.inbound.host;
        let protocol = if self.peer.protocol == Protocol::Lmtp { "LMTP" } else { "ESMTP" };
        let greeting = format!("220 {host} {protocol} ready");
        self.stream.send(&greeting).await?;
        loop {
            match self.next().await? {
                NextAction::Continue => {}
                NextAction::Reply(reply) => {
                    self.faults += u32::from(reply.is_refusal());
                    self.stream.send(reply.line()).await?;
                }
                NextAction::Close(reply) => return self.stream.send(reply.line()).await,
            }
            if self.faults >= MAX_FAULTS {
                return self.stream.send("421 4.7.0 Too many errors, closing connection").await;
            }
        }
    }

    async fn next(&mut self) -> Result<NextAction, Disconnected> {
        let answer = |line: &str| Ok(NextAction::Reply(Reply::new(line)));
        let line = match self.stream.line().await? {
            Line::Whole(line) => line,
            Line::TooLong => return answer("500 5.5.2 Line too long"),
            Line::BareEnd => return answer("500 5.5.2 Bare CR or LF; lines must end with CRLF"),
        };
        // Commands that may not be pipelined (RFC 2920): the client must read the reply before it goes on.
        let must_wait = |request: &Request<_>| {
            matches!(
                request,
                Request::Data | Request::Ehlo { .. } | Request::Lhlo { .. } | Request::Helo { .. }
            )
        };
        match Request::parse(&mut line.iter()) {
            Ok(request) if must_wait(&request) && self.stream.has_more() => {
                let words = "503 5.5.0 Improper use of SMTP command pipelining";
                Ok(NextAction::Close(Reply::new(words)))
            }
            Ok(Request::Data) => self.data().await,
            Ok(Request::Rcpt { to }) => self.recipient(to.address.into_owned()).await,
            Ok(request) => Ok(self.answer(&request)),
            Err(smtp_proto::Error::UnknownCommand) => answer("500 5.5.2 Command not recognized"),
            Err(_) => answer("501 5.5.4 Syntax error in parameters or arguments"),
        }
    }

    fn answer(&mut self, request: &Request<std::borrow::Cow<'_, str>>) -> NextAction {
        let is_lmtp = self.peer.protocol == Protocol::Lmtp;
        NextAction::Reply(match request {
            Request::Lhlo { .. } if is_lmtp => self.accept_greeting(),
            Request::Ehlo { .. } if !is_lmtp => self.accept_greeting(),
            Request::Helo { .. } if !is_lmtp => {
                self.accept_greeting();
                Reply::with_words("250", &self.context.config().mail.inbound.host)
            }
            Request::Mail { from } => return self.sender(from),
            Request::Rset => {
                self.mail = None;
                Reply::new("250 2.0.0 Reset OK")
            }
            Request::Noop { .. } => Reply::new("250 2.0.0 OK"),
            Request::Quit => return NextAction::Close(Reply::new("221 2.0.0 Bye")),
            // VRFY, EXPN, AUTH and others: addresses are not disclosed, and nothing is relayed.
            _ => Reply::new("502 5.5.1 Command not implemented"),
        })
    }

    fn accept_greeting(&mut self) -> Reply {
        self.is_greeted = true;
        self.mail = None;
        let settings = &self.context.config().mail.inbound;
        let size = format!("SIZE {}", settings.largest());
        let lines = [&settings.host, &size, "8BITMIME", "PIPELINING", "ENHANCEDSTATUSCODES"];
        Reply::of_lines("250", &lines.map(str::to_owned))
    }

    fn sender(&mut self, from: &MailFrom<std::borrow::Cow<'_, str>>) -> NextAction {
        const UNSUPPORTED: u64 = MAIL_SMTPUTF8 | MAIL_BODY_BINARYMIME | MAIL_REQUIRETLS;
        let answer = |line: &str| NextAction::Reply(Reply::new(line));
        if !self.is_greeted {
            return answer(self.peer.protocol.greeting_required());
        }
        if self.mail.is_some() {
            return answer("503 5.5.1 Nested MAIL command");
        }
        if self.mails >= self.peer.max_mails() {
            let words = "421 4.7.0 Too many messages in this session, closing connection";
            return NextAction::Close(Reply::new(words));
        }
        if from.flags & UNSUPPORTED != 0 {
            return answer("555 5.5.4 MAIL FROM or RCPT TO parameters not recognized");
        }
        if from.size > self.context.config().mail.inbound.largest() {
            return answer(message::TOO_LARGE);
        }
        let sender = Some(from.address.to_string()).filter(|sender| !sender.is_empty());
        self.mail = Some(Mail { sender, recipients: Vec::new() });
        answer("250 2.1.0 Sender OK")
    }

    async fn recipient(&mut self, to: String) -> Result<NextAction, Disconnected> {
        let answer = |line: &str| Ok(NextAction::Reply(Reply::new(line)));
        let Some(mail) = &mut self.mail else {
            return answer("503 5.5.1 Need MAIL FROM first");
        };
        if mail.recipients.len() >= MAX_RECIPIENTS {
            // Not an error of the client: it sends the mail to the other recipients again.
            self.stream.send("452 4.5.3 Too many recipients").await?;
            return Ok(NextAction::Continue);
        }
        let (trust, address) = (self.peer.trust, to.clone());
        match self
            .run_blocking(move |context| inbound_mail::accepts_recipient(context, trust, &address))
            .await?
        {
            Ok(()) => {
                if let Some(mail) = &mut self.mail {
                    mail.recipients.push(to);
                }
                answer("250 2.1.5 Recipient OK")
            }
            Err(refusal) => Ok(NextAction::Reply((&refusal).into())),
        }
    }

    /// Runs a service off the async threads.
    async fn run_blocking<T: Send + 'static>(
        &self,
        work: impl FnOnce(&Context) -> T + Send + 'static,
    ) -> Result<T, Disconnected> {
        let context = Arc::clone(&self.context);
        // The panic is in the log already; the client sends the mail again.
        spawn_blocking(move || work(&context)).await.map_err(|_| Disconnected::Left)
    }

    async fn check_free_space(&self) -> Result<Result<(), Rejection>, Disconnected> {
        self.run_blocking(inbound_mail::check_free_space).await
    }
}
