//! Guests of books: the link with which they come, their private link, and the account that they may create later.
//!
//! A guest has an account with a name and nothing else. Whatever a guest submits waits for a keeper of the book.

use std::time::Duration;

use crate::context::Context;
use crate::domain::account::{Account, Email, Name, Username};
use crate::domain::audit::AuditAction;
use crate::domain::author::Author;
use crate::domain::book::Book;
use crate::domain::client_address::ClientAddress;
use crate::domain::guest::{Guest, GuestLink};
use crate::domain::id::{AccountId, BookId};
use crate::domain::item::Item;
use crate::domain::message::Message;
use crate::domain::policy::{self, Actor};
use crate::domain::secret::Secret;
use crate::domain::session::TicketPurpose;
use crate::domain::time::Timestamp;
use crate::domain::typed_code::GuestCode;
use crate::error::{Error, Required, Result};
use crate::services::books::{self, schedule};
use crate::services::operations::audit;
use crate::store::{ReadTx, WriteTx};

use super::sessions::SessionContext;
use super::sign_in::SignedIn;
use super::{Admission, SignUp, deletion, invitations, refuse_taken, sessions};

/// Maximum number of guests of a book.
const MAX_GUESTS: usize = 1_000;
/// Age at which a guest without memos is removed.
const RETENTION: Duration = Duration::from_hours(30 * 24);

const UNKNOWN_CODE: Message = Message::new(
    "guest-link-unknown",
    "This guest link doesn't work any more. Please ask for a new one.",
);
const UNKNOWN_SECRET: Message = Message::new(
    "private-link-unknown",
    "This private link doesn't work. A letter may be missing, or a newer one has replaced it.",
);
const FULL: Error = Error::Conflict {
    field: None,
    message: Message::new(
        "too-many-guests",
        "This book has as many guests as it can have. Please tell the person who gave you the link.",
    ),
};

/// Guest link of a book, for its keepers.
#[derive(Clone, Debug)]
pub struct GuestLinkDetails {
    pub link: GuestLink,
    /// Address that guests open.
    pub address: String,
    /// Keeper who made it; `None` for the operator.
    pub by: Option<Author>,
}

/// Guest of a book, for its keepers.
#[derive(Clone, Debug)]
pub struct GuestDetails {
    pub account: Account,
    pub joined_at: Timestamp,
    /// Number of memos that wait for a decision.
    pub waiting: usize,
    /// Number of memos that were accepted.
    pub accepted: usize,
}

/// Guest who has just come, or come back.
pub struct SignedInGuest {
    pub signed_in: SignedIn,
    pub book: BookId,
    /// Private link, for a guest who is new or has asked for another one.
    pub private_link: Option<String>,
}

/// Guest link of a book; `None` if it has none.
pub fn link(context: &Context, actor: &Actor, book: BookId) -> Result<Option<GuestLinkDetails>> {
    policy::may_keep(actor, book)?;
    let tx = context.read()?;
    books::find(&tx, book)?;
    tx.guest_link(book)?.map(|link| load_link(context, &tx, link)).transpose()
}

fn load_link(context: &Context, tx: &ReadTx, link: GuestLink) -> Result<GuestLinkDetails> {
    let by = match link.by {
        Some(by) => Some(Author::of(tx.account(by)?.as_ref())),
        None => None,
    };
    let address = format!("{}/guest/{}", context.config().public_url, link.code);
    Ok(GuestLinkDetails { link, address, by })
}

/// Makes a guest link for a book. An earlier one stops working. The guests who came with it stay if they have answered; the others
/// may be a crowd that found it, and are removed.
pub fn make_link(context: &Context, actor: &Actor, book: BookId) -> Result<GuestLinkDetails> {
    policy::may_keep(actor, book)?;
    let code = GuestCode::new(context.random()?);
    let made = context.write_as(actor, policy::keeps(book), |tx, actor| {
        let found = books::find(tx, book)?;
        let by = policy::member(actor).ok();
        let link = GuestLink { code, by, made_at: context.now() };
        tx.put_guest_link(book, &link)?;
        record_link(context, tx, actor, &found, "made")?;
        load_link(context, tx, link)
    })?;
    let guests = context.read()?.guests_of(book)?;
    remove_unanswered(context, guests.into_iter().map(|(id, _)| id), |_, _| Ok(true))?;
    Ok(made)
}

