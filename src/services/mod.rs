//! Use cases, one function each: checks the policy, then runs one transaction, then enqueues follow-up jobs.

pub mod accounts;
pub mod books;
mod csv_table;
pub mod download;
pub mod editions;
pub mod handwriting;
pub mod inbound_mail;
pub mod memos;
pub mod moderation;
pub mod operations;
pub mod prize;
pub mod search;
pub mod threads;
pub mod webhooks;
