//! Password recovery: a reset link, mailed or handed over by an admin, which is valid once and for an hour.

use std::sync::Arc;

use crate::context::Context;
use crate::domain::account::{Account, Email, Password};
use crate::domain::audit::AuditAction;
use crate::domain::client_address::ClientAddress;
use crate::domain::id::AccountId;
use crate::domain::job::Job;
use crate::domain::mail::FormMailKind;
use crate::domain::message::Message;
use crate::domain::policy::{self, Actor};
use crate::domain::secret::Secret;
use crate::domain::session::{Ticket, TicketPurpose};
use crate::domain::time::Timestamp;
use crate::error::{Error, Result};
use crate::mail::MailContent;
use crate::platform::{ConnectionLimiter, ConnectionPermit};
use crate::services::operations::{audit, outbox};
use crate::store::{ReadTx, WriteTx};

use super::passkeys;
use super::{members, sessions};

const SPENT: Message =
    Message::new("link-expired", "This link has expired or was used. Ask for a new one.");

/// Maximum number of requests for reset links that are answered and not handled yet.
const MAX_PENDING: u32 = 64;

/// Accepted requests for reset links that are not handled yet.
struct PendingRequests(Arc<ConnectionLimiter<()>>);

impl Default for PendingRequests {
    fn default() -> Self {
        Self(ConnectionLimiter::new(MAX_PENDING, MAX_PENDING))
    }
}

/// Request for a reset link that has passed the limits and waits to be handled.
pub struct ResetRequest {
    email: String,
    _permit: ConnectionPermit<()>,
}

/// Accepts a request for a reset link. It is answered before [`offer_link`] handles it, so that the time of the response does not
/// depend on whether the address is known.
pub fn request_reset(
    context: &Context,
    from: ClientAddress,
    email: String,
) -> Result<ResetRequest> {
    context.rate_limits.check_forgot_password(from)?;
    let permit = context.state::<PendingRequests>().0.try_acquire(None).ok_or(Error::Busy)?;
    Ok(ResetRequest { email, _permit: permit })
}

/// Number of accepted requests that are not handled yet.
pub fn count_pending(context: &Context) -> u32 {
    context.state::<PendingRequests>().0.total()
}

/// Enqueues the mail of a reset link, if the address is a member's. Otherwise nothing is written.
pub fn offer_link(context: &Context, request: &ResetRequest) -> Result<()> {
    let Ok(email) = Email::parse(&request.email) else { return Ok(()) };
    let Some(account) = context.read()?.account_by_email(&email)? else { return Ok(()) };
    context.write(|tx| context.enqueue(tx, Job::SendPasswordReset(Some(account.id))))
}

/// Mails a reset link, which replaces an earlier one. If a mail limit is reached, nothing is sent and the earlier link
/// stays valid; without mail, so does a link that an admin has handed over.
pub(crate) fn send_reset(context: &Context, account: Option<AccountId>) -> Result<()> {
    let Some(id) = account.filter(|_| outbox::sends_mail(context)) else { return Ok(()) };
    match mail_link(context, id) {
        Err(Error::TooMany { .. }) => Ok(()),
        mailed => mailed,
    }
}

fn mail_link(context: &Context, id: AccountId) -> Result<()> {
    context.write(|tx| {
        let account = tx.account(id)?.filter(|account| !account.disabled);
        let Some(account) = account else { return Ok(()) };
        let ResetLink { link, .. } = put_link(context, tx, id, Some(account.email.clone()))?;
        let message = MailContent::ResetPassword { name: account.name.as_str(), link: &link };
        outbox::enqueue_for_form(context, tx, FormMailKind::ResetPassword, &account.email, &message)
    })
}

/// Link with which a member chooses a new password.
#[derive(Clone, Debug)]
pub struct ResetLink {
    pub link: String,
    pub expires_at: Timestamp,
}

