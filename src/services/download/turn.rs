//! What is made for one member alone takes room until it has arrived, however slowly that is: so each has one at a time.

use std::collections::HashSet;
use std::sync::Arc;

use parking_lot::Mutex;

use crate::domain::id::AccountId;
use crate::error::{Error, Result};

const ONE_AT_A_TIME: &str = "A file that was made for you is on its way already.";
/// Whoever has broken it off is noticed within this time.
const SECONDS: u64 = 30;

/// The members for whom something is made or on its way.
#[derive(Clone, Default)]
pub struct Turns(Arc<Mutex<HashSet<AccountId>>>);

/// A member's turn; it ends when this is dropped.
pub struct Turn {
    turns: Turns,
    member: AccountId,
}

impl Turns {
    /// Begins the member's turn, unless they have one.
    pub(in crate::services) fn begin(&self, member: AccountId) -> Result<Turn> {
        if !self.0.lock().insert(member) {
            return Err(Error::TooMany { why: ONE_AT_A_TIME, seconds: SECONDS });
        }
        Ok(Turn { turns: self.clone(), member })
    }
}

impl Drop for Turn {
    fn drop(&mut self) {
        self.turns.0.lock().remove(&self.member);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::time::Time;

    #[test]
    fn each_member_has_one_at_a_time() {
        let member = |n| AccountId::new(Time { seconds: 1, nanoseconds: 0 }, [n; 10]);
        let turns = Turns::default();
        let turn = turns.begin(member(1)).unwrap();
        assert!(turns.begin(member(1)).is_err());
        assert!(turns.begin(member(2)).is_ok());
        drop(turn);
        assert!(turns.begin(member(1)).is_ok());
    }
}
