//! The server asks itself by its public address, and sees how the question comes in: by which proxy, with which name.
//!
//! Kept in memory only. Each question is known by a secret, is good once and for a minute, and whoever asks is told nothing:
//! what was seen stays here.

use std::net::IpAddr;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use parking_lot::Mutex;

use crate::context::Context;
use crate::domain::secret::{Secret, SecretHash};
use crate::domain::time::Time;
use crate::error::{Error, Result};

const LIFE: Duration = Duration::from_mins(1);
/// So many questions may be on their way at once; an older one is forgotten.
const MAX_PROBES: usize = 8;
const UNKNOWN: Error = Error::NotFound("This page");

/// The questions that are on their way.
#[derive(Default)]
pub struct ProbeRegistry {
    runs: AtomicBool,
    waiting: Mutex<Vec<Waiting>>,
}

struct Waiting {
    secret: SecretHash,
    expires_at: Time,
    seen: Option<Seen>,
}

/// How a question came in.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Seen {
    /// Who is connected to us; nobody with an address where that is not by network.
    pub peer: Option<IpAddr>,
    /// Whether somebody says for whom the request is (`X-Forwarded-For`).
    pub is_forwarded: bool,
    /// The name that is asked for, without a port.
    pub host: Option<String>,
}

impl ProbeRegistry {
    /// From now on this process serves the community, and questions can come in.
    pub fn mark_serving(&self) {
        self.runs.store(true, Ordering::Relaxed);
    }

    /// Whether the community is served by this process.
    pub fn is_serving(&self) -> bool {
        self.runs.load(Ordering::Relaxed)
    }
}

/// A question, to be asked at `/api/doctor/…`.
pub(super) fn prepare(context: &Context) -> Result<Secret> {
    let secret = context.secret()?;
    let now = context.clock.now();
    let mut waiting = context.state::<ProbeRegistry>().waiting.lock();
    waiting.retain(|one| one.expires_at > now);
    if waiting.len() >= MAX_PROBES {
        waiting.remove(0);
    }
    waiting.push(Waiting { secret: secret.hash(), expires_at: now + LIFE, seen: None });
    Ok(secret)
}

/// Notes how a question came in. Everybody may ask, and only our own questions are known.
pub fn record_probe(context: &Context, claimed: &str, seen: Seen) -> Result<()> {
    let (secret, now) = (Secret::claimed(claimed).hash(), context.clock.now());
    let mut waiting = context.state::<ProbeRegistry>().waiting.lock();
    let is_meant =
        |one: &&mut Waiting| one.secret == secret && one.expires_at > now && one.seen.is_none();
    waiting.iter_mut().find(is_meant).ok_or(UNKNOWN)?.seen = Some(seen);
    Ok(())
}

/// What was seen of a question, which is over then.
pub(super) fn take_probe(context: &Context, secret: &Secret) -> Option<Seen> {
    let secret = secret.hash();
    let mut waiting = context.state::<ProbeRegistry>().waiting.lock();
    let place = waiting.iter().position(|one| one.secret == secret)?;
    waiting.swap_remove(place).seen
}
