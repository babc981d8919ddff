//! Budget of bytes that is shared by all senders.

use std::collections::HashMap;
use std::sync::Arc;

use parking_lot::Mutex;

use crate::domain::client_address::ClientAddress;
use crate::domain::id::AccountId;

/// Divisor of the whole for the share of one sender.
const SENDERS: u64 = 8;
/// Divisor of the whole for the share of all senders without an account, so that members always have some left.
const STRANGERS: u64 = 2;

/// Account or, without one, address that a body is charged to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Sender {
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
        Self { total, strangers: total / STRANGERS, sender: total / SENDERS }
    }
}

/// Limits of the bytes that are held: in all, by senders without an account, and by each sender.
#[derive(Debug)]
pub struct Budget {
    limits: Limits,
    used: Mutex<Used>,
}

#[derive(Debug, Default)]
struct Used {
    total: u64,
    strangers: u64,
    of_sender: HashMap<Sender, u64>,
}

/// Error for a budget that is used up.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the budget for request bodies is used up")]
pub struct BudgetExhausted;

/// Bytes held by one body, returned when dropped.
#[derive(Debug)]
pub struct Reservation {
    budget: Arc<Budget>,
    sender: Sender,
    bytes: u64,
}

impl Budget {
    pub(super) fn new(limits: Limits) -> Arc<Self> {
        Arc::new(Self { limits, used: Mutex::default() })
    }

    /// Returns an empty reservation.
    pub fn reservation(self: &Arc<Self>, sender: Sender) -> Reservation {
        Reservation { budget: Arc::clone(self), sender, bytes: 0 }
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
        let Limits { total, strangers, sender } = self.budget.limits;
        let is_stranger = matches!(self.sender, Sender::Address(_));
        let mut used = self.budget.used.lock();
        let own = used.of_sender.get(&self.sender).copied().unwrap_or(0);
        let fits = used.total + bytes <= total
            && own + bytes <= sender
            && (!is_stranger || used.strangers + bytes <= strangers);
        if !fits {
            return Err(BudgetExhausted);
        }
        used.total += bytes;
        used.strangers += if is_stranger { bytes } else { 0 };
        used.of_sender.insert(self.sender, own + bytes);
        self.bytes += bytes;
        Ok(())
    }
}

impl Drop for Reservation {
    fn drop(&mut self) {
        let mut used = self.budget.used.lock();
        used.total -= self.bytes;
        if matches!(self.sender, Sender::Address(_)) {
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

    fn address(last: u8) -> Sender {
        Sender::Address(IpAddr::from([192, 0, 2, last]).into())
    }

    fn account(last: u8) -> Sender {
        Sender::Account(AccountId::from_bytes([last; 16]))
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
    fn strangers_together_leave_half_to_members() {
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
