//! PNGs whose metadata inflates to far more than the picture has, or is itself far larger.

use super::super::bad_files::crc32;
use super::super::noise;
use super::{Bomb, packed};

/// A small picture with each kind of metadata.
pub(crate) fn pictures() -> Vec<Bomb> {
    let inflating = packed(vec![0; 150 << 20]);
    let text = [b"\0", &inflating[..]].concat();
    let plain = vec![b'a'; 2 << 20];
    vec![
        ("a profile of 150 MiB", with("iCCP", &[b"profile\0", &text[..]])),
        ("a text of 150 MiB", with("zTXt", &[b"Comment\0", &text[..]])),
        (
            "a text in UTF-8 of 150 MiB",
            with("iTXt", &[b"XML:com.adobe.xmp\0\x01\0\0\0", &inflating]),
        ),
        ("a plain text of 2 MiB", with("tEXt", &[b"Comment\0", &plain])),
        ("camera settings of 2 MiB", with("eXIf", &[b"II*\0\x08\0\0\0\0\0", &plain])),
        ("a palette of 2 MiB", with("sPLT", &[b"palette\0\x08", &plain])),
    ]
}

/// Inserts a chunk after the header.
fn with(kind: &str, data: &[&[u8]]) -> Vec<u8> {
    let chunk = [kind.as_bytes(), &data.concat()].concat();
    let length = (chunk.len() as u32 - 4).to_be_bytes();
    let picture = noise(1, 450);
    let (head, rest) = picture.split_at(33);
    [head, &length, &chunk, &crc32(&chunk).to_be_bytes(), rest].concat()
}
