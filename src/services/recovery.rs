//! Password recovery: a reset link, mailed or handed over by an admin, which is valid once and for an hour.

use crate::context::Context;
use crate::domain::account::{Account, Email, Password};
use crate::domain::audit::AuditAction;
use crate::domain::client_address::ClientAddress;
use crate::domain::id::AccountId;
use crate::domain::job::Job;
use crate::domain::mail::FormMailKind;
use crate::domain::policy::{self, Actor};
use crate::domain::secret::Secret;
use crate::domain::session::{Ticket, TicketPurpose};
use crate::domain::time::Timestamp;
use crate::error::{Error, Result};
use crate::mail::MailContent;
use crate::store::{ReadTx, WriteTx};

use super::{audit, members, outbox, sessions};

const SPENT: &str = "This link was used already or is too old. Ask for a new one.";

/// Requests a reset link. Responses do not depend on whether the address is known: a job is queued in any case, and only its
/// effect differs.
pub fn ask(context: &Context, from: ClientAddress, email: &str) -> Result<()> {
    context.limits.check_forgot_password(from)?;
    let account = match Email::parse(email) {
        Ok(email) => context.read()?.account_by_email(&email)?.map(|account| account.id),
        Err(_) => None,
    };
    context.write(|tx| context.enqueue(tx, Job::OfferReset(account)))
}

/// Mails a reset link, which replaces an earlier one. If a mail limit is reached, nothing is sent and the earlier link
/// stays valid; without mail, so does a link that an admin has handed over.
pub(crate) fn offer(context: &Context, account: Option<AccountId>) -> Result<()> {
    let Some(id) = account.filter(|_| outbox::goes_out(context)) else { return Ok(()) };
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
        outbox::put_for_form(context, tx, FormMailKind::ResetPassword, &account.email, &message)
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
    policy::may_administrate(actor)?;
    context.write_as(actor, |tx, actor| {
        policy::may_administrate(actor)?;
        let target = members::load(tx, id)?;
        policy::may_make_reset_link(actor, &target)?;
        if target.disabled {
            return Err(members::DISABLED);
        }
        audit::note(
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
    let ticket = Ticket::new(TicketPurpose::ResetPassword, Some(id), context.clock.now());
    tx.put_ticket(secret.hash(), &Ticket { address: mailed_to, ..ticket.clone() })?;
    let link = format!("{}/reset-password?token={}", context.config().public_url, secret.reveal());
    Ok(ResetLink { link, expires_at: ticket.expires_at })
}

/// Sets the password by the token of a reset link. Ends all sessions, and voids all other links.
pub fn reset(context: &Context, from: ClientAddress, token: &str, password: &str) -> Result<()> {
    let password = Password::parse(password).map_err(|words| Error::invalid("password", words))?;
    context.limits.check_link(from)?;
    let secret = Secret::claimed(token);
    // Checked before the hash too, because hashing is slow on purpose.
    holder(context, &*context.read()?, &secret)?;
    let password_hash = context.passwords.hash(&password)?;
    context.write(|tx| {
        let (ticket, account) = holder(context, tx, &secret)?;
        tx.remove_sessions_of(account.id, |_| true)?;
        tx.remove_tickets_of(account.id, |ticket| !ticket.purpose.outlives_password())?;
        // A mailed link proves the address; a link handed over by an admin does not.
        let was_mailed = ticket.address.is_some_and(|address| address == account.email);
        let email_verified = account.email_verified || was_mailed;
        if email_verified && !account.email_verified {
            // A second factor set up before the address was verified may be a stranger's, and must not lock the owner out.
            tx.remove_second_factor(account.id)?;
        }
        tx.put_account(&Account { password_hash, email_verified, ..account })?;
        Ok(())
    })
}

fn holder(context: &Context, tx: &ReadTx, secret: &Secret) -> Result<(Ticket, Account)> {
    let purpose = TicketPurpose::ResetPassword;
    let ticket = sessions::good_ticket(context, tx, secret, purpose)?;
    let account = sessions::account_of_ticket(context, tx, secret, purpose)?;
    ticket.zip(account).ok_or_else(|| Error::invalid("token", SPENT))
}
