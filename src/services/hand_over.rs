//! Hands a form over to a tablet that cannot upload: a phone sends it with a code that the tablet shows, the server reads
//! it in the name of the tablet's member, and the tablet fetches what was read.
//!
//! Kept in memory only, and not for long: a restart forgets all codes, and the tablet asks for another.

use std::time::Duration;

use parking_lot::{Mutex, MutexGuard};

use crate::bodies::UploadedFile;
use crate::context::Context;
use crate::domain::book::Book;
use crate::domain::client_address::ClientAddress;
use crate::domain::hand_over_code::HandOverCode;
use crate::domain::id::BookId;
use crate::domain::policy;
use crate::domain::secret::SecretHash;
use crate::domain::time::Time;
use crate::error::{Error, Result};

use super::books;
use super::reading::{self, FilledForm};
use super::sessions::{self, SessionContext};

/// How long a code is good.
const LIFE: Duration = Duration::from_mins(15);
/// As many tablets may wait for a phone at once.
const MAX_WAITING: usize = 64;
/// The same words for a code that never was, is used up, or is too old: a stranger who guesses learns nothing.
const UNKNOWN: Error = Error::NotFound("This code, which is good for 15 minutes and one form,");

/// All hand-overs that are under way.
#[derive(Default)]
struct UploadHandoffs(Mutex<Vec<PendingUpload>>);

struct PendingUpload {
    code: HandOverCode,
    /// Of the tablet: nobody else gets what was read.
    session: SecretHash,
    book: BookId,
    expires_at: Time,
    progress: Progress,
}

/// How far a form is on its way to a tablet.
#[derive(Debug)]
pub enum Progress {
    Waiting,
    /// A form has come; no second one is taken meanwhile.
    Reading,
    Read(FilledForm),
}

/// A code for a phone to use.
#[derive(Debug)]
pub struct Opened {
    pub code: HandOverCode,
    /// Where the phone goes.
    pub link: String,
    pub expires_at: Time,
}

/// Opens a hand-over for the member's tablet. An earlier one of the same session is void.
pub fn open(context: &Context, present: &SessionContext, book: BookId) -> Result<Opened> {
    context.limits.open_hand_over(policy::member(&present.actor)?)?;
    books::find(&*context.read()?, book)?;
    let code = HandOverCode::new(context.random()?);
    let now = context.clock.now();
    let expires_at = now + LIFE;
    let mut under_way = context.state::<UploadHandoffs>().under_way(now);
    under_way.retain(|one| one.session != present.session && one.code != code);
    if under_way.len() >= MAX_WAITING {
        return Err(Error::Busy);
    }
    let session = present.session;
    under_way.push(PendingUpload { code, session, book, expires_at, progress: Progress::Waiting });
    let link = format!("{}/hand-over/{code}", context.config().public_url);
    Ok(Opened { code, link, expires_at })
}

/// The book of which a form is waited for. Counts as a try to guess a code.
pub fn book_of(context: &Context, from: ClientAddress, code: &str) -> Result<Book> {
    context.limits.hand_over(from)?;
    let code = parse(code)?;
    let book =
        context.state::<UploadHandoffs>().waiting(context.clock.now(), code, |one| one.book)?;
    books::find(&*context.read()?, book)
}

/// Reads the form that a phone sent, in the name of the tablet's member; answers how many boxes were written in. A form
/// that cannot be read, or that is one too many for the member, leaves the code good for another try.
pub fn send(context: &Context, code: &str, file: &UploadedFile) -> Result<usize> {
    let code = parse(code)?;
    let (session, book) =
        context.state::<UploadHandoffs>().waiting(context.clock.now(), code, |one| {
            one.progress = Progress::Reading;
            (one.session, one.book)
        })?;
    let read = sessions::actor_of(context, session).and_then(|actor| {
        // The tablet was signed out meanwhile, which is nothing that a phone can mend.
        let member = policy::member(&actor).map_err(|_| UNKNOWN)?;
        context.limits.send_hand_over(member)?;
        reading::read(context, &actor, Some(book), file, None)
    });
    let (progress, answer) = match read {
        Ok(filled) => {
            let count = filled.answers.len();
            (Progress::Read(filled), Ok(count))
        }
        Err(error) => (Progress::Waiting, Err(error)),
    };
    let mut under_way = context.state::<UploadHandoffs>().under_way(context.clock.now());
    let one = under_way.iter_mut().find(|one| one.code == code).ok_or(UNKNOWN)?;
    one.progress = progress;
    answer
}

/// What has become of the tablet's hand-over. What was read is given out once.
pub fn progress(context: &Context, present: &SessionContext, code: &str) -> Result<Progress> {
    let code = parse(code)?;
    let mut under_way = context.state::<UploadHandoffs>().under_way(context.clock.now());
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
    /// Those that are not over.
    fn under_way(&self, now: Time) -> MutexGuard<'_, Vec<PendingUpload>> {
        let mut all = self.0.lock();
        all.retain(|one| one.expires_at > now);
        all
    }

    /// Uses the hand-over that waits for a form with this code.
    fn waiting<T>(
        &self,
        now: Time,
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
