//! Where members have signed in before: what all together may try does not count there.

use std::collections::HashMap;

use parking_lot::Mutex;

use crate::domain::client_address::ClientAddress;

/// So many places where somebody has signed in to an account are remembered, the latest ones.
const PLACES: usize = 8;

/// What a person typed to sign in with, whether or not an account has it; in 32 bytes, however long it was.
pub(super) type Typed = [u8; 32];

/// The places of each account.
#[derive(Default)]
pub(super) struct Familiar(Mutex<HashMap<Typed, Vec<Place>>>);

/// Where somebody has given an account's password, and how often.
struct Place {
    address: ClientAddress,
    sign_ins: u32,
}

impl Familiar {
    /// How often the right password came from there.
    pub(super) fn sign_ins(&self, from: ClientAddress, typed: Typed) -> u32 {
        let all = self.0.lock();
        let mut places = all.get(&typed).into_iter().flatten();
        places.find(|place| place.address == from).map_or(0, |place| place.sign_ins)
    }

    /// It came from there once more.
    pub(super) fn note(&self, from: ClientAddress, typed: Typed) {
        let sign_ins = self.sign_ins(from, typed).saturating_add(1);
        let mut all = self.0.lock();
        let places = all.entry(typed).or_default();
        places.retain(|place| place.address != from);
        places.push(Place { address: from, sign_ins });
        if places.len() > PLACES {
            places.remove(0);
        }
    }
}

pub(super) fn typed(email: &str) -> Typed {
    *blake3::hash(email.trim().to_lowercase().as_bytes()).as_bytes()
}
