//! Budget of bytes that is shared by all senders.

use std::collections::HashMap;
use std::sync::Arc;

use parking_lot::Mutex;

use crate::domain::client_address::ClientAddress;
use crate::domain::id::AccountId;

/// Divisor of the whole for the share of one sender.
const MIN_SENDERS: u64 = 8;
/// Divisor of the whole for the share of all senders without an account, so that members always have some left.
const MIN_STRANGERS: u64 = 2;

/// Account or, without one, address that a body is charged to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum BudgetOwner {
    Account(AccountId),
    Address(ClientAddress),
}

/// Sizes in bytes.
#[derive(Clone, Copy, Debug)]
pub(super) struct Limits {
    total: u64,
    strangers: u64,
    sender: u64,
}

impl Limits {
    pub(super) fn of(total: u64) -> Self {
        Self { total, strangers: total / MIN_STRANGERS, sender: total / MIN_SENDERS }
    }
}

/// Limits of the bytes that are held: in all, by senders without an account, and by each sender.
#[derive(Debug)]
pub struct Budget {
    limits: Limits,
    used: Mutex<Usage>,
}

#[derive(Debug, Default)]
struct Usage {
    total: u64,
    strangers: u64,
    of_sender: HashMap<BudgetOwner, u64>,
}

/// Error for a budget that is used up.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the budget for bodies is used up")]
pub struct BudgetExhausted;

/// Bytes held by one body, returned when dropped.
#[derive(Debug)]
pub struct Reservation {
    budget: Arc<Budget>,
    sender: BudgetOwner,
    bytes: u64,
}

impl Budget {
    pub(super) fn new(limits: Limits) -> Arc<Self> {
        Arc::new(Self { limits, used: Mutex::default() })
    }

    /// Returns an empty reservation.
    pub fn reservation(self: &Arc<Self>, sender: BudgetOwner) -> Reservation {
        Reservation { budget: Arc::clone(self), sender, bytes: 0 }
    }

    /// Reserves the bytes of a body that is whole already. A sender who holds none may exceed their share, so that no body is too
    /// large to be sent.
    ///
    /// # Errors
    /// If the budget or the sender's share is used up.
    pub fn reserve_whole(
        self: &Arc<Self>,
        sender: BudgetOwner,
        bytes: u64,
    ) -> Result<Reservation, BudgetExhausted> {
        let mut used = self.used.lock();
        let is_only =
            used.total == 0 || used.of(sender) == 0 && used.total + bytes <= self.limits.total;
        if is_only || used.fits(self.limits, sender, bytes) {
            used.add(sender, bytes);
            return Ok(Reservation { budget: Arc::clone(self), sender, bytes });
        }
        Err(BudgetExhausted)
    }

    /// Reserves bytes whether or not they fit: for a body that must be sent.
    pub fn reserve_beyond(self: &Arc<Self>, sender: BudgetOwner, bytes: u64) -> Reservation {
        self.used.lock().add(sender, bytes);
        Reservation { budget: Arc::clone(self), sender, bytes }
    }

    /// Whether the sender has any of their share left.
    pub fn has_room(&self, sender: BudgetOwner) -> bool {
        self.used.lock().fits(self.limits, sender, 1)
    }

    /// Bytes that are held at present.
    pub fn used(&self) -> u64 {
        self.used.lock().total
    }
}

impl Reservation {
    /// Reserves more bytes.
    ///
    /// # Errors
    /// If the budget or the sender's share is used up; the reservation is unchanged then.
    pub fn grow(&mut self, bytes: u64) -> Result<(), BudgetExhausted> {
        let mut used = self.budget.used.lock();
        if !used.fits(self.budget.limits, self.sender, bytes) {
            return Err(BudgetExhausted);
        }
        used.add(self.sender, bytes);
        self.bytes += bytes;
        Ok(())
    }
}

impl Usage {
    fn of(&self, sender: BudgetOwner) -> u64 {
        self.of_sender.get(&sender).copied().unwrap_or(0)
    }

    fn fits(&self, limits: Limits, sender: BudgetOwner, bytes: u64) -> bool {
        self.total + bytes <= limits.total
            && self.of(sender) + bytes <= limits.sender
            && (!is_stranger(sender) || self.strangers + bytes <= limits.strangers)
    }

    fn add(&mut self, sender: BudgetOwner, bytes: u64) {
        self.total += bytes;
        self.strangers += if is_stranger(sender) { bytes } else { 0 };
        *self.of_sender.entry(sender).or_default() += bytes;
    }
}

fn is_stranger(sender: BudgetOwner) -> bool {
    matches!(sender, BudgetOwner::Address(_))
}

impl Drop for Reservation {
    fn drop(&mut self) {
        let mut used = self.budget.used.lock();
        used.total -= self.bytes;
        if is_stranger(self.sender) {
            used.strangers -= self.bytes;
        }
        let left = used.of_sender.get(&self.sender).map_or(0, |own| own - self.bytes);
        if left == 0 {
            used.of_sender.remove(&self.sender);
        } else {
            used.of_sender.insert(self.sender, left);
        }
    }
}

#[cfg(test)]
mod tests {
    use std::net::IpAddr;

    use super::*;

    fn address(last: u8) -> BudgetOwner {
        BudgetOwner::Address(IpAddr::from([192, 0, 2, last]).into())
    }

    fn account(last: u8) -> BudgetOwner {
        BudgetOwner::Account(AccountId::from_bytes([last; 16]))
    }

    #[test]
    fn sender_beyond_its_allowance_is_refused() {
        let budget = Budget::new(Limits::of(80));
        let mut one = budget.reservation(address(1));
        assert_eq!((one.grow(10), one.grow(1)), (Ok(()), Err(BudgetExhausted)));
        assert_eq!(budget.reservation(address(2)).grow(10), Ok(()));
        drop(one);
        assert_eq!(budget.used(), 0);
        assert_eq!(budget.reservation(address(1)).grow(10), Ok(()));
        assert!(budget.used.lock().of_sender.is_empty());
    }

    #[test]
    fn first_whole_body_may_exceed_share() {
        let budget = Budget::new(Limits::of(80));
        let first = budget.reserve_whole(address(1), 70).unwrap();
        assert_eq!(budget.reserve_whole(address(1), 1).unwrap_err(), BudgetExhausted);
        assert_eq!(budget.reserve_whole(account(2), 11).unwrap_err(), BudgetExhausted);
        let other = budget.reserve_whole(account(2), 10).unwrap();
        assert!(!budget.has_room(account(2)) && !budget.has_room(account(3)));
        let created = budget.reserve_beyond(account(2), 100);
        drop((first, other, created));
        assert!(budget.has_room(account(2)));
        assert_eq!(budget.reserve_whole(address(1), 1_000).map(drop), Ok(()), "nobody else waits");
        assert_eq!(budget.used(), 0);
    }

    #[test]
    fn unauthenticated_senders_share_half_the_budget() {
        let budget = Budget::new(Limits::of(80));
        let reserve = |sender| {
            let mut reservation = budget.reservation(sender);
            reservation.grow(10).map(|()| reservation)
        };
        let strangers: Vec<_> = (1..=4).map(|n| reserve(address(n)).unwrap()).collect();
        assert_eq!(reserve(address(5)).unwrap_err(), BudgetExhausted);
        let members: Vec<_> = (1..=4).map(|n| reserve(account(n)).unwrap()).collect();
        assert_eq!(reserve(account(5)).unwrap_err(), BudgetExhausted);
        drop((strangers, members));
        assert_eq!(budget.used(), 0);
    }
}
