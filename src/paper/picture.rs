//! PNG files into grey pixels, within limits that are checked before anything is unpacked.

use std::io::Cursor;

use image::codecs::png::PngDecoder;
use image::{DynamicImage, ImageDecoder, ImageError, Limits, Rgb, Rgba};

use super::colour::{self, Channels, Colours, Shade};
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
    /// What is kept of its colours, where there are any.
    pub(super) small: Option<Small>,
}

/// The channels of a picture at `scale` of its size: few pixels are enough for the hue of ink.
#[derive(Debug)]
pub(super) struct Small {
    pub(super) channels: Channels,
    pub(super) scale: f64,
}

/// About as long is the shorter side of a picture whose colours are kept.
const SMALL_SIDE: usize = 700;

impl Small {
    /// Each pixel is the mean of a block; `pixels` are rows of `width`. Blocks that are not whole are left out.
    fn of(width: usize, height: usize, mut pixels: impl Iterator<Item = [u8; 3]>) -> Self {
        let block = (width.min(height) / SMALL_SIDE).max(1);
        let (columns, rows) = (width / block, height / block);
        let blank =
            || Grey { width: columns, height: rows, pixels: Vec::with_capacity(columns * rows) };
        let mut channels = [blank(), blank(), blank()];
        for _ in 0..rows {
            // One more for what is left over of every row.
            let mut sums = vec![[0_u32; 3]; columns + 1];
            for _ in 0..block {
                for (x, pixel) in pixels.by_ref().take(width).enumerate() {
                    for (sum, luma) in sums[(x / block).min(columns)].iter_mut().zip(pixel) {
                        *sum += u32::from(luma);
                    }
                }
            }
            for (at, channel) in channels.iter_mut().enumerate() {
                let mean = |sum: &[u32; 3]| (sum[at] / (block * block) as u32) as u8;
                channel.pixels.extend(sums[..columns].iter().map(mean));
            }
        }
        Self { channels, scale: 1.0 / block as f64 }
    }
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
        shaded(&grey, &picture.pixels().map(|Rgba(pixel)| colour::on_white(*pixel)))
    } else if picture.color().has_color() {
        let picture = picture.into_rgb8();
        shaded(&grey, &picture.pixels().map(|Rgb(pixel)| *pixel))
    } else {
        Picture { luma: grey(picture.into_luma8().into_raw()), tint: None, small: None }
    }
}

fn shaded(
    grey: &impl Fn(Vec<u8>) -> Grey,
    pixels: &(impl Iterator<Item = [u8; 3]> + Clone),
) -> Picture {
    let mut colours = Colours::default();
    let luma = pixels.clone().map(|pixel| {
        let shade = Shade::of(pixel);
        colours |= shade.colours();
        shade.luma
    });
    let luma = grey(luma.collect());
    let tint =
        colours.tinted.then(|| grey(pixels.clone().map(|pixel| Shade::of(pixel).tint).collect()));
    let small = colours.any.then(|| Small::of(luma.width, luma.height, pixels.clone()));
    Picture { luma, tint, small }
}
