//! Verification of email addresses.

use crate::context::Context;
use crate::domain::account::Account;
use crate::domain::client_address::ClientAddress;
use crate::domain::id::AccountId;
use crate::domain::mail::FormMailKind;
use crate::domain::policy::Actor;
use crate::domain::secret::Secret;
use crate::domain::session::TicketPurpose;
use crate::error::{Error, Result};
use crate::mail::MailContent;
use crate::store::ReadTx;

use super::{deletion, outbox, profiles, sessions};

const SPENT: &str = "This link was used already or is too old. Ask for a new one.";

const NO_MAIL: Error = Error::Conflict {
    field: None,
    words: "No mail goes out from here. Please ask whoever runs this place to verify your address.",
};

/// Mails a verification link to the account's address. May be repeated; each link works once.
pub fn send(
    context: &Context,
    actor: &Actor,
    onboarding: Option<&Secret>,
    owner: AccountId,
) -> Result<()> {
    let secret = context.secret()?;
    context.write(|tx| {
        let account = profiles::self_or_onboarding(context, tx, actor, onboarding, owner)?;
        if account.email_verified {
            return Ok(());
        }
        if !outbox::goes_out(context) {
            return Err(NO_MAIL);
        }
        context.limits.check_mail_request(owner)?;
        sessions::put_ticket(context, tx, &secret, TicketPurpose::VerifyEmail, Some(owner))?;
        let link = format!("{}/verify?token={}", context.config().public_url, secret.reveal());
        let message = MailContent::VerifyEmail { link: &link };
        outbox::put_for_form(context, tx, FormMailKind::VerifyEmail, &account.email, &message)
    })
}

/// Unverified account of a link's token. The link stays valid.
pub fn pending(context: &Context, from: ClientAddress, token: &str) -> Result<Account> {
    context.limits.check_link(from)?;
    holder(context, &*context.read()?, token)
}

/// Verifies the address with the link's token, which works once.
///
/// The account may have been created by another person, so all sessions and other links end.
pub fn verify(context: &Context, from: ClientAddress, token: &str) -> Result<()> {
    context.limits.check_link(from)?;
    context.write(|tx| {
        let mut account = holder(context, tx, token)?;
        tx.remove_sessions_of(account.id, |_| true)?;
        tx.remove_tickets_of(account.id, |ticket| !ticket.purpose.outlives_password())?;
        account.email_verified = true;
        tx.put_account(&account)?;
        Ok(())
    })
}

/// Deletes an account that another person created with the address of the link's reader, and frees the address.
pub fn reject(context: &Context, from: ClientAddress, token: &str) -> Result<()> {
    context.limits.check_link(from)?;
    deletion::delete_found(context, |tx| {
        let account = holder(context, tx, token)?;
        // An account that was verified since, by an admin or by a mailed password reset, can no longer be rejected by this link.
        if account.email_verified { Err(Error::invalid("token", SPENT)) } else { Ok(account) }
    })
}

fn holder(context: &Context, tx: &ReadTx, token: &str) -> Result<Account> {
    let secret = Secret::claimed(token);
    let account = sessions::account_of_ticket(context, tx, &secret, TicketPurpose::VerifyEmail)?;
    account.ok_or_else(|| Error::invalid("token", SPENT))
}
