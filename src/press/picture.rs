//! Embedding of pictures into a PDF.
//!
//! The typesetter would decode every picture, hold it in memory and compress it again, less well. PNG and PDF use the same
//! compression, so a picture's data can be embedded unchanged.

use std::fmt::Write;

use hayro::hayro_syntax::Pdf;
use hayro::hayro_syntax::object::{Array, Dict, Name};

const SIGNATURE: &[u8; 8] = b"\x89PNG\r\n\x1a\n";
/// Annotations that draw nothing on the page.
const MARKLESS: [&[u8]; 2] = [b"Link", b"Popup"];

/// Colour space of a PNG.
#[derive(Debug, PartialEq, Eq)]
enum Colours {
    Grey,
    Rgb,
    /// Index into this palette of red, green and blue samples.
    Numbered(Vec<u8>),
}

/// PNG, as far as a PDF needs it.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Picture {
    pub(super) width: u32,
    pub(super) height: u32,
    depth: u8,
    colours: Colours,
    /// Deflated rows, each with its filter byte.
    pub(super) data: Vec<u8>,
}

impl Picture {
    /// Parses a PNG; `None` if a PDF cannot embed it unchanged: transparency, interlacing, or no PNG at all.
    pub(super) fn read(png: &[u8]) -> Option<Self> {
        let mut chunks = chunks(png)?;
        let (_, header) = chunks.next().filter(|(kind, _)| kind == b"IHDR")?;
        let mut picture = Self::of_header(header)?;
        for (kind, body) in chunks {
            match &kind {
                b"IDAT" => picture.data.extend(body),
                b"PLTE" => picture.take_palette(body),
                b"tRNS" => return None,
                _ => {}
            }
        }
        let lacks_palette = picture.colours == Colours::Numbered(Vec::new());
        (!picture.data.is_empty() && !lacks_palette).then_some(picture)
    }

    fn of_header(chunk: &[u8]) -> Option<Self> {
        let [w0, w1, w2, w3, h0, h1, h2, h3, depth, colour, 0, 0, 0] = *chunk else { return None };
        let colours = match colour {
            0 => Colours::Grey,
            2 => Colours::Rgb,
            3 => Colours::Numbered(Vec::new()),
            _ => return None,
        };
        let width = u32::from_be_bytes([w0, w1, w2, w3]);
        let height = u32::from_be_bytes([h0, h1, h2, h3]);
        let picture = Self { width, height, depth, colours, data: Vec::new() };
        (width > 0 && height > 0).then_some(picture)
    }

    /// Whether all samples are grey, without decoding.
    pub(super) fn is_grey(&self) -> bool {
        match &self.colours {
            Colours::Grey => true,
            Colours::Rgb => false,
            Colours::Numbered(colours) => colours
                .as_chunks::<3>()
                .0
                .iter()
                .all(|[red, green, blue]| red == green && green == blue),
        }
    }

    /// Stores the palette. Pictures without an index may have a suggested palette, which is ignored.
    fn take_palette(&mut self, colours: &[u8]) {
        if let Colours::Numbered(known) = &mut self.colours
            && colours.len().is_multiple_of(3)
        {
            colours.clone_into(known);
        }
    }

    /// Entries of the picture in the dictionary of a PDF image.
    pub(super) fn entries(&self) -> String {
        let Self { width, height, depth, colours, data } = self;
        let (space, samples) = match colours {
            Colours::Grey => ("/DeviceGray".to_owned(), 1),
            Colours::Rgb => ("/DeviceRGB".to_owned(), 3),
            Colours::Numbered(colours) => {
                let last = colours.len() / 3 - 1;
                let mut space = format!("[/Indexed/DeviceRGB {last}<");
                for sample in colours {
                    let _ = write!(space, "{sample:02x}");
                }
                (space + ">]", 1)
            }
        };
        format!(
            "/Type/XObject/Subtype/Image/Width {width}/Height {height}/ColorSpace{space}\
             /BitsPerComponent {depth}/Filter/FlateDecode/DecodeParms<</Predictor 15\
             /Colors {samples}/BitsPerComponent {depth}/Columns {width}>>/Length {}",
            data.len()
        )
    }
}

/// Chunks of a PNG: kind and body. Checksums are left to the decoder.
fn chunks(png: &[u8]) -> Option<impl Iterator<Item = ([u8; 4], &[u8])>> {
    let mut rest = png.strip_prefix(SIGNATURE)?;
    Some(std::iter::from_fn(move || {
        let (length, after) = rest.split_first_chunk::<4>()?;
        let (kind, after) = after.split_first_chunk::<4>()?;
        let (body, after) = after.split_at_checked(u32::from_be_bytes(*length) as usize)?;
        rest = after.get(4..)?;
        Some((*kind, body))
    }))
}

/// Whether a page of a PDF is complete without its annotations, which the typesetter drops. Most tablets store all ink there.
///
/// Parses untrusted data: call it in the child only.
pub(super) fn is_whole_without_annotations(pdf: &[u8], page: usize) -> bool {
    let Ok(pdf) = Pdf::new(pdf.to_vec()) else { return false };
    let Some(page) = page.checked_sub(1).and_then(|index| pdf.pages().get(index)) else {
        return false;
    };
    let Some(annotations) = page.raw().get::<Array<'_>>("Annots") else {
        return !page.raw().contains_key("Annots");
    };
    annotations.iter::<Dict<'_>>().all(|annotation| {
        let kind = annotation.get::<Name<'_>>("Subtype");
        kind.is_some_and(|kind| MARKLESS.contains(&kind.as_ref()))
    })
}

#[cfg(test)]
pub(super) mod tests {
    use image::codecs::png::PngEncoder;
    use image::{ExtendedColorType, ImageEncoder};

    use super::*;
    use crate::placeholder::tests::one_page;

    pub(crate) fn png(
        width: u32,
        height: u32,
        colour: ExtendedColorType,
        pixels: &[u8],
    ) -> Vec<u8> {
        let mut png = Vec::new();
        PngEncoder::new(&mut png).write_image(pixels, width, height, colour).unwrap();
        png
    }

    #[test]
    fn picture_unsuitable_for_pdf_is_left_unchanged() {
        assert_eq!(Picture::read(&png(4, 4, ExtendedColorType::Rgba8, &[0; 64])), None);
        let grey = png(4, 4, ExtendedColorType::L8, &[0; 16]);
        assert!(Picture::read(&grey).is_some());
        // The last chunk is left out, because it has no data.
        for length in 0..grey.len() - 12 {
            assert_eq!(Picture::read(&grey[..length]), None, "{length}");
        }
        assert_eq!(Picture::read(b"%PDF-1.7"), None);
    }

    #[test]
    fn pdf_with_ink_annotations_is_not_whole() {
        let plain = one_page("");
        assert!(is_whole_without_annotations(&plain, 1));
        assert!(!is_whole_without_annotations(&plain, 0));
        assert!(!is_whole_without_annotations(&plain, 2));
        assert!(!is_whole_without_annotations(b"not a PDF", 1));
        for (kind, whole) in [("Ink", false), ("Stamp", false), ("Link", true)] {
            let annotated = one_page(&format!("/Annots [<< /Subtype /{kind} >>]"));
            assert_eq!(is_whole_without_annotations(&annotated, 1), whole, "{kind}");
        }
    }
}
