//! Picture of a book's cover, in the sizes that are shown.

use image::DynamicImage;
use sandbox::Sandbox;

use crate::image::full_page;
use crate::image::small_picture::png;
use crate::image::thread_image::sizes;
use crate::pdf::raster;
use crate::refusal::Refusal;

/// Shorter side of the largest picture in pixels: that of the screens of most tablets.
const FULL_SIDE: u32 = 1404;
/// Widths of the smaller ones, for a shelf on a screen, and on a screen of twice the pixel density.
const SMALL_WIDTH: u32 = 480;
const LARGE_WIDTH: u32 = 960;

/// Cover as PNGs of few colours.
#[derive(Debug)]
pub struct CoverImage {
    /// Width of `full` in pixels.
    pub width: u32,
    pub height: u32,
    pub full: Vec<u8>,
    /// 480 pixels wide.
    pub small: Vec<u8>,
    /// 960 pixels wide.
    pub large: Vec<u8>,
}

impl CoverImage {
    /// Draws the only page of a PDF that the server has typeset.
    ///
    /// # Errors
    /// [`Refusal`] if the child cannot draw it.
    pub fn of(sandbox: &Sandbox, pdf: &[u8]) -> Result<Self, Refusal> {
        let page = full_page::joined(raster::first_page(sandbox, pdf, FULL_SIDE)?)?;
        let cover = DynamicImage::from(page);
        Ok(Self {
            width: cover.width(),
            height: cover.height(),
            small: png(&sizes::with_width(&cover, SMALL_WIDTH)?),
            large: png(&sizes::with_width(&cover, LARGE_WIDTH)?),
            full: png(&cover),
        })
    }
}
