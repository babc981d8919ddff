//! State of a payment, as reported by the payment provider's webhook in any order.

use serde::{Deserialize, Serialize};

use crate::id::AccountId;
use crate::time::Timestamp;

/// Payment, as far as it is known.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Payment {
    /// Identifier that the provider gave the payment.
    pub id: String,
    /// Account that has paid; `None` while only a refund is known.
    pub account: Option<AccountId>,
    /// Number of credits that were bought.
    pub bought: u32,
    /// Price, in the currency's smallest unit.
    pub paid: i64,
    /// Refunded amount, in the currency's smallest unit. Disputed amounts are kept in a separate payment.
    pub refunded: i64,
    /// Number of credits that were taken back for the refund.
    pub taken: u32,
}

impl Payment {
    /// Number of credits still to be taken back: as many whole credits as the refunded amount had paid for, without those taken
    /// back before.
    pub fn revocable_credits(&self) -> u32 {
        let share = i128::from(self.refunded.min(self.paid)) * i128::from(self.bought);
        let refunded = share.checked_div(i128::from(self.paid)).unwrap_or(0);
        u32::try_from(refunded).unwrap_or(0).saturating_sub(self.taken)
    }
}

/// Processed webhook event of the provider, kept so that no event is processed twice.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PaymentProviderEvent {
    /// Identifier that the provider gave the event.
    pub id: String,
    pub kind: String,
    pub received_at: Timestamp,
    /// Problem for an admin to review: the settings or the ledger contradict the provider.
    pub problem: Option<String>,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn refund_revokes_each_whole_credit_once() {
        let paid = Payment { bought: 3, paid: 600, ..Payment::default() };
        let owed =
            |refunded, taken| Payment { refunded, taken, ..paid.clone() }.revocable_credits();
        assert_eq!(owed(0, 0), 0);
        assert_eq!(owed(199, 0), 0);
        assert_eq!(owed(400, 0), 2);
        assert_eq!(owed(400, 2), 0);
        assert_eq!(owed(i64::MAX, 1), 2);
        assert_eq!(Payment { refunded: 200, ..Payment::default() }.revocable_credits(), 0);
    }
}
