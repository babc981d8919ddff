//! Tests with pictures as members send them, and with malicious ones.

use std::io::Cursor;

use image::{ImageFormat, Luma, Rgb, Rgba};

use super::*;

fn file(picture: impl Into<DynamicImage>) -> Vec<u8> {
    let mut file = Cursor::new(Vec::new());
    picture.into().write_to(&mut file, ImageFormat::Png).unwrap();
    file.into_inner()
}

/// Gradient of greys with a dark upper left corner.
fn slope(width: u32, height: u32) -> image::GrayImage {
    image::GrayImage::from_fn(width, height, |x, y| {
        Luma([if x < 8 && y < 8 { 0 } else { 100 + (x * 100 / width) as u8 }])
    })
}

fn chunk(name: [u8; 4], bytes: &[u8]) -> Vec<u8> {
    let named = [&name, bytes].concat();
    let length = (bytes.len() as u32).to_be_bytes();
    [&length[..], &named, &crc(&named).to_be_bytes()].concat()
}

fn crc(bytes: &[u8]) -> u32 {
    !bytes.iter().fold(u32::MAX, |crc, byte| {
        (0..8).fold(crc ^ u32::from(*byte), |crc, _| (crc >> 1) ^ (0xedb8_8320 * (crc & 1)))
    })
}

/// Inserts a chunk after the header of a file.
fn with(file: &[u8], chunk: &[u8]) -> Vec<u8> {
    [&file[..33], chunk, &file[33..]].concat()
}

fn shown(png: &[u8]) -> DynamicImage {
    image::load_from_memory(png).unwrap()
}

#[test]
fn greys_stay_grey_in_every_size() {
    let coloured = DynamicImage::from(slope(1404, 1872)).into_rgba8();
    let posted = SanitizedImage::of(&file(coloured)).unwrap();
    assert_eq!((posted.width, posted.height), (1404, 1872));
    assert!(!shown(&posted.png).color().has_color());
    let sizes: Vec<_> = posted.thumbnails.iter().map(|t| (t.width, t.height)).collect();
    assert_eq!(sizes, [(480, 640), (960, 1280)]);
    for Thumbnail { width, height, webp, png } in &posted.thumbnails {
        for shown in [shown(webp), shown(png)] {
            assert_eq!((shown.width(), shown.height()), (*width, *height));
        }
        assert!(!shown(png).color().has_color());
        assert!(webp.len() < png.len() * 5 / 4, "{} {}", webp.len(), png.len());
    }
}

#[test]
fn large_picture_is_reduced_small_one_kept() {
    let sizes = |width, height| {
        let posted = SanitizedImage::of(&file(slope(width, height))).unwrap();
        let thumbnails: Vec<u32> = posted.thumbnails.iter().map(|t| t.width).collect();
        ((posted.width, posted.height), thumbnails)
    };
    assert_eq!(sizes(300, 200), ((300, 200), vec![300]));
    assert_eq!(sizes(700, 20), ((700, 20), vec![480, 700]));
    assert_eq!(sizes(960, 20), ((960, 20), vec![480]));
    assert_eq!(sizes(8192, 9), ((4096, 4), vec![480, 960]));
}

#[test]
fn transparent_pixels_become_white() {
    let ink =
        image::RgbaImage::from_fn(20, 20, |x, _| Rgba([0, 0, 0, if x < 10 { 255 } else { 0 }]));
    let shown = shown(&SanitizedImage::of(&file(ink)).unwrap().png).into_luma8();
    assert_eq!((shown.get_pixel(0, 0).0, shown.get_pixel(19, 0).0), ([0], [255]));
}

#[test]
fn rotated_picture_is_set_upright() {
    // Exif, little-endian, one entry: orientation 6, a quarter to the right.
    let exif = b"II*\0\x08\0\0\0\x01\0\x12\x01\x03\0\x01\0\0\0\x06\0\0\0\0\0\0\0";
    let posted = SanitizedImage::of(&with(&file(slope(40, 20)), &chunk(*b"eXIf", exif))).unwrap();
    assert_eq!((posted.width, posted.height), (20, 40));
    let shown = shown(&posted.png).into_luma8();
    assert_eq!(shown.get_pixel(19, 0).0, [0], "the corner went from the left to the right");
    assert!(!posted.png.windows(4).any(|name| name == b"eXIf"));
}

#[test]
fn colour_profile_is_applied_and_removed() {
    let profile = moxcms::ColorProfile::new_display_p3().encode().unwrap();
    let red = image::RgbImage::from_fn(20, 20, |x, _| Rgb([200, if x < 10 { 20 } else { 30 }, 20]));
    let mut described = Vec::new();
    let mut encoder = image::codecs::png::PngEncoder::new(&mut described);
    image::ImageEncoder::set_icc_profile(&mut encoder, profile).unwrap();
    red.write_with_encoder(encoder).unwrap();
    let with_profile = shown(&SanitizedImage::of(&described).unwrap().png).into_rgb8();
    let without = shown(&SanitizedImage::of(&file(red)).unwrap().png).into_rgb8();
    assert_eq!(without.get_pixel(0, 0).0, [200, 20, 20]);
    let Rgb([red, green, _]) = *with_profile.get_pixel(0, 0);
    assert!(red > 205 && green < 20, "{red} {green}: a red of a larger space is redder in sRGB");
    let posted = SanitizedImage::of(&described).unwrap().png;
    assert!(!posted.windows(4).any(|name| name == b"iCCP"));
    let broken = with(&file(slope(20, 20)), &chunk(*b"iCCP", b"x\0\0nonsense"));
    assert!(SanitizedImage::of(&broken).is_ok());
}

#[test]
fn invalid_animated_or_blank_png_is_refused() {
    let good = file(slope(40, 40));
    let refused = |file: &[u8]| SanitizedImage::of(file).unwrap_err();
    assert_eq!(refused(b""), Refusal::NotAPng);
    assert_eq!(refused(b"<svg xmlns='http://www.w3.org/2000/svg'/>"), Refusal::NotAPng);
    assert_eq!(refused(b"\xff\xd8\xff\xe0 JFIF"), Refusal::NotAPng);
    assert_eq!(refused(&good[..good.len() / 2]), Refusal::Unreadable);
    assert_eq!(refused(&good[..20]), Refusal::Unreadable);
    assert_eq!(refused(&[&good[..], b"<script>"].concat()), Refusal::NotOnlyAPicture);
    let moving = with(&good, &chunk(*b"acTL", &[0, 0, 0, 2, 0, 0, 0, 0]));
    assert_eq!(refused(&moving), Refusal::Animated);
    let white = image::GrayImage::from_pixel(40, 40, Luma([255]));
    assert_eq!(refused(&file(white)), Refusal::EmptyPage);
    let mut huge = good.clone();
    huge[16..20].copy_from_slice(&50_000_u32.to_be_bytes());
    huge[20..24].copy_from_slice(&50_000_u32.to_be_bytes());
    let header = crc(&huge[12..29]).to_be_bytes();
    huge[29..33].copy_from_slice(&header);
    assert_eq!(refused(&huge), Refusal::PictureTooLarge);
}
