//! The prize game: days with a secret each, plays, draws that anybody can check, credits, payments, payouts.

pub mod day;
pub mod draw;
pub mod ledger;
pub mod payment;
pub mod payment_method;
pub mod payout;
pub mod play;
pub mod signature;

/// A handwritten form can be submitted again so often for a book.
pub const MAX_RESUBMISSIONS: u32 = 10;
