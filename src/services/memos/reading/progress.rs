//! Progress of uploads that are being read, for the members who wait for them.

use crate::context::Context;
use crate::domain::id::AccountId;
use crate::domain::policy::{self, Actor};
use crate::domain::progress::Progress;
use crate::error::Result;
use crate::paper::Stage;
use crate::platform::{InFlight, InFlightGuard};

/// Maximum length of an upload's name, in bytes. Uploads with longer names have no progress.
const MAX_NAME: usize = 64;

/// Uploads that are being read, by their sender and the name that the sender gave them.
pub type ReadingProgress = InFlight<(AccountId, String), State>;

/// Progress of an upload.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum State {
    /// Waits for a slot.
    Queued,
    /// Stage, and the number of pages done.
    Pages(Stage, Progress),
}

/// In-flight guard of an upload; `None` without a usable name, or while another of the same name is being read.
pub(super) fn begin(
    context: &Context,
    sender: AccountId,
    name: Option<&str>,
) -> Option<InFlightGuard<(AccountId, String), State>> {
    let name = name.filter(|name| !name.is_empty() && name.len() <= MAX_NAME)?;
    context.state::<ReadingProgress>().try_begin((sender, name.to_owned()), State::Queued)
}

/// Progress of the actor's own upload of that name; `None` when it is not being read.
///
/// # Errors
/// Fails for visitors.
pub fn progress(context: &Context, actor: &Actor, name: &str) -> Result<Option<State>> {
    let member = policy::member(actor)?;
    Ok(context.state::<ReadingProgress>().get(&(member, name.to_owned())))
}
