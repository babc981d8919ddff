//! Passkeys of members: registered in the settings; used to sign in, to confirm who is at the browser, and as the second step after the
//! password.
//!
//! Begun ceremonies are in memory only: after a restart, a browser begins again.

use std::time::Duration;

use serde_json::Value;
use webauthn_rs::prelude::{DiscoverableAuthentication, PasskeyRegistration};

use crate::context::Context;
use crate::domain::account::Account;
use crate::domain::client_address::ClientAddress;
use crate::domain::credential_name::CredentialName;
use crate::domain::id::{AccountId, PasskeyId};
use crate::domain::item::Item;
use crate::domain::message::Message;
use crate::domain::passkey::{MAX_PASSKEYS, Passkey};
use crate::domain::policy::{self, Actor, Denied};
use crate::domain::secret::{Secret, SecretHash};
use crate::domain::time::Timestamp;
use crate::error::{Error, Required, Result};
use crate::platform::ExpiringMap;
use crate::services::accounts;
use crate::store::{ReadTx, WriteTx};
use crate::webauthn::{RelyingParty, Response, ResponseError};

use super::sessions::{self, SessionContext};

/// Time for a person to find the device and to put a finger on it.
const LIFETIME: Duration = Duration::from_mins(5);
const MAX_BEGUN_REGISTRATIONS: usize = 256;
/// Anybody may begin to prove a passkey. The oldest ceremony gives way to a new one.
const MAX_BEGUN_PROOFS: usize = 4096;

const UNAVAILABLE: Error = Error::Conflict {
    field: None,
    message: Message::new(
        "passkeys-unavailable",
        "Passkeys need an https address. Ask an admin to set one up.",
    ),
};
const TOO_MANY: Error = Error::Conflict {
    field: None,
    message: Message::new("too-many-passkeys", "You have 20 passkeys. Remove one first."),
};
const KNOWN: Error = Error::Conflict {
    field: None,
    message: Message::new("passkey-known", "This passkey is registered already."),
};
const LAST: Error = Error::Conflict {
    field: None,
    message: Message::new(
        "passkey-is-second-step",
        "This is your only passkey, and you sign in with it. Turn off two-step verification first.",
    ),
};
const EXPIRED: Message =
    Message::new("passkey-ceremony-expired", "This took too long. Please try again.");
const NOT_REGISTERED: Message = Message::new(
    "passkey-not-registered",
    "The passkey could not be checked, so it was not added. Please try again.",
);
/// Same error for unknown, removed and wrong passkeys, so that a guess reveals nothing.
pub(super) const REFUSED: Message =
    Message::new("passkey-refused", "This passkey was not accepted. Sign in another way.");

type Registrations = ExpiringMap<SecretHash, Registration, Timestamp, MAX_BEGUN_REGISTRATIONS>;
type PendingAuthentications =
    ExpiringMap<SecretHash, DiscoverableAuthentication, Timestamp, MAX_BEGUN_PROOFS>;

struct Registration {
    account: AccountId,
    state: PasskeyRegistration,
}

/// Ceremony that was just begun.
pub struct CeremonyChallenge {
    /// Names the ceremony in the request that ends it.
    pub ceremony: Secret,
    /// Options for the browser's WebAuthn call.
    pub options: Value,
}

/// End of a ceremony, as a browser sends it.
pub struct PasskeyResponse {
    pub ceremony: String,
    /// Credential of the browser's WebAuthn call, as JSON.
    pub credential: Value,
}

/// Passkeys of the acting member, oldest first.
pub fn list(context: &Context, actor: &Actor) -> Result<Vec<Passkey>> {
    let account = policy::member(actor)?;
    Ok(context.read()?.passkeys_of(account)?)
}

