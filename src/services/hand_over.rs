//! Hands a form over to a tablet that cannot upload: a phone sends the form with a code that the tablet shows, the server reads
//! it on behalf of the tablet's member, and the tablet fetches the result.
//!
//! State is in memory only: a restart forgets all codes, and the tablet requests a new one.

use std::time::Duration;

use parking_lot::{Mutex, MutexGuard};

use crate::body_budgets::UploadedFile;
use crate::context::Context;
use crate::domain::book::Book;
use crate::domain::client_address::ClientAddress;
use crate::domain::hand_over_code::HandOverCode;
use crate::domain::id::BookId;
use crate::domain::item::Item;
use crate::domain::policy;
use crate::domain::secret::SecretHash;
use crate::domain::time::Timestamp;
use crate::error::{Error, Result};

use super::books;
use super::reading::{self, FilledForm};
use super::sessions::{self, SessionContext};

/// Validity of a code.
const LIFETIME: Duration = Duration::from_mins(15);
/// Maximum number of hand-overs at once.
const MAX_WAITING: usize = 64;
/// Same error for unknown, used and expired codes, so that a guess reveals nothing.
const UNKNOWN: Error = Error::NotFound(Item::HandOverCode);

/// All pending hand-overs.
#[derive(Default)]
struct UploadHandoffs(Mutex<Vec<PendingUpload>>);

struct PendingUpload {
    code: HandOverCode,
    /// Session of the tablet, the only one that gets the result.
    session: SecretHash,
    book: BookId,
    expires_at: Timestamp,
    progress: Progress,
}

/// Progress of a hand-over.
#[derive(Debug)]
pub enum Progress {
    Waiting,
    /// A form was received; a second one is rejected meanwhile.
    Reading,
    Read(FilledForm),
}

/// Code for the phone.
#[derive(Debug)]
pub struct OpenedHandOver {
    pub code: HandOverCode,
    /// URL that the phone opens.
    pub link: String,
    pub expires_at: Timestamp,
}

/// Opens a hand-over for the member's tablet. Replaces an earlier one of the same session.
pub fn open(context: &Context, present: &SessionContext, book: BookId) -> Result<OpenedHandOver> {
    context.rate_limits.check_hand_over_start(policy::member(&present.actor)?)?;
    books::find(&*context.read()?, book)?;
    let code = HandOverCode::new(context.random()?);
    let now = context.now();
    let expires_at = now + LIFETIME;
    let mut under_way = context.state::<UploadHandoffs>().under_way(now);
    under_way.retain(|one| one.session != present.session && one.code != code);
    if under_way.len() >= MAX_WAITING {
        return Err(Error::Busy);
    }
    let session = present.session;
    under_way.push(PendingUpload { code, session, book, expires_at, progress: Progress::Waiting });
    let link = format!("{}/hand-over/{code}", context.config().public_url);
    Ok(OpenedHandOver { code, link, expires_at })
}

/// Book of the hand-over that waits with this code. Counts as an attempt to guess a code.
pub fn get_book_by_code(context: &Context, from: ClientAddress, code: &str) -> Result<Book> {
    context.rate_limits.check_hand_over(from)?;
    let code = parse(code)?;
    let book = context.state::<UploadHandoffs>().waiting(context.now(), code, |one| one.book)?;
    books::find(&*context.read()?, book)
}

/// Reads the form that a phone sent, on behalf of the tablet's member; returns the number of filled boxes. A form that cannot be
/// read, or that exceeds the member's rate limit, leaves the code valid for another try.
pub fn send(context: &Context, code: &str, file: &UploadedFile) -> Result<usize> {
    let code = parse(code)?;
    let (session, book) =
        context.state::<UploadHandoffs>().waiting(context.now(), code, |one| {
            one.progress = Progress::Reading;
            (one.session, one.book)
        })?;
    let read = sessions::actor_of(context, session).and_then(|actor| {
        // The tablet was signed out meanwhile, which the phone cannot mend.
        let member = policy::member(&actor).map_err(|_| UNKNOWN)?;
        context.rate_limits.check_hand_over_upload(member)?;
        reading::read(context, &actor, Some(book), file, None)
    });
    let (progress, answer) = match read {
        Ok(filled) => {
            let count = filled.answers.len();
            (Progress::Read(filled), Ok(count))
        }
        Err(error) => (Progress::Waiting, Err(error)),
    };
    let mut under_way = context.state::<UploadHandoffs>().under_way(context.now());
    let one = under_way.iter_mut().find(|one| one.code == code).ok_or(UNKNOWN)?;
    one.progress = progress;
    answer
}

/// Progress of the tablet's hand-over. The result is returned once.
pub fn progress(context: &Context, present: &SessionContext, code: &str) -> Result<Progress> {
    let code = parse(code)?;
    let mut under_way = context.state::<UploadHandoffs>().under_way(context.now());
    let is_own = |one: &PendingUpload| one.code == code && one.session == present.session;
    let place = under_way.iter().position(is_own).ok_or(UNKNOWN)?;
    match under_way[place].progress {
        Progress::Waiting => Ok(Progress::Waiting),
        Progress::Reading => Ok(Progress::Reading),
        Progress::Read(_) => Ok(under_way.swap_remove(place).progress),
    }
}

fn parse(code: &str) -> Result<HandOverCode> {
    code.parse().map_err(|_| UNKNOWN)
}

impl UploadHandoffs {
    /// Hand-overs that have not expired.
    fn under_way(&self, now: Timestamp) -> MutexGuard<'_, Vec<PendingUpload>> {
        let mut all = self.0.lock();
        all.retain(|one| one.expires_at > now);
        all
    }

    /// Calls `use_it` on the hand-over that waits for a form with this code.
    fn waiting<T>(
        &self,
        now: Timestamp,
        code: HandOverCode,
        use_it: impl FnOnce(&mut PendingUpload) -> T,
    ) -> Result<T> {
        let mut under_way = self.under_way(now);
        let waits = |one: &&mut PendingUpload| {
            one.code == code && matches!(one.progress, Progress::Waiting)
        };
        under_way.iter_mut().find(waits).map(use_it).ok_or(UNKNOWN)
    }
}
