//! Where members have signed in before: what all together may try does not count there.

use std::collections::HashMap;

use parking_lot::Mutex;

use crate::domain::client_address::ClientAddress;
use crate::domain::familiar_place::FamiliarPlace;

/// So many places where somebody has signed in to an account are remembered, the latest ones.
const PLACES: usize = 8;

/// What a person typed to sign in with, whether or not an account has it; in 32 bytes, however long it was.
pub(super) type LoginKey = [u8; 32];

/// The places of each account. The store has them too, so that a restart forgets none.
#[derive(Default)]
pub(super) struct KnownLocations(Mutex<HashMap<LoginKey, Vec<FamiliarPlace>>>);

impl KnownLocations {
    /// How often the right password came from there.
    pub(super) fn sign_ins(&self, from: ClientAddress, login_key: LoginKey) -> u32 {
        let all = self.0.lock();
        let mut places = all.get(&login_key).into_iter().flatten();
        let hash = hash(from, login_key);
        places.find(|place| place.hash == hash).map_or(0, |place| place.sign_ins)
    }

    /// Counts another sign-in from there. Answers all places of the account, the latest last.
    pub(super) fn note(&self, from: ClientAddress, login_key: LoginKey) -> Vec<FamiliarPlace> {
        let sign_ins = self.sign_ins(from, login_key).saturating_add(1);
        let hash = hash(from, login_key);
        let mut all = self.0.lock();
        let places = all.entry(login_key).or_default();
        places.retain(|place| place.hash != hash);
        places.push(FamiliarPlace { hash, sign_ins });
        if places.len() > PLACES {
            places.remove(0);
        }
        places.clone()
    }

    /// Restores an account's places from the store.
    pub(super) fn restore(&self, login_key: LoginKey, places: Vec<FamiliarPlace>) {
        self.0.lock().insert(login_key, places);
    }
}

fn hash(from: ClientAddress, login_key: LoginKey) -> [u8; 32] {
    *blake3::keyed_hash(&login_key, &from.to_bytes()).as_bytes()
}

pub(super) fn login_key(email: &str) -> LoginKey {
    *blake3::hash(email.trim().to_lowercase().as_bytes()).as_bytes()
}
