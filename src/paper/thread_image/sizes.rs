//! Smaller pictures of a picture.

use fast_image_resize::pixels::{U8, U8x3};
use fast_image_resize::{IntoImageView, IntoImageViewMut, PixelTrait, Resizer};
use image::codecs::webp::WebPEncoder;
use image::{DynamicImage, ExtendedColorType};

use crate::refusal::Refusal;

/// Widths of thumbnails, in pixels: a card on a screen, and on one with twice as many pixels.
const WIDTHS: [u32; 2] = [480, 960];

/// A smaller picture in two formats: browsers that do not know the first take the second.
#[derive(Debug)]
pub struct Thumbnail {
    /// In pixels.
    pub width: u32,
    pub height: u32,
    /// Without loss.
    pub webp: Vec<u8>,
    pub png: Vec<u8>,
}

/// The small one first; a picture that is smaller itself has fewer, but one at least.
pub(super) fn thumbnails(picture: &DynamicImage) -> Result<Vec<Thumbnail>, Refusal> {
    let own = picture.width();
    let narrower = WIDTHS.into_iter().filter(|width| *width < own);
    // Where the widest is not needed, the picture itself is as good.
    let last = (own < WIDTHS[1]).then_some(own);
    narrower.chain(last).map(|width| thumbnail(picture, width)).collect()
}

fn thumbnail(picture: &DynamicImage, width: u32) -> Result<Thumbnail, Refusal> {
    let height = scaled(picture.height(), width, picture.width());
    let small = resized(picture, width, height)?;
    let mut webp = Vec::new();
    let kind = ExtendedColorType::from(small.color());
    WebPEncoder::new_lossless(&mut webp)
        .encode(small.as_bytes(), width, height, kind)
        .map_err(|_| Refusal::Unavailable)?;
    Ok(Thumbnail { width, height, webp, png: super::png(&small) })
}

/// The picture with no side longer than that.
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

/// Of a picture in shades or in colours, with eight bits a channel: there are no others here.
fn resized(picture: &DynamicImage, width: u32, height: u32) -> Result<DynamicImage, Refusal> {
    let mut small = DynamicImage::new(width, height, picture.color());
    let done = match picture {
        DynamicImage::ImageLuma8(_) => resize::<U8>(picture, &mut small),
        _ => resize::<U8x3>(picture, &mut small),
    };
    done.ok_or(Refusal::Unavailable)?;
    Ok(small)
}

/// For one kind of pixels: what chooses among all kinds by itself is compiled for all thirteen, a fifth of this whole library.
fn resize<P: PixelTrait>(picture: &DynamicImage, small: &mut DynamicImage) -> Option<()> {
    let picture = picture.image_view::<P>()?;
    let mut small = small.image_view_mut::<P>()?;
    Resizer::new().resize_typed(&picture, &mut small, None).ok()
}
