//! What the payment provider tells of one payment, in whatever order it tells it.

use serde::{Deserialize, Serialize};

use crate::id::AccountId;
use crate::time::Time;

/// A payment as far as it is known.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Payment {
    /// The provider's name for it.
    pub id: String,
    /// Who has paid; nobody while only a refund is known.
    pub account: Option<AccountId>,
    /// How many credits were bought.
    pub bought: u32,
    /// For how much, in the currency's smallest unit.
    pub paid: i64,
    /// How much of the money went back, in the currency's smallest unit. What is disputed is kept as a payment of its own.
    pub refunded: i64,
    /// How many credits were taken back for it.
    pub taken: u32,
}

impl Payment {
    /// How many credits must still be taken back: as many whole ones as the money paid for that went back.
    pub fn owed(&self) -> u32 {
        let share = i128::from(self.refunded.min(self.paid)) * i128::from(self.bought);
        let refunded = share.checked_div(i128::from(self.paid)).unwrap_or(0);
        u32::try_from(refunded).unwrap_or(0).saturating_sub(self.taken)
    }
}

/// What was done about one message of the provider's, kept so that it is never done twice.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct WebhookEvent {
    /// The provider's name for the message.
    pub id: String,
    pub kind: String,
    pub received_at: Time,
    /// What an admin must look at, because the settings or the ledger say otherwise than the provider.
    pub problem: Option<String>,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whole_credits_are_taken_back_once() {
        let paid = Payment { bought: 3, paid: 600, ..Payment::default() };
        let owed = |refunded, taken| Payment { refunded, taken, ..paid.clone() }.owed();
        assert_eq!(owed(0, 0), 0);
        assert_eq!(owed(199, 0), 0);
        assert_eq!(owed(400, 0), 2);
        assert_eq!(owed(400, 2), 0);
        assert_eq!(owed(i64::MAX, 1), 2);
        assert_eq!(Payment { refunded: 200, ..Payment::default() }.owed(), 0);
    }
}
