//! Two-step verification: set up with an authenticator app or passkeys, required after the password, and turned off again.
//!
//! Every change requires a recent password or passkey; all but the first also a second step.

use crate::context::Context;
use crate::domain::account::Account;
use crate::domain::audit::AuditAction;
use crate::domain::id::AccountId;
use crate::domain::item::Item;
use crate::domain::message::Message;
use crate::domain::passkey::Passkey;
use crate::domain::policy::{self, Actor, Denied};
use crate::domain::second_factor::{AuthenticatorApp, SecondFactor};
use crate::domain::time::Timestamp;
use crate::domain::wrong_codes::REPORTED_WRONG_CODES;
use crate::error::{Error, Required, Result};
use crate::mail::MailContent;
use crate::services::operations::{audit, outbox};
use crate::store::{ReadTx, WriteTx};

use super::passkeys::{self, PasskeyResponse};
use super::sessions::SessionContext;

const WRONG_CODE: Message = Message::new(
    "code-wrong",
    "This code is wrong or was already used. Wait for the next one and try again.",
);
const TOO_MANY: Message =
    Message::new("too-many-wrong-codes", "Too many wrong codes. Please wait {wait} and try again.");
const ON_ALREADY: Message =
    Message::new("second-factor-on", "Two-step verification is already on.");
const NO_PASSKEY: Error =
    Error::Conflict { field: None, message: Message::new("no-passkey", "Add a passkey first.") };
const NOT_ACTIVE: Error = Error::Conflict {
    field: None,
    message: Message::new("second-factor-off", "This member has no two-step verification."),
};

/// Two-step verification as its member sees it.
pub struct Status {
    /// Time at which it was switched on; `None` while it is off.
    pub since: Option<Timestamp>,
    /// Whether codes of an authenticator app are accepted.
    pub has_app: bool,
    pub recovery_codes_left: usize,
    /// Time at which the limit of wrong codes was last reached.
    pub locked_at: Option<Timestamp>,
    /// Time of the last report of wrong codes to the member.
    pub reported_at: Option<Timestamp>,
}

/// Second step, as it was sent: a code of the app, a recovery code, or a passkey.
#[derive(Default)]
pub struct SecondStep {
    pub code: Option<String>,
    pub passkey: Option<PasskeyResponse>,
}

/// Second step of which the passkey, if there is one, was verified.
pub(super) struct CheckedStep {
    code: Option<String>,
    passkey: Option<Passkey>,
}

impl SecondStep {
    /// Verifies the passkey. Not part of a transaction, since signatures take a while.
    pub(super) fn check(self, context: &Context) -> Result<CheckedStep> {
        let passkey = self.passkey.map(|response| passkeys::verify(context, response));
        Ok(CheckedStep { code: self.code, passkey: passkey.transpose()? })
    }
}

/// Key for an authenticator app, shown once.
pub struct Setup {
    pub key: String,
    /// The key with names as an `otpauth` URL, for a QR code.
    pub address: String,
}

/// Loads the state of the member's two-step verification.
pub fn status(context: &Context, actor: &Actor) -> Result<Status> {
    let account = policy::member(actor)?;
    let tx = context.read()?;
    let factor = get_active(&tx, account)?;
    let wrong = tx.wrong_codes(account)?;
    Ok(Status {
        locked_at: wrong.locked_at,
        reported_at: wrong.reported_at,
        since: factor.as_ref().and_then(|factor| factor.confirmed_at),
        has_app: factor.as_ref().is_some_and(SecondFactor::has_app),
        recovery_codes_left: factor.map_or(0, |factor| factor.recovery_codes_left()),
    })
}

