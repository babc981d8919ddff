//! Progress of uploads that are being read, for the members who wait for them.

use crate::context::Context;
use crate::domain::id::AccountId;
use crate::domain::policy::{self, Actor};
use crate::domain::progress::Step;
use crate::error::Result;
use crate::paper::Stage;
use crate::platform::{InFlight, InFlightGuard};

/// Longest name that a sender gives an upload, in bytes. The progress of an upload with a longer one is not kept.
const MAX_NAME: usize = 64;

/// Uploads that are being read, by their sender and the name that the sender gave them.
pub type ReadingProgress = InFlight<(AccountId, String), State>;

/// How far an upload is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum State {
    /// It waits until others have been read.
    Queued,
    /// So many of its pages are done.
    Pages(Stage, Step),
}

/// Entry of an upload; `None` without a usable name, or while another of the same name is being read.
pub(super) fn begin(
    context: &Context,
    sender: AccountId,
    name: Option<&str>,
) -> Option<InFlightGuard<(AccountId, String), State>> {
    let name = name.filter(|name| !name.is_empty() && name.len() <= MAX_NAME)?;
    context.state::<ReadingProgress>().try_begin((sender, name.to_owned()), State::Queued)
}

/// How far the actor's own upload of that name is; `None` when it is not being read.
///
/// # Errors
/// When nobody is signed in.
pub fn progress(context: &Context, actor: &Actor, name: &str) -> Result<Option<State>> {
    let member = policy::member(actor)?;
    Ok(context.state::<ReadingProgress>().get(&(member, name.to_owned())))
}
