//! Picture for a thread: checked before it is decoded, and stripped of everything that is not visible.

mod profile;
pub(super) mod sizes;

use image::{DynamicImage, RgbImage};

use sandbox::Sandbox;

use crate::file_kind;
use crate::image::full_page;
use crate::image::opened_png;
use crate::image::picture;
use crate::image::png_encoder;
use crate::pdf::raster;
use crate::refusal::Refusal;
use crate::source;

pub use sizes::Thumbnail;

/// Maximum side of a picture in pixels; larger ones are scaled down, because no tablet shows more.
const MAX_SIDE: u32 = 4096;
/// Type of a PNG's last chunk.
const LAST: &[u8; 4] = b"IEND";
const SIGNATURE: usize = 8;
/// Shorter side of a drawn page in pixels: that of the screens of most tablets.
const DRAWN_SIDE: u32 = 1404;

/// Picture in the sizes that are shown, upright, in sRGB, on white. Nothing else of its file is kept.
#[derive(Debug)]
pub struct SanitizedImage {
    /// Width of `png` in pixels.
    pub width: u32,
    pub height: u32,
    pub png: Vec<u8>,
    /// Thumbnails, the smallest first.
    pub thumbnails: Vec<Thumbnail>,
}

impl SanitizedImage {
    /// Decodes a PNG. Grey pictures stay grey.
    ///
    /// # Errors
    /// [`Refusal`] if the file is no PNG, is too large, is animated, shows nothing, or contains anything else.
    pub fn of(file: &[u8]) -> Result<Self, Refusal> {
        Self::from_picture(decode(file)?)
    }

    /// Draws the first page of a PDF, or unpacks a PNG.
    ///
    /// # Errors
    /// [`Refusal`] if the file is neither, or as for [`SanitizedImage::of`].
    pub fn of_first_page(sandbox: &Sandbox, file: &[u8]) -> Result<Self, Refusal> {
        if picture::is_png(file) {
            return Self::of(file);
        } else if !source::is_pdf(file) {
            return Err(file_kind::refusal(file));
        }
        let page = raster::first_page(sandbox, file, DRAWN_SIDE)?;
        Self::from_picture(with_something_on_it(full_page::joined(page)?)?)
    }

    fn from_picture(picture: DynamicImage) -> Result<Self, Refusal> {
        let picture = sizes::fitted(picture, MAX_SIDE)?;
        let (width, height) = (picture.width(), picture.height());
        Ok(Self { width, height, thumbnails: sizes::thumbnails(&picture)?, png: png(&picture) })
    }

    /// Size of all files of the picture together, in bytes.
    pub fn bytes(&self) -> u64 {
        let small = self.thumbnails.iter().map(|small| small.webp.len() + small.png.len());
        (self.png.len() + small.sum::<usize>()) as u64
    }
}

/// Decodes the visible part of a PNG, with eight bits a channel.
fn decode(file: &[u8]) -> Result<DynamicImage, Refusal> {
    if !picture::is_png(file) {
        return Err(Refusal::NotAPng);
    }
    let opened = picture::open(file)?;
    if !ends_with_its_picture(file) {
        return Err(Refusal::NotOnlyAPicture);
    }
    if opened.is_animated() {
        return Err(Refusal::Animated);
    }
    let mut drawing = opened.upright()?;
    if let Some(profile) = opened_png::profile(file) {
        drawing = profile::to_screen(drawing, &profile);
    }
    with_something_on_it(picture::opaque(drawing))
}

/// Refuses a picture of a single colour. Converts a picture without colours to grey.
fn with_something_on_it(colours: RgbImage) -> Result<DynamicImage, Refusal> {
    let pixels = colours.as_raw().as_chunks::<3>().0;
    if pixels.iter().all(|pixel| *pixel == pixels[0]) {
        return Err(Refusal::EmptyPage);
    }
    let is_grey = pixels.iter().all(|[red, green, blue]| red == green && green == blue);
    let colours = DynamicImage::from(colours);
    Ok(if is_grey { colours.into_luma8().into() } else { colours })
}

/// Whether no data follows the last chunk. A truncated file has no last chunk, and is refused when it is decoded.
fn ends_with_its_picture(file: &[u8]) -> bool {
    let mut rest = file.get(SIGNATURE..).unwrap_or_default();
    while let Some((length, after)) = rest.split_first_chunk() {
        let length = u32::from_be_bytes(*length) as usize;
        // Chunk type, data, checksum.
        let Some(next) = after.get(length.saturating_add(8)..) else { return true };
        if after.starts_with(LAST) {
            return next.is_empty();
        }
        rest = next;
    }
    true
}

/// Encodes the picture with as few bits as its colours need.
fn png(picture: &DynamicImage) -> Vec<u8> {
    let width = picture.width() as usize;
    match picture {
        DynamicImage::ImageLuma8(shades) => png_encoder::of_shades(width, shades.as_raw()),
        colours => png_encoder::of_colours(width, colours.to_rgb8().as_chunks().0),
    }
}

#[cfg(test)]
mod tests;
