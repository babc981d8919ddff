//! Credits: an append-only ledger, whose entries add up to the balance of a member.

use serde::{Deserialize, Serialize};

use crate::id::{AccountId, BookId};
use crate::message::Message;
use crate::text::is_unprintable;
use crate::time::Timestamp;

const MAX_REASON_LENGTH: usize = 200;
/// Maximum number of credits of one grant; a larger number is probably a typing mistake.
const MAX_CREDITS: u32 = 1000;

/// Entry of the ledger: credits that a member was given, or that were taken back or spent.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Entry {
    pub account: AccountId,
    /// Position in the member's ledger, counted from 1.
    pub number: u32,
    /// Number of credits; negative when they were taken back or spent.
    pub amount: i32,
    pub reason: Reason,
    pub made_at: Timestamp,
}

/// Reason of a ledger entry.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Reason {
    /// Granted by an admin, or by the operator when `by` is `None`.
    Granted { by: Option<AccountId>, why: String },
    /// Free retry; `number` counts those of the member from 1.
    Free { number: u32 },
    /// Bought at the checkout.
    Bought { payment: String },
    /// Taken back for a refund; `amount` is the total refunded by then.
    Refunded { payment: String, amount: i64 },
    /// Spent on submitting a form of this book again; `number` counts these resubmissions.
    Resubmitted { book: BookId, number: u32 },
}

impl Entry {
    /// Unique reference of the entry. A second entry with the same reference is never made, so no credits are given or taken twice.
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

/// Balance of a member: the sum of the entries.
pub fn balance(entries: &[Entry]) -> i64 {
    entries.iter().map(|entry| i64::from(entry.amount)).sum()
}

/// Number of times that the member has submitted a form of this book again.
pub fn resubmissions(entries: &[Entry], book: BookId) -> u32 {
    let is_one =
        |entry: &&Entry| matches!(entry.reason, Reason::Resubmitted { book: of, .. } if of == book);
    entries.iter().filter(is_one).count() as u32
}

/// Number of free retries that the member was given.
pub fn free_retries(entries: &[Entry]) -> u32 {
    let is_free = |entry: &&Entry| matches!(entry.reason, Reason::Free { .. });
    entries.iter().filter(is_free).count() as u32
}

/// Parses the number of credits and the reason of a grant.
///
/// # Errors
/// The invalid field and a message.
pub fn parse_grant(amount: u32, why: &str) -> Result<(i32, String), (&'static str, Message)> {
    let amount =
        i32::try_from(amount).ok().filter(|amount| (1..=MAX_CREDITS as i32).contains(amount));
    let amount = amount.ok_or((
        "amount",
        Message::new("grant-amount", "Grant {min} to {max} credits at a time.")
            .with("min", 1_u32)
            .with("max", MAX_CREDITS),
    ))?;
    let why = why.trim();
    if why.is_empty() || why.chars().count() > MAX_REASON_LENGTH || why.chars().any(is_unprintable)
    {
        return Err((
            "why",
            Message::new("grant-reason-length", "Enter a reason of {min} to {max} characters.")
                .with("min", 1_u32)
                .with("max", MAX_REASON_LENGTH),
        ));
    }
    Ok((amount, why.to_owned()))
}

#[cfg(test)]
mod tests {
    use super::*;

    const NOW: Timestamp = Timestamp { seconds: 1, nanoseconds: 0 };

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
    fn grant_without_amount_or_reason_is_refused() {
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
