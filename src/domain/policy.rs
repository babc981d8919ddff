//! Authorization: the whole permission model on one page, as a permission table.
//!
//! | who | may |
//! |---|---|
//! | a visitor | look around: the library, blank forms, published editions, threads; read the first chapter of a book where the settings make it public; sign up as the settings allow, sign in; send a form to a tablet that shows a code |
//! | a guest of a book | have its forms read and submit memos to it, which wait for a keeper's yes; see their own memos; whatever a visitor may |
//! | an applicant, whom an admin has not accepted yet | keep a profile and sessions; see every published memo that is not hidden; nothing that others notice |
//! | a member | keep memos of their own; have forms read; love and report memos; like posts and talk about them |
//! | a member whose address is verified | submit memos; post pictures and publish them |
//! | a moderator | hide and remove posts and comments, and decide on reports about them |
//! | a keeper of a book | change the book, its questions and its dates; see its memos and who has answered; remind; publish it; invite to it |
//! | an admin | hide and remove posts, comments and memos, keep a member from posting for a time; see everybody's memos and profiles; make, fill and publish books; look after members and mail; name keepers and moderators; decide on the payouts of others |
//! | the operator | what an admin may, without being somebody: there is nothing of the operator's own |
//!
//! A disabled account has the permissions of a visitor. All services check here, so that the web, the command line and mail agree.

use std::collections::BTreeSet;
use std::fmt;
use std::sync::Arc;

use super::account::Account;
use super::comment::Comment;
use super::id::{AccountId, BookId};
use super::memo::{Memo, Visibility};
use super::message::Message;
use super::post::Post;
use super::report::ReportTarget;
use super::role_grants::RoleGrants;
use super::search::Audience;
use super::session::Session;
use super::time::Timestamp;

/// Actor of a request.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Actor {
    /// Visitor who is not signed in.
    Visitor,
    /// A signed-in member.
    Member { account: AccountId, standing: AccountStatus, role: Role },
    /// Operator with a shell on the machine, who uses the command line.
    Operator,
}

/// Condition of a member for taking part.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AccountStatus {
    /// Answers the questions of this book, without an account of their own.
    Guest(BookId),
    /// Waits for an admin to accept the application.
    Applicant,
    /// Has not verified the mail address.
    Unverified,
    Full,
}

/// Role of a member in the community.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Role {
    Member,
    /// Member who keeps books or moderates threads.
    Staff(Arc<RoleGrants>),
    Admin,
}

impl Actor {
    /// Member who may take part in everything, without another role.
    pub fn full_member(account: AccountId) -> Self {
        Self::Member { account, standing: AccountStatus::Full, role: Role::Member }
    }

    /// Actor for an account; a visitor if the account is disabled. An admin is no applicant.
    pub fn of(
        account: &Account,
        guest_of: Option<BookId>,
        is_applicant: bool,
        grants: RoleGrants,
    ) -> Self {
        if account.disabled {
            return Self::Visitor;
        }
        let standing = match account.email_verified {
            _ if let Some(book) = guest_of => AccountStatus::Guest(book),
            _ if is_applicant && !account.admin => AccountStatus::Applicant,
            false => AccountStatus::Unverified,
            true => AccountStatus::Full,
        };
        let role = match account.admin {
            true => Role::Admin,
            false if grants.is_none() => Role::Member,
            false => Role::Staff(Arc::new(grants)),
        };
        Self::Member { account: account.id, standing, role }
    }
}

/// Reason why an action is denied.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Denied {
    SignInRequired,
    VerificationRequired,
    AcceptanceRequired,
    /// Guests answer the questions of their book, and do nothing else.
    AccountRequired,
    /// The settings let nobody sign up.
    RegistrationClosed,
    Forbidden,
    /// The catalogue's message for a password that belongs to another account.
    AnotherAccount,
    RecentSignInRequired,
    SecondFactorRequired,
    /// [`Self::SecondFactorRequired`] of a member without an authenticator app.
    PasskeyRequired,
    /// An API token opens other calls, or none of this kind.
    ApiTokenForbidden,
    NothingWon,
    OwnPayout,
    SecondAdminRequired,
    NamedAdminRequired,
    AdminResetLink,
    /// The catalogue's message when a mailed code needs the session of its account.
    NobodySignedIn,
    /// The catalogue's message when changing the email address needs a session.
    NotLoggedIn,
}

