//! Moving an account to another mail address: asked for with the password, done from the new mailbox, undone from the old.

use crate::context::Context;
use crate::domain::account::{Account, Email, ReservedEmail};
use crate::domain::client_address::ClientAddress;
use crate::domain::id::AccountId;
use crate::domain::mail::FormMailKind;
use crate::domain::policy::{self, Actor, Denied};
use crate::domain::secret::Secret;
use crate::domain::session::{Ticket, TicketPurpose};
use crate::error::{Error, Result};
use crate::mail::MailContent;
use crate::store::{ReadTx, WriteTx};

use super::sessions::SessionContext;
use super::{accounts, outbox, sessions};

const SPENT: &str = "This link was used already or is too old. Ask for a new one.";

/// Asks for the change: a link goes to the new address, a notice with a way back to the old one.
///
/// Whether somebody else has the new address is told only to whoever reads its mail: by the link.
pub fn ask(
    context: &Context,
    present: &SessionContext,
    owner: AccountId,
    email: &str,
) -> Result<()> {
    policy::acts_as(&present.actor, owner)?;
    let address = Email::parse(email).map_err(|words| Error::invalid("email", words))?;
    context.write(|tx| {
        let session = tx.session(present.session)?.ok_or(Denied::NotLoggedIn)?;
        policy::has_just_signed_in(&session, context.clock.now())?;
        let account = tx.account(owner)?.ok_or(Denied::NotLoggedIn)?;
        if address.key() == account.email.key() {
            return Err(Error::invalid("email", "This is your address already."));
        }
        context.limits.ask_for_mail(owner)?;
        if !outbox::goes_out(context) {
            // Nothing can be confirmed or told, so the password is enough, as it is at sign-up.
            return move_to(context, tx, account, address).map(drop);
        }
        tx.remove_tickets_of(owner, |ticket| ticket.purpose == TicketPurpose::ChangeEmail)?;
        mail_code(context, tx, &account, &address)?;
        // An address that was never proven is perhaps a stranger's, who must not get a key to the account.
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
    outbox::put_for_form(context, tx, FormMailKind::ChangeEmail, address, &message)
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
    outbox::put(context, tx, &account.email, &MailContent::EmailChanges { name, address, link })
}

fn put_ticket(
    context: &Context,
    tx: &mut WriteTx,
    purpose: TicketPurpose,
    account: &Account,
    address: &Email,
) -> Result<Secret> {
    let secret = context.secret()?;
    let ticket = Ticket::new(purpose, Some(account.id), context.clock.now());
    tx.put_ticket(secret.hash(), &Ticket { address: Some(address.clone()), ..ticket })?;
    Ok(secret)
}

/// Takes the code of the link to the new address, in a session of its account.
pub fn apply(context: &Context, actor: &Actor, from: ClientAddress, code: &str) -> Result<Account> {
    let member = policy::member(actor).map_err(|_| Denied::NobodySignedIn)?;
    context.limits.use_link(from)?;
    let secret = Secret::claimed(code);
    context.write(|tx| {
        let (_, account, address) =
            change_of(context, tx, &secret, TicketPurpose::ChangeEmail, "oobCode")?;
        if account.id != member {
            return Err(Denied::NobodySignedIn.into());
        }
        // What was mailed to the old address to prove or to recover something is void.
        tx.remove_tickets_of(member, |ticket| {
            use TicketPurpose::{ChangeEmail, ResetPassword, VerifyEmail};
            matches!(ticket.purpose, ChangeEmail | ResetPassword | VerifyEmail)
        })?;
        move_to(context, tx, account, address)
    })
}

/// Takes the token of the notice to the old address: goes back to it, and ends every session.
///
/// The change itself may not have happened yet; then it cannot happen any more.
pub fn undo(context: &Context, from: ClientAddress, token: &str) -> Result<()> {
    context.limits.use_link(from)?;
    let secret = Secret::claimed(token);
    context.write(|tx| {
        let (ticket, account, address) =
            change_of(context, tx, &secret, TicketPurpose::UndoEmailChange, "token")?;
        tx.remove_sessions_of(account.id, |_| true)?;
        // The way back from earlier changes stays open, that from later ones would lead forward again.
        tx.remove_tickets_of(account.id, |other| {
            other.purpose != ticket.purpose || other.expires_at >= ticket.expires_at
        })?;
        move_to(context, tx, account, address)?;
        Ok(())
    })
}

/// The good ticket behind a secret, with its account and the address it is about.
fn change_of(
    context: &Context,
    tx: &ReadTx,
    secret: &Secret,
    purpose: TicketPurpose,
    field: &'static str,
) -> Result<(Ticket, Account, Email)> {
    let spent = || Error::invalid(field, SPENT);
    let ticket = sessions::good_ticket(context, tx, secret, purpose)?.ok_or_else(spent)?;
    let account = ticket.account.map(|id| tx.account(id)).transpose()?.flatten();
    let address = ticket.address.clone().ok_or_else(spent)?;
    Ok((ticket, account.ok_or_else(spent)?, address))
}

/// The address is taken for proven: by the secret of a mail to it, or because nothing is mailed here.
///
/// The address before it is kept free for as long as the change can be undone.
fn move_to(
    context: &Context,
    tx: &mut WriteTx,
    account: Account,
    address: Email,
) -> Result<Account> {
    accounts::refuse_taken_email(context, tx, &address, Some(account.id))?;
    if account.email_verified {
        let until = context.clock.now() + TicketPurpose::UndoEmailChange.life();
        tx.reserve_email(&account.email, ReservedEmail { account: account.id, until })?;
    }
    let account = Account { email: address, email_verified: true, ..account };
    tx.put_account(&account)?;
    Ok(account)
}