/// Creates a new key for the member's app. Sign-in does not change until [`confirm`].
pub fn begin_setup(context: &Context, session_context: &SessionContext) -> Result<Setup> {
    let actor = &session_context.actor;
    let account = policy::may_change_account(actor, policy::member(actor)?)?;
    context.rate_limits.check_change(account)?;
    let app = AuthenticatorApp::new(context.random()?);
    let factor = SecondFactor::with_app(app.clone());
    let account = context.write(|tx| {
        let account = load_recent_account(context, tx, session_context)?;
        if get_active(tx, account.id)?.is_some() {
            return Err(Error::Conflict { field: None, message: ON_ALREADY });
        }
        tx.put_second_factor(account.id, &factor)?;
        Ok(account)
    })?;
    let address = app.address(&context.config().community, &account.username);
    let address = address.map_err(|error| Error::Internal(error.to_string().into()))?;
    Ok(Setup { key: app.key_text(), address })
}

/// Switches two-step verification on with a first code of the app; returns the recovery codes.
pub fn confirm(
    context: &Context,
    session_context: &SessionContext,
    code: &str,
) -> Result<Vec<String>> {
    let random = random_codes(context)?;
    context.rate_limits.check_password_proof(policy::member(&session_context.actor)?)?;
    context.write(|tx| {
        let account = load_recent_account(context, tx, session_context)?;
        let mut factor = tx.second_factor(account.id)?.required(Item::SecondFactorSetup)?;
        if factor.confirmed_at.is_some() {
            return Err(Error::Conflict { field: None, message: ON_ALREADY });
        }
        let now = context.now();
        if !factor.consume(code, now) {
            return Err(Error::invalid("code", WRONG_CODE));
        }
        factor.confirmed_at = Some(now);
        let codes = factor.renew_recovery_codes(random);
        tx.put_second_factor(account.id, &factor)?;
        Ok(codes)
    })
}

/// Switches two-step verification on with the member's passkeys; returns the recovery codes.
pub fn confirm_with_passkeys(
    context: &Context,
    session_context: &SessionContext,
) -> Result<Vec<String>> {
    let random = random_codes(context)?;
    let actor = &session_context.actor;
    let account = policy::may_change_account(actor, policy::member(actor)?)?;
    context.rate_limits.check_change(account)?;
    context.write(|tx| {
        let account = load_recent_account(context, tx, session_context)?;
        if get_active(tx, account.id)?.is_some() {
            return Err(Error::Conflict { field: None, message: ON_ALREADY });
        }
        if !passkeys::has_any(tx, account.id)? {
            return Err(NO_PASSKEY);
        }
        let mut factor = SecondFactor::with_passkeys(context.now());
        let codes = factor.renew_recovery_codes(random);
        tx.put_second_factor(account.id, &factor)?;
        Ok(codes)
    })
}

/// Replaces all recovery codes by new ones.
pub fn renew_recovery_codes(
    context: &Context,
    session_context: &SessionContext,
    step: SecondStep,
) -> Result<Vec<String>> {
    let random = random_codes(context)?;
    context.rate_limits.check_password_proof(policy::member(&session_context.actor)?)?;
    let step = step.check(context)?;
    context.write(|tx| {
        let (account, mut factor) = match verify_step(context, tx, session_context, &step)? {
            Ok(proven) => proven,
            Err(refused) => return Ok(Err(refused)),
        };
        let codes = factor.renew_recovery_codes(random);
        tx.put_second_factor(account, &factor)?;
        Ok(Ok(codes))
    })?
}

/// Switches two-step verification off.
pub fn remove(context: &Context, session_context: &SessionContext, step: SecondStep) -> Result<()> {
    context.rate_limits.check_password_proof(policy::member(&session_context.actor)?)?;
    let step = step.check(context)?;
    context.write(|tx| match verify_step(context, tx, session_context, &step)? {
        Ok((account, _)) => Ok(Ok(tx.remove_second_factor(account)?)),
        Err(refused) => Ok(Err(refused)),
    })?
}

/// Switches off two-step verification for a member who lost the app and the recovery codes.
pub fn remove_for(context: &Context, actor: &Actor, account: AccountId) -> Result<()> {
    context.write_as(actor, policy::may_administrate, |tx, actor| {
        get_active(tx, account)?.ok_or(NOT_ACTIVE)?;
        let to = format!("member {account}");
        audit::record(context, tx, actor, AuditAction::RemoveSecondFactor, to, String::new())?;
        Ok(tx.remove_second_factor(account)?)
    })
}

