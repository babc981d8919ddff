//! PNG files into grey pixels, within limits that are checked before anything is unpacked.

use std::io::Cursor;

use image::codecs::png::PngDecoder;
use image::{DynamicImage, ImageDecoder, ImageError, Limits, Rgb, Rgba};

use super::colour::Shade;
use super::grey::Grey;
use super::refusal::Refusal;

const SIGNATURE: &[u8] = b"\x89PNG\r\n\x1a\n";
/// Longest side of a picture.
const MOST_SIDE: u32 = 10_000;
/// Most pixels of a picture.
const MOST_PIXELS: u64 = 40_000_000;
/// A form is not readable on less than half its own pixels.
const LEAST_SIDE: u32 = 400;
/// What unpacking may take: four bytes a pixel.
const MOST_MEMORY: u64 = MOST_PIXELS * 4;

/// Whether the file says that it is a PNG.
pub(super) fn is_png(file: &[u8]) -> bool {
    file.starts_with(SIGNATURE)
}

/// An unpacked picture.
#[derive(Debug)]
pub(super) struct Picture {
    pub(super) luma: Grey,
    /// The darkest channel, where there are light colours.
    pub(super) tint: Option<Grey>,
}

/// Unpacks a PNG; what is transparent shows white paper.
pub(super) fn decode(file: &[u8]) -> Result<Picture, Refusal> {
    let mut limits = Limits::default();
    limits.max_image_width = Some(MOST_SIDE);
    limits.max_image_height = Some(MOST_SIDE);
    limits.max_alloc = Some(MOST_MEMORY);
    let decoder = PngDecoder::with_limits(Cursor::new(file), limits).map_err(|e| refusal_of(&e))?;
    let (width, height) = decoder.dimensions();
    if u64::from(width) * u64::from(height) > MOST_PIXELS {
        return Err(Refusal::PictureTooLarge);
    }
    if width.min(height) < LEAST_SIDE {
        return Err(Refusal::PictureTooSmall);
    }
    let picture = DynamicImage::from_decoder(decoder).map_err(|error| refusal_of(&error))?;
    Ok(on_white(picture))
}

fn refusal_of(error: &ImageError) -> Refusal {
    match error {
        ImageError::Limits(_) => Refusal::PictureTooLarge,
        _ => Refusal::Unreadable,
    }
}

fn on_white(picture: DynamicImage) -> Picture {
    let (width, height) = (picture.width() as usize, picture.height() as usize);
    let grey = |pixels| Grey { width, height, pixels };
    if picture.color().has_alpha() {
        let picture = picture.into_rgba8();
        shaded(&grey, picture.pixels().map(|Rgba(pixel)| Shade::on_white(*pixel)))
    } else if picture.color().has_color() {
        let picture = picture.into_rgb8();
        shaded(&grey, picture.pixels().map(|Rgb(pixel)| Shade::of(*pixel)))
    } else {
        Picture { luma: grey(picture.into_luma8().into_raw()), tint: None }
    }
}

fn shaded(grey: &impl Fn(Vec<u8>) -> Grey, pixels: impl Iterator<Item = Shade> + Clone) -> Picture {
    let mut is_coloured = false;
    let luma = pixels.clone().map(|shade| {
        is_coloured |= shade.is_coloured();
        shade.luma
    });
    let luma = grey(luma.collect());
    let tint = is_coloured.then(|| grey(pixels.map(|shade| shade.tint).collect()));
    Picture { luma, tint }
}