/// Begins to register a passkey. Requires a recent password or passkey.
pub fn begin_registration(
    context: &Context,
    session_context: &SessionContext,
) -> Result<CeremonyChallenge> {
    let owner = may_change(session_context)?;
    let relying_party = relying_party(context)?;
    context.rate_limits.check_change(owner)?;
    let tx = context.read()?;
    sessions::require_recent_auth_in(context, &tx, session_context)?;
    let account = accounts::acting(&tx, owner)?;
    let known = tx.passkeys_of(owner)?;
    if known.len() >= MAX_PASSKEYS {
        return Err(TOO_MANY);
    }
    let (options, state) = relying_party.begin_registration(&account, &known)?;
    let ceremony = context.secret()?;
    let now = context.now();
    let registration = Registration { account: owner, state };
    let begun = context.state::<Registrations>();
    begun.lock(now).insert(ceremony.hash(), registration, now + LIFETIME);
    Ok(CeremonyChallenge { ceremony, options })
}

/// Ends [`begin_registration`] and stores the passkey.
pub fn register(
    context: &Context,
    session_context: &SessionContext,
    name: &str,
    response: PasskeyResponse,
) -> Result<Passkey> {
    let owner = may_change(session_context)?;
    let name = CredentialName::parse(name).map_err(|words| Error::invalid("name", words))?;
    let expired = || Error::invalid("ceremony", EXPIRED);
    let ceremony = Secret::from_untrusted(&response.ceremony).hash();
    let begun = context.state::<Registrations>().lock(context.now()).remove(&ceremony);
    let begun = begun.filter(|begun| begun.account == owner).ok_or_else(expired)?;
    let registered = relying_party(context)?.finish_registration(response.credential, &begun.state);
    let credential = registered.map_err(|reason| {
        log_refusal(&reason);
        Error::invalid("credential", NOT_REGISTERED)
    })?;
    let now = context.now();
    let passkey = Passkey {
        id: PasskeyId::new(now, context.random()?),
        account: owner,
        name,
        credential_id: credential.id,
        credential: credential.credential,
        created_at: now,
        used_at: None,
    };
    context.write(|tx| {
        sessions::require_recent_auth_in(context, tx, session_context)?;
        accounts::acting(tx, owner)?;
        if tx.passkey_by_credential(&passkey.credential_id)?.is_some() {
            return Err(KNOWN);
        }
        if tx.passkeys_of(owner)?.len() >= MAX_PASSKEYS {
            return Err(TOO_MANY);
        }
        Ok(tx.put_passkey(&passkey)?)
    })?;
    Ok(passkey)
}

/// Renames a passkey of the member's own.
pub fn rename(
    context: &Context,
    session_context: &SessionContext,
    id: PasskeyId,
    name: &str,
) -> Result<Passkey> {
    let owner = may_change(session_context)?;
    let name = CredentialName::parse(name).map_err(|words| Error::invalid("name", words))?;
    context.rate_limits.check_change(owner)?;
    context.write(|tx| {
        accounts::acting(tx, owner)?;
        let passkey = Passkey { name, ..tx.passkey(owner, id)?.required(Item::Passkey)? };
        tx.put_passkey(&passkey)?;
        Ok(passkey)
    })
}

/// Removes a passkey of the member's own, unless two-step verification depends on it. Requires a recent password or passkey.
pub fn remove(context: &Context, session_context: &SessionContext, id: PasskeyId) -> Result<()> {
    let owner = may_change(session_context)?;
    context.write(|tx| {
        sessions::require_recent_auth_in(context, tx, session_context)?;
        let passkey = tx.passkey(owner, id)?.required(Item::Passkey)?;
        if are_second_step(tx, owner)? && tx.passkeys_of(owner)?.len() == 1 {
            return Err(LAST);
        }
        Ok(tx.remove_passkey(&passkey)?)
    })
}

/// Begins to prove a passkey, whichever the browser has for this community.
pub fn begin_authentication(context: &Context, from: ClientAddress) -> Result<CeremonyChallenge> {
    context.rate_limits.check_lookup(from)?;
    let (options, state) = relying_party(context)?.begin_authentication()?;
    let ceremony = context.secret()?;
    let now = context.now();
    context.state::<PendingAuthentications>().lock(now).insert(
        ceremony.hash(),
        state,
        now + LIFETIME,
    );
    Ok(CeremonyChallenge { ceremony, options })
}

