//! Part of a picture that has ink on it, so that handwriting can be placed without the blank paper around it.

use std::io::Cursor;

use image::{DynamicImage, ImageFormat};
use png::{BitDepth, ColorType, Decoder, Transformations};

/// Samples below this are ink; paper is lighter, also that of a scan.
const INK: u8 = 176;
/// Margin around the ink, as a divisor of the picture's width: half the width of a pen.
const MARGIN_DIVISOR: u32 = 280;

/// Part of a PNG with all of its ink and a small margin; `None` for a blank or broken picture, or one with an alpha channel.
pub fn trimmed_to_ink(png: &[u8]) -> Option<DynamicImage> {
    let ink = InkBounds::of(png)?;
    let picture = image::load_from_memory_with_format(png, ImageFormat::Png).ok()?;
    Some(picture.crop_imm(ink.left, ink.top, ink.width(), ink.height()))
}

/// Rectangle of a picture, in pixels from its top left corner; the last column and row are outside.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct InkBounds {
    pub(super) left: u32,
    pub(super) top: u32,
    pub(super) right: u32,
    pub(super) bottom: u32,
}

impl InkBounds {
    /// Smallest rectangle with all ink of a PNG and a small margin; `None` for a blank or broken picture, or one with an alpha channel.
    pub(super) fn of(png: &[u8]) -> Option<Self> {
        let mut decoder = Decoder::new(Cursor::new(png));
        // Grey samples stay packed, so that a row is compared in few bytes.
        decoder.set_transformations(Transformations::IDENTITY);
        if decoder.read_header_info().ok()?.color_type == ColorType::Indexed {
            decoder.set_transformations(Transformations::EXPAND);
        }
        let mut reader = decoder.read_info().ok()?;
        let (width, height) = reader.info().size();
        let samples = Samples::of(reader.output_color_type())?;
        let mut found: Option<Self> = None;
        for row in 0..height {
            let line = reader.next_row().ok()??;
            let Some((left, right)) = samples.ink_in(line.data(), width) else { continue };
            let before = found.unwrap_or(Self { left, top: row, right, bottom: row });
            found = Some(Self {
                left: before.left.min(left),
                right: before.right.max(right),
                bottom: row + 1,
                ..before
            });
        }
        found.map(|ink| ink.with_margin(width, height))
    }

    fn with_margin(self, width: u32, height: u32) -> Self {
        let margin = width / MARGIN_DIVISOR;
        Self {
            left: self.left.saturating_sub(margin),
            top: self.top.saturating_sub(margin),
            right: (self.right + margin).min(width),
            bottom: (self.bottom + margin).min(height),
        }
    }

    pub(super) fn width(self) -> u32 {
        self.right - self.left
    }

    pub(super) fn height(self) -> u32 {
        self.bottom - self.top
    }
}

/// Layout of the samples of a row in its bytes.
#[derive(Clone, Copy)]
struct Samples {
    per_pixel: u32,
    bits: u8,
}

impl Samples {
    fn of((colour, depth): (ColorType, BitDepth)) -> Option<Self> {
        let per_pixel = match colour {
            ColorType::Grayscale => 1,
            ColorType::Rgb => 3,
            ColorType::Indexed | ColorType::GrayscaleAlpha | ColorType::Rgba => return None,
        };
        // Of sixteen bits, the first eight are compared with those that follow: only deep black is lost by that, and paper has none.
        (depth != BitDepth::Sixteen).then_some(Self { per_pixel, bits: depth as u8 })
    }

    /// First column with ink, and the one after the last.
    fn ink_in(self, row: &[u8], width: u32) -> Option<(u32, u32)> {
        // Bits behind the last pixel of a row mean nothing.
        let padding =
            (row.len() as u32 * 8).saturating_sub(width * self.per_pixel * u32::from(self.bits));
        let has_ink = |byte: &u8| self.darkest(*byte) < INK;
        let (end, body) = row.split_last()?;
        let at_end = has_ink(&(end | ((1_u16 << padding.min(7)) - 1) as u8)).then_some(body.len());
        let first = body.iter().position(has_ink).or(at_end)? as u32;
        let last = at_end.or_else(|| body.iter().rposition(has_ink))? as u32;
        let column = |byte: u32| byte * u32::from(8 / self.bits) / self.per_pixel;
        Some((column(first).min(width - 1), column(last + 1).clamp(1, width)))
    }

    /// Darkest of the samples in a byte, from 0 to 255.
    fn darkest(self, byte: u8) -> u8 {
        match self.bits {
            8 => byte,
            4 => (byte >> 4).min(byte & 15) * 17,
            2 => (0..4).map(|at| (byte >> (2 * at) & 3) * 85).min().unwrap_or_default(),
            _ if byte == u8::MAX => u8::MAX,
            _ => 0,
        }
    }
}

#[cfg(test)]
mod tests {
    use image::ExtendedColorType;

    use super::*;
    use crate::picture::tests::png;

    #[test]
    fn bounds_enclose_ink_with_a_margin() {
        let mut pixels = vec![255; 560 * 100];
        for (x, y) in [(200, 40), (300, 60)] {
            pixels[y * 560 + x] = 30;
        }
        let bounds = InkBounds::of(&png(560, 100, ExtendedColorType::L8, &pixels));
        assert_eq!(bounds, Some(InkBounds { left: 198, top: 38, right: 303, bottom: 63 }));
    }

    #[test]
    fn coloured_ink_counts_by_its_darkest_sample() {
        let mut pixels = vec![255; 30 * 30 * 3];
        // Yellow: only the blue sample is dark.
        pixels[(10 * 30 + 20) * 3..][..3].copy_from_slice(&[250, 220, 20]);
        let bounds = InkBounds::of(&png(30, 30, ExtendedColorType::Rgb8, &pixels));
        assert_eq!(bounds, Some(InkBounds { left: 20, top: 10, right: 21, bottom: 11 }));
    }

    #[test]
    fn packed_samples_are_compared_without_their_padding() {
        let mut file = Vec::new();
        let mut encoder = png::Encoder::new(&mut file, 11, 2);
        encoder.set_color(ColorType::Grayscale);
        encoder.set_depth(BitDepth::Four);
        // Eleven samples take five and a half bytes.
        let rows = [[0xff, 0xf3, 0xff, 0xff, 0xff, 0xf0], [0xff, 0xff, 0xff, 0xff, 0xff, 0xf0]];
        encoder.write_header().unwrap().write_image_data(rows.as_flattened()).unwrap();
        let bounds = InkBounds::of(&file);
        assert_eq!(bounds, Some(InkBounds { left: 2, top: 0, right: 4, bottom: 1 }));
    }

    #[test]
    fn blank_and_broken_pictures_have_no_bounds() {
        let paper = png(30, 30, ExtendedColorType::L8, &[240; 900]);
        assert_eq!(InkBounds::of(&paper), None);
        assert_eq!(InkBounds::of(&paper[..60]), None);
        assert_eq!(InkBounds::of(b"%PDF-1.7"), None);
        assert_eq!(InkBounds::of(&png(4, 4, ExtendedColorType::Rgba8, &[0; 64])), None);
    }
}
