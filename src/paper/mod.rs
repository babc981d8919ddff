//! A filled form into memos: which boxes have handwriting, which pegs are marked.
//!
//! A PDF is drawn by a child process ([`raster`]); everything after the pixels is plain Rust in this process. The way of
//! a page: found by its QR code (`locate`), laid over the blank form (`register`, and `warp` where paper does not lie flat), and
//! then whatever is darker than the blank and no fold (`crease`, `fold`) is ink (`inked`, `ink`, `pegs`, `crop`: all in `page`). A [`Reader`] does the whole of it; what it is not sure of it says
//! ([`Check`]).

mod anchor;
mod annotated;
mod bend;
mod blank;
mod canvas;
mod check;
mod colour;
mod crease;
mod crop;
mod finder;
mod flat;
mod fold;
mod full_page;
mod grey;
mod guess;
mod hue;
mod ink;
mod inked;
mod lane;
mod light;
mod line_detector;
mod locate;
mod margins;
mod page;
mod peg_picture;
mod pegs;
mod picture;
mod posted;
mod print;
mod print_tone;
mod progress;
pub mod raster;
mod read;
mod refusal;
mod register;
mod registration;
mod rule;
mod search;
mod several;
mod sheet;
pub mod small_png;
mod source;
mod transform;
mod warp;

pub use blank::Blank;
pub use check::Check;
pub use full_page::FullPage;
pub use page::{BoxReading, PageReading};
pub use peg_picture::peg_words;
pub use picture::opaque;
pub use posted::{Posted, Thumbnail};
pub use progress::{OnProgress, Stage};
pub use read::{Reader, Reading};
pub use refusal::Refusal;