impl Denied {
    pub fn message(self) -> Message {
        match self {
            Self::SignInRequired => Message::new("sign-in-required", "Please sign in first."),
            Self::VerificationRequired => Message::new(
                "verification-required",
                "Please verify your email address first. The link is in the mail we sent you.",
            ),
            Self::AcceptanceRequired => Message::new(
                "acceptance-required",
                "An admin has yet to accept you as a member. Until then you can read.",
            ),
            Self::AccountRequired => Message::new(
                "account-required",
                "Guests can answer the questions of their book. For anything else, create an account.",
            ),
            Self::RegistrationClosed => Message::new(
                "registration-closed",
                "This community takes no new members at present.",
            ),
            Self::Forbidden => Message::new("forbidden", "Your account isn't allowed to do this."),
            Self::AnotherAccount => {
                Message::new("another-account", "There was an error processing your request.")
            }
            Self::RecentSignInRequired => Message::new(
                "recent-sign-in-required",
                "You must sign in again in order to process this request",
            ),
            Self::SecondFactorRequired => Message::new(
                "second-factor-required",
                "Please enter the code that your authenticator app shows, or a recovery code.",
            ),
            Self::PasskeyRequired => Message::new(
                "passkey-required",
                "Please confirm with one of your passkeys, or enter a recovery code.",
            ),
            Self::ApiTokenForbidden => Message::new(
                "api-token-forbidden",
                "API tokens can't do this. Sign in with a browser instead.",
            ),
            Self::NothingWon => Message::new("nothing-won", "You have no win to claim."),
            Self::OwnPayout => Message::new(
                "own-payout",
                "You can't decide on your own payout. Please ask another admin.",
            ),
            Self::SecondAdminRequired => Message::new(
                "second-admin-required",
                "A payout needs two admins: another one marks it as paid. Make another member an admin if you are the only one.",
            ),
            Self::NamedAdminRequired => Message::new(
                "named-admin-required",
                "A payout needs two admins. Say which of them you are, with `--admin`.",
            ),
            Self::AdminResetLink => Message::new(
                "admin-reset-link",
                "Make a link for an admin on the server, with `inkfold user reset-link`.",
            ),
            Self::NobodySignedIn => Message::new("nobody-signed-in", "No user currently signed in"),
            Self::NotLoggedIn => Message::new("not-logged-in", "User not logged in"),
        }
    }
}

impl fmt::Display for Denied {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.message().fmt(f)
    }
}

impl std::error::Error for Denied {}

// A member.

/// Account of the acting member.
///
/// # Errors
/// [`Denied::SignInRequired`] for visitors and the operator.
pub fn member(actor: &Actor) -> Result<AccountId, Denied> {
    match actor {
        Actor::Member { account, .. } => Ok(*account),
        Actor::Visitor | Actor::Operator => Err(Denied::SignInRequired),
    }
}

/// Account of the acting member, which must be the account `claimed` that the request names as its sender.
pub fn acts_as(actor: &Actor, claimed: AccountId) -> Result<AccountId, Denied> {
    let account = member(actor)?;
    if account == claimed { Ok(account) } else { Err(Denied::Forbidden) }
}

/// Account of the acting member, who may do what others notice.
///
/// # Errors
/// [`Denied::AcceptanceRequired`] for an applicant, [`Denied::AccountRequired`] for a guest.
pub fn may_take_part(actor: &Actor) -> Result<AccountId, Denied> {
    match actor {
        Actor::Member { standing: AccountStatus::Applicant, .. } => Err(Denied::AcceptanceRequired),
        Actor::Member { standing: AccountStatus::Guest(_), .. } => Err(Denied::AccountRequired),
        Actor::Member { .. } | Actor::Visitor | Actor::Operator => member(actor),
    }
}

/// [`may_take_part`] as the account `claimed` that the request names as its sender.
pub fn may_take_part_as(actor: &Actor, claimed: AccountId) -> Result<AccountId, Denied> {
    acts_as(actor, claimed)?;
    may_take_part(actor)
}

/// [`acts_as`] for changing the account: its name, its address and how it is signed in to. Guests have none of these.
pub fn may_change_account(actor: &Actor, claimed: AccountId) -> Result<AccountId, Denied> {
    match guest_of(actor) {
        Some(_) => Err(Denied::AccountRequired),
        None => acts_as(actor, claimed),
    }
}

/// Requires that the password was given within the last minutes, for changes to how an account is signed in to.
pub fn require_recent_sign_in(session: &Session, now: Timestamp) -> Result<(), Denied> {
    if session.is_fresh(now) { Ok(()) } else { Err(Denied::RecentSignInRequired) }
}

/// Requires a member with a verified mail address, for making API tokens.
pub fn may_make_api_tokens(actor: &Actor) -> Result<AccountId, Denied> {
    may_submit(actor, member(actor)?)
}

