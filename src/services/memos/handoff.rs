//! Hands a form over to a tablet that cannot upload: a phone sends the form with a code that the tablet shows, the server reads
//! it on behalf of the tablet's member, and the tablet fetches the result.
//!
//! State is in memory only: a restart forgets all codes, and the tablet requests a new one.

use std::time::Duration;

use crate::body_budgets::UploadedFile;
use crate::context::Context;
use crate::domain::book::Book;
use crate::domain::client_address::ClientAddress;
use crate::domain::id::BookId;
use crate::domain::item::Item;
use crate::domain::policy;
use crate::domain::secret::SecretHash;
use crate::domain::time::Timestamp;
use crate::domain::typed_code::HandoffCode;
use crate::error::{Error, Result};
use crate::platform::ExpiringMap;
use crate::services::accounts::sessions::{self, SessionContext};
use crate::services::books;

use super::reading::{self, FilledForm};

/// Validity of a code.
const LIFETIME: Duration = Duration::from_mins(15);
/// Maximum number of handoffs at once.
const MAX_WAITING: usize = 64;
/// Same error for unknown, used and expired codes, so that a guess reveals nothing.
const UNKNOWN: Error = Error::NotFound(Item::HandoffCode);

/// Handoffs that have not expired, by their code.
type UploadHandoffs = ExpiringMap<HandoffCode, PendingUpload, Timestamp, MAX_WAITING>;

struct PendingUpload {
    /// Session of the tablet, the only one that gets the result.
    session: SecretHash,
    book: BookId,
    progress: Progress,
}

/// Progress of a handoff.
#[derive(Debug)]
pub enum Progress {
    Waiting,
    /// A form was received; a second one is rejected meanwhile.
    Reading,
    Read(FilledForm),
}

/// Code for the phone.
#[derive(Debug)]
pub struct IssuedHandoff {
    pub code: HandoffCode,
    /// URL that the phone opens.
    pub link: String,
    pub expires_at: Timestamp,
}

/// Opens a handoff for the member's tablet. Replaces an earlier one of the same session.
pub fn open(context: &Context, session: &SessionContext, book: BookId) -> Result<IssuedHandoff> {
    context.rate_limits.check_handoff_start(policy::may_take_part(&session.actor)?)?;
    books::find(&*context.read()?, book)?;
    let code = HandoffCode::new(context.random()?);
    let now = context.now();
    let expires_at = now + LIFETIME;
    let mut handoffs = context.state::<UploadHandoffs>().lock(now);
    handoffs.retain(|earlier| earlier.session != session.session);
    if handoffs.is_full() {
        return Err(Error::Busy);
    }
    let handoff = PendingUpload { session: session.session, book, progress: Progress::Waiting };
    handoffs.insert(code, handoff, expires_at);
    let link = format!("{}/hand-over/{code}", context.config().public_url);
    Ok(IssuedHandoff { code, link, expires_at })
}

/// Book of the handoff that waits with this code. Counts as an attempt to guess a code.
pub fn get_book_by_code(context: &Context, from: ClientAddress, code: &str) -> Result<Book> {
    context.rate_limits.check_handoff(from)?;
    let code = parse(code)?;
    let book = with_waiting(context, code, |handoff| handoff.book)?;
    books::find(&*context.read()?, book)
}

/// Reads the form that a phone sent, on behalf of the tablet's member; returns the number of filled boxes. A form that cannot be
/// read, or that exceeds the member's rate limit, leaves the code valid for another try.
pub fn send(context: &Context, code: &str, file: &UploadedFile) -> Result<usize> {
    let code = parse(code)?;
    let (session, book) = with_waiting(context, code, |handoff| {
        handoff.progress = Progress::Reading;
        (handoff.session, handoff.book)
    })?;
    let read = sessions::actor_of(context, session).and_then(|actor| {
        // The tablet was signed out meanwhile; an error about that would not help on the phone.
        let member = policy::member(&actor).map_err(|_| UNKNOWN)?;
        context.rate_limits.check_handoff_upload(member)?;
        reading::read(context, &actor, Some(book), file, None)
    });
    let (progress, answer) = match read {
        Ok(filled) => {
            let count = filled.boxes.len();
            (Progress::Read(filled), Ok(count))
        }
        Err(error) => (Progress::Waiting, Err(error)),
    };
    let mut handoffs = context.state::<UploadHandoffs>().lock(context.now());
    handoffs.get_mut(&code).ok_or(UNKNOWN)?.progress = progress;
    answer
}

/// Progress of the tablet's handoff. The result is returned once.
pub fn progress(context: &Context, session: &SessionContext, code: &str) -> Result<Progress> {
    let code = parse(code)?;
    let mut handoffs = context.state::<UploadHandoffs>().lock(context.now());
    let handoff = handoffs.get_mut(&code).filter(|found| found.session == session.session);
    match handoff.ok_or(UNKNOWN)?.progress {
        Progress::Waiting => Ok(Progress::Waiting),
        Progress::Reading => Ok(Progress::Reading),
        Progress::Read(_) => Ok(handoffs.remove(&code).ok_or(UNKNOWN)?.progress),
    }
}

fn parse(code: &str) -> Result<HandoffCode> {
    code.parse().map_err(|_| UNKNOWN)
}

/// Calls `change` on the handoff that waits for a form with this code.
fn with_waiting<T>(
    context: &Context,
    code: HandoffCode,
    change: impl FnOnce(&mut PendingUpload) -> T,
) -> Result<T> {
    let mut handoffs = context.state::<UploadHandoffs>().lock(context.now());
    let waits = |found: &&mut PendingUpload| matches!(found.progress, Progress::Waiting);
    handoffs.get_mut(&code).filter(waits).map(change).ok_or(UNKNOWN)
}
