//! Files that are expensive to read, or cannot be read.

use lopdf::{Document, Object, dictionary};

pub(crate) fn png_of_one_pixel() -> Vec<u8> {
    include_bytes!("../../fixtures/one-pixel.png").to_vec()
}

/// The first 33 bytes of a PNG that claims to be far too large.
pub(crate) fn huge_png_header() -> Vec<u8> {
    let mut png = png_of_one_pixel();
    png[16..20].copy_from_slice(&30_000_u32.to_be_bytes());
    png[20..24].copy_from_slice(&30_000_u32.to_be_bytes());
    let crc = crc32(&png[12..29]);
    png[29..33].copy_from_slice(&crc.to_be_bytes());
    png
}

/// Returns the CRC-32 that ends a PNG chunk.
pub(crate) fn crc32(bytes: &[u8]) -> u32 {
    !bytes.iter().fold(u32::MAX, |crc, byte| {
        (0..8).fold(crc ^ u32::from(*byte), |crc, _| {
            if crc & 1 == 1 { crc >> 1 ^ 0xEDB8_8320 } else { crc >> 1 }
        })
    })
}

/// Soft blobs of light, like a photo of a room.
pub(crate) fn photo() -> Vec<u8> {
    let picture = image::GrayImage::from_fn(1200, 1600, |x, y| {
        let wave =
            (x as f32 / 97.0).sin() + (y as f32 / 61.0).cos() + ((x + y) as f32 / 211.0).sin();
        image::Luma([(127.0 + 40.0 * wave) as u8])
    });
    let mut png = std::io::Cursor::new(Vec::new());
    picture.write_to(&mut png, image::ImageFormat::Png).unwrap();
    png.into_inner()
}

/// Ten thousand empty pages in a few hundred kilobytes.
pub(crate) fn long_pdf() -> Vec<u8> {
    let mut pdf = Document::with_version("1.7");
    let tree = pdf.new_object_id();
    let media = vec![0.into(), 0.into(), 438.into(), 585.into()];
    let pages: Vec<Object> = (0..10_000)
        .map(|_| {
            let page =
                dictionary! { "Type" => "Page", "Parent" => tree, "MediaBox" => media.clone() };
            Object::Reference(pdf.add_object(page))
        })
        .collect();
    pdf.set_object(tree, dictionary! { "Type" => "Pages", "Kids" => pages, "Count" => 10_000 });
    let catalog = pdf.add_object(dictionary! { "Type" => "Catalog", "Pages" => tree });
    pdf.trailer.set("Root", catalog);
    let mut bytes = Vec::new();
    pdf.save_to(&mut bytes).unwrap();
    bytes
}

/// A page whose content inflates to a quarter of a gigabyte of saved states.
pub(crate) fn flate_bomb() -> Vec<u8> {
    let mut pdf = Document::with_version("1.7");
    let tree = pdf.new_object_id();
    let mut stream = lopdf::Stream::new(dictionary! {}, b"q Q ".repeat(64 << 20));
    stream.compress().unwrap();
    let content = pdf.add_object(stream);
    let media = vec![0.into(), 0.into(), 438.into(), 585.into()];
    let page = pdf.add_object(
        dictionary! { "Type" => "Page", "Parent" => tree, "MediaBox" => media, "Contents" => content },
    );
    let kids = vec![Object::Reference(page)];
    pdf.set_object(tree, dictionary! { "Type" => "Pages", "Kids" => kids, "Count" => 1 });
    let catalog = pdf.add_object(dictionary! { "Type" => "Catalog", "Pages" => tree });
    pdf.trailer.set("Root", catalog);
    let mut bytes = Vec::new();
    pdf.save_to(&mut bytes).unwrap();
    bytes
}
