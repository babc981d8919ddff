//! The prize game: days with a secret each, plays, verifiable draws, credits, payments and payouts.

pub mod day;
pub mod draw;
pub mod ledger;
pub mod payment;
pub mod payment_method;
pub mod payout;
pub mod play;
pub mod signature;

/// Maximum number of times that a member can submit a form of a book again.
pub const MAX_RESUBMISSIONS: u32 = 10;
