//! Sample community that lets a newcomer see the product at work: its members, books and threads, and the routine that seeds them.

mod content;
mod handwriting;
mod seed;
mod settings;
mod threads;

pub use seed::{SIGN_IN, SeedCounts, seed};
pub use settings::apply_sample_settings;
