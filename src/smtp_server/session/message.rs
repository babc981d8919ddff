//! DATA phase: receives the message, delivers it, replies.

use std::fs::File;
use std::io::{self, Seek, Write};
use std::mem;

use tokio::io::{AsyncRead, AsyncWrite};
use tokio::task::spawn_blocking;

use crate::services::inbound_mail::{self, DeliveryResult, Envelope};
use crate::smtp_server::data_decoder::{DataDecoder, DataError};
use crate::smtp_server::line_stream::Disconnected;
use crate::smtp_server::protocol::Protocol;
use crate::smtp_server::reply::{self, Reply};

use super::{Mail, NextAction, Session};

pub(super) const TOO_LARGE: &str = "552 5.3.4 Message size exceeds fixed limit";
const NO_ROOM: &str = "452 4.3.1 Insufficient system storage";
const BARE_END: &str = "550 5.5.2 Bare CR or LF in message; lines must end with CRLF";
const LONG_LINE: &str = "550 5.6.0 Line too long";
/// Number of bytes that are buffered in memory before they are written to the disk.
const PIECE: usize = 64 << 10;

/// Received message, or the refusal of it.
enum DataOutcome {
    Whole(File),
    Refused(&'static str),
    /// The end of the message is ambiguous, so that what follows may not be a command.
    Doubtful(&'static str),
}

impl<S: AsyncRead + AsyncWrite + Unpin> Session<S> {
    pub(super) async fn data(&mut self) -> Result<NextAction, Disconnected> {
        let answer = |line: &str| Ok(NextAction::Reply(Reply::new(line)));
        let Some(mail) = self.mail.take_if(|mail| !mail.recipients.is_empty()) else {
            return answer("503 5.5.1 Need RCPT TO first");
        };
        if let Err(refusal) = self.check_free_space().await? {
            return Ok(NextAction::Reply((&refusal).into()));
        }
        self.mails += 1;
        self.stream.send("354 End data with <CR><LF>.<CR><LF>").await?;
        match self.take_in().await? {
            DataOutcome::Whole(file) => self.deliver(mail, file).await,
            DataOutcome::Refused(line) => self.refuse(&mail, line).await,
            DataOutcome::Doubtful(line) => {
                self.refuse(&mail, line).await?;
                Ok(NextAction::Close(Reply::new(
                    "421 4.7.0 Protocol violation, closing connection",
                )))
            }
        }
    }

    /// Reads to the end of the message, even if it is invalid, and stores at most the allowed size.
    async fn take_in(&mut self) -> Result<DataOutcome, Disconnected> {
        let largest = self.context.config().mail.inbound.largest();
        let mut file = self.run_blocking(|context| context.blobs.temp_file()).await?;
        let (mut content, mut piece, mut read) = (DataDecoder::new(), Vec::new(), 0);
        loop {
            let bytes = self.stream.fill().await?;
            let end = content.decode(bytes, &mut piece);
            let taken = end.unwrap_or(bytes.len());
            self.stream.consume(taken);
            read += taken;
            if read > largest.saturating_mul(2) {
                return Err(Disconnected::TimedOut);
            }
            let is_kept = read <= largest && content.fault().is_none() && file.is_ok();
            if !is_kept {
                piece.clear();
            } else if piece.len() >= PIECE || end.is_some() {
                file = append(file, mem::take(&mut piece)).await?;
            }
            if end.is_some() {
                break;
            }
        }
        Ok(match (content.fault(), file) {
            (Some(DataError::BareEnd), _) => DataOutcome::Doubtful(BARE_END),
            (Some(DataError::LongLine), _) => DataOutcome::Refused(LONG_LINE),
            (None, _) if read > largest => DataOutcome::Refused(TOO_LARGE),
            (None, Ok(file)) => DataOutcome::Whole(file),
            (None, Err(error)) => {
                tracing::warn!(%error, "failed to buffer an incoming mail");
                DataOutcome::Refused(NO_ROOM)
            }
        })
    }

    async fn deliver(&mut self, mail: Mail, mut file: File) -> Result<NextAction, Disconnected> {
        let trust = self.peer.trust;
        let outcomes = self
            .run_blocking(move |context| {
                let (sender, recipients) = (mail.sender.as_deref(), &mail.recipients[..]);
                inbound_mail::deliver(context, &Envelope { trust, sender, recipients }, &mut file)
            })
            .await?;
        tracing::info!(outcomes = %summary(&outcomes), "mail received");
        match self.peer.protocol {
            Protocol::Lmtp => {
                for outcome in &outcomes {
                    self.stream.send(Reply::from(outcome).line()).await?;
                }
                Ok(NextAction::Continue)
            }
            Protocol::Smtp => Ok(NextAction::Reply(reply::of_all(&outcomes))),
        }
    }

    /// Sends the same reply for every recipient.
    async fn refuse(
        &mut self,
        mail: &Mail,
        line: &'static str,
    ) -> Result<NextAction, Disconnected> {
        let answers = if self.peer.protocol == Protocol::Lmtp { mail.recipients.len() } else { 1 };
        for _ in 0..answers {
            self.stream.send(line).await?;
        }
        self.faults += 1;
        Ok(NextAction::Continue)
    }
}

/// Appends to the file, and rewinds it for reading.
async fn append(file: io::Result<File>, piece: Vec<u8>) -> Result<io::Result<File>, Disconnected> {
    let write = move || {
        let mut file = file?;
        file.seek(io::SeekFrom::End(0))?;
        file.write_all(&piece)?;
        file.rewind()?;
        Ok(file)
    };
    spawn_blocking(write).await.map_err(|_| Disconnected::Left)
}

/// Summary for the log: no addresses, and nothing of the mail's content.
fn summary(outcomes: &[DeliveryResult]) -> String {
    let words = outcomes.iter().map(|outcome| match outcome {
        DeliveryResult::Posted { .. } => "posted",
        DeliveryResult::Answered { .. } => "answered",
        DeliveryResult::Repeated => "repeated",
        DeliveryResult::Ignored => "ignored",
        DeliveryResult::Refused(refusal) => refusal.why.code(),
    });
    words.collect::<Vec<_>>().join(", ")
}
