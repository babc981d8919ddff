//! Child that draws with pdfium instead of the built-in renderer.
//!
//! The library is C++ that parses untrusted files, so it is loaded before the child gives up the file system, and works under the
//! same limits. Its pixels are processed like those of the built-in renderer.

use std::error::Error as _;
use std::ops::Range;
use std::path::Path;
use std::sync::OnceLock;

use pdfium_render::prelude::{
    PdfBitmapFormat, PdfDocument, PdfDocumentMetadataTagType, PdfPage, PdfRenderConfig, Pdfium,
    PdfiumError, PdfiumInternalError,
};

use super::MAX_PIXELS;
use super::document::fit;
use super::drawing::Drawing;
use super::wire::{PageFacts, Request, View};
use crate::refusal::Refusal;
use sandbox::{Job, Priority, SystemCalls};

/// Job that rasterises a PDF with pdfium.
pub const JOB: Job = Job {
    name: "raster-pdfium",
    limits: super::JOB.limits,
    allocation: super::JOB.allocation,
    system_calls: SystemCalls::Library,
    priority: Priority::Normal,
    load: Some(load),
    run: |input| serve(input).map_err(|refusal| refusal.code().to_owned()),
};

static PDFIUM: OnceLock<Pdfium> = OnceLock::new();

fn load(library: &Path) -> Result<(), String> {
    let bindings = Pdfium::bind_to_library(library).map_err(|error| {
        // The outer error does not contain the reason.
        let cause = match &error {
            PdfiumError::LoadLibraryError(error) => error.source().map(ToString::to_string),
            _ => None,
        };
        format!("{}: {}", library.display(), cause.unwrap_or_else(|| error.to_string()))
    })?;
    PDFIUM.get_or_init(|| Pdfium::new(bindings));
    Ok(())
}

fn serve(input: Vec<u8>) -> Result<Vec<u8>, Refusal> {
    let pdfium = PDFIUM.get().ok_or(Refusal::Unavailable)?;
    let (request, file) = Request::parse(input).ok_or(Refusal::Unreadable)?;
    let pdf = pdfium.load_pdf_from_byte_vec(file, None).map_err(|error| refusal(&error))?;
    match pdf.pages().len() as usize {
        0 => return Err(Refusal::Unreadable),
        pages => request.fits(pages)?,
    }
    match request {
        Request::Preview { short_side, pages } => draw_previews(&pdf, f64::from(short_side), pages),
        Request::Draw { views } => draw(&pdf, &views),
        Request::Page { short_side } | Request::FirstPage { short_side } => {
            draw_page(&pdf, f64::from(short_side))
        }
    }
}

fn draw_previews(
    pdf: &PdfDocument<'_>,
    short_side: f64,
    pages: Range<usize>,
) -> Result<Vec<u8>, Refusal> {
    let mut drawing = Drawing::default();
    drawing.facts.page_count = pdf.pages().len() as usize;
    let most_pixels = MAX_PIXELS / f64::from(pdf.pages().len());
    for page in pdf.pages().iter().skip(pages.start).take(pages.len()) {
        let size = (page.width().value, page.height().value);
        let (scale, width, height) = fit(size, short_side, most_pixels);
        let pixels = pixels(&page, [scale, 0.0, 0.0, scale, 0.0, 0.0], width, height)?;
        drawing.add(&pixels, width, height);
        let annotations = page.annotations().len();
        // pdfium itself draws text that has no appearance.
        drawing.facts.pages.push(PageFacts { scale, annotations, has_lost_text: false });
    }
    let producer = pdf.metadata().get(PdfDocumentMetadataTagType::Producer);
    drawing.facts.producer = producer.map(|tag| tag.value().to_owned()).unwrap_or_default();
    drawing.answer()
}

fn draw(pdf: &PdfDocument<'_>, views: &[View]) -> Result<Vec<u8>, Refusal> {
    let mut drawing = Drawing::default();
    for view in views {
        let page = i32::try_from(view.page).map_err(|_| Refusal::Unreadable)?;
        let page = pdf.pages().get(page).map_err(|error| refusal(&error))?;
        let side = |pixels: u32| u16::try_from(pixels).map_err(|_| Refusal::TooDemanding);
        let (width, height) = (side(view.width)?, side(view.height)?);
        drawing.add_in_colour(&pixels(&page, view.map, width, height)?, width, height);
    }
    drawing.answer()
}

fn draw_page(pdf: &PdfDocument<'_>, short_side: f64) -> Result<Vec<u8>, Refusal> {
    let mut drawing = Drawing::default();
    let page = pdf.pages().first().map_err(|error| refusal(&error))?;
    let (scale, width, height) =
        fit((page.width().value, page.height().value), short_side, MAX_PIXELS);
    let pixels = pixels(&page, [scale, 0.0, 0.0, scale, 0.0, 0.0], width, height)?;
    drawing.add_channels(&pixels, width, height);
    drawing.answer()
}

/// Draws the page with its annotations on white paper, as RGBA; `map` starts at the displayed page's upper left corner.
fn pixels(page: &PdfPage<'_>, map: [f64; 6], width: u16, height: u16) -> Result<Vec<u8>, Refusal> {
    let map = map.map(|value| value as f32);
    let (right, bottom) = (i32::from(width), i32::from(height));
    let bitmap = PdfRenderConfig::new()
        .set_fixed_size(right, bottom)
        .clip(0, 0, right, bottom)
        .set_format(PdfBitmapFormat::BGRx)
        // Form data would make pdfium ignore the map; annotations contain the appearance of form fields.
        .render_form_data(false)
        .transform(map[0], map[1], map[2], map[3], map[4], map[5])
        .and_then(|how| page.render_with_config(&how));
    Ok(bitmap.map_err(|error| refusal(&error))?.as_rgba_bytes())
}

fn refusal(error: &PdfiumError) -> Refusal {
    match error {
        PdfiumError::PdfiumLibraryInternalError(
            PdfiumInternalError::PasswordError | PdfiumInternalError::SecurityError,
        ) => Refusal::Encrypted,
        _ => Refusal::Unreadable,
    }
}
