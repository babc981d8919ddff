//! Verification of email addresses.

use crate::context::Context;
use crate::domain::account::Account;
use crate::domain::client_address::ClientAddress;
use crate::domain::id::AccountId;
use crate::domain::mail::FormMailKind;
use crate::domain::message::Message;
use crate::domain::policy::Actor;
use crate::domain::secret::{Secret, SecretHash};
use crate::domain::session::TicketPurpose;
use crate::error::{Error, Result};
use crate::mail::MailContent;
use crate::services::operations::outbox;
use crate::store::ReadTx;

use super::{deletion, profiles, sessions};

const SPENT: Message =
    Message::new("link-expired", "This link has expired or was used. Ask for a new one.");

const NO_MAIL: Error = Error::Conflict {
    field: None,
    message: Message::new(
        "mail-off",
        "This server doesn't send email. Please ask an admin to verify your address.",
    ),
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
        if !outbox::sends_mail(context) {
            return Err(NO_MAIL);
        }
        context.rate_limits.check_mail_request(owner)?;
        sessions::put_ticket(context, tx, &secret, TicketPurpose::VerifyEmail, Some(owner))?;
        let link = format!("{}/verify?token={}", context.config().public_url, secret.reveal());
        let message = MailContent::VerifyEmail { link: &link };
        outbox::enqueue_for_form(context, tx, FormMailKind::VerifyEmail, &account.email, &message)
    })
}

/// Account that a link would verify.
pub struct PendingAccount {
    pub account: Account,
    /// Whether the reader is signed in to the account.
    pub is_own: bool,
    /// Whether the account has a second factor, which ends with the verification.
    pub loses_second_factor: bool,
}

/// Loads the unverified account of a link's token. The link stays valid. `cookie` is the reader's session, if any.
pub fn pending(
    context: &Context,
    from: ClientAddress,
    token: &str,
    cookie: Option<&Secret>,
) -> Result<PendingAccount> {
    context.rate_limits.check_link(from)?;
    let tx = context.read()?;
    let account = holder(context, &tx, token)?;
    let is_own = session_of(context, &tx, cookie, account.id)?.is_some();
    let is_unproven = !account.email_verified && !is_own;
    let loses_second_factor = is_unproven && tx.second_factor(account.id)?.is_some();
    Ok(PendingAccount { account, is_own, loses_second_factor })
}

/// Verifies the address with the link's token, which works once.
///
/// The account may have been created by another person, so all other sessions and links end. A session of the account, by
/// `cookie`, proves its password: it stays valid, and so does the second factor. Otherwise the second factor is removed, since
/// another person's would lock the owner of the address out.
///
/// Returns whether `cookie` is a session of the account.
pub fn verify(
    context: &Context,
    from: ClientAddress,
    token: &str,
    cookie: Option<&Secret>,
) -> Result<bool> {
    context.rate_limits.check_link(from)?;
    let secret = context.secret()?;
    context.write(|tx| {
        let mut account = holder(context, tx, token)?;
        let session = session_of(context, tx, cookie, account.id)?;
        tx.remove_sessions_of(account.id, |other| Some(other) != session)?;
        tx.remove_tickets_of(account.id, |ticket| !ticket.purpose.outlives_password())?;
        if session.is_none() && !account.email_verified {
            tx.remove_second_factor(account.id)?;
            tx.remove_passkeys_of(account.id)?;
            let purpose = TicketPurpose::UnprovenPassword;
            sessions::put_ticket(context, tx, &secret, purpose, Some(account.id))?;
        }
        account.email_verified = true;
        tx.put_account(&account)?;
        Ok(session.is_some())
    })
}

/// Session of the cookie, if it is one of this account.
fn session_of(
    context: &Context,
    tx: &ReadTx,
    cookie: Option<&Secret>,
    account: AccountId,
) -> Result<Option<SecretHash>> {
    let Some(hash) = cookie.map(Secret::hash) else { return Ok(None) };
    let session = tx.session(hash)?.filter(|session| session.is_alive(context.now()));
    Ok(session.filter(|session| session.account == account).map(|_| hash))
}

/// Deletes an account that another person created with the address of the link's reader, and frees the address.
pub fn reject(context: &Context, from: ClientAddress, token: &str) -> Result<()> {
    context.rate_limits.check_link(from)?;
    deletion::delete_found(context, |tx| {
        let account = holder(context, tx, token)?;
        // An account that was verified since, by an admin or by a mailed password reset, can no longer be rejected by this link.
        if account.email_verified { Err(Error::invalid("token", SPENT)) } else { Ok(account) }
    })
}

fn holder(context: &Context, tx: &ReadTx, token: &str) -> Result<Account> {
    let secret = Secret::from_untrusted(token);
    let account = sessions::account_of_ticket(context, tx, &secret, TicketPurpose::VerifyEmail)?;
    account.ok_or_else(|| Error::invalid("token", SPENT))
}
