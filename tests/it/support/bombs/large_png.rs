//! PNGs of the maximum number of pixels, in grey with transparency: a black dot on nothing.

use super::super::bad_files::crc32;
use super::packed;

const WIDTH: usize = 8_000;
const HEIGHT: usize = 5_000;
/// Number of the seven passes' rows in an interlaced picture of this height.
const INTERLACED_ROWS: usize = HEIGHT / 8 * 3 + HEIGHT / 4 * 2 + HEIGHT / 2 * 2;

/// Returns a picture of 8,000 x 5,000 pixels with `depth` bits per channel, 8 or 16.
pub(crate) fn large_png(depth: u8, is_interlaced: bool) -> Vec<u8> {
    let channel = usize::from(depth / 8);
    let rows = if is_interlaced { INTERLACED_ROWS } else { HEIGHT };
    let mut pixels = vec![0; 2 * channel * WIDTH * HEIGHT + rows];
    // Behind the filter of the first row: the first pixel is black and opaque.
    pixels[1 + channel..=2 * channel].fill(255);
    let size = [WIDTH, HEIGHT].map(|side| (side as u32).to_be_bytes()).concat();
    let header = [&size[..], &[depth, 4, 0, 0, u8::from(is_interlaced)]].concat();
    [
        b"\x89PNG\r\n\x1a\n".to_vec(),
        chunk(*b"IHDR", &header),
        chunk(*b"IDAT", &packed(pixels)),
        chunk(*b"IEND", b""),
    ]
    .concat()
}

fn chunk(kind: [u8; 4], data: &[u8]) -> Vec<u8> {
    let content = [&kind, data].concat();
    [&(data.len() as u32).to_be_bytes()[..], &content, &crc32(&content).to_be_bytes()].concat()
}
