//! Rasterises PDF pages, in a child process that malformed input may crash.
//!
//! The parent sends a request and the file; the child answers with sizes and pixels. Nothing else of a PDF is used: no script
//! runs, no link is followed, no attachment is opened.

mod annotation;
mod crop;
mod document;
mod drawing;
mod group;
mod layer;
mod patch;
mod pattern;
#[cfg(feature = "pdfium")]
mod pdfium;
#[cfg(test)]
mod tests;
mod typed_text;
mod wire;

use std::ops::Range;
use std::time::Duration;

use sandbox::{Allocation, Failure, Job, Limits, Priority, Protection, Sandbox, SystemCalls};

use crate::image::colour::Channels;
use crate::image::grey::Grey;
use crate::refusal::Refusal;
use crate::register::affine::AffineMap;
use patch::{NO_CROP, has_name};
use wire::{AnswerMetadata, Request};

#[cfg(feature = "pdfium")]
pub use pdfium::JOB as PDFIUM_JOB;

/// Job that rasterises a PDF.
pub const JOB: Job = Job {
    name: "raster",
    limits: Limits {
        memory: 512 << 20,
        cpu_seconds: 10,
        wall: Duration::from_mins(3),
        answer: 128 << 20,
    },
    allocation: Allocation::LargePages,
    system_calls: SystemCalls::OneThread,
    priority: Priority::Normal,
    load: None,
    run: |input| document::serve(input).map_err(|refusal| refusal.code().to_owned()),
};

/// Maximum number of pages of a file that is previewed or drawn.
pub(crate) const MAX_PAGES: usize = 60;
/// Maximum number of pixels of all pages together: a page can be a point wide and a mile high.
const MAX_PIXELS: f64 = 40e6;

/// Previews of some pages of a file, just large enough to find the form.
#[derive(Debug)]
pub(crate) struct FilePreviews {
    /// Name of the program that wrote the file.
    pub(crate) producer: String,
    /// Number of pages of the whole file.
    pub(crate) page_count: usize,
    pub(crate) pages: Vec<PreviewPage>,
}

#[derive(Clone, Debug)]
pub(crate) struct PreviewPage {
    pub(crate) image: Grey,
    /// Map from points of the displayed page to pixels of `image`.
    pub(crate) map: AffineMap,
    /// Whether the page was white on black, and has been inverted.
    pub(crate) is_inverted: bool,
    /// Number of annotations on the page, visible or hidden.
    pub(crate) annotations: usize,
    /// Whether there is typed text or a stamp that cannot be drawn.
    pub(crate) has_lost_text: bool,
}

impl PreviewPage {
    pub(crate) fn of(image: Grey, map: AffineMap) -> Self {
        Self { image, map, is_inverted: false, annotations: 0, has_lost_text: false }
    }
}

/// Request to draw a part of one page. `map` converts points of the displayed page, from its upper left corner, to pixels.
#[derive(Clone, Copy, Debug)]
pub(crate) struct View {
    pub(crate) page: usize,
    pub(crate) map: AffineMap,
    pub(crate) width: u32,
    pub(crate) height: u32,
}

/// Pixels that were drawn for a [`View`].
#[derive(Debug)]
pub(crate) struct RasterizedView {
    pub(crate) luma: Grey,
    /// Darkest channel of every pixel, at half the size; `None` for a page without light colours.
    pub(crate) tint: Option<Grey>,
    /// Channels in blocks of pixels, where there are colours.
    pub(crate) channels: Option<Channels>,
}

/// Draws the pages in the range that exist, the shorter side of each `short_side` pixels unless that exceeds a limit.
pub(crate) fn rasterize_previews(
    sandbox: &Sandbox,
    pdf: &[u8],
    short_side: u32,
    pages: Range<usize>,
) -> Result<FilePreviews, Refusal> {
    let (facts, images) = call(sandbox, &Request::Preview { short_side, pages }, pdf)?;
    let pages = facts
        .pages
        .into_iter()
        .zip(images)
        .map(|(page, image)| PreviewPage {
            annotations: page.annotations,
            has_lost_text: page.has_lost_text,
            ..PreviewPage::of(image, AffineMap::scale(page.scale))
        })
        .collect();
    Ok(FilePreviews { producer: facts.producer, page_count: facts.page_count, pages })
}

