//! Known locations of members, from which they have signed in before: the limit of all tries for an account does not apply
//! there.

use std::collections::HashMap;

use parking_lot::Mutex;

use crate::domain::client_address::ClientAddress;
use crate::domain::known_location::KnownLocation;

/// Maximum number of known locations per account; the oldest is dropped.
const MAX_LOCATIONS: usize = 8;

/// BLAKE3 hash of the email that was typed to sign in, whether or not an account has it.
pub(super) type LoginKey = [u8; 32];

/// Known locations of each account. They are also in the store, so that a restart loses none.
#[derive(Default)]
pub(super) struct KnownLocations(Mutex<HashMap<LoginKey, Vec<KnownLocation>>>);

impl KnownLocations {
    /// Number of successful sign-ins from this address.
    pub(super) fn sign_ins(&self, from: ClientAddress, login_key: LoginKey) -> u32 {
        let all = self.0.lock();
        let mut places = all.get(&login_key).into_iter().flatten();
        let hash = hash(from, login_key);
        places.find(|place| place.hash == hash).map_or(0, |place| place.sign_ins)
    }

    /// Counts another sign-in from this address. Returns all known locations of the account, the latest last.
    pub(super) fn record(&self, from: ClientAddress, login_key: LoginKey) -> Vec<KnownLocation> {
        let sign_ins = self.sign_ins(from, login_key).saturating_add(1);
        let hash = hash(from, login_key);
        let mut all = self.0.lock();
        let places = all.entry(login_key).or_default();
        places.retain(|place| place.hash != hash);
        places.push(KnownLocation { hash, sign_ins });
        if places.len() > MAX_LOCATIONS {
            places.remove(0);
        }
        places.clone()
    }

    /// Restores the known locations of an account from the store.
    pub(super) fn restore(&self, login_key: LoginKey, places: Vec<KnownLocation>) {
        self.0.lock().insert(login_key, places);
    }
}

fn hash(from: ClientAddress, login_key: LoginKey) -> [u8; 32] {
    *blake3::keyed_hash(&login_key, &from.to_bytes()).as_bytes()
}

pub(super) fn login_key(email: &str) -> LoginKey {
    *blake3::hash(email.trim().to_lowercase().as_bytes()).as_bytes()
}
