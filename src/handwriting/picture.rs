//! Picture with handwriting, as grey values on white paper.

use image::{DynamicImage, GrayImage, ImageDecoder, ImageReader, Limits, imageops};

/// Maximum number of pixels of a picture; larger ones are refused.
const MAX_PIXELS: u64 = 64_000_000;
/// Maximum bytes of a decoded picture.
const MAX_DECODING_BYTES: u64 = 200 << 20;
/// Maximum bytes of metadata. The server's own pictures have none.
const MAX_METADATA_BYTES: u64 = 4 << 20;
/// Maximum side in pixels; larger pictures are reduced, since no letter needs them.
const MAX_SIDE: u32 = 3_000;
/// Side of the tiles in which the paper's luma is determined.
const TILE: usize = 48;
/// Luma of the paper from which on a picture needs no correction.
const WHITE_PAPER: u8 = 245;

/// Picture whose paper is white.
pub(crate) struct Picture {
    pub(crate) width: usize,
    pub(crate) height: usize,
    /// Rows from the top; 0 is black.
    pub(crate) pixels: Vec<u8>,
    /// Pixels of the original per pixel here, in each direction.
    pub(crate) reduction: f32,
}

impl Picture {
    /// Decodes a PNG or WebP.
    ///
    /// # Errors
    /// A sentence, if it is neither or too large.
    pub(crate) fn decode(file: &[u8]) -> Result<Self, String> {
        let unreadable = |error: image::ImageError| format!("the picture is unreadable: {error}");
        let reader = ImageReader::new(std::io::Cursor::new(file)).with_guessed_format();
        let mut reader = reader.map_err(|error| error.to_string())?;
        let mut limits = Limits::default();
        limits.max_alloc = Some(MAX_METADATA_BYTES);
        reader.limits(limits);
        let decoder = reader.into_decoder().map_err(unreadable)?;
        let (width, height) = decoder.dimensions();
        let pixels = u64::from(width) * u64::from(height);
        if pixels > MAX_PIXELS || decoder.total_bytes() > MAX_DECODING_BYTES {
            return Err("the picture is too large".to_owned());
        }
        let image = DynamicImage::from_decoder(decoder).map_err(unreadable)?;
        let grey = on_white(&image);
        drop(image);
        let reduction = (width.max(height) as f32 / MAX_SIDE as f32).max(1.0);
        let grey = if reduction > 1.0 {
            let reduced = |side: u32| ((side as f32 / reduction) as u32).max(1);
            imageops::thumbnail(&grey, reduced(width), reduced(height))
        } else {
            grey
        };
        Ok(Self::of_grey(grey, reduction))
    }

    fn of_grey(grey: GrayImage, reduction: f32) -> Self {
        let (width, height) = (grey.width() as usize, grey.height() as usize);
        let mut picture = Self { width, height, pixels: grey.into_raw(), reduction };
        picture.whiten();
        picture
    }

    #[cfg(test)]
    pub(crate) fn of_pixels(width: usize, pixels: Vec<u8>) -> Self {
        Self { width, height: pixels.len() / width, pixels, reduction: 1.0 }
    }

    pub(crate) fn row(&self, y: usize) -> &[u8] {
        &self.pixels[y * self.width..][..self.width]
    }

    /// Makes the paper white where it is not: in a photograph, its luma changes across the page.
    fn whiten(&mut self) {
        let (columns, rows) = (self.width.div_ceil(TILE), self.height.div_ceil(TILE));
        let mut paper = vec![0; columns * rows];
        for (tile, luma) in paper.iter_mut().enumerate() {
            *luma = self.paper_of_tile(tile % columns, tile / columns);
        }
        let paper = brightest_neighbours(&paper, columns);
        if paper.iter().all(|luma| *luma >= WHITE_PAPER) {
            return;
        }
        for y in 0..self.height {
            for x in 0..self.width {
                let paper = interpolated(&paper, columns, rows, x, y).max(1.0);
                let pixel = &mut self.pixels[y * self.width + x];
                *pixel = (f32::from(*pixel) * 255.0 / paper).min(255.0) as u8;
            }
        }
    }

    /// Luma that nine tenths of a tile's pixels do not exceed: that of the paper, unless ink covers nearly all of it.
    fn paper_of_tile(&self, column: usize, row: usize) -> u8 {
        let mut counts = [0_u32; 256];
        let mut total = 0;
        for y in row * TILE..((row + 1) * TILE).min(self.height) {
            let right = ((column + 1) * TILE).min(self.width);
            for luma in &self.row(y)[column * TILE..right] {
                counts[usize::from(*luma)] += 1;
                total += 1;
            }
        }
        let mut below = 0;
        let paper = counts.iter().position(|count| {
            below += count;
            below * 10 >= total * 9
        });
        paper.unwrap_or(255) as u8
    }
}

/// Luma of a picture on white paper, whatever its transparent parts hide.
fn on_white(image: &image::DynamicImage) -> GrayImage {
    if !image.color().has_alpha() {
        return image.to_luma8();
    }
    let mut grey = GrayImage::new(image.width(), image.height());
    for (pixel, with_alpha) in grey.pixels_mut().zip(image.to_luma_alpha8().pixels()) {
        let [luma, alpha] = with_alpha.0.map(u32::from);
        pixel.0[0] = ((luma * alpha + 255 * (255 - alpha)) / 255) as u8;
    }
    grey
}

/// Brightest luma of each tile and its neighbours, because ink can cover a tile.
fn brightest_neighbours(paper: &[u8], columns: usize) -> Vec<u8> {
    let rows = paper.len() / columns.max(1);
    let near = |place: usize, count: usize| place.saturating_sub(1)..(place + 2).min(count);
    let brightest = |tile: usize| {
        let (column, row) = (tile % columns, tile / columns);
        let tiles = near(row, rows)
            .flat_map(|row| near(column, columns).map(move |column| row * columns + column));
        tiles.map(|tile| paper[tile]).max().unwrap_or(255)
    };
    (0..paper.len()).map(brightest).collect()
}

/// Paper's luma at a pixel, between the centres of tiles.
fn interpolated(paper: &[u8], columns: usize, rows: usize, x: usize, y: usize) -> f32 {
    let place = |at: usize, count: usize| {
        let tile = ((at as f32 + 0.5) / TILE as f32 - 0.5).clamp(0.0, (count - 1) as f32);
        let first = tile as usize;
        (first, (first + 1).min(count - 1), tile.fract())
    };
    let ((left, right, across), (top, bottom, down)) = (place(x, columns), place(y, rows));
    let luma = |column: usize, row: usize| f32::from(paper[row * columns + column]);
    let between = |row: usize| luma(left, row) * (1.0 - across) + luma(right, row) * across;
    between(top) * (1.0 - down) + between(bottom) * down
}
