//! API tokens: made and revoked by their members, and by the operator.

use std::collections::BTreeSet;

use crate::context::Context;
use crate::domain::account::Account;
use crate::domain::api_token::{
    self, ApiToken, MAX_API_TOKENS, TokenScope, lifetime, parse_scopes,
};
use crate::domain::audit::AuditAction;
use crate::domain::credential_name::CredentialName;
use crate::domain::id::{AccountId, ApiTokenId};
use crate::domain::invalid::FieldErrors;
use crate::domain::item::Item;
use crate::domain::message::Message;
use crate::domain::policy::{self, Actor};
use crate::domain::secret::{Secret, SecretHash};
use crate::domain::time::Timestamp;
use crate::error::{Error, Required, Result};
use crate::platform::VersionedCache;
use crate::services::operations::audit;
use crate::store::{ReadTx, WriteTx};

use super::members;
use super::sessions::{self, SessionContext};

/// Maximum number of cached tokens.
const MAX_CACHED: usize = 256;

const TOO_MANY: Error = Error::Conflict {
    field: None,
    message: Message::new("too-many-api-tokens", "You have 20 API tokens. Revoke one first."),
};
const INVALID: Message =
    Message::new("api-token-invalid", "This API token is unknown, expired or revoked.");

/// Actors and tokens of requests, by the hash of the secret.
type TokenCache = VersionedCache<SecretHash, (Actor, ApiToken), MAX_CACHED>;

/// Fields of a new token, as they were sent.
#[derive(Clone, Debug)]
pub struct NewApiToken {
    pub name: String,
    pub scopes: Vec<String>,
    pub days: u32,
}

/// Token that was just made. Its text is shown once.
pub struct IssuedApiToken {
    pub token: ApiToken,
    pub text: String,
}

/// Member and scopes of a request with a token.
pub struct TokenAccess {
    pub actor: Actor,
    pub scopes: BTreeSet<TokenScope>,
}

/// The acting member's tokens, oldest first, with those that have expired.
pub fn list(context: &Context, actor: &Actor) -> Result<Vec<ApiToken>> {
    let account = policy::member(actor)?;
    let tokens = context.read()?.api_tokens_of(account)?;
    Ok(tokens.into_iter().map(|(_, token)| token).collect())
}

/// Makes a token for the acting member. Requires a recent password or passkey.
pub fn create(
    context: &Context,
    session_context: &SessionContext,
    new: &NewApiToken,
) -> Result<IssuedApiToken> {
    let owner = policy::may_make_api_tokens(&session_context.actor)?;
    context.rate_limits.check_change(owner)?;
    let issued = issue(context, owner, new)?;
    context.write_as_reloaded(&session_context.actor, |tx, actor| {
        policy::may_make_api_tokens(actor)?;
        sessions::require_recent_auth_in(context, tx, session_context)?;
        put(tx, &issued)
    })?;
    Ok(issued.into())
}

/// Revokes a token of the acting member's own, at once.
pub fn revoke(context: &Context, session_context: &SessionContext, id: ApiTokenId) -> Result<()> {
    let owner = policy::member(&session_context.actor)?;
    context.write(|tx| {
        let mut own = tx.api_tokens_of(owner)?.into_iter();
        let (secret, _) = own.find(|(_, token)| token.id == id).required(Item::ApiToken)?;
        Ok(tx.remove_api_token(secret)?)
    })
}

/// All tokens with their members, oldest first, for the operator.
pub fn list_all(context: &Context, actor: &Actor) -> Result<Vec<(ApiToken, Account)>> {
    policy::may_administrate(actor)?;
    let tx = context.read()?;
    let mut tokens = Vec::new();
    for (_, token) in tx.api_tokens()? {
        tokens.extend(tx.account(token.account)?.map(|account| (token, account)));
    }
    Ok(tokens)
}

/// Makes a token for a member, for scripts on the server.
pub fn create_for(
    context: &Context,
    actor: &Actor,
    owner: AccountId,
    new: &NewApiToken,
) -> Result<IssuedApiToken> {
    policy::may_administrate(actor)?;
    let issued = issue(context, owner, new)?;
    context.write_as(actor, policy::may_administrate, |tx, actor| {
        let account = members::load(tx, owner)?;
        policy::may_make_api_tokens(&tx.actor_of(&account)?)?;
        let scopes = joined(&issued.token.scopes);
        record(context, tx, actor, AuditAction::MakeApiToken, &issued.token, scopes)?;
        put(tx, &issued)
    })?;
    Ok(issued.into())
}

