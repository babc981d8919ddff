//! A mail that came in, read: who wrote it, and the pages in it. What it says otherwise is not looked at.

mod bounds;
mod headers;
mod letter;
mod pages;
mod results;

pub use letter::{Letter, Unfit};
