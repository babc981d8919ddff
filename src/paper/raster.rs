//! PDF pages into pixels, in a child process that may die of what it is fed.
//!
//! The parent sends a request and the file, the child answers with sizes and grey pixels. Nothing else of a PDF is used:
//! no script runs, no link is followed, no attachment is opened.

mod annotation;
mod document;
mod drawing;
mod group;
#[cfg(feature = "pdfium")]
mod pdfium;
#[cfg(test)]
mod tests;
mod wire;

use std::ops::Range;
use std::time::Duration;

use sandbox::{Allocation, Failure, Job, Limits, Protection, Sandbox, SystemCalls};

use super::colour::Channels;
use super::grey::Grey;
use super::refusal::Refusal;
use super::transform::Transform;
use wire::{Facts, Request};

#[cfg(feature = "pdfium")]
pub use pdfium::JOB as PDFIUM_JOB;

/// Rasterises a PDF.
pub const JOB: Job = Job {
    name: "raster",
    limits: Limits {
        memory: 512 << 20,
        cpu_seconds: 10,
        wall: Duration::from_secs(15),
        answer: 128 << 20,
    },
    allocation: Allocation::LargePages,
    system_calls: SystemCalls::OneThread,
    load: None,
    run: |input| document::serve(input).map_err(|refusal| refusal.code().to_owned()),
};

/// Most pages of a file that is looked at.
pub(super) const MAX_PAGES: usize = 60;
/// Most pixels of all pages together: a page can be a point wide and a mile high.
const MAX_PIXELS: f64 = 40e6;

/// Some pages of a file, drawn just large enough to find the form.
#[derive(Debug)]
pub(super) struct Look {
    /// The program that wrote the file, as it calls itself.
    pub(super) producer: String,
    /// Pages of the whole file.
    pub(super) page_count: usize,
    pub(super) pages: Vec<PreviewPage>,
}

#[derive(Debug)]
pub(super) struct PreviewPage {
    pub(super) image: Grey,
    /// Pixels of `image` a point of the page as it is displayed.
    pub(super) scale: f64,
    /// Whether the page was white on black, and has been turned round.
    pub(super) is_inverted: bool,
    /// Annotations on the page, seen or hidden.
    pub(super) annotations: usize,
}

/// One page seen through a map from its points, as displayed and from the upper left corner, to pixels.
#[derive(Clone, Copy, Debug)]
pub(super) struct View {
    pub(super) page: usize,
    pub(super) map: Transform,
    pub(super) width: u32,
    pub(super) height: u32,
}

/// A view as it was drawn.
#[derive(Debug)]
pub(super) struct Drawn {
    pub(super) luma: Grey,
    /// The darkest channel at half the size, where there are light colours.
    pub(super) tint: Option<Grey>,
    /// The channels, where there are colours.
    pub(super) channels: Option<Channels>,
}

/// Draws the pages in the range, as far as there are any, so that the shorter side of each has `short_side` pixels.
pub(super) fn rasterize_previews(
    sandbox: &Sandbox,
    pdf: &[u8],
    short_side: u32,
    pages: Range<usize>,
) -> Result<Look, Refusal> {
    let (facts, images) = call(sandbox, &Request::Look { short_side, pages }, pdf)?;
    let pages = facts
        .pages
        .into_iter()
        .zip(images)
        .map(|(page, image)| PreviewPage {
            image,
            scale: page.scale,
            is_inverted: false,
            annotations: page.annotations,
        })
        .collect();
    Ok(Look { producer: facts.producer, page_count: facts.page_count, pages })
}

/// Draws the given views, in their order.
pub(super) fn draw(sandbox: &Sandbox, pdf: &[u8], views: &[View]) -> Result<Vec<Drawn>, Refusal> {
    let views = views.iter().map(wire::View::from).collect();
    let (facts, images) = call(sandbox, &Request::Draw { views }, pdf)?;
    let mut images = images.into_iter();
    let drawn = facts.colours.into_iter().map(|colours| {
        let luma = images.next()?;
        let tint = if colours.tinted { Some(images.next()?) } else { None };
        let channels =
            if colours.any { Some([images.next()?, images.next()?, images.next()?]) } else { None };
        Some(Drawn { luma, tint, channels })
    });
    drawn.collect::<Option<_>>().ok_or(Refusal::Unavailable)
}

/// Draws the only page of a PDF so that its shorter side has `short_side` pixels: red, green and blue.
pub(super) fn page(sandbox: &Sandbox, pdf: &[u8], short_side: u32) -> Result<Channels, Refusal> {
    channels(sandbox, &Request::Page { short_side }, pdf)
}

/// The same for the first page of a PDF that may have more.
pub(super) fn first_page(
    sandbox: &Sandbox,
    pdf: &[u8],
    short_side: u32,
) -> Result<Channels, Refusal> {
    channels(sandbox, &Request::FirstPage { short_side }, pdf)
}

fn channels(sandbox: &Sandbox, request: &Request, pdf: &[u8]) -> Result<Channels, Refusal> {
    let (_, images) = call(sandbox, request, pdf)?;
    images.try_into().map_err(|_| Refusal::Unavailable)
}

/// Whether pages can be drawn as the settings say; asked when the server starts, so that a library that cannot be loaded is
/// told then and not to the first member.
///
/// # Errors
/// [`Failure`] in words when the child does not start.
pub fn probe(sandbox: &Sandbox) -> Result<Protection, Failure> {
    sandbox.protection(job(sandbox))
}

/// Our own renderer, unless the children were given pdfium's library.
fn job(sandbox: &Sandbox) -> &'static Job {
    #[cfg(feature = "pdfium")]
    if sandbox.library().is_some() {
        return &PDFIUM_JOB;
    }
    debug_assert!(sandbox.library().is_none());
    &JOB
}

fn call(sandbox: &Sandbox, request: &Request, pdf: &[u8]) -> Result<(Facts, Vec<Grey>), Refusal> {
    let head = request.head().ok_or(Refusal::Unavailable)?;
    let answer = sandbox.call(job(sandbox), &[&head, pdf]).map_err(|failure| match failure {
        Failure::Refused(code) => Refusal::of_code(&code).unwrap_or(Refusal::Unreadable),
        Failure::OverLimit => Refusal::TooDemanding,
        Failure::Died(_) | Failure::Forbidden => Refusal::Unreadable,
        Failure::Start(_) => Refusal::Unavailable,
        Failure::Busy(_) => Refusal::Busy,
    })?;
    Facts::parse(&answer).ok_or(Refusal::Unavailable)
}
