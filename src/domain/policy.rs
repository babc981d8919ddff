//! Who may do what: the whole permission model on one page.
//!
//! Services ask here, so that the web, the command line and mail share one answer.

use super::id::AccountId;
use super::memo::Memo;
use super::session::Session;
use super::time::Time;

/// Who acts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Actor {
    /// Nobody is signed in.
    Visitor,
    /// A signed-in member.
    Member { account: AccountId, verified: bool, admin: bool },
    /// Somebody with a shell on the machine: the command line.
    Operator,
}

/// Why not.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Denied {
    #[error("Please sign in first.")]
    SignInRequired,
    #[error("Please verify your email address first. The link is in the mail we sent you.")]
    VerificationRequired,
    #[error("You cannot do this with this account.")]
    Forbidden,
    /// The catalogue's words for a password given in another's name.
    #[error("There was an error processing your request.")]
    AnotherAccount,
    #[error("You must sign in again in order to process this request")]
    RecentSignInRequired,
    #[error("Please enter the code that your authenticator app shows, or a recovery code.")]
    SecondFactorRequired,
    /// The catalogue's words where a mailed code needs the session of its account.
    #[error("No user currently signed in")]
    NobodySignedIn,
}

/// The member who acts.
pub fn member(actor: &Actor) -> Result<AccountId, Denied> {
    match actor {
        Actor::Member { account, .. } => Ok(*account),
        Actor::Visitor | Actor::Operator => Err(Denied::SignInRequired),
    }
}

/// The member who acts, when a request names `claimed` as its sender.
pub fn acts_as(actor: &Actor, claimed: AccountId) -> Result<AccountId, Denied> {
    let account = member(actor)?;
    if account == claimed { Ok(account) } else { Err(Denied::Forbidden) }
}

/// Changing the way to an account needs a password that was given just now.
pub fn has_just_signed_in(session: &Session, now: Time) -> Result<(), Denied> {
    if session.is_fresh(now) { Ok(()) } else { Err(Denied::RecentSignInRequired) }
}

/// Submitting needs a proven mail address, so that nobody writes in another's name.
pub fn may_submit(actor: &Actor, claimed: AccountId) -> Result<AccountId, Denied> {
    let account = acts_as(actor, claimed)?;
    match actor {
        Actor::Member { verified: true, .. } => Ok(account),
        Actor::Member { .. } | Actor::Visitor | Actor::Operator => {
            Err(Denied::VerificationRequired)
        }
    }
}

/// A member's own things, or an admin's look at them.
pub fn may_see_all_of(actor: &Actor, owner: AccountId) -> Result<(), Denied> {
    match actor {
        Actor::Member { account, admin, .. } if *account == owner || *admin => Ok(()),
        Actor::Operator => Ok(()),
        Actor::Member { .. } => Err(Denied::Forbidden),
        Actor::Visitor => Err(Denied::SignInRequired),
    }
}

/// Making books, asking questions, publishing.
pub fn may_administrate(actor: &Actor) -> Result<(), Denied> {
    match actor {
        Actor::Member { admin: true, .. } | Actor::Operator => Ok(()),
        Actor::Member { .. } => Err(Denied::Forbidden),
        Actor::Visitor => Err(Denied::SignInRequired),
    }
}

/// Whether the actor may see the picture of this memo.
pub fn may_see_memo(actor: &Actor, memo: &Memo, published: bool) -> bool {
    let member = matches!(actor, Actor::Member { .. });
    may_see_all_of(actor, memo.author).is_ok() || (published && member)
}
