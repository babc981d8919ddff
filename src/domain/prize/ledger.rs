//! Credits: a ledger of entries, of which a balance is the sum. Nothing in it is ever changed or removed.

use serde::{Deserialize, Serialize};

use crate::id::{AccountId, BookId};
use crate::text::is_unprintable;
use crate::time::Time;

const MAX_REASON_LENGTH: usize = 200;
/// More than this at once is a slip of the hand.
const MAX_CREDITS: u32 = 1000;

/// Credits that a member was given, or that were taken.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Entry {
    pub account: AccountId,
    /// Its place in the member's ledger, counted from 1.
    pub number: u32,
    /// Negative for what was taken.
    pub amount: i32,
    pub reason: Reason,
    pub made_at: Time,
}

/// Why.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Reason {
    /// By an admin, or by the operator, who is nobody.
    Granted { by: Option<AccountId>, why: String },
    /// A retry that costs nothing, the member's so many-th.
    Free { number: u32 },
    /// Paid at the checkout.
    Bought { payment: String },
    /// The money went back; so much of it in all by then.
    Refunded { payment: String, amount: i64 },
    /// Spent: a form of this book was submitted again, for the so many-th time.
    Resubmitted { book: BookId, number: u32 },
}

impl Entry {
    /// What the entry is for. There is one entry for each: nothing is given or taken twice.
    pub fn reference(&self) -> String {
        let account = self.account;
        match &self.reason {
            Reason::Granted { .. } => format!("grant:{account}:{}", self.number),
            Reason::Free { number } => format!("free:{account}:{number}"),
            Reason::Bought { payment } => format!("payment:{payment}"),
            Reason::Refunded { payment, amount } => format!("refund:{payment}:{amount}"),
            Reason::Resubmitted { book, number } => {
                format!("resubmission:{account}:{book}:{number}")
            }
        }
    }
}

/// What a member's entries come to.
pub fn balance(entries: &[Entry]) -> i64 {
    entries.iter().map(|entry| i64::from(entry.amount)).sum()
}

/// How often the member has submitted a form of this book again.
pub fn resubmissions(entries: &[Entry], book: BookId) -> u32 {
    let is_one =
        |entry: &&Entry| matches!(entry.reason, Reason::Resubmitted { book: of, .. } if of == book);
    entries.iter().filter(is_one).count() as u32
}

/// How many free retries the member was given.
pub fn free_retries(entries: &[Entry]) -> u32 {
    let is_free = |entry: &&Entry| matches!(entry.reason, Reason::Free { .. });
    entries.iter().filter(is_free).count() as u32
}

/// What an admin grants.
///
/// # Errors
/// The field and what is wrong with it, in words.
pub fn parse_grant(amount: u32, why: &str) -> Result<(i32, String), (&'static str, &'static str)> {
    let amount =
        i32::try_from(amount).ok().filter(|amount| (1..=MAX_CREDITS as i32).contains(amount));
    let amount =
        amount.ok_or(("amount", "At least 1 and at most 1,000 credits are granted at once."))?;
    let why = why.trim();
    if why.is_empty() || why.chars().count() > MAX_REASON_LENGTH || why.chars().any(is_unprintable)
    {
        return Err(("why", "Say why in 1 to 200 characters."));
    }
    Ok((amount, why.to_owned()))
}

#[cfg(test)]
mod tests {
    use super::*;

    const NOW: Time = Time { seconds: 1, nanoseconds: 0 };

    #[test]
    fn balance_is_sum_and_retries_count_per_book() {
        let account = AccountId::new(NOW, [1; 10]);
        let [book, other] = [2, 3].map(|n| BookId::new(NOW, [n; 10]));
        let entry = |amount, reason| Entry { account, number: 1, amount, reason, made_at: NOW };
        let entries = [
            entry(3, Reason::Granted { by: None, why: "a gift".into() }),
            entry(1, Reason::Free { number: 1 }),
            entry(-1, Reason::Resubmitted { book, number: 1 }),
            entry(-1, Reason::Resubmitted { book: other, number: 1 }),
        ];
        assert_eq!(balance(&entries), 2);
        assert_eq!((resubmissions(&entries, book), free_retries(&entries)), (1, 1));
        let references: std::collections::HashSet<String> =
            entries.iter().map(Entry::reference).collect();
        assert_eq!(references.len(), entries.len());
    }

    #[test]
    fn a_grant_has_an_amount_and_a_reason() {
        assert_eq!(parse_grant(5, " a lost form "), Ok((5, "a lost form".into())));
        for (amount, why, field) in [
            (0, "x", "amount"),
            (1001, "x", "amount"),
            (u32::MAX, "x", "amount"),
            (1, " ", "why"),
            (1, "a\u{202e}", "why"),
        ] {
            assert_eq!(parse_grant(amount, why).unwrap_err().0, field);
        }
    }
}
