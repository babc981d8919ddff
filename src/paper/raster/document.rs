//! The child's side: a PDF is opened, its pages are drawn.

use hayro::hayro_interpret::InterpreterSettings;
use hayro::hayro_interpret::util::TransformExt;
use hayro::hayro_syntax::object::{Array, dict::keys};
use hayro::hayro_syntax::page::Page;
use hayro::hayro_syntax::{DecryptionError, LoadPdfError, Pdf};
use hayro::kurbo::Affine;
use hayro::vello_cpu::color::palette::css::WHITE;
use hayro::vello_cpu::{Pixmap, RasterizerSettings, RenderContext, Resources, TargetInit};
use hayro::{RenderCache, RenderSettings, render_into};

use super::wire::{Answer, PageFacts, Request, View};
use super::{MOST_PAGES, MOST_PIXELS, annotation, group};
use crate::paper::grey::Grey;
use crate::paper::refusal::Refusal;

/// The whole job, from the parent's bytes to the answer's.
pub(super) fn serve(input: Vec<u8>) -> Result<Vec<u8>, Refusal> {
    let (request, file) = Request::parse(input).ok_or(Refusal::Unreadable)?;
    let pdf = group::without_hiding_groups(file, open)?;
    if pdf.pages().len() > MOST_PAGES {
        return Err(Refusal::TooManyPages);
    }
    let answer = match request {
        Request::Look { short_side } => look(&pdf, f64::from(short_side)),
        Request::Draw { views } => draw(&pdf, &views)?,
    };
    answer.into_bytes().ok_or(Refusal::Unreadable)
}

fn open(file: Vec<u8>) -> Result<Pdf, Refusal> {
    let pdf = Pdf::new(file).map_err(|error| match error {
        LoadPdfError::Decryption(DecryptionError::InvalidEncryption) | LoadPdfError::Invalid => {
            Refusal::Unreadable
        }
        LoadPdfError::Decryption(_) => Refusal::Encrypted,
    })?;
    if pdf.pages().is_empty() { Err(Refusal::Unreadable) } else { Ok(pdf) }
}

fn look(pdf: &Pdf, short_side: f64) -> Answer {
    let producer = pdf.metadata().producer.as_deref().unwrap_or_default();
    let mut answer =
        Answer { producer: String::from_utf8_lossy(producer).into_owned(), ..Answer::default() };
    let mut brush = Brush::new();
    let most_pixels = MOST_PIXELS / pdf.pages().len().max(1) as f64;
    for page in pdf.pages().iter() {
        let (width, height) = page.render_dimensions();
        let (width, height) = (f64::from(width), f64::from(height));
        let scale = (short_side / width.min(height))
            .min((most_pixels / (width * height)).sqrt())
            .min(f64::from(u16::MAX) / width.max(height));
        // Rounded, not up: a page of 447.292 points must not be a row longer than one of 447.3.
        let size = |points: f64| ((points * scale).round() as u16).max(1);
        answer.images.push(brush.draw(page, Affine::scale(scale), size(width), size(height)));
        let annotations = page.raw().get::<Array<'_>>(keys::ANNOTS);
        let annotations = annotations.map_or(0, |all| all.raw_iter().count());
        answer.pages.push(PageFacts { scale, annotations });
    }
    answer
}

fn draw(pdf: &Pdf, views: &[View]) -> Result<Answer, Refusal> {
    let mut answer = Answer::default();
    let mut brush = Brush::new();
    for view in views {
        let page = pdf.pages().get(view.page).ok_or(Refusal::Unreadable)?;
        let side = |pixels: u32| u16::try_from(pixels).map_err(|_| Refusal::TooDemanding);
        let (width, height) = (side(view.width)?, side(view.height)?);
        answer.images.push(brush.draw(page, Affine::new(view.map), width, height));
    }
    Ok(answer)
}

/// What is kept from one page to the next: fonts, glyphs, buffers.
struct Brush<'a> {
    cache: RenderCache<'a>,
    interpreter: InterpreterSettings,
    context: RenderContext,
    pixmap: Pixmap,
    resources: Resources,
}

impl<'a> Brush<'a> {
    fn new() -> Self {
        Self {
            cache: RenderCache::new(),
            interpreter: InterpreterSettings::default(),
            context: RenderContext::new(1, 1),
            pixmap: Pixmap::new(1, 1),
            resources: Resources::default(),
        }
    }

    /// The page with its annotations on white paper; `map` starts at the displayed page's upper left corner.
    fn draw(&mut self, page: &'a Page<'a>, map: Affine, width: u16, height: u16) -> Grey {
        // Hinted letters would sit elsewhere at every size, and blank and filled form would not match.
        let settings = RenderSettings { hinting: false, ..RenderSettings::default() };
        let transform = map * page.initial_transform(true).to_kurbo();
        self.context.reset_and_resize(width, height);
        self.pixmap.resize(width, height);
        let (cache, context) = (&self.cache, &mut self.context);
        render_into(page, cache, &self.interpreter, &settings, context, transform);
        annotation::draw_without_appearance(page, context, transform);
        context.flush();
        let onto_white =
            RasterizerSettings { target_init: TargetInit::Clear(WHITE), ..Default::default() };
        context.render_with(&mut self.pixmap, &mut self.resources, onto_white);
        Grey {
            width: usize::from(width),
            height: usize::from(height),
            pixels: luma(self.pixmap.data_as_u8_slice()),
        }
    }
}

/// The brightness of RGBA pixels on white, by the weights of ITU-R BT.601.
fn luma(pixels: &[u8]) -> Vec<u8> {
    let weigh = |pixel: &[u8]| {
        let [red, green, blue] = [pixel[0], pixel[1], pixel[2]].map(u16::from);
        ((77 * red + 150 * green + 29 * blue + 128) >> 8) as u8
    };
    pixels.chunks_exact(4).map(weigh).collect()
}
