//! Change of an account's email: requested with the password, confirmed from the new address, undone from the old one.

use crate::context::Context;
use crate::domain::account::{Account, Email, ReservedEmail};
use crate::domain::client_address::ClientAddress;
use crate::domain::id::AccountId;
use crate::domain::mail::FormMailKind;
use crate::domain::message::Message;
use crate::domain::policy::{self, Actor, Denied};
use crate::domain::secret::Secret;
use crate::domain::session::{Ticket, TicketPurpose};
use crate::error::{Error, Result};
use crate::mail::MailContent;
use crate::services::accounts;
use crate::services::operations::outbox;
use crate::store::{ReadTx, WriteTx};

use super::passkeys;
use super::sessions::{self, SessionContext};

const SPENT: Message =
    Message::new("link-expired", "This link has expired or was used. Ask for a new one.");

/// Requests a change: mails a link to the new address, and a notice with an undo link to the old one.
///
/// The requester never learns whether another account has the new address; only the reader of its mail does, by the link.
pub fn request_change(
    context: &Context,
    session_context: &SessionContext,
    owner: AccountId,
    email: &str,
) -> Result<()> {
    policy::may_change_account(&session_context.actor, owner)?;
    let address = Email::parse(email).map_err(|words| Error::invalid("email", words))?;
    context.write(|tx| {
        let session = tx.session(session_context.session)?.ok_or(Denied::NotLoggedIn)?;
        policy::require_recent_sign_in(&session, context.now())?;
        let account = tx.account(owner)?.ok_or(Denied::NotLoggedIn)?;
        if address.key() == account.email.key() {
            return Err(Error::invalid(
                "email",
                Message::new("email-unchanged", "This is already your address."),
            ));
        }
        context.rate_limits.check_mail_request(owner)?;
        if !outbox::sends_mail(context) {
            // Without mail nothing can be confirmed, so the password is sufficient, as at sign-up.
            return move_to(context, tx, account, address).map(drop);
        }
        tx.remove_tickets_of(owner, |ticket| ticket.purpose == TicketPurpose::ChangeEmail)?;
        mail_code(context, tx, &account, &address)?;
        // An unverified address may be a stranger's, who must not get an undo link to the account.
        if account.email_verified { mail_notice(context, tx, &account, &address) } else { Ok(()) }
    })
}

fn mail_code(
    context: &Context,
    tx: &mut WriteTx,
    account: &Account,
    address: &Email,
) -> Result<()> {
    let code = put_ticket(context, tx, TicketPurpose::ChangeEmail, account, address)?;
    let (site, uid, code) = (&context.config().public_url, account.id, code.reveal());
    let link = format!("{site}/settings/email/verify?verified=true&uid={uid}&oobCode={code}");
    let message = MailContent::ChangeEmail { link: &link };
    outbox::enqueue_for_form(context, tx, FormMailKind::ChangeEmail, address, &message)
}

fn mail_notice(
    context: &Context,
    tx: &mut WriteTx,
    account: &Account,
    address: &Email,
) -> Result<()> {
    let token = put_ticket(context, tx, TicketPurpose::UndoEmailChange, account, &account.email)?;
    let link = &format!("{}/undo-email?token={}", context.config().public_url, token.reveal());
    let (name, address) = (account.name.as_str(), address.as_str());
    outbox::enqueue_unlimited(
        context,
        tx,
        &account.email,
        &MailContent::EmailChanges { name, address, link },
    )
}

fn put_ticket(
    context: &Context,
    tx: &mut WriteTx,
    purpose: TicketPurpose,
    account: &Account,
    address: &Email,
) -> Result<Secret> {
    let secret = context.secret()?;
    let ticket = Ticket::new(purpose, Some(account.id), context.now());
    tx.put_ticket(secret.hash(), &Ticket { address: Some(address.clone()), ..ticket })?;
    Ok(secret)
}

/// Confirms a change by the code of the link to the new address, in a session of the same account.
pub fn apply(context: &Context, actor: &Actor, from: ClientAddress, code: &str) -> Result<Account> {
    let member = policy::member(actor).map_err(|_| Denied::NobodySignedIn)?;
    context.rate_limits.check_link(from)?;
    let secret = Secret::from_untrusted(code);
    context.write(|tx| {
        let (_, account, address) =
            change_of(context, tx, &secret, TicketPurpose::ChangeEmail, "oobCode")?;
        if account.id != member {
            return Err(Denied::NobodySignedIn.into());
        }
        // Links for verification and recovery that were mailed to the old address become void.
        tx.remove_tickets_of(member, |ticket| {
            use TicketPurpose::{ChangeEmail, ResetPassword, VerifyEmail};
            matches!(ticket.purpose, ChangeEmail | ResetPassword | VerifyEmail)
        })?;
        move_to(context, tx, account, address)
    })
}

/// Undoes a change by the token of the notice to the old address: restores that address, ends all sessions, and removes all passkeys
/// and API tokens, which may be those of whoever changed it.
///
/// A change that is not confirmed yet is cancelled.
pub fn undo(context: &Context, from: ClientAddress, token: &str) -> Result<()> {
    context.rate_limits.check_link(from)?;
    let secret = Secret::from_untrusted(token);
    context.write(|tx| {
        let (ticket, account, address) =
            change_of(context, tx, &secret, TicketPurpose::UndoEmailChange, "token")?;
        tx.remove_sessions_of(account.id, |_| true)?;
        passkeys::remove_all(tx, account.id)?;
        tx.remove_api_tokens_of(account.id)?;
        // Undo links of earlier changes stay valid; those of later ones are removed, because they would restore a later address.
        tx.remove_tickets_of(account.id, |other| {
            other.purpose != ticket.purpose || other.expires_at >= ticket.expires_at
        })?;
        move_to(context, tx, account, address)?;
        Ok(())
    })
}

/// Valid ticket of a secret, with its account and address.
fn change_of(
    context: &Context,
    tx: &ReadTx,
    secret: &Secret,
    purpose: TicketPurpose,
    field: &'static str,
) -> Result<(Ticket, Account, Email)> {
    let spent = || Error::invalid(field, SPENT);
    let ticket = sessions::valid_ticket(context, tx, secret, purpose)?.ok_or_else(spent)?;
    let account = ticket.account.map(|id| tx.account(id)).transpose()?.flatten();
    let address = ticket.address.clone().ok_or_else(spent)?;
    Ok((ticket, account.ok_or_else(spent)?, address))
}

/// Sets the address as verified: the secret of a mail to it is proof, or no mail is sent here.
///
/// The previous address stays reserved for as long as the change can be undone.
fn move_to(
    context: &Context,
    tx: &mut WriteTx,
    account: Account,
    address: Email,
) -> Result<Account> {
    accounts::refuse_taken_email(context, tx, &address, Some(account.id))?;
    if account.email_verified {
        let until = context.now() + TicketPurpose::UndoEmailChange.lifetime();
        tx.reserve_email(&account.email, ReservedEmail { account: account.id, until })?;
    }
    let account = Account { email: address, email_verified: true, ..account };
    tx.put_account(&account)?;
    Ok(account)
}