/// Creates a reset link for an admin to hand over, for members who get no mail. The old password stays valid until the link is
/// used.
pub fn reset_link(context: &Context, actor: &Actor, id: AccountId) -> Result<ResetLink> {
    context.write_as(actor, policy::may_administrate, |tx, actor| {
        let target = members::load(tx, id)?;
        policy::may_make_reset_link(actor, &target)?;
        if target.disabled {
            return Err(members::DISABLED);
        }
        audit::record(
            context,
            tx,
            actor,
            AuditAction::ResetLink,
            format!("member {id}"),
            String::new(),
        )?;
        put_link(context, tx, id, None)
    })
}

/// Creates a reset link, which replaces an earlier one.
fn put_link(
    context: &Context,
    tx: &mut WriteTx,
    id: AccountId,
    mailed_to: Option<Email>,
) -> Result<ResetLink> {
    tx.remove_tickets_of(id, |ticket| ticket.purpose == TicketPurpose::ResetPassword)?;
    let secret = context.secret()?;
    let ticket = Ticket::new(TicketPurpose::ResetPassword, Some(id), context.now());
    tx.put_ticket(secret.hash(), &Ticket { address: mailed_to, ..ticket.clone() })?;
    let link = format!("{}/reset-password?token={}", context.config().public_url, secret.reveal());
    Ok(ResetLink { link, expires_at: ticket.expires_at })
}

/// Sets the password by the token of a reset link. Ends all sessions, and voids all other links and API tokens.
pub fn reset(context: &Context, from: ClientAddress, token: &str, password: &str) -> Result<()> {
    let password = Password::parse(password).map_err(|words| Error::invalid("password", words))?;
    context.rate_limits.check_link(from)?;
    let secret = Secret::from_untrusted(token);
    // Checked before the hash too, because hashing is slow on purpose.
    holder(context, &*context.read()?, &secret)?;
    let password_hash = context.passwords.hash(&password)?;
    context.write(|tx| {
        let (ticket, account) = holder(context, tx, &secret)?;
        tx.remove_sessions_of(account.id, |_| true)?;
        tx.remove_api_tokens_of(account.id)?;
        tx.remove_tickets_of(account.id, |ticket| !ticket.purpose.outlives_password())?;
        // A mailed link proves the address; a link handed over by an admin does not.
        let was_mailed = ticket.address.is_some_and(|address| address == account.email);
        let email_verified = account.email_verified || was_mailed;
        if was_mailed && !is_password_proven(context, tx, &account)? {
            // The second factor may be a stranger's, and must not lock the owner of the address out; a stranger's passkey must not
            // sign in.
            tx.remove_second_factor(account.id)?;
            tx.remove_passkeys_of(account.id)?;
        }
        // A passkey that signs in by itself may be that of whoever had the old password. As the second step it stays: a link must
        // not skip that.
        if !passkeys::are_second_step(tx, account.id)? {
            tx.remove_passkeys_of(account.id)?;
        }
        tx.remove_tickets_of(account.id, |ticket| {
            was_mailed && ticket.purpose == TicketPurpose::UnprovenPassword
        })?;
        tx.put_account(&Account { password_hash, email_verified, ..account })?;
        Ok(())
    })
}

/// Whether the password is known to be set by a person who has verified the address.
fn is_password_proven(context: &Context, tx: &ReadTx, account: &Account) -> Result<bool> {
    let now = context.now();
    let mut tickets = tx.tickets_of(account.id)?.into_iter();
    let is_unproven = tickets.any(|(_, ticket)| {
        ticket.purpose == TicketPurpose::UnprovenPassword && ticket.expires_at > now
    });
    Ok(account.email_verified && !is_unproven)
}

fn holder(context: &Context, tx: &ReadTx, secret: &Secret) -> Result<(Ticket, Account)> {
    let purpose = TicketPurpose::ResetPassword;
    let ticket = sessions::valid_ticket(context, tx, secret, purpose)?;
    let account = sessions::account_of_ticket(context, tx, secret, purpose)?;
    ticket.zip(account).ok_or_else(|| Error::invalid("token", SPENT))
}
