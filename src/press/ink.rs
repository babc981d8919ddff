//! Colour of ink: whether a picture has any, and pictures with all ink in black and grey.

use std::io::Cursor;

use image::{DynamicImage, GrayImage, ImageFormat, Luma};

use super::picture::Picture;

/// Difference between the samples of a pixel above which it has a colour: scans of black ink have a little.
const MAX_GREY_DIFFERENCE: u8 = 40;

/// Whether a PNG has ink of another colour than grey.
pub(super) fn has_colour(png: &[u8]) -> bool {
    if Picture::read(png).is_some_and(|picture| picture.is_grey()) {
        return false;
    }
    let Some(picture) = decode(png) else { return false };
    let is_coloured = |pixel: &image::Rgb<u8>| {
        let [red, green, blue] = pixel.0;
        red.max(green).max(blue) - red.min(green).min(blue) > MAX_GREY_DIFFERENCE
    };
    on_white(&picture).to_rgb8().pixels().any(is_coloured)
}

/// The picture with coloured ink in shades of grey, as dark as its darkest sample; other files and grey pictures as they are.
pub(super) fn in_black(png: Vec<u8>) -> Vec<u8> {
    if !has_colour(&png) {
        return png;
    }
    let Some(picture) = decode(&png) else { return png };
    let shades = darkest_samples(&on_white(&picture));
    let mut black = Cursor::new(Vec::new());
    match shades.write_to(&mut black, ImageFormat::Png) {
        Ok(()) => black.into_inner(),
        Err(_) => png,
    }
}

fn decode(png: &[u8]) -> Option<DynamicImage> {
    image::load_from_memory_with_format(png, ImageFormat::Png).ok()
}

/// The picture without transparency.
fn on_white(picture: &DynamicImage) -> DynamicImage {
    if !picture.color().has_alpha() {
        return picture.clone();
    }
    let mut white = picture.to_rgba8();
    for pixel in white.pixels_mut() {
        let [.., alpha] = pixel.0;
        let mix = |sample: u8| {
            let (sample, alpha) = (u16::from(sample), u16::from(alpha));
            ((sample * alpha + 255 * (255 - alpha)) / 255) as u8
        };
        let [red, green, blue, _] = pixel.0;
        pixel.0 = [mix(red), mix(green), mix(blue), u8::MAX];
    }
    DynamicImage::ImageRgba8(white)
}

/// Darkest of the red, green and blue of every pixel, so that ink of any colour is dark.
pub(super) fn darkest_samples(picture: &DynamicImage) -> GrayImage {
    match picture {
        DynamicImage::ImageLuma8(shades) => shades.clone(),
        colours => {
            let colours = colours.to_rgb8();
            GrayImage::from_fn(colours.width(), colours.height(), |x, y| {
                let [red, green, blue] = colours.get_pixel(x, y).0;
                Luma([red.min(green).min(blue)])
            })
        }
    }
}

#[cfg(test)]
mod tests {
    use image::ExtendedColorType;

    use super::*;
    use crate::picture::tests::png;

    #[test]
    fn coloured_ink_becomes_dark_grey() {
        let mut pixels = vec![255; 4 * 4 * 3];
        pixels[..3].copy_from_slice(&[220, 20, 30]);
        let red = png(4, 4, ExtendedColorType::Rgb8, &pixels);
        assert!(has_colour(&red));
        let black = in_black(red);
        assert!(!has_colour(&black));
        let shades = decode(&black).unwrap().to_luma8();
        assert_eq!((shades.get_pixel(0, 0).0, shades.get_pixel(1, 0).0), ([20], [255]));
    }

    #[test]
    fn grey_pictures_and_other_files_are_kept() {
        let scan = png(2, 1, ExtendedColorType::Rgb8, &[200, 205, 198, 10, 12, 30]);
        let grey = png(2, 2, ExtendedColorType::L8, &[0, 100, 200, 255]);
        for file in [scan, grey, b"%PDF-1.7".to_vec(), b"\x89PNG\r\n\x1a\n".to_vec()] {
            assert!(!has_colour(&file));
            assert_eq!(in_black(file.clone()), file);
        }
        let invisible = png(1, 1, ExtendedColorType::Rgba8, &[255, 0, 0, 0]);
        assert!(!has_colour(&invisible));
    }
}
