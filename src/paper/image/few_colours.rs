//! Reduction of a drawing to few colours, which makes its files several times smaller.

use std::collections::HashMap;

use image::{DynamicImage, RgbImage};

/// Colours closer than this look the same, as a distance in red, green and blue.
const DISTANCE: i32 = 22;
const MAX_COLOURS: usize = 256;

/// Replaces every colour by the nearest of the most frequent ones. A drawing on a plain ground keeps smooth edges.
pub(super) fn reduce(picture: &DynamicImage) -> RgbImage {
    let mut picture = picture.to_rgb8();
    let palette = palette(&picture);
    let mut nearest: HashMap<[u8; 3], [u8; 3]> = HashMap::new();
    for pixel in picture.pixels_mut() {
        pixel.0 = *nearest.entry(pixel.0).or_insert_with_key(|colour| {
            let closest = palette.iter().min_by_key(|known| distance(**known, *colour));
            closest.copied().unwrap_or(*colour)
        });
    }
    picture
}

/// Most frequent colours that look different from each other.
fn palette(picture: &RgbImage) -> Vec<[u8; 3]> {
    let mut counts: HashMap<[u8; 3], u32> = HashMap::new();
    for pixel in picture.pixels() {
        *counts.entry(pixel.0).or_default() += 1;
    }
    let mut colours: Vec<([u8; 3], u32)> = counts.into_iter().collect();
    // By colour where they are equally frequent, so that the same picture always gives the same bytes.
    colours.sort_unstable_by_key(|(colour, count)| (std::cmp::Reverse(*count), *colour));
    let mut palette: Vec<[u8; 3]> = Vec::new();
    for (colour, _) in colours {
        if palette.iter().all(|known| distance(*known, colour) >= DISTANCE * DISTANCE) {
            palette.push(colour);
        }
        if palette.len() == MAX_COLOURS {
            break;
        }
    }
    palette
}

/// Square of the distance between two colours.
fn distance(one: [u8; 3], other: [u8; 3]) -> i32 {
    let parts = one.iter().zip(other).map(|(a, b)| i32::from(*a) - i32::from(b));
    parts.map(|part| part * part).sum()
}

#[cfg(test)]
mod tests {
    use image::Rgb;

    use super::*;

    #[test]
    fn shades_between_two_colours_become_few() {
        let ramp = RgbImage::from_fn(256, 100, |x, y| {
            let part = if y < 90 { 0 } else { x as u8 };
            Rgb([part, part / 2, 90])
        });
        let reduced = reduce(&ramp.clone().into());
        let colours: std::collections::HashSet<[u8; 3]> =
            reduced.pixels().map(|pixel| pixel.0).collect();
        assert!((8..=16).contains(&colours.len()), "{}", colours.len());
        assert_eq!(reduced.get_pixel(0, 0), ramp.get_pixel(0, 0), "the ground stays as it is");
        for (before, after) in ramp.pixels().zip(reduced.pixels()) {
            assert!(distance(before.0, after.0) < DISTANCE * DISTANCE, "{before:?} {after:?}");
        }
    }
}
