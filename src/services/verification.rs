//! Proving that a mail address is read by its owner.

use crate::app::App;
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

/// Mails a link to the account's address. Asking again is fine; every link works once.
pub fn send(app: &App, actor: &Actor, onboarding: Option<&Secret>, owner: AccountId) -> Result<()> {
    let secret = app.secret()?;
    app.write(|tx| {
        let account = profiles::self_or_onboarding(app, tx, actor, onboarding, owner)?;
        if account.email_verified {
            return Ok(());
        }
        if !outbox::goes_out(app) {
            return Err(NO_MAIL);
        }
        app.limits.ask_for_mail(owner)?;
        sessions::put_ticket(app, tx, &secret, TicketPurpose::VerifyEmail, Some(owner))?;
        let link = format!("{}/verify?token={}", app.config().public_url, secret.reveal());
        let content = MailContent::VerifyEmail { link: &link };
        outbox::put_for_form(app, tx, FormMailKind::VerifyEmail, &account.email, &content)
    })
}

/// Account that waits for the proof of a link's token. The link stays good.
pub fn pending(app: &App, from: ClientAddress, token: &str) -> Result<Account> {
    app.limits.use_link(from)?;
    holder(app, &*app.read()?, token)
}

/// Verifies the address with the link's token, which works once.
///
/// Somebody else may have signed up with the address and be signed in by now: those sessions and links end with the proof.
pub fn verify(app: &App, from: ClientAddress, token: &str) -> Result<()> {
    app.limits.use_link(from)?;
    app.write(|tx| {
        let mut account = holder(app, tx, token)?;
        tx.remove_sessions_of(account.id, |_| true)?;
        tx.remove_tickets_of(account.id, |ticket| !ticket.purpose.outlives_password())?;
        account.email_verified = true;
        tx.put_account(&account)?;
        Ok(())
    })
}

/// Deletes the account that somebody else made with the address of the link's reader, and frees the address.
pub fn reject(app: &App, from: ClientAddress, token: &str) -> Result<()> {
    app.limits.use_link(from)?;
    deletion::delete_found(app, |tx| {
        let account = holder(app, tx, token)?;
        // An admin or a new password by mail has verified the account since; this link no longer decides about it.
        if account.email_verified { Err(Error::invalid("token", SPENT)) } else { Ok(account) }
    })
}

fn holder(app: &App, tx: &ReadTx, token: &str) -> Result<Account> {
    let secret = Secret::claimed(token);
    let account = sessions::account_of_ticket(app, tx, &secret, TicketPurpose::VerifyEmail)?;
    account.ok_or_else(|| Error::invalid("token", SPENT))
}
