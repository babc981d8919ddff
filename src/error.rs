//! Errors of the services. Independent of HTTP and the terminal.

use std::any::Any;
use std::io;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::Duration;

use crate::backup::remote;
use crate::domain::id::ParseIdError;
use crate::domain::invalid::FieldErrors;
use crate::domain::item::Item;
use crate::domain::message::Message;
use crate::domain::policy::Denied;
use crate::domain::sentence::{counted, to_sentence};
use crate::domain::suspension::Suspension;
use crate::platform::bounded_semaphore::QueueFull;
use crate::platform::disk_space::is_full;
use crate::platform::fair_semaphore::AcquireError;
use crate::{backup, data_dir, mail, paper, press, search, store};

/// Prefix of the hint about what to do, on a line of its own after the message.
pub const HINT: &str = "\nhint: ";

/// Result of a service.
pub type Result<T, E = Error> = std::result::Result<T, E>;

/// Error with a message for people. The internal cause is in `source`, which is logged and never shown.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    #[error(transparent)]
    Denied(#[from] Denied),
    /// Missing item; also returned when the actor may not know that the item exists.
    #[error("{}", .0.not_found())]
    NotFound(Item),
    /// Unknown name that an operator has typed, with a hint about what to type instead.
    #[error("{}: `{name}`\nhint: {hint}", .item.not_found().to_string().trim_end_matches('.'))]
    Unknown { item: Item, name: String, hint: String },
    /// Value that is in use already, with the field that it was sent in, if any.
    #[error("{message}")]
    Conflict { field: Option<&'static str>, message: Message },
    #[error(transparent)]
    Invalid(#[from] FieldErrors),
    /// Wrong password, unknown address or used link. All have the same message, so that nothing is disclosed.
    #[error("{0}")]
    InvalidCredentials(Message),
    /// Webhook event without a valid and recent signature.
    #[error("{}", BAD_SIGNATURE)]
    BadSignature,
    #[error("{}", DISK_FULL)]
    DiskFull,
    /// The member's share of the disk is used up.
    #[error("{0}")]
    QuotaExceeded(Message),
    /// The member is suspended by an admin for a time.
    #[error("{}", suspension_message(.0))]
    Suspended(Suspension),
    #[error("{}", SERVER_BUSY)]
    Busy,
    /// Rate limit, with the seconds until the next attempt is allowed.
    #[error("{message}")]
    TooMany { message: Message, seconds: u64 },
    #[error(transparent)]
    Refused(#[from] paper::Refusal),
    #[error("the document could not be typeset")]
    Press(#[source] press::Error),
    #[error("failed to send a mail")]
    Mail(#[from] mail::Error),
    #[error("storage failed")]
    Store(#[source] store::Error),
    #[error(transparent)]
    Archive(#[from] backup::Error),
    /// Error of a server that keeps copies of backups.
    #[error(transparent)]
    Remote(#[from] remote::Error),
    #[error(transparent)]
    DataDir(#[from] data_dir::Error),
    #[error("search failed")]
    Search(#[source] search::Error),
    #[error("file system error")]
    Files(#[source] io::Error),
    #[error("the system has no randomness")]
    Random(#[from] getrandom::Error),
    /// Broken invariant of our own code.
    #[error("something went wrong on our side")]
    Internal(#[source] Box<dyn std::error::Error + Send + Sync>),
}

const BAD_SIGNATURE: Message = Message::new(
    "signature-invalid",
    "This message is not signed by the payment provider, or is too old.",
);
const DISK_FULL: Message = Message::new(
    "disk-full",
    "The server's storage is full. Please tell an admin; nothing was changed.",
);
/// Message of [`Error::Busy`].
pub const SERVER_BUSY: Message =
    Message::new("server-busy", "The server is busy. Please try again in a moment.");
/// Message for a member whose uploads fill their part of the queue.
const UPLOADS_WAITING: Message = Message::new(
    "uploads-waiting",
    "Your earlier uploads are still being read. Please wait {wait} and try again.",
);
const UPLOAD_RETRY_DELAY: Duration = Duration::from_secs(5);

impl Error {
    /// Whether the error is permanent: a job that failed with it would fail again at every attempt.
    pub fn is_final(&self) -> bool {
        matches!(self, Self::Mail(error) if error.is_final())
    }

    /// [`Error::Invalid`] with one field and a message about it.
    pub fn invalid(field: &'static str, message: Message) -> Self {
        Self::Invalid(FieldErrors::single(field, message))
    }

    /// [`Error::TooMany`] with the wait in whole seconds, rounded up: an attempt too early would be refused again. The message
    /// may place `{wait}`, in words; programs read `seconds`.
    pub fn too_many(message: Message, wait: Duration) -> Self {
        let seconds = wait.as_secs() + u64::from(wait.subsec_nanos() > 0);
        let seconds = seconds.max(1);
        Self::TooMany {
            message: message.with("wait", in_words(seconds)).with("seconds", seconds),
            seconds,
        }
    }

    /// Message for the public; `None` for an internal error, whose cause is only logged.
    pub fn message(&self) -> Option<Message> {
        Some(match self {
            Self::Denied(denied) => denied.message(),
            Self::NotFound(item) | Self::Unknown { item, .. } => item.not_found(),
            Self::Conflict { message, .. }
            | Self::InvalidCredentials(message)
            | Self::QuotaExceeded(message)
            | Self::TooMany { message, .. } => message.clone(),
            Self::Invalid(errors) => errors.message(),
            Self::BadSignature => BAD_SIGNATURE,
            Self::DiskFull => DISK_FULL,
            Self::Suspended(suspension) => suspension_message(suspension),
            Self::Busy => SERVER_BUSY,
            Self::Refused(refusal) => refusal.message(),
            Self::Archive(_) | Self::Remote(_) => {
                Message::new("backup-failed", "{reason}").with("reason", self.to_string())
            }
            Self::Press(_)
            | Self::Mail(_)
            | Self::Store(_)
            | Self::DataDir(_)
            | Self::Search(_)
            | Self::Files(_)
            | Self::Random(_)
            | Self::Internal(_) => return None,
        })
    }
}

/// Extension that turns a missing item into [`Error::NotFound`].
pub trait Required<T> {
    /// # Errors
    /// [`Error::NotFound`] of the item.
    fn required(self, item: Item) -> Result<T>;
}

impl<T> Required<T> for Option<T> {
    fn required(self, item: Item) -> Result<T> {
        self.ok_or(Error::NotFound(item))
    }
}

/// Treats an invalid id like a missing item.
impl<T> Required<T> for Result<T, ParseIdError> {
    fn required(self, item: Item) -> Result<T> {
        self.map_err(|_| Error::NotFound(item))
    }
}

/// Formats an error with its causes on one line, and below it their hints, that of the deepest cause first.
pub fn format_error_chain(error: &dyn std::error::Error) -> String {
    let words = error.to_string();
    let Some(cause) = error.source() else { return words };
    let below = format_error_chain(cause);
    let (words, hint) = words.split_once(HINT).unwrap_or((&words, ""));
    let (cause, hints) = below.split_once(HINT).unwrap_or((&below, ""));
    let mut told = format!("{words}: {cause}");
    for hint in [hints, hint].into_iter().filter(|hint| !hint.is_empty()) {
        told = format!("{told}{HINT}{hint}");
    }
    told
}

/// Turns what [`format_error_chain`] returns into sentences for a screen: the error, then each hint.
pub fn to_sentences(chain: &str) -> String {
    chain.split(HINT).map(to_sentence).collect::<Vec<String>>().join(" ")
}

/// Runs the work and turns a panic into an error, so that a thread outlives it. An unfinished transaction of the store is rolled
/// back, and our locks are not poisoned.
pub fn catch_panic<T>(work: impl FnOnce() -> Result<T>) -> Result<T> {
    catch_unwind(AssertUnwindSafe(work)).unwrap_or_else(|panic| Err(panic_to_error(&*panic)))
}

fn panic_to_error(panic: &(dyn Any + Send)) -> Error {
    let words = panic.downcast_ref::<&str>().copied();
    let words = words.or_else(|| panic.downcast_ref::<String>().map(String::as_str));
    Error::Internal(format!("panic: {}", words.unwrap_or("no message")).into())
}

fn suspension_message(Suspension { until, why }: &Suspension) -> Message {
    let until = until.date();
    if why.is_empty() {
        return Message::new("suspended", "You cannot post, comment or like until {until}.")
            .with("until", until);
    }
    Message::new(
        "suspended-with-reason",
        "You cannot post, comment or like until {until}. {reason}",
    )
    .with("until", until)
    .with("reason", why.as_str())
}

/// Duration in words, rounded up.
fn in_words(seconds: u64) -> String {
    match seconds {
        0..=90 => counted(seconds, "second", "seconds"),
        91..=5_400 => counted(seconds.div_ceil(60), "minute", "minutes"),
        _ => counted(seconds.div_ceil(60 * 60), "hour", "hours"),
    }
}

impl From<press::Error> for Error {
    fn from(error: press::Error) -> Self {
        match error {
            press::Error::Write(error) if is_full(&error) => Self::DiskFull,
            error if error.is_queue_full() => Self::Busy,
            error => Self::Press(error),
        }
    }
}

impl From<store::Error> for Error {
    fn from(error: store::Error) -> Self {
        match error {
            store::Error::Full => Self::DiskFull,
            store::Error::Interrupted => Self::Busy,
            store::Error::Locked
            | store::Error::Newer { .. }
            | store::Error::TooOld { .. }
            | store::Error::Corrupt { .. }
            | store::Error::Damaged
            | store::Error::Engine(_) => Self::Store(error),
        }
    }
}

impl From<io::Error> for Error {
    fn from(error: io::Error) -> Self {
        if is_full(&error) { Self::DiskFull } else { Self::Files(error) }
    }
}

impl From<search::Error> for Error {
    fn from(error: search::Error) -> Self {
        if error.disk().is_some_and(is_full) { Self::DiskFull } else { Self::Search(error) }
    }
}

impl From<AcquireError> for Error {
    fn from(error: AcquireError) -> Self {
        match error {
            AcquireError::QueueFull => Self::Refused(paper::Refusal::Busy),
            AcquireError::KeyQueueFull => Self::too_many(UPLOADS_WAITING, UPLOAD_RETRY_DELAY),
        }
    }
}

impl From<QueueFull> for Error {
    fn from(_: QueueFull) -> Self {
        Self::Busy
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn retry_delay_is_rounded_up_in_error() {
        for (seconds, words) in [
            (0.0, "1 second"),
            (39.2, "40 seconds"),
            (90.0, "90 seconds"),
            (90.1, "2 minutes"),
            (3_600.0, "60 minutes"),
            (86_400.0, "24 hours"),
        ] {
            let slowly = Message::new("slowly", "Slowly. Please wait {wait}.");
            let error = Error::too_many(slowly, Duration::from_secs_f64(seconds));
            assert_eq!(error.to_string(), format!("Slowly. Please wait {words}."));
        }
    }

    #[derive(Debug, thiserror::Error)]
    #[error("nothing can listen there\nhint: name another port")]
    struct Hinted(#[source] Error);

    #[test]
    fn error_causes_precede_hints() {
        let disk = Error::Files(io::Error::other("no such disk"));
        assert_eq!(format_error_chain(&disk), "file system error: no such disk");
        assert_eq!(
            format_error_chain(&Hinted(disk)),
            "nothing can listen there: file system error: no such disk\nhint: name another port"
        );
        let inner = Hinted(Error::Busy);
        assert_eq!(
            format_error_chain(&Hinted(Error::Internal(Box::new(inner)))),
            "nothing can listen there: something went wrong on our side: nothing can listen there: \
             The server is busy. Please try again in a moment.\nhint: name another port\nhint: name another port"
        );
        assert_eq!(format_error_chain(&Error::NotFound(Item::Book)), "This book was not found.");
    }

    #[test]
    fn chain_with_hint_becomes_two_sentences() {
        let chain = "the folder is missing: no such disk\nhint: connect the disk";
        assert_eq!(to_sentences(chain), "The folder is missing: no such disk. Connect the disk.");
    }

    #[test]
    fn panic_becomes_error_with_its_message() {
        assert_eq!(catch_panic(|| Ok(7)).unwrap(), 7);
        assert!(matches!(catch_panic(|| Err::<(), _>(Error::Busy)), Err(Error::Busy)));
        let number = 3;
        let error = catch_panic(|| -> Result<()> { panic!("no page {number}") }).unwrap_err();
        assert_eq!(
            format_error_chain(&error),
            "something went wrong on our side: panic: no page 3"
        );
    }
}
