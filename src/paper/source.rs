//! Submitted file of any kind: previewed first, then drawn sharply where the form was found.

use std::ops::Range;

use sandbox::Sandbox;

use crate::file_kind;
use crate::image::colour::HUE_BLOCK;
use crate::image::grey::Grey;
use crate::image::picture::{self, Picture};
use crate::pdf::raster::{self, FilePreviews, PreviewPage, RasterizedView, View};
use crate::refusal::Refusal;
use crate::register::affine::AffineMap;

/// Length in bytes of the start of a file that may contain the signature of a PDF: some programs write a few bytes before it.
const PDF_MARK_WITHIN: usize = 1024;

/// Whether the file has the signature of a PDF.
pub(crate) fn is_pdf(file: &[u8]) -> bool {
    let start = &file[..file.len().min(PDF_MARK_WITHIN)];
    !picture::is_png(file) && start.windows(5).any(|bytes| bytes == b"%PDF-")
}

/// Source of pages: a PDF or a picture.
pub(crate) enum Source<'a> {
    Pdf { sandbox: &'a Sandbox, file: &'a [u8] },
    Picture(Picture),
}

/// Previews of a file's pages.
#[derive(Clone)]
pub(crate) struct PagePreviews {
    /// Number of pages of the whole file.
    pub(crate) page_count: usize,
    /// Name of the program that wrote the file; `None` for pictures.
    pub(crate) producer: Option<String>,
    pub(crate) pages: Vec<PreviewPage>,
}

impl<'a> Source<'a> {
    /// Detects the kind by the first bytes; file names are not trusted.
    pub(crate) fn of(sandbox: &'a Sandbox, file: &'a [u8]) -> Result<Self, Refusal> {
        if picture::is_png(file) {
            picture::decode(file).map(Self::Picture)
        } else if is_pdf(file) {
            Ok(Self::Pdf { sandbox, file })
        } else {
            Err(file_kind::refusal(file))
        }
    }

    /// Previews the pages in the range, which begins within the file, with shorter sides of about `short_side` pixels.
    pub(crate) fn previews(
        &self,
        short_side: u32,
        pages: Range<usize>,
    ) -> Result<PagePreviews, Refusal> {
        match self {
            Self::Pdf { sandbox, file } => {
                let FilePreviews { producer, page_count, pages } =
                    raster::rasterize_previews(sandbox, file, short_side, pages)?;
                Ok(PagePreviews { page_count, producer: Some(producer), pages })
            }
            Self::Picture(picture) => {
                let shorter = picture.luma.width.min(picture.luma.height);
                let scale = (f64::from(short_side) / shorter as f64).min(1.0);
                let image = picture.luma.shrunk(scale);
                let pages = vec![PreviewPage::of(image, AffineMap::scale(scale))];
                Ok(PagePreviews { page_count: 1, producer: None, pages })
            }
        }
    }

    /// Draws the given pages, each through a map from its own points or pixels.
    pub(crate) fn draw(&self, views: &[View]) -> Result<Vec<RasterizedView>, Refusal> {
        match self {
            Self::Pdf { sandbox, file } => raster::draw(sandbox, file, views),
            Self::Picture(picture) => {
                let drawn = views.iter().map(|view| draw(picture, view));
                drawn.collect::<Option<_>>().ok_or(Refusal::NotAForm)
            }
        }
    }
}

fn draw(picture: &Picture, view: &View) -> Option<RasterizedView> {
    let (width, height) = (view.width as usize, view.height as usize);
    let half = view.map.then(&AffineMap::scale(0.5));
    let luma = picture.luma.resample_affine(&view.map, width, height)?;
    let tint = picture.tint.as_ref();
    let tint = tint.and_then(|tint| tint.resample_affine(&half, width / 2, height / 2));
    let channels = picture.small.as_ref().and_then(|small| {
        let blocks = AffineMap::scale(1.0 / HUE_BLOCK as f64);
        let map = AffineMap::scale(1.0 / small.scale).then(&view.map).then(&blocks);
        let warped =
            |channel: &Grey| channel.resample_affine(&map, width / HUE_BLOCK, height / HUE_BLOCK);
        let [red, green, blue] = &small.channels;
        Some([warped(red)?, warped(green)?, warped(blue)?])
    });
    Some(RasterizedView { luma, tint, channels })
}
