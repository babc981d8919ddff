//! Who comes with a cookie: asked by every call, so it is remembered for as long as nothing at all is written.

use crate::context::Context;
use crate::domain::policy::Actor;
use crate::domain::secret::{Secret, SecretHash};
use crate::domain::session::{SESSION_TOUCH, Session};
use crate::domain::time::Time;
use crate::error::Result;
use crate::platform::VersionedCache;
use crate::store::ReadTx;

/// More sessions than this are not remembered.
const MAX_CACHED: usize = 1024;

/// The actors of sessions, with when the sessions were last used.
type ActorCache = VersionedCache<SecretHash, (Actor, Time), MAX_CACHED>;

/// Who comes with this cookie, if nothing was written since that was looked up. Takes no time.
pub fn cached_actor(context: &Context, cookie: &Secret) -> Option<Actor> {
    let (actor, used_at) =
        context.state::<ActorCache>().get(context.store.writes(), &cookie.hash())?;
    (context.clock.now().since(used_at) < SESSION_TOUCH).then_some(actor)
}

/// Who comes with this cookie. A cookie that is good for nothing is a visitor's.
pub fn actor_for_cookie(context: &Context, cookie: &Secret) -> Result<Actor> {
    let now = context.clock.now();
    let writes = context.store.writes();
    let tx = context.read()?;
    let Some(session) = tx.session(cookie.hash())?.filter(|session| session.is_alive(now)) else {
        return Ok(Actor::Visitor);
    };
    let actor = actor_in(&tx, &session)?;
    if actor == Actor::Visitor {
        return Ok(actor);
    }
    if now.since(session.used_at) >= SESSION_TOUCH {
        // Where nothing can be written, because the disk is full say, there is still much to read.
        if let Err(error) = touch(context, cookie.hash()) {
            tracing::warn!(
                error = &error as &dyn std::error::Error,
                "it could not be noted that a session is used"
            );
        }
    } else {
        context.state::<ActorCache>().insert(writes, cookie.hash(), (actor, session.used_at));
    }
    Ok(actor)
}

fn actor_in(tx: &ReadTx, session: &Session) -> Result<Actor> {
    Ok(tx.account(session.account)?.map_or(Actor::Visitor, |account| Actor::of(&account)))
}

/// Whose session this is, for what is done in it from elsewhere; it does not count as used.
pub(in crate::services) fn actor_of(context: &Context, session: SecretHash) -> Result<Actor> {
    let tx = context.read()?;
    match tx.session(session)?.filter(|session| session.is_alive(context.clock.now())) {
        Some(session) => actor_in(&tx, &session),
        None => Ok(Actor::Visitor),
    }
}

/// Notes that the session is used; one that has just ended stays so.
fn touch(context: &Context, secret: SecretHash) -> Result<()> {
    let used_at = context.clock.now();
    context.write(|tx| match tx.session(secret)? {
        Some(session) => Ok(tx.put_session(secret, &Session { used_at, ..session })?),
        None => Ok(()),
    })
}
