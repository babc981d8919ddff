//! The second step at sign-in: set up with an app, asked for after the password, taken away again.
//!
//! Every change of it needs a password that was given just now; all but the first also a code.

use crate::app::App;
use crate::domain::account::Account;
use crate::domain::audit::Deed;
use crate::domain::id::AccountId;
use crate::domain::policy::{self, Actor, Denied};
use crate::domain::second_factor::SecondFactor;
use crate::domain::time::Time;
use crate::error::{Error, Result};
use crate::store::{Read, WriteTx};

use super::audit;
use super::sessions::{self, Present};

const WRONG_CODE: &str =
    "This code is wrong or was used already. Wait for the next one and try again.";
const ON_ALREADY: &str = "The second step is on already.";

/// What a member sees of their second step.
pub struct Status {
    /// When it was switched on; never, while it is off.
    pub since: Option<Time>,
    pub recovery_codes_left: usize,
}

/// What an authenticator app is given, once.
pub struct Setup {
    pub key: String,
    /// The same with names, for a QR code.
    pub address: String,
}

/// Whether the member's second step is on.
pub fn status(app: &App, actor: &Actor) -> Result<Status> {
    let account = policy::member(actor)?;
    let factor = active(&*app.read()?, account)?;
    Ok(Status {
        since: factor.as_ref().and_then(|factor| factor.confirmed_at),
        recovery_codes_left: factor.map_or(0, |factor| factor.recovery_codes_left()),
    })
}

/// A new key for the member's app. Nothing changes at sign-in until [`confirm`].
pub fn begin(app: &App, present: &Present) -> Result<Setup> {
    let factor = SecondFactor::new(app.random()?);
    let account = app.write(|tx| {
        let account = recent(app, tx, present)?;
        if active(&**tx, account.id)?.is_some() {
            return Err(Error::Conflict { field: None, words: ON_ALREADY });
        }
        tx.put_second_factor(account.id, &factor)?;
        Ok(account)
    })?;
    let address = factor.address(&app.config().community, &account.username);
    let address = address.map_err(|error| Error::Internal(error.to_string().into()))?;
    Ok(Setup { key: factor.key_text(), address })
}

/// Switches the second step on with a first code of the app; answers the recovery codes.
pub fn confirm(app: &App, present: &Present, code: &str) -> Result<Vec<String>> {
    let random = random_codes(app)?;
    app.limits.give_password(policy::member(&present.actor)?)?;
    app.write(|tx| {
        let account = recent(app, tx, present)?;
        let mut factor = tx.second_factor(account.id)?.ok_or(Error::NotFound("This setup"))?;
        if factor.confirmed_at.is_some() {
            return Err(Error::Conflict { field: None, words: ON_ALREADY });
        }
        let now = app.clock.now();
        take(&mut factor, code, now)?;
        factor.confirmed_at = Some(now);
        let codes = factor.renew_recovery_codes(random);
        tx.put_second_factor(account.id, &factor)?;
        Ok(codes)
    })
}

/// New recovery codes in place of all older ones.
pub fn renew_recovery_codes(app: &App, present: &Present, code: &str) -> Result<Vec<String>> {
    let random = random_codes(app)?;
    app.limits.give_password(policy::member(&present.actor)?)?;
    app.write(|tx| {
        let (account, mut factor) = proven(app, tx, present, code)?;
        let codes = factor.renew_recovery_codes(random);
        tx.put_second_factor(account, &factor)?;
        Ok(codes)
    })
}

/// Switches the second step off.
pub fn remove(app: &App, present: &Present, code: &str) -> Result<()> {
    app.limits.give_password(policy::member(&present.actor)?)?;
    app.write(|tx| {
        let (account, _) = proven(app, tx, present, code)?;
        Ok(tx.remove_second_factor(account)?)
    })
}

/// Switches off the second step of a member who lost the app and the recovery codes.
pub fn remove_for(app: &App, actor: &Actor, account: AccountId) -> Result<()> {
    policy::may_administrate(actor)?;
    app.write(|tx| {
        let actor = sessions::still(&**tx, actor)?;
        policy::may_administrate(&actor)?;
        active(&**tx, account)?.ok_or(Error::NotFound("A second step"))?;
        let to = format!("member {account}");
        audit::note(app, tx, &actor, Deed::RemoveSecondFactor, to, String::new())?;
        Ok(tx.remove_second_factor(account)?)
    })
}

/// Asks for the second step, if the account has one. Within the transaction that begins the session.
pub(super) fn pass(
    app: &App,
    tx: &mut WriteTx,
    account: AccountId,
    code: Option<&str>,
) -> Result<()> {
    let Some(mut factor) = active(&**tx, account)? else { return Ok(()) };
    take(&mut factor, code.ok_or(Denied::SecondFactorRequired)?, app.clock.now())?;
    Ok(tx.put_second_factor(account, &factor)?)
}

fn take(factor: &mut SecondFactor, code: &str, now: Time) -> Result<()> {
    if factor.take(code, now) { Ok(()) } else { Err(Error::invalid("code", WRONG_CODE)) }
}

fn active(tx: &(dyn Read + '_), account: AccountId) -> Result<Option<SecondFactor>> {
    Ok(tx.second_factor(account)?.filter(|factor| factor.confirmed_at.is_some()))
}

/// The member, who gave the password just now.
fn recent(app: &App, tx: &WriteTx, present: &Present) -> Result<Account> {
    let session = tx.session(present.session)?.ok_or(Denied::SignInRequired)?;
    policy::has_just_signed_in(&session, app.clock.now())?;
    tx.account(session.account)?.ok_or_else(|| Denied::SignInRequired.into())
}

/// The member's second step after a good code.
fn proven(
    app: &App,
    tx: &WriteTx,
    present: &Present,
    code: &str,
) -> Result<(AccountId, SecondFactor)> {
    let account = recent(app, tx, present)?.id;
    let mut factor = active(&**tx, account)?.ok_or(Error::NotFound("A second step"))?;
    take(&mut factor, code, app.clock.now())?;
    Ok((account, factor))
}

fn random_codes<const N: usize>(app: &App) -> Result<[[u8; 10]; N]> {
    let mut codes = [[0; 10]; N];
    for code in &mut codes {
        *code = app.random()?;
    }
    Ok(codes)
}
