//! Decoder of PNG files with eight bits a channel. Channels of sixteen bits are reduced row by row, so that a picture never takes
//! more than four bytes a pixel.

use image::metadata::Orientation;
use image::{DynamicImage, GrayAlphaImage, GrayImage, RgbImage, RgbaImage};
use png::{ColorType, Decoder, DecodingError, Limits, Reader, Transformations};

use crate::image::png_chunks::PngChunks;
use crate::refusal::Refusal;

/// Maximum memory in bytes for what is read beside the pixels; profiles of screens and tablets are shorter.
const MAX_DESCRIPTION: usize = 2 << 20;

/// PNG file whose header has been read. No pixels are decoded yet, and metadata is only where it is used.
pub struct OpenedPng<'a> {
    file: &'a [u8],
    reader: Reader<PngChunks<'a>>,
}

impl<'a> OpenedPng<'a> {
    /// Opens a file.
    ///
    /// # Errors
    /// [`Refusal::PictureTooLarge`] if a side or the number of pixels exceeds its limit, else [`Refusal::Unreadable`].
    pub fn within(file: &'a [u8], max_side: u32, max_pixels: u64) -> Result<Self, Refusal> {
        let reader = open(PngChunks::visible(file), |width, height| {
            width.max(height) <= max_side && u64::from(width) * u64::from(height) <= max_pixels
        });
        Ok(Self { file, reader: reader.map_err(|error| refusal_of(&error))? })
    }

    /// Width and height in pixels, before the picture is set upright.
    pub(crate) fn size(&self) -> (u32, u32) {
        self.reader.info().size()
    }

    pub(crate) fn is_animated(&self) -> bool {
        self.reader.info().animation_control.is_some()
    }

    /// Decodes the picture as programs show it, whichever way its pixels lie.
    ///
    /// # Errors
    /// [`Refusal::Unreadable`] if the file is damaged.
    pub fn upright(mut self) -> Result<DynamicImage, Refusal> {
        let bytes = self.reader.output_buffer_size().ok_or(Refusal::PictureTooLarge)?;
        let mut pixels = vec![0; bytes];
        self.reader.next_frame(&mut pixels).map_err(|error| refusal_of(&error))?;
        let (width, height) = self.size();
        let picture: Option<DynamicImage> = match self.reader.output_color_type().0 {
            ColorType::Grayscale => GrayImage::from_raw(width, height, pixels).map(Into::into),
            ColorType::GrayscaleAlpha => {
                GrayAlphaImage::from_raw(width, height, pixels).map(Into::into)
            }
            ColorType::Rgb => RgbImage::from_raw(width, height, pixels).map(Into::into),
            ColorType::Rgba => RgbaImage::from_raw(width, height, pixels).map(Into::into),
            ColorType::Indexed => None,
        };
        let mut picture = picture.ok_or(Refusal::Unreadable)?;
        picture.apply_orientation(orientation(self.file).unwrap_or(Orientation::NoTransforms));
        Ok(picture)
    }
}

/// Reads a file up to its pixels, if its width and height are allowed.
fn open(
    file: PngChunks<'_>,
    is_allowed: impl FnOnce(u32, u32) -> bool,
) -> Result<Reader<PngChunks<'_>>, DecodingError> {
    let mut decoder = Decoder::new_with_limits(file, Limits { bytes: MAX_DESCRIPTION });
    decoder.set_transformations(Transformations::normalize_to_color8());
    let (width, height) = decoder.read_header_info()?.size();
    if !is_allowed(width, height) {
        return Err(DecodingError::LimitsExceeded);
    }
    decoder.read_info()
}

/// Colour profile of a PNG. One that is malformed, or larger than any that we know, is ignored.
pub(crate) fn profile(file: &[u8]) -> Option<Vec<u8>> {
    let reader = open(PngChunks::profile(file), |_, _| true).ok()?;
    Some(reader.info().icc_profile.as_ref()?.to_vec())
}

/// Orientation of a PNG; damaged metadata turns nothing.
fn orientation(file: &[u8]) -> Option<Orientation> {
    let reader = open(PngChunks::orientation(file), |_, _| true).ok()?;
    Orientation::from_exif_chunk(reader.info().exif_metadata.as_ref()?)
}

fn refusal_of(error: &DecodingError) -> Refusal {
    match error {
        DecodingError::LimitsExceeded => Refusal::PictureTooLarge,
        _ => Refusal::Unreadable,
    }
}

#[cfg(test)]
mod tests {
    use image::{ImageBuffer, ImageFormat, LumaA, Rgba};
    use png::{BitDepth, Encoder, chunk};

    use super::*;

    fn upright(file: &[u8]) -> DynamicImage {
        OpenedPng::within(file, 100, 1_000).unwrap().upright().unwrap()
    }

    fn file(picture: impl Into<DynamicImage>) -> Vec<u8> {
        let mut file = std::io::Cursor::new(Vec::new());
        picture.into().write_to(&mut file, ImageFormat::Png).unwrap();
        file.into_inner()
    }

    #[test]
    fn sixteen_bits_become_eight() {
        let grey = ImageBuffer::from_fn(20, 10, |x, _| LumaA([x as u16 * 0x0a0b, 0xffff]));
        let picture = upright(&file(DynamicImage::ImageLumaA16(grey)));
        assert_eq!(picture.as_luma_alpha8().unwrap().get_pixel(19, 0).0, [190, 255]);
        let colours = ImageBuffer::from_pixel(20, 10, Rgba([0xffff, 0x8080, 0, 0x4040]));
        let picture = upright(&file(DynamicImage::ImageRgba16(colours)));
        assert_eq!(picture.as_rgba8().unwrap().get_pixel(19, 9).0, [255, 128, 0, 64]);
    }

    /// File whose header declares 8,000 x 5,000 pixels, with nearly no data.
    fn claiming(depth: BitDepth) -> Vec<u8> {
        let mut file = Vec::new();
        let mut encoder = Encoder::new(&mut file, 8_000, 5_000);
        encoder.set_color(ColorType::Rgba);
        encoder.set_depth(depth);
        let mut writer = encoder.write_header().unwrap();
        writer.write_chunk(chunk::IDAT, b"x\x01").unwrap();
        drop(writer);
        file
    }

    #[test]
    fn oversized_picture_is_refused_before_decoding() {
        for file in [BitDepth::Eight, BitDepth::Sixteen].map(claiming) {
            let opened = |side, pixels| OpenedPng::within(&file, side, pixels);
            let bytes = opened(8_000, 40_000_000).unwrap().reader.output_buffer_size();
            assert_eq!(bytes, Some(160_000_000));
            for (side, pixels) in [(7_999, 40_000_000), (8_000, 39_999_999)] {
                let refusal = opened(side, pixels).map(drop).unwrap_err();
                assert_eq!(refusal, Refusal::PictureTooLarge);
            }
        }
    }
}