/// Removes the guest link of a book; guests who came with it stay. Repeating it changes nothing.
pub fn remove_link(context: &Context, actor: &Actor, book: BookId) -> Result<()> {
    context.write_as(actor, policy::keeps(book), |tx, actor| {
        let found = books::find(tx, book)?;
        if tx.guest_link(book)?.is_none() {
            return Ok(());
        }
        tx.remove_guest_link(book)?;
        record_link(context, tx, actor, &found, "removed")
    })
}

fn record_link(
    context: &Context,
    tx: &mut WriteTx,
    actor: &Actor,
    book: &Book,
    note: &str,
) -> Result<()> {
    let to = format!("book {}", book.name);
    audit::record(context, tx, actor, AuditAction::GuestLink, to, note.to_owned())
}

/// Book that a guest link leads to, shown before its visitor joins.
pub fn look_up(context: &Context, from: ClientAddress, code: &str) -> Result<Book> {
    context.rate_limits.check_lookup(from)?;
    let tx = context.read()?;
    let (_, book) = parse_code(&tx, code)?;
    books::find(&tx, book)
}

fn parse_code(tx: &ReadTx, code: &str) -> Result<(GuestCode, BookId)> {
    let code = code.parse().map_err(|_| unknown_code())?;
    Ok((code, tx.book_by_guest_code(code)?.ok_or_else(unknown_code)?))
}

fn unknown_code() -> Error {
    Error::invalid("code", UNKNOWN_CODE)
}

/// Checks that the book takes answers now, and another guest.
fn check_room(context: &Context, tx: &ReadTx, book: BookId) -> Result<()> {
    schedule::require_open(context, tx, book, context.now())?;
    if tx.guests_of(book)?.len() >= MAX_GUESTS { Err(FULL) } else { Ok(()) }
}

/// Makes a guest of the link's book, who is signed in.
pub fn join(
    context: &Context,
    from: ClientAddress,
    code: &str,
    name: &str,
) -> Result<SignedInGuest> {
    let name = Name::parse(name).map_err(|words| Error::invalid("name", words))?;
    context.rate_limits.check_lookup(from)?;
    context.rate_limits.check_guest(from)?;
    let tx = context.read()?;
    let (code, book) = parse_code(&tx, code)?;
    check_room(context, &tx, book)?;
    drop(tx);
    context.rate_limits.check_guest_link(code)?;
    let (session, receipt, private) = (context.secret()?, context.secret()?, context.secret()?);
    context.write(|tx| {
        let book = tx.book_by_guest_code(code)?.ok_or_else(unknown_code)?;
        check_room(context, tx, book)?;
        let account = new_account(context, name)?;
        tx.put_account(&account)?;
        let guest = Guest { book, joined_at: context.now(), secret: private.hash() };
        tx.put_guest(account.id, &guest)?;
        let signed_in = begin(context, tx, account, (session, receipt))?;
        let private_link = Some(private_link(context, &private));
        Ok(SignedInGuest { signed_in, book, private_link })
    })
}

fn new_account(context: &Context, name: Name) -> Result<Account> {
    let created_at = context.now();
    let id = AccountId::new(created_at, context.random()?);
    // No password has the empty hash.
    Ok(Account::new(id, Email::of_guest(id), Username::of_guest(id), name, created_at))
}

