//! Pictures of handwriting and drawings as small files.

use image::DynamicImage;

use crate::image::thread_image::sizes;
use crate::image::{few_colours, png_encoder};
use crate::refusal::Refusal;

/// Reduced picture, as a PNG of few colours.
#[derive(Debug)]
pub struct SmallPicture {
    /// Width in pixels.
    pub width: u32,
    pub height: u32,
    pub png: Vec<u8>,
}

impl SmallPicture {
    /// Reduces a picture that is wider than `max_width` pixels to that width.
    ///
    /// # Errors
    /// [`Refusal`] if it cannot be scaled.
    pub fn of(picture: &DynamicImage, max_width: u32) -> Result<Self, Refusal> {
        let opaque = DynamicImage::from(picture.to_rgb8());
        let width = opaque.width().min(max_width);
        let small = sizes::with_width(&opaque, width)?;
        Ok(Self { width, height: small.height(), png: png(&small) })
    }
}

/// Encodes a picture with few colours.
pub(super) fn png(picture: &DynamicImage) -> Vec<u8> {
    let few = few_colours::reduce(picture);
    png_encoder::of_colours(few.width() as usize, few.as_raw().as_chunks().0)
}

#[cfg(test)]
mod tests {
    use image::{GrayImage, Luma};

    use super::*;

    #[test]
    fn wide_pictures_are_reduced_and_narrow_ones_kept() {
        let stripes =
            GrayImage::from_fn(900, 300, |x, _| Luma([if x % 90 < 45 { 20 } else { 255 }]));
        let picture = DynamicImage::from(stripes);
        let small = SmallPicture::of(&picture, 300).unwrap();
        assert_eq!((small.width, small.height), (300, 100));
        let decoded = image::load_from_memory(&small.png).unwrap();
        assert_eq!((decoded.width(), decoded.height()), (300, 100));
        let kept = SmallPicture::of(&picture, 1000).unwrap();
        assert_eq!((kept.width, kept.height), (900, 300));
        assert!(small.png.len() < 2_000, "{}", small.png.len());
    }
}
