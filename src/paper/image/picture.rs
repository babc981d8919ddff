//! Decodes PNG files into grey pixels, within limits that are checked before decoding, so that a decompression bomb is refused unopened.

use image::{DynamicImage, GrayAlphaImage, GrayImage, Luma, LumaA, Rgb, RgbImage, Rgba};
use rayon::prelude::*;

use crate::image::colour::{self, Channels, Colours, Shade};
use crate::image::grey::{Grey, STEP, WHITE};
use crate::image::opened_png::OpenedPng;
use crate::refusal::Refusal;

const SIGNATURE: &[u8] = b"\x89PNG\r\n\x1a\n";
/// Maximum side of a picture, in pixels.
const MAX_SIDE: u32 = 10_000;
/// Maximum number of pixels of a picture.
const MAX_PIXELS: u64 = 40_000_000;
/// Minimum side of a picture in pixels: in smaller ones, a module of the form's codes is hardly one pixel wide. The message of
/// [`Refusal::PictureTooSmall`] asks for 700 pixels, half of the form's width, at which codes are readable. Between 400 and 700,
/// the template of an expected form may still match.
const MIN_SIDE: u32 = 400;

/// Whether the file has the signature of a PNG.
pub(crate) fn is_png(file: &[u8]) -> bool {
    file.starts_with(SIGNATURE)
}

/// Decoded picture.
#[derive(Debug)]
pub(crate) struct Picture {
    pub(crate) luma: Grey,
    /// Darkest channel of every pixel; `None` for a picture without light colours.
    pub(crate) tint: Option<Grey>,
    /// Channels at a reduced size, where there are colours.
    pub(crate) small: Option<ReducedChannels>,
}

/// Channels of a picture at `scale` of its size: few pixels suffice for the hue of ink.
#[derive(Debug)]
pub(crate) struct ReducedChannels {
    pub(crate) channels: Channels,
    pub(crate) scale: f64,
}

/// Approximate shorter side of the reduced channels, in pixels.
const SMALL_SIDE: usize = 700;

impl ReducedChannels {
    /// Shrinks a picture, each pixel the mean of a block; `pixels` are rows of `width`. Partial blocks are left out.
    fn of<const N: usize>(width: usize, pixels: &[[u8; N]], rgb: impl PixelToRgb<N>) -> Self {
        let height = pixels.len() / width;
        let block = (width.min(height) / SMALL_SIDE).max(1);
        let means = |rows: &[[u8; N]]| {
            // Sums of darkness, to which white pixels add nothing: they are skipped.
            let mut dark = vec![[0_u32; 3]; width / block];
            for row in rows.chunks_exact(width) {
                let stretches = dark.chunks_mut(STEP / block).zip(row.chunks(STEP / block * block));
                for (dark, pixels) in stretches.filter(|(_, pixels)| !is_white(pixels)) {
                    for (dark, pixels) in dark.iter_mut().zip(pixels.chunks_exact(block)) {
                        for pixel in pixels {
                            let taken = rgb(*pixel).map(|luma| u32::from(WHITE - luma));
                            dark.iter_mut().zip(taken).for_each(|(sum, taken)| *sum += taken);
                        }
                    }
                }
            }
            let area = (block * block) as u32;
            dark.into_iter().map(move |dark| dark.map(|dark| WHITE - (dark / area) as u8))
        };
        let means: Vec<[u8; 3]> =
            pixels.par_chunks_exact(block * width).flat_map_iter(means).collect();
        let channel = |at: usize| Grey {
            width: width / block,
            height: height / block,
            pixels: means.iter().map(|mean| mean[at]).collect(),
        };
        Self { channels: std::array::from_fn(channel), scale: 1.0 / block as f64 }
    }
}

/// Decodes a PNG; transparent parts show white paper.
pub(crate) fn decode(file: &[u8]) -> Result<Picture, Refusal> {
    unpack(file).map(on_white)
}

/// Decodes a PNG to RGB, with the same limits and on white paper.
pub(crate) fn decode_in_colour(file: &[u8]) -> Result<RgbImage, Refusal> {
    unpack(file).map(opaque)
}

/// Converts a picture to RGB; transparent parts show white paper.
pub fn opaque(picture: DynamicImage) -> RgbImage {
    let picture = match picture {
        DynamicImage::ImageRgba8(picture) => picture,
        DynamicImage::ImageLumaA8(grey) => {
            let opaque = opaque_grey(&grey);
            drop(grey);
            return DynamicImage::from(opaque).into_rgb8();
        }
        picture => return picture.into_rgb8(),
    };
    let mut opaque = RgbImage::new(picture.width(), picture.height());
    for (Rgb(opaque), Rgba(pixel)) in opaque.pixels_mut().zip(picture.pixels()) {
        *opaque = colour::on_white(*pixel);
    }
    opaque
}

