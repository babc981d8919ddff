//! Reader of filled forms: finds the boxes with handwriting and the marked pegs.
//!
//! A child process rasterises PDFs ([`raster`]); everything after the pixels is plain Rust in this process. Stages for a page:
//! - `locate`: find its QR codes, or the page by its print;
//! - `register`: fit the map from its blank form, which is smooth rather than flat where the paper bends;
//! - `correct`: even light, an adaptive threshold, and the removal of cup rings, folds and creases;
//! - `extract`: take what remains darker than the blank for ink, in the boxes, on the pegs and outside of both.
//!
//! `page` runs the stages for one page, `search` finds the pages of a file, and a [`Reader`] reads the file; doubts are reported as
//! [`ReadingWarning`]s.

mod correct;
mod extract;
mod file_kind;
mod form_template;
mod image;
mod locate;
mod merge_pages;
mod page;
mod pdf;
mod pipeline;
mod progress;
mod reading_warning;
mod refusal;
mod register;
mod search;
mod source;

pub use extract::peg_picture::peg_words;
pub use form_template::FormTemplate;
pub use image::cover_image::CoverImage;
pub use image::form_page::draw_form_page;
pub use image::full_page::FullPage;
pub use image::opened_png::OpenedPng;
pub use image::picture::opaque;
pub use image::png_encoder;
pub use image::small_picture::SmallPicture;
pub use image::thread_image::{SanitizedImage, Thumbnail};
pub use page::{BoxReading, PageReading};
pub use pdf::raster;
pub use pipeline::{Reader, Reading};
pub use progress::{OnProgress, Stage};
pub use reading_warning::ReadingWarning;
pub use refusal::Refusal;
