//! A filled form into memos: which boxes have handwriting, which pegs are marked.
//!
//! A PDF is drawn by a child process ([`raster`]); everything after the pixels is plain Rust in this process. The way of
//! a page: found by its QR code (`locate`), laid over the blank form (`register`, and `warp` where paper does not lie flat), and
//! then whatever is darker than the blank and no fold (`crease`, `fold`) is ink (`inked`, `ink`, `pegs`, `crop`: all in `page`). A [`Reader`] does the whole of it; what it is not sure of it says
//! ([`ReadingWarning`]).

mod annotated;
mod binarize;
mod blank;
mod canvas;
mod check;
mod colour;
mod crease;
mod crop;
mod finder;
mod fold;
mod full_page;
mod grey;
mod illumination;
mod ink;
mod ink_color;
mod keypoints;
mod lane;
mod line_detector;
mod locate;
mod merge_pages;
mod normalized;
mod page;
mod peg_picture;
mod pegs;
mod perspective;
mod picture;
mod pipeline;
pub mod png_encoder;
mod print;
mod print_tone;
mod progress;
pub mod raster;
mod read_area;
mod refusal;
mod register;
mod registration;
mod rule;
mod search;
mod source;
mod stray_ink;
mod template_match;
mod thread_image;
mod transform;
mod warp;

pub use blank::FormTemplate;
pub use check::ReadingWarning;
pub use full_page::FullPage;
pub use page::{BoxReading, PageReading};
pub use peg_picture::peg_words;
pub use picture::opaque;
pub use pipeline::{Reader, Reading};
pub use progress::{OnProgress, Stage};
pub use refusal::Refusal;
pub use thread_image::{SanitizedImage, Thumbnail};