fn begin(
    context: &Context,
    tx: &mut WriteTx,
    account: Account,
    (session, receipt): (Secret, Secret),
) -> Result<SignedIn> {
    sessions::begin_without_password(context, tx, &session, account.id)?;
    sessions::put_ticket(context, tx, &receipt, TicketPurpose::Receipt, Some(account.id))?;
    Ok(SignedIn { account, session, receipt })
}

fn private_link(context: &Context, secret: &Secret) -> String {
    format!("{}/guest/back/{}", context.config().public_url, secret.reveal())
}

/// Signs a guest in by their private link.
pub fn sign_in_by_link(
    context: &Context,
    from: ClientAddress,
    secret: &str,
) -> Result<SignedInGuest> {
    context.rate_limits.check_link(from)?;
    let secret = Secret::from_untrusted(secret);
    let (session, receipt) = (context.secret()?, context.secret()?);
    context.write(|tx| {
        let unknown = || Error::invalid("secret", UNKNOWN_SECRET);
        let id = tx.guest_by_secret(secret.hash())?.ok_or_else(unknown)?;
        let account = tx.account(id)?.filter(|account| !account.disabled).ok_or_else(unknown)?;
        let book = tx.guest(id)?.ok_or_else(unknown)?.book;
        let signed_in = begin(context, tx, account, (session, receipt))?;
        Ok(SignedInGuest { signed_in, book, private_link: None })
    })
}

/// Makes another private link for the acting guest. The earlier one stops working, and the sessions on other devices end: somebody
/// else may have had it.
pub fn renew_private_link(context: &Context, session_context: &SessionContext) -> Result<String> {
    let actor = &session_context.actor;
    let id = policy::member(actor)?;
    context.rate_limits.check_change(id)?;
    let secret = context.secret()?;
    context.write_as_reloaded(actor, |tx, actor| {
        policy::acts_as(actor, id)?;
        let guest = tx.guest(id)?.required(Item::Guest)?;
        tx.put_guest(id, &Guest { secret: secret.hash(), ..guest })?;
        end_other_sessions(tx, id, session_context)?;
        Ok(private_link(context, &secret))
    })
}

fn end_other_sessions(
    tx: &mut WriteTx,
    id: AccountId,
    session_context: &SessionContext,
) -> Result<()> {
    tx.remove_sessions_of(id, |session| session != session_context.session)?;
    Ok(tx.remove_tickets_of(id, |_| true)?)
}

/// Guest whom a form has made a member.
pub struct NewMember {
    pub account: Account,
    /// Whether an admin has to accept the member.
    pub is_applicant: bool,
}

/// Turns the acting guest into a member, if the settings let them sign up. Their memos stay, and wait if they do, or if the member
/// takes another name than the one under which a keeper has accepted them. Their sessions on
/// other devices end.
pub fn become_member(
    context: &Context,
    session_context: &SessionContext,
    from: ClientAddress,
    sign_up: &SignUp,
) -> Result<NewMember> {
    let actor = &session_context.actor;
    let id = policy::member(actor)?;
    context.read()?.guest(id)?.required(Item::Guest)?;
    let admission = sign_up.admission(context.config().accounts.registration)?;
    let candidate = sign_up.parse()?;
    context.rate_limits.check_registration(from)?;
    {
        let tx = context.read()?;
        if let Admission::Invited(code) = &admission {
            invitations::check(context, &tx, code)?;
        }
        refuse_taken(context, &tx, &candidate)?;
    }
    let password_hash = context.passwords.hash(&candidate.password)?;
    context.write_as_reloaded(actor, |tx, actor| {
        policy::acts_as(actor, id)?;
        tx.guest(id)?.required(Item::Guest)?;
        refuse_taken(context, tx, &candidate)?;
        let mut account = super::acting(tx, id)?;
        super::rename(context, tx, &mut account, candidate.name)?;
        let account = Account {
            email: candidate.email,
            username: candidate.username,
            referred_by: candidate.referred_by,
            password_hash,
            email_verified: !context.config().mail.is_enabled(),
            ..account
        };
        tx.put_account(&account)?;
        tx.remove_guest(id)?;
        let is_applicant = super::admit(context, tx, admission, id)?.is_applicant;
        end_other_sessions(tx, id, session_context)?;
        sessions::record_reauthentication(context, tx, session_context)?;
        Ok(NewMember { account, is_applicant })
    })
}

