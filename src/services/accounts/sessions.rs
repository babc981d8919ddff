//! Sessions: the actor of a cookie, tickets, and signing out.

mod actors;

use crate::context::Context;
use crate::domain::account::Account;
use crate::domain::client_address::ClientAddress;
use crate::domain::id::{AccountId, SessionId};
use crate::domain::item::Item;
use crate::domain::message::Message;
use crate::domain::policy::{self, Actor, Denied};
use crate::domain::secret::{Secret, SecretHash};
use crate::domain::session::{Session, Ticket, TicketPurpose};
use crate::domain::time::Timestamp;
use crate::error::{Error, Required, Result};
use crate::store::{ReadTx, WriteTx};

pub(in crate::services) use actors::actor_of;
pub use actors::{actor_for_cookie, cached_actor};

/// Actor, and the session of the request.
#[derive(Clone, Debug)]
pub struct SessionContext {
    pub actor: Actor,
    pub session: SecretHash,
}

/// Begins a session of an account whose password was given just now, under a secret that is new. `email` is the address as it was
/// typed; it and `from` become a known location of the account.
pub(super) fn begin(
    context: &Context,
    tx: &mut WriteTx,
    secret: &Secret,
    account: AccountId,
    from: ClientAddress,
    email: &str,
) -> Result<()> {
    let now = context.now();
    let id = SessionId::new(now, context.random()?);
    tx.put_known_locations(account, &context.rate_limits.record_sign_in(from, email))?;
    let session = Session { id, account, created_at: now, used_at: now, authenticated_at: now };
    Ok(tx.put_session(secret.hash(), &session)?)
}

/// Begins a session of an account without a password: what needs one that was given just now needs it first.
pub(super) fn begin_without_password(
    context: &Context,
    tx: &mut WriteTx,
    secret: &Secret,
    account: AccountId,
) -> Result<()> {
    let now = context.now();
    let id = SessionId::new(now, context.random()?);
    let authenticated_at = Timestamp::default();
    let session = Session { id, account, created_at: now, used_at: now, authenticated_at };
    Ok(tx.put_session(secret.hash(), &session)?)
}

/// Stores a ticket that expires as its purpose requires.
pub(in crate::services) fn put_ticket(
    context: &Context,
    tx: &mut WriteTx,
    secret: &Secret,
    purpose: TicketPurpose,
    account: Option<AccountId>,
) -> Result<()> {
    Ok(tx.put_ticket(secret.hash(), &Ticket::new(purpose, account, context.now()))?)
}

/// Ticket of this purpose, unless it has expired.
pub(in crate::services) fn valid_ticket(
    context: &Context,
    tx: &ReadTx,
    secret: &Secret,
    purpose: TicketPurpose,
) -> Result<Option<Ticket>> {
    let now = context.now();
    let ticket = tx.ticket(secret.hash())?;
    Ok(ticket.filter(|ticket| ticket.purpose == purpose && ticket.expires_at > now))
}

/// Account of a valid ticket of this purpose.
pub(in crate::services) fn account_of_ticket(
    context: &Context,
    tx: &ReadTx,
    secret: &Secret,
    purpose: TicketPurpose,
) -> Result<Option<Account>> {
    match valid_ticket(context, tx, secret, purpose)?.and_then(|ticket| ticket.account) {
        Some(id) => Ok(tx.account(id)?.filter(|account| !account.disabled)),
        None => Ok(None),
    }
}

/// Account of a sign-in receipt.
pub fn account_of_receipt(context: &Context, token: &str) -> Result<Account> {
    let tx = context.read()?;
    account_of_ticket(context, &tx, &Secret::from_untrusted(token), TicketPurpose::Receipt)?.ok_or(
        Error::InvalidCredentials(Message::new(
            "session-expired",
            "Your sign-in has expired. Please sign in again.",
        )),
    )
}

/// Session and member of the cookie; fails for visitors.
pub fn require_session(context: &Context, cookie: &Secret) -> Result<SessionContext> {
    let actor = actor_for_cookie(context, cookie)?;
    policy::member(&actor)?;
    Ok(SessionContext { actor, session: cookie.hash() })
}

/// Fails unless the password was given recently, as changes of rights, links and money require.
pub fn require_recent_auth(context: &Context, session_context: &SessionContext) -> Result<()> {
    require_recent_auth_in(context, &*context.read()?, session_context)
}

/// The same inside a transaction.
pub(in crate::services) fn require_recent_auth_in(
    context: &Context,
    tx: &ReadTx,
    session_context: &SessionContext,
) -> Result<()> {
    let session = tx.session(session_context.session)?.ok_or(Denied::SignInRequired)?;
    Ok(policy::require_recent_sign_in(&session, context.now())?)
}

/// Records in the session that the password was given just now.
pub(in crate::services) fn record_reauthentication(
    context: &Context,
    tx: &mut WriteTx,
    session_context: &SessionContext,
) -> Result<()> {
    let session = tx.session(session_context.session)?.ok_or(Denied::SignInRequired)?;
    let session = Session { authenticated_at: context.now(), ..session };
    Ok(tx.put_session(session_context.session, &session)?)
}

/// Ends the session. A cookie without a session does not wait for the write lock.
pub fn sign_out(context: &Context, cookie: &Secret) -> Result<()> {
    if context.read()?.session(cookie.hash())?.is_none() {
        return Ok(());
    }
    context.write(|tx| Ok(tx.remove_session(cookie.hash())?))
}

/// Sessions of the member that have not expired, newest first.
pub fn list(
    context: &Context,
    session_context: &SessionContext,
) -> Result<Vec<(SecretHash, Session)>> {
    let account = policy::member(&session_context.actor)?;
    alive(context, &*context.read()?, account)
}

/// Sessions of the account that have not expired, newest first.
pub(in crate::services) fn alive(
    context: &Context,
    tx: &ReadTx,
    account: AccountId,
) -> Result<Vec<(SecretHash, Session)>> {
    let now = context.now();
    let mut sessions = tx.sessions_of(account)?;
    sessions.retain(|(_, session)| session.is_alive(now));
    sessions.sort_by_key(|(_, session)| std::cmp::Reverse(session.id));
    Ok(sessions)
}

/// Ends one of the member's own sessions, possibly the current one.
pub fn end(context: &Context, session_context: &SessionContext, id: SessionId) -> Result<()> {
    let account = policy::member(&session_context.actor)?;
    context.write(|tx| end_one(tx, account, id))
}

/// Ends a session of this account; fails with [`Error::NotFound`] for a session of another account.
pub(in crate::services) fn end_one(
    tx: &mut WriteTx,
    account: AccountId,
    id: SessionId,
) -> Result<()> {
    let mut sessions = tx.sessions_of(account)?.into_iter();
    let found = sessions.find(|(_, session)| session.id == id);
    let (secret, _) = found.required(Item::Session)?;
    Ok(tx.remove_session(secret)?)
}
