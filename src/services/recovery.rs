//! The way back in for somebody who forgot the password: a mailed link, good once and for an hour.

use crate::app::App;
use crate::domain::account::{Account, Email, Password};
use crate::domain::id::AccountId;
use crate::domain::job::Job;
use crate::domain::secret::Secret;
use crate::domain::session::TicketPurpose;
use crate::error::{Error, Result};
use crate::mail::templates;
use crate::store::Read;

use super::{outbox, sessions};

const SPENT: &str = "This link was used already or is too old. Ask for a new one.";

/// Asks for the link. Known, unknown and impossible addresses are not told apart: for each one job is queued, and only
/// what it does later differs.
pub fn ask(app: &App, email: &str) -> Result<()> {
    let account = match Email::parse(email) {
        Ok(email) => app.read()?.account_by_email(&email)?.map(|account| account.id),
        Err(_) => None,
    };
    app.write(|tx| app.enqueue(tx, Job::OfferReset(account)))
}

/// Mails the link; it takes the place of an older one.
pub(crate) fn offer(app: &App, account: Option<AccountId>) -> Result<()> {
    let Some(id) = account else { return Ok(()) };
    let secret = app.secret()?;
    app.write(|tx| {
        let account = tx.account(id)?.filter(|account| !account.disabled);
        let Some(account) = account else { return Ok(()) };
        tx.remove_tickets_of(id, |ticket| ticket.purpose == TicketPurpose::ResetPassword)?;
        sessions::put_ticket(app, tx, &secret, TicketPurpose::ResetPassword, Some(id))?;
        let link = format!("{}/reset-password?token={}", app.config.public_url, secret.reveal());
        let letter = templates::reset_password(&app.config.community, account.name.as_str(), &link);
        outbox::put(app, tx, &account.email, letter)
    })
}

/// Takes the link's token and sets the password. Whoever was signed in is so no longer, and no other link helps.
pub fn reset(app: &App, token: &str, password: &str) -> Result<()> {
    let password = Password::parse(password).map_err(|words| Error::invalid("password", words))?;
    let secret = Secret::claimed(token);
    // Also before the hash, which is slow on purpose: only a good link is worth one.
    holder(app, &*app.read()?, &secret)?;
    let password_hash = app.passwords.hash(&password)?;
    app.write(|tx| {
        let account = holder(app, &**tx, &secret)?;
        tx.remove_sessions_of(account.id, |_| true)?;
        tx.remove_tickets_of(account.id, |ticket| !ticket.purpose.outlives_password())?;
        // Whoever got the mail reads the address.
        tx.put_account(&Account { password_hash, email_verified: true, ..account })?;
        Ok(())
    })
}

fn holder(app: &App, tx: &(dyn Read + '_), secret: &Secret) -> Result<Account> {
    let account = sessions::account_of_ticket(app, tx, secret, TicketPurpose::ResetPassword)?;
    account.ok_or_else(|| Error::invalid("token", SPENT))
}
