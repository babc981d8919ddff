//! Storage of the prize game: days and plays, the ledger of credits, payments, payouts.

mod ledger;
mod payments;
mod payouts;
mod plays;
