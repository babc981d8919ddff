//! Pictures: grey and coloured pixels, decoding and encoding, and the pictures of full pages and posts.

pub(crate) mod canvas;
pub(crate) mod colour;
pub(crate) mod cover_image;
pub(crate) mod few_colours;
pub(crate) mod form_page;
pub(crate) mod full_page;
pub(crate) mod grey;
pub(crate) mod opened_png;
pub(crate) mod picture;
pub(crate) mod png_chunks;
pub mod png_encoder;
pub(crate) mod small_picture;
pub(crate) mod thread_image;
