//! Colours that a file describes by an ICC profile, as screens show them without one.

use image::DynamicImage;
use moxcms::{ColorProfile, Layout, TransformOptions};

/// The picture in sRGB, with eight bits a channel. A profile that cannot be read, or is not of such a picture, is no profile.
pub(super) fn to_screen(picture: DynamicImage, profile: &[u8]) -> DynamicImage {
    match converted(&picture, profile) {
        Some(converted) => converted,
        None => picture,
    }
}

fn converted(picture: &DynamicImage, profile: &[u8]) -> Option<DynamicImage> {
    let profile = ColorProfile::new_from_slice(profile).ok()?;
    let (screen, options) = (ColorProfile::new_srgb(), TransformOptions::default());
    let has_colour = picture.color().has_color();
    let (from, to) = match (has_colour, picture.color().has_alpha()) {
        (false, false) => (Layout::Gray, Layout::Rgb),
        (false, true) => (Layout::GrayAlpha, Layout::Rgba),
        (true, false) => (Layout::Rgb, Layout::Rgb),
        (true, true) => (Layout::Rgba, Layout::Rgba),
    };
    let transform = profile.create_transform_8bit(from, &screen, to, options).ok()?;
    let (width, height) = (picture.width(), picture.height());
    let pixels = match from {
        Layout::Gray => picture.to_luma8().into_raw(),
        Layout::GrayAlpha => picture.to_luma_alpha8().into_raw(),
        Layout::Rgb => picture.to_rgb8().into_raw(),
        _ => picture.to_rgba8().into_raw(),
    };
    let mut shown = vec![0; width as usize * height as usize * to.channels()];
    transform.transform(&pixels, &mut shown).ok()?;
    if to == Layout::Rgb {
        image::RgbImage::from_raw(width, height, shown).map(DynamicImage::from)
    } else {
        image::RgbaImage::from_raw(width, height, shown).map(DynamicImage::from)
    }
}