/// Deletes the acting guest with all memos that are in no published edition.
pub fn delete_own_account(context: &Context, actor: &Actor) -> Result<()> {
    let id = policy::member(actor)?;
    deletion::delete_found(context, |tx| {
        tx.guest(id)?.required(Item::Guest)?;
        tx.account(id)?.required(Item::Guest)
    })
}

/// Guests of a book, in the order of their joining.
pub fn list(context: &Context, actor: &Actor, book: BookId) -> Result<Vec<GuestDetails>> {
    policy::may_keep(actor, book)?;
    let tx = context.read()?;
    books::find(&tx, book)?;
    let mut details = Vec::new();
    for (id, guest) in tx.guests_of(book)? {
        let Some(account) = tx.account(id)? else { continue };
        let (mut waiting, mut accepted) = (0, 0);
        for memo in tx.memos_of_member(id, book)? {
            if tx.is_memo_waiting(&memo)? {
                waiting += 1;
            } else if !tx.is_memo_hidden(memo.id)? {
                accepted += 1;
            }
        }
        details.push(GuestDetails { account, joined_at: guest.joined_at, waiting, accepted });
    }
    Ok(details)
}

/// Removes a guest of a book as its keeper, with all memos that are in no published edition.
pub fn remove(context: &Context, actor: &Actor, book: BookId, guest: AccountId) -> Result<()> {
    policy::may_keep(actor, book)?;
    deletion::delete_found(context, |tx| {
        let actor = &tx.reload_actor(actor)?;
        policy::may_keep(actor, book)?;
        let is_of_book = tx.guest(guest)?.is_some_and(|found| found.book == book);
        let account = tx.account(guest)?.filter(|_| is_of_book).required(Item::Guest)?;
        let to = format!("book {}", books::find(tx, book)?.name);
        let name = account.name.as_str().to_owned();
        audit::record(context, tx, actor, AuditAction::RemoveGuest, to, name)?;
        Ok(account)
    })
}

/// Removes guests who joined long ago, have no memos, and were told nothing since.
pub(in crate::services) fn remove_idle(context: &Context) -> Result<()> {
    let now = context.now();
    let guests = context.read()?.guests()?;
    let all = guests.into_iter().map(|(id, _)| id);
    remove_unanswered(context, all, |tx, id| {
        let joined_at = tx.guest(id)?.map(|guest| guest.joined_at);
        let told_at = tx.removed_memos_of(id)?.into_iter().map(|memo| memo.removed_at);
        let last = told_at.chain(joined_at).max();
        Ok(last.is_some_and(|last| now.since(last) > RETENTION))
    })
}

/// Removes those of the guests who have no memos, and for whom `is_removed` returns true. Everything is checked in the transaction
/// that removes a guest, who may answer at the same time.
fn remove_unanswered(
    context: &Context,
    guests: impl Iterator<Item = AccountId>,
    is_removed: impl Fn(&ReadTx, AccountId) -> Result<bool>,
) -> Result<()> {
    for id in guests {
        let removed = deletion::delete_found(context, |tx| {
            let has_memos = !tx.memos_of(id)?.is_empty() || !tx.replaced_memos_of(id)?.is_empty();
            let is_removed = tx.guest(id)?.is_some() && !has_memos && is_removed(tx, id)?;
            tx.account(id)?.filter(|_| is_removed).required(Item::Guest)
        });
        match removed {
            // The guest stays, or has left meanwhile.
            Ok(()) | Err(Error::NotFound(_)) => {}
            Err(error) => return Err(error),
        }
    }
    Ok(())
}
