//! One function per thing that a person can do: policy, then one transaction, then follow-up jobs, in that order.

pub mod accounts;
pub mod admin;
pub mod blanks;
pub mod books;
pub mod credentials;
pub mod deletion;
pub mod editions;
pub mod email_change;
pub mod export;
pub mod forms;
pub mod hand_over;
pub mod limits;
mod mail_cap;
pub mod members;
pub mod memos;
pub mod outbox;
pub mod passwords;
pub mod profiles;
pub mod reading;
pub mod recovery;
pub mod search;
pub mod second_factor;
pub mod sessions;
pub mod setup;
pub mod suggestions;
pub mod sweep;
pub mod verification;
