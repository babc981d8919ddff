//! Self-probe: the server requests its own public address, and records how the request comes in: by which proxy, with which host
//! name.
//!
//! Kept in memory only. Each probe is identified by a secret, and is valid once and for a minute. The response says nothing
//! about what was recorded.

use std::net::IpAddr;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use crate::context::Context;
use crate::domain::item::Item;
use crate::domain::secret::{Secret, SecretHash};
use crate::domain::time::Timestamp;
use crate::error::{Error, Result};
use crate::platform::ExpiringMap;

const LIFETIME: Duration = Duration::from_mins(1);
/// Maximum number of concurrent probes; beyond it the oldest is dropped.
const MAX_PROBES: usize = 8;
/// Same error for unknown, used and expired probes.
const UNKNOWN: Error = Error::NotFound(Item::Page);

/// Probes that are waiting for their request.
#[derive(Default)]
pub struct ProbeRegistry {
    runs: AtomicBool,
    /// Request of each probe, by the hash of its secret; `None` until it comes in.
    pending: ExpiringMap<SecretHash, Option<ObservedRequest>, Timestamp, MAX_PROBES>,
}

/// Observed properties of a probe's request.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ObservedRequest {
    /// Address of the peer; `None` for a socket without network addresses.
    pub peer: Option<IpAddr>,
    /// Whether the request has an `X-Forwarded-For` header.
    pub is_forwarded: bool,
    /// Requested host name, without a port.
    pub host: Option<String>,
}

impl ProbeRegistry {
    /// Marks that this process serves the community, so that probes can come in.
    pub fn mark_serving(&self) {
        self.runs.store(true, Ordering::Relaxed);
    }

    /// Whether this process serves the community.
    pub fn is_serving(&self) -> bool {
        self.runs.load(Ordering::Relaxed)
    }
}

/// Registers a probe and returns its secret, which is requested at `/api/doctor/…`.
pub(super) fn prepare(context: &Context) -> Result<Secret> {
    let secret = context.secret()?;
    let now = context.now();
    let mut pending = context.state::<ProbeRegistry>().pending.lock(now);
    pending.insert(secret.hash(), None, now + LIFETIME);
    Ok(secret)
}

/// Records how a probe came in. Open to everybody; a secret that is unknown, expired or already used is [`Error::NotFound`].
pub fn record_probe(context: &Context, claimed: &str, seen: ObservedRequest) -> Result<()> {
    let mut pending = context.state::<ProbeRegistry>().pending.lock(context.now());
    let probe = pending.get_mut(&Secret::from_untrusted(claimed).hash());
    *probe.filter(|probe| probe.is_none()).ok_or(UNKNOWN)? = Some(seen);
    Ok(())
}

/// Removes a probe and returns what was recorded of it; `None` if its request never came in.
pub(super) fn take_probe(context: &Context, secret: &Secret) -> Option<ObservedRequest> {
    context.state::<ProbeRegistry>().pending.lock(context.now()).remove(&secret.hash())?
}
