//! Reader of filled forms: finds the boxes with handwriting and the marked pegs.
//!
//! A child process rasterises PDFs ([`raster`]); everything after the pixels is plain Rust in this process. Stages for a page:
//! find its QR codes (`locate`), register it to its blank form (`register`, and `warp` where the paper does not lie flat),
//! threshold it (`binarize`), remove folds and creases (`crease`, `fold`), and take what remains darker than the blank for ink
//! (`ink`, `pegs`, `crop`). `page` runs the stages for one page, and a [`Reader`] for a file; doubts are reported as
//! [`ReadingWarning`]s.

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