/// Draws the given views, in their order.
pub(crate) fn draw(
    sandbox: &Sandbox,
    pdf: &[u8],
    views: &[View],
) -> Result<Vec<RasterizedView>, Refusal> {
    let views = views.iter().map(wire::View::from).collect();
    let (facts, images) = call(sandbox, &Request::Draw { views }, pdf)?;
    let mut images = images.into_iter();
    let drawn = facts.colours.into_iter().map(|colours| {
        let luma = images.next()?;
        let tint = if colours.tinted { Some(images.next()?) } else { None };
        let channels =
            if colours.any { Some([images.next()?, images.next()?, images.next()?]) } else { None };
        Some(RasterizedView { luma, tint, channels })
    });
    drawn.collect::<Option<_>>().ok_or(Refusal::Unavailable)
}

/// Draws the only page of a PDF in red, green and blue, with `short_side` pixels on its shorter side.
pub(crate) fn page(sandbox: &Sandbox, pdf: &[u8], short_side: u32) -> Result<Channels, Refusal> {
    channels(sandbox, &Request::Page { short_side }, pdf)
}

/// Draws the first page of a PDF that may have more, as [`page`] does.
pub(crate) fn first_page(
    sandbox: &Sandbox,
    pdf: &[u8],
    short_side: u32,
) -> Result<Channels, Refusal> {
    channels(sandbox, &Request::FirstPage { short_side }, pdf)
}

/// Mark before a PDF whose pages are to be uncropped by the child, because their boxes may be compressed.
const UNCROP: &[u8] = b"%uncrop\n";

/// Returns the PDF for its pages to be drawn uncropped; `None` if none is cropped.
pub(crate) fn uncropped(pdf: &[u8]) -> Option<Vec<u8>> {
    if NO_CROP.is_in(pdf) {
        let mut pdf = pdf.to_vec();
        NO_CROP.apply_everywhere(&mut pdf);
        return Some(pdf);
    }
    has_name(pdf, b"ObjStm").then(|| [UNCROP, pdf].concat())
}

fn channels(sandbox: &Sandbox, request: &Request, pdf: &[u8]) -> Result<Channels, Refusal> {
    let (_, images) = call(sandbox, request, pdf)?;
    images.try_into().map_err(|_| Refusal::Unavailable)
}

/// Checks that pages can be drawn as configured. Called at startup, so that a library that cannot be loaded is noticed then and
/// not by the first member.
///
/// # Errors
/// [`Failure`] if the child does not start.
pub fn probe(sandbox: &Sandbox) -> Result<Protection, Failure> {
    sandbox.protection(job(sandbox))
}

/// Job of pdfium if the children have its library, else of the built-in renderer.
fn job(sandbox: &Sandbox) -> &'static Job {
    #[cfg(feature = "pdfium")]
    if sandbox.library().is_some() {
        return &PDFIUM_JOB;
    }
    debug_assert!(sandbox.library().is_none());
    &JOB
}

fn call(
    sandbox: &Sandbox,
    request: &Request,
    pdf: &[u8],
) -> Result<(AnswerMetadata, Vec<Grey>), Refusal> {
    let head = request.head().ok_or(Refusal::Unavailable)?;
    let answer = sandbox.call(job(sandbox), &[&head, pdf]).map_err(|failure| match failure {
        Failure::Refused(code) => Refusal::of_code(&code).unwrap_or(Refusal::Unreadable),
        Failure::OverLimit => Refusal::TooDemanding,
        Failure::Died(_) | Failure::Forbidden => Refusal::Unreadable,
        Failure::Start(_) => Refusal::Unavailable,
        Failure::Busy(_) => Refusal::Busy,
    })?;
    AnswerMetadata::parse(answer).ok_or(Refusal::Unavailable)
}
