//! Grey pictures as PNG files, with as few bits a pixel as their shades need.

use image::codecs::png::{CompressionType, FilterType, PngEncoder};
use image::{ExtendedColorType, ImageEncoder};

/// Shades that four bits hold lie this far apart, and so on for fewer bits.
const STEPS: [(usize, u8); 3] = [(1, 255), (2, 85), (4, 17)];
const WHOLE_BYTE: usize = 8;
/// A file starts with its signature and the length of this chunk: kind, width, height, bits a pixel and more, checksum.
const HEADER: std::ops::Range<usize> = 12..29;
const WIDTH: usize = 16;
const DEPTH: usize = 24;

/// The picture with every pixel as it is; the same pixels are always the same bytes. `pixels` are whole rows of `width`.
pub fn grey_png(width: usize, pixels: &[u8]) -> Vec<u8> {
    let bits = bits_of(pixels);
    let packed: Vec<u8> = pixels.chunks_exact(width).flat_map(|row| pack(row, bits)).collect();
    let row_bytes = (width * bits).div_ceil(WHOLE_BYTE);
    let mut png = encode(row_bytes, &packed, bits);
    if bits < WHOLE_BYTE {
        // To filters and compression, pixels that share a byte are one pixel of a narrower picture: only the header differs.
        png[WIDTH..WIDTH + 4].copy_from_slice(&(width as u32).to_be_bytes());
        png[DEPTH] = bits as u8;
        let checksum = checksum(&png[HEADER]);
        png[HEADER.end..HEADER.end + 4].copy_from_slice(&checksum.to_be_bytes());
    }
    png
}

/// The nearest shade that four bits can hold: at most eight of 255 away, which nobody sees in handwriting.
pub(super) fn sixteen_shades(luma: u8) -> u8 {
    ((u16::from(luma) + 8) / 17 * 17) as u8
}

fn bits_of(pixels: &[u8]) -> usize {
    let holds = |step: u8| pixels.iter().all(|pixel| pixel.is_multiple_of(step));
    STEPS.iter().find(|(_, step)| holds(*step)).map_or(WHOLE_BYTE, |(bits, _)| *bits)
}

/// The first pixel stands in the highest bits of a byte.
fn pack(row: &[u8], bits: usize) -> impl Iterator<Item = u8> {
    let spare = WHOLE_BYTE - bits;
    let pixels_a_byte = WHOLE_BYTE / bits;
    row.chunks(pixels_a_byte).map(move |pixels| {
        let placed =
            pixels.iter().enumerate().map(|(at, luma)| luma >> spare << (spare - at * bits));
        placed.fold(0, |byte, pixel| byte | pixel)
    })
}

fn encode(row_bytes: usize, packed: &[u8], bits: usize) -> Vec<u8> {
    // Filters are for whole bytes.
    let (compression, filter) = if bits < WHOLE_BYTE {
        (CompressionType::Default, FilterType::NoFilter)
    } else {
        (CompressionType::Fast, FilterType::Adaptive)
    };
    let mut png = Vec::new();
    let encoder = PngEncoder::new_with_quality(&mut png, compression, filter);
    let (width, height) = (row_bytes as u32, (packed.len() / row_bytes) as u32);
    encoder
        .write_image(packed, width, height, ExtendedColorType::L8)
        .expect("a picture is as large as it says, and memory takes every byte");
    png
}

/// CRC-32, as PNG wants it of every chunk.
fn checksum(chunk: &[u8]) -> u32 {
    let shifted = |crc: u32, _| if crc & 1 == 1 { crc >> 1 ^ 0xEDB8_8320 } else { crc >> 1 };
    !chunk.iter().fold(u32::MAX, |crc, byte| (0..8).fold(crc ^ u32::from(*byte), shifted))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn kept(width: usize, pixels: &[u8]) -> usize {
        let png = grey_png(width, pixels);
        assert_eq!(png, grey_png(width, pixels));
        let shown = image::load_from_memory(&png).unwrap().into_luma8();
        assert_eq!((shown.width() as usize, shown.as_raw().as_slice()), (width, pixels));
        usize::from(png[DEPTH])
    }

    #[test]
    fn every_pixel_is_kept_in_as_few_bits_as_it_needs() {
        // Widths that do and do not fill their last byte.
        for width in [5, 8] {
            let rows =
                |shades: &[u8]| shades.iter().copied().cycle().take(3 * width).collect::<Vec<_>>();
            assert_eq!(kept(width, &rows(&[0, 255, 255])), 1);
            assert_eq!(kept(width, &rows(&[0, 85, 170, 255])), 2);
            assert_eq!(kept(width, &rows(&[17, 0, 238, 119, 255])), 4);
            assert_eq!(kept(width, &rows(&[18, 0, 255])), 8);
        }
    }

    #[test]
    fn sixteen_shades_keep_black_and_white_and_go_nowhere_far() {
        assert_eq!([0, 255, 130].map(sixteen_shades), [0, 255, 136]);
        assert!((0..=255).all(|luma| sixteen_shades(luma).abs_diff(luma) <= 8));
    }
}
