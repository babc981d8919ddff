//! Sign-in with email address, password and, for accounts that have one, the second factor; or with a passkey.

use crate::context::Context;
use crate::domain::account::{Account, Email};
use crate::domain::client_address::ClientAddress;
use crate::domain::message::Message;
use crate::domain::secret::Secret;
use crate::domain::session::TicketPurpose;
use crate::error::{Error, Result};

use super::passkeys::{self, PasskeyResponse};
use super::second_factor::{self, CheckedStep, SecondStep};
use super::sessions;

const WRONG: Message =
    Message::new("credentials-incorrect", "Incorrect email or password. Please try again.");

/// Shown only to those who know the password.
const DECLINED: Message = Message::new(
    "application-declined",
    "The people who look after this community have declined your application.",
);

/// Session that has just begun.
pub struct SignedIn {
    pub account: Account,
    /// Value of the session cookie.
    pub session: Secret,
    /// The response's `token`: proves the sign-in to /verify-token and opens nothing else.
    pub receipt: Secret,
}

/// Fields of the sign-in form, as they were sent.
pub struct SignIn {
    pub email: String,
    pub password: String,
    /// Second step, for accounts that have one.
    pub second_step: SecondStep,
}

/// Signs in. Failures and rate limits do not depend on whether the account exists: same error, same time. A code is requested
/// only after the right password.
pub fn sign_in(context: &Context, from: ClientAddress, form: SignIn) -> Result<SignedIn> {
    context.rate_limits.check_sign_in(from, &form.email)?;
    let account = match Email::parse(&form.email) {
        Ok(email) => context.read()?.account_by_email(&email)?,
        Err(_) => None,
    };
    let stored = account.as_ref().map(|account| account.password_hash.as_str());
    if !context.passwords.matches(&form.password, stored)? {
        return Err(Error::InvalidCredentials(WRONG));
    }
    let account = account.ok_or(Error::InvalidCredentials(WRONG))?;
    refuse_disabled(context, &account, WRONG)?;
    let step = form.second_step.check(context)?;
    begin(context, from, account, &form.email, &step)
}

/// Signs in with a passkey alone. The device has verified its user, so no second step is asked for.
pub fn sign_in_with_passkey(
    context: &Context,
    from: ClientAddress,
    response: PasskeyResponse,
) -> Result<SignedIn> {
    context.rate_limits.check_lookup(from)?;
    let proven = passkeys::verify(context, response)?;
    let account = context.read()?.account(proven.account)?;
    let account = account.ok_or(Error::InvalidCredentials(passkeys::REFUSED))?;
    refuse_disabled(context, &account, passkeys::REFUSED)?;
    let (session, receipt) = (context.secret()?, context.secret()?);
    context.write(|tx| {
        let account = super::acting(tx, account.id)?;
        passkeys::record_use(tx, &proven)?;
        sessions::begin(context, tx, &session, account.id, from, account.email.as_str())?;
        let purpose = TicketPurpose::Receipt;
        sessions::put_ticket(context, tx, &receipt, purpose, Some(account.id))
    })?;
    Ok(SignedIn { account, session, receipt })
}

/// Refuses a disabled account. An applicant who was declined is told so.
fn refuse_disabled(context: &Context, account: &Account, words: Message) -> Result<()> {
    if !account.disabled {
        return Ok(());
    }
    let application = context.read()?.application(account.id)?;
    let is_declined = application.is_some_and(|application| application.is_declined());
    Err(Error::InvalidCredentials(if is_declined { DECLINED } else { words }))
}

fn begin(
    context: &Context,
    from: ClientAddress,
    account: Account,
    email: &str,
    step: &CheckedStep,
) -> Result<SignedIn> {
    let (session, receipt) = (context.secret()?, context.secret()?);
    // The inner result is a refusal that commits the transaction: a wrong code is counted.
    context.write(|tx| {
        // The account may have been changed while its password was checked.
        let is_same =
            |stored: &Account| stored.password_hash == account.password_hash && !stored.disabled;
        if !tx.account(account.id)?.is_some_and(|stored| is_same(&stored)) {
            return Err(Error::InvalidCredentials(WRONG));
        }
        if let Err(refused) = second_factor::require_step(context, tx, &account, step)? {
            return Ok(Err(refused));
        }
        sessions::begin(context, tx, &session, account.id, from, email)?;
        sessions::put_ticket(context, tx, &receipt, TicketPurpose::Receipt, Some(account.id))
            .map(Ok)
    })??;
    Ok(SignedIn { account, session, receipt })
}
