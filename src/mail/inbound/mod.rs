//! A mail that came in, read: who wrote it, and the pages in it. What it says otherwise is not looked at.

mod auth_results;
mod headers;
mod letter;
mod limits;
mod pages;

pub use letter::{Letter, MessageError};