/// Ends [`begin_authentication`]: the passkey that the response proves, with its new counter. To be stored by [`record_use`].
pub(super) fn verify(context: &Context, response: PasskeyResponse) -> Result<Passkey> {
    let refused = || Error::InvalidCredentials(REFUSED);
    let relying_party = relying_party(context)?;
    let ceremony = Secret::from_untrusted(&response.ceremony).hash();
    let begun = context.state::<PendingAuthentications>().lock(context.now()).remove(&ceremony);
    let state = begun.ok_or(Error::InvalidCredentials(EXPIRED))?;
    let response = Response::parse(response.credential).map_err(|reason| {
        log_refusal(&reason);
        refused()
    })?;
    let found = context.read()?.passkey_by_credential(response.credential_id())?;
    let passkey = found.filter(|passkey| response.is_of(passkey)).ok_or_else(refused)?;
    let proven = relying_party.finish_proof(&response, state, &passkey);
    let credential = proven.map_err(|reason| {
        log_refusal(&reason);
        refused()
    })?;
    Ok(Passkey { credential, used_at: Some(context.now()), ..passkey })
}

/// Records the use of a passkey that was just verified; fails if it was removed meanwhile.
pub(super) fn record_use(tx: &mut WriteTx, proven: &Passkey) -> Result<()> {
    let stored = tx.passkey(proven.account, proven.id)?;
    let stored = stored.ok_or(Error::InvalidCredentials(REFUSED))?;
    Ok(tx.put_passkey(&Passkey { name: stored.name, ..proven.clone() })?)
}

/// Fails unless the passkey is of this account.
pub(super) fn require_owner(proven: &Passkey, account: &Account) -> Result<()> {
    if proven.account == account.id { Ok(()) } else { Err(Error::InvalidCredentials(REFUSED)) }
}

/// Proves with a passkey who is at the browser, as the password does.
pub fn reauthenticate(
    context: &Context,
    session_context: &SessionContext,
    response: PasskeyResponse,
) -> Result<()> {
    let account = accounts::get_own(context, &session_context.actor)?;
    context.rate_limits.check_password_proof(account.id)?;
    let proven = verify(context, response)?;
    if proven.account != account.id {
        return Err(Denied::AnotherAccount.into());
    }
    context.write(|tx| {
        accounts::acting(tx, account.id)?;
        record_use(tx, &proven)?;
        sessions::record_reauthentication(context, tx, session_context)
    })
}

/// Whether the account has a passkey.
pub(super) fn has_any(tx: &ReadTx, account: AccountId) -> Result<bool> {
    Ok(!tx.passkeys_of(account)?.is_empty())
}

/// Whether two-step verification of the account depends on its passkeys.
pub(super) fn are_second_step(tx: &ReadTx, account: AccountId) -> Result<bool> {
    let factor = tx.second_factor(account)?;
    Ok(factor.is_some_and(|factor| factor.confirmed_at.is_some() && !factor.has_app()))
}

/// Removes all passkeys of an account, and two-step verification if it depends on them.
pub(super) fn remove_all(tx: &mut WriteTx, account: AccountId) -> Result<()> {
    if are_second_step(tx, account)? {
        tx.remove_second_factor(account)?;
    }
    Ok(tx.remove_passkeys_of(account)?)
}

fn may_change(session_context: &SessionContext) -> Result<AccountId> {
    let actor = &session_context.actor;
    Ok(policy::may_change_account(actor, policy::member(actor)?)?)
}

fn relying_party(context: &Context) -> Result<RelyingParty> {
    let config = context.config();
    let origin = config.passkey_origin().ok_or(UNAVAILABLE)?;
    RelyingParty::at(&origin, &config.community)
}

fn log_refusal(reason: &ResponseError) {
    tracing::info!(reason = reason as &dyn std::error::Error, "passkey refused");
}
