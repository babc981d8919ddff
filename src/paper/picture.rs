//! PNG files into grey pixels, within limits that are checked before anything is unpacked.

use std::io::Cursor;

use image::codecs::png::PngDecoder;
use image::{DynamicImage, ImageDecoder, ImageError, Limits, Rgba};

use super::grey::{Grey, WHITE};
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

/// Unpacks a PNG; what is transparent shows white paper.
pub(super) fn decode(file: &[u8]) -> Result<Grey, Refusal> {
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

fn on_white(picture: DynamicImage) -> Grey {
    let (width, height) = (picture.width() as usize, picture.height() as usize);
    let pixels = if picture.color().has_alpha() {
        let over_white = |Rgba([red, green, blue, alpha]): &Rgba<u8>| {
            let [red, green, blue, alpha] = [*red, *green, *blue, *alpha].map(u32::from);
            let luma = (299 * red + 587 * green + 114 * blue) / 1000;
            let white = u32::from(WHITE);
            ((luma * alpha + white * (white - alpha)) / white) as u8
        };
        picture.into_rgba8().pixels().map(over_white).collect()
    } else {
        picture.into_luma8().into_raw()
    };
    Grey { width, height, pixels }
}
