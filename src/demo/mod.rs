//! The sample community: members, books and handwriting, so that a newcomer sees the product at work.
//!
//! Nobody's writing was taken for it: [`alphabet`] holds pen lines of our own making, [`handwriting`] writes with them in
//! the ways of several [`hand`]s, and everything goes through the services as if real members had sent it.

mod alphabet;
mod chance;
mod content;
mod curve;
mod drawings;
mod hand;
mod handwriting;
mod ink;
mod layout;
mod notation;
mod seed;
mod settings;
mod threads;

pub use drawings::Drawing;
pub use hand::Hand;
pub use handwriting::{BOX, Stroke, write};
pub use ink::{picture, png};
pub use seed::{SIGN_IN, Seeded, seed};
pub use settings::show_all;
