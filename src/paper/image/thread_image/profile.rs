//! Converts the colours of an ICC profile to sRGB, which screens show without a profile.

use std::sync::Arc;

use image::{DynamicImage, RgbImage};
use moxcms::{ColorProfile, Layout, TransformExecutor, TransformOptions};

/// Converts the picture to sRGB with eight bits a channel. A profile that is malformed or does not fit the picture is ignored.
pub(super) fn to_screen(picture: DynamicImage, profile: &[u8]) -> DynamicImage {
    let colour = picture.color();
    let (from, to) = match (colour.has_color(), colour.has_alpha()) {
        (false, false) => (Layout::Gray, Layout::Rgb),
        (true, false) => (Layout::Rgb, Layout::Rgb),
        // Grey with transparency is rare, and RGBA can represent it.
        (_, true) => (Layout::Rgba, Layout::Rgba),
    };
    let Some(transform) = transform(profile, from, to) else { return picture };
    match from {
        Layout::Gray => from_grey(picture, &*transform),
        Layout::Rgb => {
            let mut picture = picture.into_rgb8();
            in_place(picture.width() as usize * 3, &mut picture, &*transform);
            picture.into()
        }
        _ => {
            let mut picture = picture.into_rgba8();
            in_place(picture.width() as usize * 4, &mut picture, &*transform);
            picture.into()
        }
    }
}

type Transform = dyn TransformExecutor<u8> + Send + Sync;

fn transform(profile: &[u8], from: Layout, to: Layout) -> Option<Arc<Transform>> {
    let profile = ColorProfile::new_from_slice(profile).ok()?;
    let screen = ColorProfile::new_srgb();
    profile.create_transform_8bit(from, &screen, to, TransformOptions::default()).ok()
}

/// Transforms row by row: a second picture of that size would be too much for a small machine.
fn in_place(length: usize, pixels: &mut [u8], transform: &Transform) {
    let mut before = vec![0; length];
    for row in pixels.chunks_exact_mut(length) {
        before.copy_from_slice(row);
        if transform.transform(&before, row).is_err() {
            row.copy_from_slice(&before);
        }
    }
}

fn from_grey(picture: DynamicImage, transform: &Transform) -> DynamicImage {
    let picture = picture.into_luma8();
    let mut shown = RgbImage::new(picture.width(), picture.height());
    let (from, to) = (picture.width() as usize, picture.width() as usize * 3);
    for (before, after) in picture.chunks_exact(from).zip(shown.chunks_exact_mut(to)) {
        if transform.transform(before, after).is_err() {
            return picture.into();
        }
    }
    shown.into()
}