/// Converts a picture to grey; transparent parts show white paper.
fn opaque_grey(picture: &GrayAlphaImage) -> GrayImage {
    let mut opaque = GrayImage::new(picture.width(), picture.height());
    for (Luma(opaque), LumaA([luma, alpha])) in opaque.pixels_mut().zip(picture.pixels()) {
        *opaque = [colour::on_white([*luma, *luma, *luma, *alpha])[0]];
    }
    opaque
}

fn unpack(file: &[u8]) -> Result<DynamicImage, Refusal> {
    let opened = open(file)?;
    let (width, height) = opened.size();
    if width.min(height) < MIN_SIDE {
        return Err(Refusal::PictureTooSmall);
    }
    opened.upright()
}

/// Opens a PNG, and refuses one that is too large.
pub(crate) fn open(file: &[u8]) -> Result<OpenedPng<'_>, Refusal> {
    OpenedPng::within(file, MAX_SIDE, MAX_PIXELS)
}

fn on_white(picture: DynamicImage) -> Picture {
    let (width, height) = (picture.width() as usize, picture.height() as usize);
    let grey = match picture {
        DynamicImage::ImageRgba8(picture) => {
            return shaded(width, picture.as_chunks().0, colour::on_white);
        }
        DynamicImage::ImageRgb8(picture) => {
            return shaded(width, picture.as_chunks().0, |rgb| rgb);
        }
        DynamicImage::ImageLumaA8(picture) => opaque_grey(&picture),
        picture => picture.into_luma8(),
    };
    Picture { luma: Grey { width, height, pixels: grey.into_raw() }, tint: None, small: None }
}

/// Whether all pixels are white and opaque, as on most of a page. This check takes a fraction of the time of a conversion.
fn is_white<const N: usize>(pixels: &[[u8; N]]) -> bool {
    pixels.as_flattened().iter().fold(WHITE, |all, luma| all & luma) == WHITE
}

/// Conversion of a pixel of `N` bytes to RGB.
trait PixelToRgb<const N: usize>: Fn([u8; N]) -> [u8; 3] + Copy + Sync {}

impl<const N: usize, F: Fn([u8; N]) -> [u8; 3] + Copy + Sync> PixelToRgb<N> for F {}

fn shaded<const N: usize>(width: usize, pixels: &[[u8; N]], rgb: impl PixelToRgb<N>) -> Picture {
    let mut luma = Grey::white(width, pixels.len() / width);
    let stretches = luma.pixels.par_chunks_mut(STEP).zip(pixels.par_chunks(STEP));
    let colours = stretches.filter(|(_, pixels)| !is_white(pixels)).map(|(luma, pixels)| {
        let mut colours = Colours::default();
        for (luma, pixel) in luma.iter_mut().zip(pixels) {
            let shade = Shade::of(rgb(*pixel));
            colours |= shade.colours();
            *luma = shade.luma;
        }
        colours
    });
    let colours = colours.reduce(Colours::default, |one, other| one | other);
    let tint = colours.tinted.then(|| {
        let tints = pixels.par_iter().map(|pixel| Shade::of(rgb(*pixel)).tint);
        Grey { pixels: tints.collect(), ..luma }
    });
    let small = colours.any.then(|| ReducedChannels::of(width, pixels, rgb));
    Picture { luma, tint, small }
}

#[cfg(test)]
mod tests {
    use png::{ColorType, Encoder, chunk};

    use super::*;

    /// Grey picture of 500 x 400 pixels, its upper rows black, that is to be shown with this Exif orientation.
    fn turned(orientation: u8) -> Vec<u8> {
        let mut file = Vec::new();
        let mut encoder = Encoder::new(&mut file, 500, 400);
        encoder.set_color(ColorType::Grayscale);
        let mut writer = encoder.write_header().unwrap();
        // Little-endian, one entry.
        let exif = [b"II*\0\x08\0\0\0\x01\0\x12\x01\x03\0\x01\0\0\0", &[orientation][..], &[0; 7]];
        writer.write_chunk(chunk::ChunkType(*b"eXIf"), &exif.concat()).unwrap();
        let pixels: Vec<u8> =
            (0..500 * 400).map(|at| if at < 500 * 100 { 0 } else { 255 }).collect();
        writer.write_image_data(&pixels).unwrap();
        drop(writer);
        file
    }

    #[test]
    fn picture_is_decoded_upright() {
        for (orientation, size, black) in
            [(1, (500, 400), (250, 10)), (3, (500, 400), (250, 390)), (6, (400, 500), (390, 250))]
        {
            let page = decode_in_colour(&turned(orientation)).unwrap();
            assert_eq!((page.dimensions(), page.get_pixel(black.0, black.1).0), (size, [0; 3]));
            let form = decode(&turned(orientation)).unwrap().luma;
            assert_eq!((form.width, form.height), (size.0 as usize, size.1 as usize));
            assert_eq!(form.at(black.0 as isize, black.1 as isize), 0, "{orientation}");
        }
        // An orientation that does not exist turns nothing.
        assert_eq!(decode_in_colour(&turned(42)).unwrap().dimensions(), (500, 400));
    }
}
