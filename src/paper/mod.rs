//! A filled form into memos: which boxes have handwriting, which pegs are marked.
//!
//! A PDF is drawn by a child process ([`raster`]); everything after the pixels is plain Rust in this process. The way of
//! a page: found by its QR code (`locate`), laid over the blank form (`register`), and then whatever is darker than the
//! blank is ink (`ink`, `pegs`, `crop`). [`read`] is the whole of it.

mod anchor;
mod bend;
mod blank;
mod crop;
mod finder;
mod grey;
mod guess;
mod ink;
mod light;
mod locate;
mod pegs;
mod picture;
pub mod raster;
mod read;
mod refusal;
mod register;
mod search;
mod sheet;
mod source;
mod transform;

pub use blank::Blank;
pub use read::{BoxReading, PageReading, Reading, read};
pub use refusal::Refusal;
