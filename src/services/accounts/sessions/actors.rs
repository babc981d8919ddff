//! Actors of session cookies. Every request needs one, so they are cached until the next write to the store.

use crate::context::Context;
use crate::domain::policy::Actor;
use crate::domain::secret::{Secret, SecretHash};
use crate::domain::session::{SESSION_TOUCH_INTERVAL, Session};
use crate::domain::time::Timestamp;
use crate::error::Result;
use crate::platform::VersionedCache;
use crate::store::ReadTx;

/// Maximum number of cached sessions.
const MAX_CACHED: usize = 1024;

/// Actors by session, with the time of the session's last use.
type ActorCache = VersionedCache<SecretHash, (Actor, Timestamp), MAX_CACHED>;

/// Cached actor of this cookie, if the store has had no write since and the session's time of use is recent.
pub fn cached_actor(context: &Context, cookie: &Secret) -> Option<Actor> {
    let (actor, used_at) =
        context.state::<ActorCache>().get(context.store.version(), &cookie.hash())?;
    (context.now().since(used_at) < SESSION_TOUCH_INTERVAL).then_some(actor)
}

/// Actor of this cookie; a visitor if its session is unknown or has expired.
pub fn actor_for_cookie(context: &Context, cookie: &Secret) -> Result<Actor> {
    let now = context.now();
    let version = context.store.version();
    let tx = context.read()?;
    let Some(session) = tx.session(cookie.hash())?.filter(|session| session.is_alive(now)) else {
        return Ok(Actor::Visitor);
    };
    let actor = actor_in(&tx, &session)?;
    if actor == Actor::Visitor {
        return Ok(actor);
    }
    if now.since(session.used_at) >= SESSION_TOUCH_INTERVAL {
        // When the store refuses writes, for example on a full disk, reading must still work.
        if let Err(error) = touch(context, cookie.hash()) {
            tracing::warn!(
                error = &error as &dyn std::error::Error,
                "failed to record the use of a session"
            );
        }
    } else {
        let used = (actor.clone(), session.used_at);
        context.state::<ActorCache>().insert(version, cookie.hash(), used);
    }
    Ok(actor)
}

fn actor_in(tx: &ReadTx, session: &Session) -> Result<Actor> {
    match tx.account(session.account)? {
        Some(account) => Ok(tx.actor_of(&account)?),
        None => Ok(Actor::Visitor),
    }
}

/// Actor of a session, for requests on its behalf from another device; does not count as use of the session.
pub(in crate::services) fn actor_of(context: &Context, session: SecretHash) -> Result<Actor> {
    let tx = context.read()?;
    match tx.session(session)?.filter(|session| session.is_alive(context.now())) {
        Some(session) => actor_in(&tx, &session),
        None => Ok(Actor::Visitor),
    }
}

/// Updates the session's time of use, unless it has just ended.
fn touch(context: &Context, secret: SecretHash) -> Result<()> {
    let used_at = context.now();
    context.write(|tx| match tx.session(secret)? {
        Some(session) => Ok(tx.put_session(secret, &Session { used_at, ..session })?),
        None => Ok(()),
    })
}
