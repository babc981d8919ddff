//! Encodes pictures of handwriting as PNG, with as few bits a pixel as their shades or colours need.

use std::collections::BTreeMap;

use png::{BitDepth, ColorType, Compression, Encoder, Filter};

/// Distance between the shades of grey at each bit depth.
const STEPS: [(u8, BitDepth); 3] =
    [(255, BitDepth::One), (85, BitDepth::Two), (17, BitDepth::Four)];
/// Maximum number of palette colours at each bit depth.
const MAX_COLOURS: [(usize, BitDepth); 4] =
    [(2, BitDepth::One), (4, BitDepth::Two), (16, BitDepth::Four), (256, BitDepth::Eight)];

/// Encodes shades of grey without loss; the same pixels always give the same bytes. `pixels` are whole rows of `width`.
pub fn of_shades(width: usize, pixels: &[u8]) -> Vec<u8> {
    let mut shown = [false; 256];
    for luma in pixels {
        shown[usize::from(*luma)] = true;
    }
    let holds =
        |step: u8| (0..=u8::MAX).zip(shown).all(|(luma, is)| !is || luma.is_multiple_of(step));
    let depth =
        STEPS.iter().find(|(step, _)| holds(*step)).map_or(BitDepth::Eight, |(_, bits)| *bits);
    let spare = 8 - depth as usize;
    let packed = pack(width, pixels, depth, |luma| luma >> spare);
    Picture { width, height: pixels.len() / width, kind: ColorType::Grayscale, depth, packed }
        .encode(None)
}

/// Encodes colours in the same way, with a palette if they are few, and as shades if there is no colour.
pub fn of_colours(width: usize, pixels: &[[u8; 3]]) -> Vec<u8> {
    let mut runs = PixelRuns::default();
    for pixel in pixels {
        runs.push(*pixel, 1);
    }
    of_runs(width, &runs)
}

/// Run-length encoded pixels. Most of a picture is paper: there are far fewer runs of one colour than pixels.
#[derive(Default)]
pub(crate) struct PixelRuns(Vec<([u8; 3], usize)>);

impl PixelRuns {
    /// Appends `length` pixels of one colour.
    pub(crate) fn push(&mut self, colour: [u8; 3], length: usize) {
        match self.0.last_mut() {
            Some((last, before)) if *last == colour => *before += length,
            _ => self.0.push((colour, length)),
        }
    }

    /// Decodes the runs, with a value for each colour.
    fn unrolled<T: Copy>(&self, value: impl Fn([u8; 3]) -> T) -> Vec<T> {
        let mut pixels = Vec::with_capacity(self.0.iter().map(|(_, length)| length).sum());
        for (colour, length) in &self.0 {
            pixels.extend(std::iter::repeat_n(value(*colour), *length));
        }
        pixels
    }
}

/// Encodes runs like [`of_colours`].
pub(crate) fn of_runs(width: usize, runs: &PixelRuns) -> Vec<u8> {
    if runs.0.iter().all(|([red, green, blue], _)| red == green && green == blue) {
        return of_shades(width, &runs.unrolled(|[luma, ..]| luma));
    }
    let mut numbers: BTreeMap<[u8; 3], u8> =
        runs.0.iter().map(|(colour, _)| (*colour, 0)).collect();
    let Some((_, depth)) = MAX_COLOURS.iter().find(|(most, _)| numbers.len() <= *most).copied()
    else {
        let (kind, depth) = (ColorType::Rgb, BitDepth::Eight);
        let packed = runs.unrolled(|colour| colour).into_flattened();
        return Picture { width, height: packed.len() / 3 / width, kind, depth, packed }
            .encode(None);
    };
    numbers.values_mut().zip(0..=u8::MAX).for_each(|(number, next)| *number = next);
    let numbered = runs.unrolled(|colour| numbers[&colour]);
    let height = numbered.len() / width;
    let packed = pack(width, &numbered, depth, |number| number);
    let palette = numbers.into_keys().flatten().collect();
    Picture { width, height, kind: ColorType::Indexed, depth, packed }.encode(Some(palette))
}

/// Nearest shade that four bits can represent: at most eight of 255 away, which is invisible in handwriting.
pub(crate) fn sixteen_shades(luma: u8) -> u8 {
    ((u16::from(luma) + 8) / 17 * 17) as u8
}

