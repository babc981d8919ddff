//! Scales pictures down, and makes thumbnails.

use fast_image_resize::pixels::{U8, U8x3};
use fast_image_resize::{IntoImageView, IntoImageViewMut, PixelTrait, Resizer};
use image::codecs::webp::WebPEncoder;
use image::{DynamicImage, ExtendedColorType};

use crate::refusal::Refusal;

/// Widths of thumbnails in pixels: for a card on a screen, and on a screen of twice the pixel density.
const WIDTHS: [u32; 2] = [480, 960];

/// Smaller picture in two formats: browsers that cannot show `webp` use `png`.
#[derive(Debug)]
pub struct Thumbnail {
    /// Width in pixels.
    pub width: u32,
    pub height: u32,
    /// `WebP` file, lossless.
    pub webp: Vec<u8>,
    pub png: Vec<u8>,
}

/// Makes at least one thumbnail, the smallest first; none is wider than the picture.
pub(super) fn thumbnails(picture: &DynamicImage) -> Result<Vec<Thumbnail>, Refusal> {
    let own = picture.width();
    let narrower = WIDTHS.into_iter().filter(|width| *width < own);
    // A picture narrower than the widest thumbnail is its own largest thumbnail.
    let last = (own < WIDTHS[1]).then_some(own);
    narrower.chain(last).map(|width| thumbnail(picture, width)).collect()
}

fn thumbnail(picture: &DynamicImage, width: u32) -> Result<Thumbnail, Refusal> {
    let small = with_width(picture, width)?;
    let height = small.height();
    let mut webp = Vec::new();
    let kind = ExtendedColorType::from(small.color());
    WebPEncoder::new_lossless(&mut webp)
        .encode(small.as_bytes(), width, height, kind)
        .map_err(|_| Refusal::Unavailable)?;
    Ok(Thumbnail { width, height, webp, png: super::png(&small) })
}

/// Scales the picture to a width.
pub(crate) fn with_width(picture: &DynamicImage, width: u32) -> Result<DynamicImage, Refusal> {
    resized(picture, width, scaled(picture.height(), width, picture.width()))
}

/// Scales the picture down until no side is longer than `side` pixels.
pub(super) fn fitted(picture: DynamicImage, side: u32) -> Result<DynamicImage, Refusal> {
    let (width, height) = (picture.width(), picture.height());
    let longest = width.max(height);
    if longest <= side {
        return Ok(picture);
    }
    resized(&picture, scaled(width, side, longest), scaled(height, side, longest))
}

fn scaled(length: u32, part: u32, of: u32) -> u32 {
    let exact = u64::from(length) * u64::from(part) / u64::from(of);
    (exact as u32).max(1)
}

/// Resizes a picture in 8-bit grey or RGB, the only kinds here.
fn resized(picture: &DynamicImage, width: u32, height: u32) -> Result<DynamicImage, Refusal> {
    let mut small = DynamicImage::new(width, height, picture.color());
    let done = match picture {
        DynamicImage::ImageLuma8(_) => resize::<U8>(picture, &mut small),
        _ => resize::<U8x3>(picture, &mut small),
    };
    done.ok_or(Refusal::Unavailable)?;
    Ok(small)
}

/// Resizes pixels of one type: the untyped function is compiled for all thirteen types, a fifth of this whole library.
fn resize<P: PixelTrait>(picture: &DynamicImage, small: &mut DynamicImage) -> Option<()> {
    let picture = picture.image_view::<P>()?;
    let mut small = small.image_view_mut::<P>()?;
    Resizer::new().resize_typed(&picture, &mut small, None).ok()
}
