//! Proving that a mail address is read by its owner.

use crate::app::App;
use crate::domain::client_address::ClientAddress;
use crate::domain::id::AccountId;
use crate::domain::mail::FormMailKind;
use crate::domain::policy::Actor;
use crate::domain::secret::Secret;
use crate::domain::session::TicketPurpose;
use crate::error::{Error, Result};
use crate::mail::templates;

use super::{outbox, profiles, sessions};

const NO_MAIL: Error = Error::Conflict {
    field: None,
    words: "No mail goes out from here. Please ask whoever runs this place to verify your address.",
};

/// Mails a link to the account's address. Asking again is fine; every link works once.
pub fn send(app: &App, actor: &Actor, onboarding: Option<&Secret>, owner: AccountId) -> Result<()> {
    let secret = app.secret()?;
    app.write(|tx| {
        let account = profiles::self_or_onboarding(app, &**tx, actor, onboarding, owner)?;
        if account.email_verified {
            return Ok(());
        }
        if !outbox::goes_out(app) {
            return Err(NO_MAIL);
        }
        app.limits.ask_for_mail(owner)?;
        sessions::put_ticket(app, tx, &secret, TicketPurpose::VerifyEmail, Some(owner))?;
        let link = format!("{}/verify?token={}", app.config().public_url, secret.reveal());
        let letter = templates::verify_email(&app.config().community, &link);
        outbox::put_for_form(app, tx, FormMailKind::VerifyEmail, &account.email, letter)
    })
}

/// Takes the link's token; it works once.
///
/// Whoever signed up with somebody else's address may be signed in by now: those sessions and links end with the proof.
pub fn verify(app: &App, from: ClientAddress, token: &str) -> Result<()> {
    app.limits.use_link(from)?;
    let secret = Secret::claimed(token);
    app.write(|tx| {
        let account = sessions::account_of_ticket(app, &**tx, &secret, TicketPurpose::VerifyEmail)?;
        let mut account = account.ok_or_else(|| {
            Error::invalid("token", "This link was used already or is too old. Ask for a new one.")
        })?;
        tx.remove_sessions_of(account.id, |_| true)?;
        tx.remove_tickets_of(account.id, |ticket| !ticket.purpose.outlives_password())?;
        account.email_verified = true;
        tx.put_account(&account)?;
        Ok(())
    })
}
