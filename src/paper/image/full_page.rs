//! Full page that a member contributes, as a picture for screens and for books.

use image::{DynamicImage, RgbImage, imageops::FilterType};

use sandbox::Sandbox;

use crate::file_kind;
use crate::image::colour::Channels;
use crate::image::picture;
use crate::image::png_encoder;
use crate::pdf::raster;
use crate::refusal::Refusal;
use crate::source;

/// Shorter side of a drawn page in pixels: 300 DPI on the largest page of a book that most tablets fill.
const SHORT_SIDE: u32 = 1800;
/// Maximum side in pixels of a picture that is not resized.
const MAX_SIDE: u32 = 2600;

/// Full page of a member.
#[derive(Debug)]
pub struct FullPage {
    /// Picture of the page, in colour where the page has any.
    pub png: Vec<u8>,
    /// Whether the file was a PDF, of one page.
    pub is_pdf: bool,
}

impl FullPage {
    /// Draws a PDF of one page, or unpacks a PNG.
    ///
    /// # Errors
    /// [`Refusal`] if the file is neither, has several pages, or shows nothing.
    pub fn of(sandbox: &Sandbox, file: &[u8]) -> Result<Self, Refusal> {
        let is_pdf = source::is_pdf(file);
        let picture = if is_pdf { drawn(sandbox, file)? } else { unpacked(file)? };
        let pixels = picture.as_raw().as_chunks::<3>().0;
        if pixels.iter().all(|pixel| *pixel == pixels[0]) {
            return Err(Refusal::EmptyPage);
        }
        Ok(Self { png: png_encoder::of_colours(picture.width() as usize, pixels), is_pdf })
    }
}

fn drawn(sandbox: &Sandbox, pdf: &[u8]) -> Result<RgbImage, Refusal> {
    joined(raster::page(sandbox, pdf, SHORT_SIDE)?)
}

/// Joins the three channels of a drawn page.
pub(crate) fn joined([red, green, blue]: Channels) -> Result<RgbImage, Refusal> {
    let (width, height) = (red.width as u32, red.height as u32);
    let channels = red.pixels.iter().zip(green.pixels).zip(blue.pixels);
    let pixels = channels.flat_map(|((red, green), blue)| [*red, green, blue]).collect();
    RgbImage::from_raw(width, height, pixels).ok_or(Refusal::Unavailable)
}

fn unpacked(file: &[u8]) -> Result<RgbImage, Refusal> {
    if !picture::is_png(file) {
        return Err(file_kind::refusal(file));
    }
    let picture = picture::decode_in_colour(file)?;
    if picture.width().max(picture.height()) <= MAX_SIDE {
        return Ok(picture);
    }
    let smaller = DynamicImage::from(picture).resize(MAX_SIDE, MAX_SIDE, FilterType::Triangle);
    Ok(smaller.into_rgb8())
}