/// Requires a verified mail address for submitting, so that no member can write in another's name.
pub fn may_submit(actor: &Actor, claimed: AccountId) -> Result<AccountId, Denied> {
    let account = may_take_part_as(actor, claimed)?;
    match actor {
        Actor::Member { standing: AccountStatus::Full, .. } => Ok(account),
        Actor::Member { .. } | Actor::Visitor | Actor::Operator => {
            Err(Denied::VerificationRequired)
        }
    }
}

// A guest.

/// Book that the actor is a guest of; `None` for everybody else.
pub fn guest_of(actor: &Actor) -> Option<BookId> {
    match actor {
        Actor::Member { standing: AccountStatus::Guest(book), .. } => Some(*book),
        Actor::Member { .. } | Actor::Visitor | Actor::Operator => None,
    }
}

/// Requires a guest, or a member who may take part, for having handwriting read by the server.
pub fn may_have_forms_read(actor: &Actor) -> Result<AccountId, Denied> {
    match guest_of(actor) {
        Some(_) => member(actor),
        None => may_take_part(actor),
    }
}

/// [`may_submit`] for memos, which guests may submit too: of their book only, as [`may_answer`] checks once the book is known.
pub fn may_submit_memos(actor: &Actor, claimed: AccountId) -> Result<AccountId, Denied> {
    match guest_of(actor) {
        Some(_) => acts_as(actor, claimed),
        None => may_submit(actor, claimed),
    }
}

/// [`may_submit_memos`] to this book.
pub fn may_answer(actor: &Actor, claimed: AccountId, book: BookId) -> Result<AccountId, Denied> {
    match guest_of(actor) {
        Some(own) if own != book => Err(Denied::AccountRequired),
        _ => may_submit_memos(actor, claimed),
    }
}

// An admin.

/// Requires an admin or the operator: for creating books, and for managing members and mail.
pub fn may_administrate(actor: &Actor) -> Result<(), Denied> {
    match actor {
        Actor::Member { role: Role::Admin, .. } | Actor::Operator => Ok(()),
        Actor::Member { .. } => Err(Denied::Forbidden),
        Actor::Visitor => Err(Denied::SignInRequired),
    }
}

/// Requires an admin other than the winner, or the operator, for deciding on a payout.
pub fn may_review_payout(actor: &Actor, winner: AccountId) -> Result<(), Denied> {
    may_administrate(actor)?;
    if member(actor) == Ok(winner) { Err(Denied::OwnPayout) } else { Ok(()) }
}

/// Requires an admin by name for approving a payout or marking it as paid: the operator could be any of them.
pub fn may_approve(actor: &Actor) -> Result<AccountId, Denied> {
    may_administrate(actor)?;
    member(actor).map_err(|_| Denied::NamedAdminRequired)
}

/// [`may_approve`], and requires another admin than the one who approved the payout.
pub fn may_pay(actor: &Actor, approved_by: Option<AccountId>) -> Result<(), Denied> {
    let admin = may_approve(actor)?;
    if Some(admin) == approved_by { Err(Denied::SecondAdminRequired) } else { Ok(()) }
}

/// Requires the operator for a reset link to an admin's account: with such a link one admin could take over another's account.
pub fn may_make_reset_link(actor: &Actor, target: &Account) -> Result<(), Denied> {
    may_administrate(actor)?;
    if target.admin && *actor != Actor::Operator { Err(Denied::AdminResetLink) } else { Ok(()) }
}

// A keeper.

/// Books that an actor keeps.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum KeptBooks<'a> {
    All,
    Some(&'a BTreeSet<BookId>),
}

impl KeptBooks<'_> {
    pub fn contains(self, book: BookId) -> bool {
        match self {
            Self::All => true,
            Self::Some(books) => books.contains(&book),
        }
    }
}

/// Requires a keeper of any book, for lists of what the keeper's books contain. Admins and the operator keep every book.
pub fn kept_books(actor: &Actor) -> Result<KeptBooks<'_>, Denied> {
    match actor {
        Actor::Member { role: Role::Staff(grants), .. } if !grants.keeper_of.is_empty() => {
            Ok(KeptBooks::Some(&grants.keeper_of))
        }
        _ => may_administrate(actor).map(|()| KeptBooks::All),
    }
}

/// Requires a keeper of the book, an admin or the operator: for editing and publishing a book, and for seeing its memos.
pub fn may_keep(actor: &Actor, book: BookId) -> Result<(), Denied> {
    if kept_books(actor)?.contains(book) { Ok(()) } else { Err(Denied::Forbidden) }
}

/// [`may_keep`] for the book.
pub fn keeps(book: BookId) -> impl Fn(&Actor) -> Result<(), Denied> {
    move |actor| may_keep(actor, book)
}

