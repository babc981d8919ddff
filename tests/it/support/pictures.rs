//! Pictures as the web interface sends them.

use super::bad_files::crc32;

/// Incompressible grey picture, different for each number.
pub(crate) fn noise(number: u32, side: u32) -> Vec<u8> {
    let mut state = number + 1;
    let picture = image::GrayImage::from_fn(side, side, |_, _| {
        state ^= state << 13;
        state ^= state >> 17;
        state ^= state << 5;
        image::Luma([state as u8])
    });
    let mut png = std::io::Cursor::new(Vec::new());
    picture.write_to(&mut png, image::ImageFormat::Png).unwrap();
    png.into_inner()
}

/// Adds a text chunk to the picture, like the location that a camera stores.
pub(crate) fn with_words(png: &[u8], words: &str) -> Vec<u8> {
    // The signature and the header, which comes first.
    let (head, rest) = png.split_at(33);
    let chunk = [b"tEXtComment\0", words.as_bytes()].concat();
    let length = (chunk.len() as u32 - 4).to_be_bytes();
    [head, &length, &chunk, &crc32(&chunk).to_be_bytes(), rest].concat()
}