/// Packs rows of `width` pixels at a bit depth, the first pixel in the highest bits of a byte.
fn pack(width: usize, pixels: &[u8], depth: BitDepth, value: impl Fn(u8) -> u8) -> Vec<u8> {
    let bits = depth as usize;
    let mut packed = Vec::with_capacity(pixels.len() * bits / 8 + pixels.len() / width);
    for row in pixels.chunks_exact(width) {
        packed.extend(row.chunks(8 / bits).map(|pixels| {
            let placed =
                pixels.iter().zip(1..).map(|(pixel, nth)| value(*pixel) << (8 - nth * bits));
            placed.fold(0, |byte, pixel| byte | pixel)
        }));
    }
    packed
}

/// Picture in the form that PNG stores.
struct Picture {
    width: usize,
    height: usize,
    kind: ColorType,
    depth: BitDepth,
    packed: Vec<u8>,
}

impl Picture {
    fn encode(self, palette: Option<Vec<u8>>) -> Vec<u8> {
        let mut file = Vec::new();
        let mut encoder = Encoder::new(&mut file, self.width as u32, self.height as u32);
        encoder.set_color(self.kind);
        encoder.set_depth(self.depth);
        if let Some(palette) = palette {
            encoder.set_palette(palette);
        }
        // Filters predict a byte from those to the left and above: that helps with shades, but not with packed bits or palette
        // indices.
        let is_plain = self.depth == BitDepth::Eight && self.kind != ColorType::Indexed;
        encoder.set_compression(if is_plain { Compression::Fast } else { Compression::Balanced });
        encoder.set_filter(if is_plain { Filter::Adaptive } else { Filter::NoFilter });
        let written =
            encoder.write_header().and_then(|mut writer| writer.write_image_data(&self.packed));
        written.expect("a picture is as large as it says, and memory takes every byte");
        file
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn depth_of(png: &[u8]) -> (ColorType, u8) {
        let reader = png::Decoder::new(std::io::Cursor::new(png)).read_info().unwrap();
        (reader.info().color_type, reader.info().bit_depth as u8)
    }

    #[test]
    fn grey_png_uses_fewest_bits() {
        // Widths that do and do not fill their last byte.
        for width in [5, 8] {
            for (shades, bits) in [
                (&[0, 255, 255][..], 1),
                (&[0, 85, 170, 255], 2),
                (&[17, 0, 238, 119, 255], 4),
                (&[18, 0, 255], 8),
            ] {
                let rows: Vec<u8> = shades.iter().copied().cycle().take(3 * width).collect();
                let png = of_shades(width, &rows);
                assert_eq!(png, of_shades(width, &rows));
                assert_eq!(depth_of(&png), (ColorType::Grayscale, bits));
                let shown = image::load_from_memory(&png).unwrap().into_luma8();
                assert_eq!((shown.width() as usize, shown.as_raw()), (width, &rows));
            }
        }
    }

    #[test]
    fn few_colours_become_a_palette() {
        for width in [5, 8] {
            for (colours, kind, bits) in [
                (2, ColorType::Indexed, 1),
                (9, ColorType::Indexed, 4),
                (200, ColorType::Indexed, 8),
                (300, ColorType::Rgb, 8),
            ] {
                let colour = |n: usize| [(n % colours) as u8, ((n % colours) >> 8) as u8, 7];
                let pixels: Vec<_> = (0..80 * width).map(colour).collect();
                let png = of_colours(width, &pixels);
                assert_eq!(depth_of(&png), (kind, bits), "{colours}");
                let shown = image::load_from_memory(&png).unwrap().into_rgb8();
                assert_eq!(shown.as_raw(), pixels.as_flattened());
            }
        }
        assert_eq!(depth_of(&of_colours(2, &[[0; 3], [255; 3]])), (ColorType::Grayscale, 1));
    }

    #[test]
    fn sixteen_shades_keep_black_and_white() {
        assert_eq!([0, 255, 130].map(sixteen_shades), [0, 255, 136]);
        assert!((0..=255).all(|luma| sixteen_shades(luma).abs_diff(luma) <= 8));
    }
}