/// Requires a keeper of the book that the invitation leads to; an admin or the operator for any other, and for one that gives a
/// role.
pub fn may_invite(actor: &Actor, book: Option<BookId>, gives_role: bool) -> Result<(), Denied> {
    match book {
        Some(book) if !gives_role => may_keep(actor, book),
        _ => may_administrate(actor),
    }
}

/// Requires an admin or the operator for dismissing a keeper; keepers may resign.
pub fn may_dismiss_keeper(actor: &Actor, keeper: AccountId) -> Result<(), Denied> {
    may_see_all_of(actor, keeper)
}

// A moderator.

/// Requires a moderator, an admin or the operator: for hiding and removing posts and comments.
pub fn may_moderate(actor: &Actor) -> Result<(), Denied> {
    match actor {
        Actor::Member { role: Role::Staff(grants), .. } if grants.is_moderator => Ok(()),
        _ => may_administrate(actor),
    }
}

/// [`may_moderate`] for a post or comment; requires an admin or the operator for a memo.
pub fn may_decide_on(actor: &Actor, about: ReportTarget) -> Result<(), Denied> {
    match about {
        ReportTarget::Post(_) | ReportTarget::Comment(_) => may_moderate(actor),
        ReportTarget::Memo(_) => may_administrate(actor),
    }
}

// Several.

/// Requires the owner, an admin or the operator, for everything of one member.
pub fn may_see_all_of(actor: &Actor, owner: AccountId) -> Result<(), Denied> {
    match acts_as(actor, owner) {
        Ok(_) => Ok(()),
        Err(_) => may_administrate(actor),
    }
}

/// Requires a signed-in member or the operator, for reading the memos of others.
pub fn may_read_memos(actor: &Actor) -> Result<(), Denied> {
    match actor {
        Actor::Member { standing: AccountStatus::Guest(_), .. } => Err(Denied::AccountRequired),
        Actor::Member { .. } | Actor::Operator => Ok(()),
        Actor::Visitor => Err(Denied::SignInRequired),
    }
}

/// Requires a signed-in member or the operator, for reading the first chapter of a published book, unless first chapters are public.
pub fn may_read_first_chapter(actor: &Actor, is_public: bool) -> Result<(), Denied> {
    if is_public { Ok(()) } else { may_read_memos(actor) }
}

/// Whether the actor may see this memo and its picture: its author, the keepers of its book and admins always, every member
/// while it is published and not hidden.
pub fn may_see_memo(actor: &Actor, memo: &Memo, visibility: Visibility) -> bool {
    may_see_all_of(actor, memo.author).is_ok()
        || may_keep(actor, memo.book).is_ok()
        || (visibility == Visibility::Published && may_read_memos(actor).is_ok())
}

/// Audiences of a memo in the search index, which is written before the searching member is known. Same rule as
/// [`may_see_memo`].
pub fn audiences_of_memo(memo: &Memo, visibility: Visibility) -> Vec<Audience> {
    let mut readers = vec![Audience::Author(memo.author), Audience::Keepers(memo.book)];
    if visibility == Visibility::Published {
        readers.push(Audience::Members);
    }
    readers
}

/// Whether the actor may see this post and its pictures: everybody while it is active, its author before; its author,
/// moderators and admins while it is hidden; no one once it is removed.
pub fn may_see_post(actor: &Actor, post: &Post) -> bool {
    let is_known_to =
        || member(actor) == Ok(post.author) || (post.is_hidden() && may_moderate(actor).is_ok());
    post.removed_at.is_none() && (post.active_since().is_some() || is_known_to())
}

/// Audience of a post in the search index; `None` for a post that is not active. Pending posts are not indexed, because admins,
/// who find everything, may not see them.
pub fn audience_of_post(post: &Post) -> Option<Audience> {
    post.active_since().map(|_| Audience::Everyone)
}

/// Requires the comment's author, the post's author, a moderator or an admin, for removing a comment.
pub fn may_remove_comment(actor: &Actor, comment: &Comment, post: &Post) -> Result<(), Denied> {
    match member(actor) {
        Ok(member) if member == comment.author || member == post.author => Ok(()),
        _ => may_moderate(actor),
    }
}

/// Audiences whose search results the actor may see; `None` for all.
pub fn audiences(actor: &Actor) -> Option<Vec<Audience>> {
    if may_administrate(actor).is_ok() {
        return None;
    }
    let mut audiences = vec![Audience::Everyone];
    if let Ok(account) = member(actor) {
        audiences.push(Audience::Author(account));
    }
    if may_read_memos(actor).is_ok() {
        audiences.push(Audience::Members);
    }
    if let Ok(KeptBooks::Some(books)) = kept_books(actor) {
        audiences.extend(books.iter().map(|book| Audience::Keepers(*book)));
    }
    Some(audiences)
}

#[cfg(test)]
mod tests;