/// Checks that a member has two-step verification. Fails as [`remove_for`] would.
pub fn check_removal(context: &Context, actor: &Actor, account: AccountId) -> Result<()> {
    policy::may_administrate(actor)?;
    get_active(&*context.read()?, account)?.ok_or(NOT_ACTIVE).map(drop)
}

/// Result of checking a second step. The inner error is returned after the transaction, which has counted the wrong code.
type CheckResult<T> = Result<Result<T>>;

/// Requires a second step, if the account has two-step verification. Call it in the transaction that begins the session.
pub(super) fn require_step(
    context: &Context,
    tx: &mut WriteTx,
    account: &Account,
    step: &CheckedStep,
) -> CheckResult<()> {
    let Some(factor) = get_active(tx, account.id)? else { return Ok(Ok(())) };
    Ok(check(context, tx, account, factor, step)?.map(drop))
}

/// Checks the second step. Returns the second factor after it used a code.
fn check(
    context: &Context,
    tx: &mut WriteTx,
    account: &Account,
    factor: SecondFactor,
    step: &CheckedStep,
) -> CheckResult<SecondFactor> {
    if let Some(passkey) = &step.passkey {
        passkeys::require_owner(passkey, account)?;
        passkeys::record_use(tx, passkey)?;
        return Ok(Ok(factor));
    }
    match &step.code {
        Some(code) => check_code(context, tx, account, factor, code),
        None if factor.has_app() => Ok(Err(Denied::SecondFactorRequired.into())),
        None => Ok(Err(Denied::PasskeyRequired.into())),
    }
}

/// Checks a code of the app or a recovery code, unless too many were wrong. Returns the second factor after it used the code.
fn check_code(
    context: &Context,
    tx: &mut WriteTx,
    account: &Account,
    mut factor: SecondFactor,
    code: &str,
) -> CheckResult<SecondFactor> {
    let now = context.now();
    let mut wrong = tx.wrong_codes(account.id)?;
    if let Some(wait) = wrong.wait(now) {
        return Ok(Err(Error::too_many(TOO_MANY, wait)));
    }
    if factor.consume(code, now) {
        tx.put_second_factor(account.id, &factor)?;
        return Ok(Ok(factor));
    }
    // An unverified address may be a stranger's, who must not be notified.
    if wrong.count(now) && account.email_verified {
        let (name, codes) = (account.name.as_str(), REPORTED_WRONG_CODES as u32);
        outbox::enqueue_unlimited(
            context,
            tx,
            &account.email,
            &MailContent::WrongCodes { name, codes },
        )?;
    }
    tx.put_wrong_codes(account.id, &wrong)?;
    Ok(Err(Error::invalid("code", WRONG_CODE)))
}

fn get_active(tx: &ReadTx, account: AccountId) -> Result<Option<SecondFactor>> {
    Ok(tx.second_factor(account)?.filter(|factor| factor.confirmed_at.is_some()))
}

/// Loads the account of a session whose password is recent.
fn load_recent_account(
    context: &Context,
    tx: &WriteTx,
    session_context: &SessionContext,
) -> Result<Account> {
    let session = tx.session(session_context.session)?.ok_or(Denied::SignInRequired)?;
    policy::require_recent_sign_in(&session, context.now())?;
    tx.account(session.account)?.ok_or_else(|| Denied::SignInRequired.into())
}

/// Account and second factor after a valid second step.
fn verify_step(
    context: &Context,
    tx: &mut WriteTx,
    session_context: &SessionContext,
    step: &CheckedStep,
) -> CheckResult<(AccountId, SecondFactor)> {
    let account = load_recent_account(context, tx, session_context)?;
    let factor = get_active(tx, account.id)?.required(Item::SecondFactor)?;
    Ok(check(context, tx, &account, factor, step)?.map(|factor| (account.id, factor)))
}

fn random_codes<const N: usize>(context: &Context) -> Result<[[u8; 10]; N]> {
    let mut codes = [[0; 10]; N];
    for code in &mut codes {
        *code = context.random()?;
    }
    Ok(codes)
}