/// Revokes a token of any member.
pub fn revoke_for(context: &Context, actor: &Actor, id: ApiTokenId) -> Result<(ApiToken, Account)> {
    context.write_as(actor, policy::may_administrate, |tx, actor| {
        let mut all = tx.api_tokens()?.into_iter();
        let (secret, token) = all.find(|(_, token)| token.id == id).required(Item::ApiToken)?;
        let name = token.name.as_str().to_owned();
        record(context, tx, actor, AuditAction::RevokeApiToken, &token, name)?;
        tx.remove_api_token(secret)?;
        let account = members::load(tx, token.account)?;
        Ok((token, account))
    })
}

/// Member and scopes of the token with this text.
///
/// # Errors
/// [`Error::InvalidCredentials`] for a token that is unknown, expired, revoked or of a disabled account.
pub fn authenticate(context: &Context, text: &str) -> Result<TokenAccess> {
    let invalid = || Error::InvalidCredentials(INVALID);
    let secret = api_token::parse_text(text).ok_or_else(invalid)?.hash();
    let now = context.now();
    let version = context.store.version();
    let cache = context.state::<TokenCache>();
    if let Some((actor, token)) = cache.get(version, &secret)
        && token.is_alive(now)
        && !token.is_use_outdated(now)
    {
        return Ok(TokenAccess { actor, scopes: token.scopes });
    }
    let (actor, token) = load(&*context.read()?, secret, now)?.ok_or_else(invalid)?;
    if token.is_use_outdated(now) {
        // When the store refuses writes, for example on a full disk, reading must still work.
        if let Err(error) = touch(context, secret, now) {
            tracing::warn!(
                error = &error as &dyn std::error::Error,
                "failed to record the use of an API token"
            );
        }
    } else {
        cache.insert(version, secret, (actor.clone(), token.clone()));
    }
    Ok(TokenAccess { actor, scopes: token.scopes })
}

fn load(tx: &ReadTx, secret: SecretHash, now: Timestamp) -> Result<Option<(Actor, ApiToken)>> {
    let Some(token) = tx.api_token(secret)?.filter(|token| token.is_alive(now)) else {
        return Ok(None);
    };
    let account = tx.account(token.account)?.filter(|account| !account.disabled);
    account.map(|account| Ok((tx.actor_of(&account)?, token))).transpose()
}

/// Updates the token's time of use, unless it was just revoked.
fn touch(context: &Context, secret: SecretHash, now: Timestamp) -> Result<()> {
    context.write(|tx| match tx.api_token(secret)? {
        Some(token) => Ok(tx.put_api_token(secret, &ApiToken { used_at: Some(now), ..token })?),
        None => Ok(()),
    })
}

/// Token that is not stored yet.
struct Unstored {
    token: ApiToken,
    secret: Secret,
}

impl From<Unstored> for IssuedApiToken {
    fn from(Unstored { token, secret }: Unstored) -> Self {
        Self { token, text: api_token::to_text(&secret) }
    }
}

fn issue(context: &Context, account: AccountId, new: &NewApiToken) -> Result<Unstored> {
    let mut errors = FieldErrors::default();
    let name = errors.collect("name", CredentialName::parse(&new.name));
    let scopes = errors.collect("scopes", parse_scopes(&new.scopes));
    let life = errors.collect("days", lifetime(new.days));
    let created_at = context.now();
    let id = ApiTokenId::new(created_at, context.random()?);
    let token = name.zip(scopes).zip(life).map(|((name, scopes), life)| ApiToken {
        id,
        account,
        name,
        scopes,
        created_at,
        expires_at: created_at + life,
        used_at: None,
    });
    Ok(Unstored { token: errors.into_result(token)?, secret: context.secret()? })
}

fn put(tx: &mut WriteTx, Unstored { token, secret }: &Unstored) -> Result<()> {
    let mut others = tx.api_tokens_of(token.account)?;
    if others.len() >= MAX_API_TOKENS {
        for (expired, _) in others.extract_if(.., |(_, other)| !other.is_alive(token.created_at)) {
            tx.remove_api_token(expired)?;
        }
    }
    if others.len() >= MAX_API_TOKENS {
        return Err(TOO_MANY);
    }
    Ok(tx.put_api_token(secret.hash(), token)?)
}

fn record(
    context: &Context,
    tx: &mut WriteTx,
    actor: &Actor,
    action: AuditAction,
    token: &ApiToken,
    words: String,
) -> Result<()> {
    audit::record(context, tx, actor, action, format!("member {}", token.account), words)
}

fn joined(scopes: &BTreeSet<TokenScope>) -> String {
    scopes.iter().map(|scope| scope.as_str()).collect::<Vec<_>>().join(", ")
}
