//! Child's side of the protocol: opens a PDF and draws its pages.

use std::ops::Range;
use std::sync::Arc;

use hayro::hayro_interpret::InterpreterSettings;
use hayro::hayro_interpret::util::TransformExt;
use hayro::hayro_syntax::object::{Array, Dict, Name, Object, dict::keys};
use hayro::hayro_syntax::page::Page;
use hayro::hayro_syntax::{DecryptionError, LoadPdfError, Pdf};
use hayro::kurbo::Affine;
use hayro::vello_cpu::color::palette::css::WHITE;
use hayro::vello_cpu::{Pixmap, RasterizerSettings, RenderContext, Resources, TargetInit};
use hayro::{RenderCache, RenderSettings, render_into};

use super::crop::{is_cropped_to_nothing, uncrop};
use super::drawing::Drawing;
use super::patch::{NO_ENCRYPTION, NO_FORM, NO_GROUP, NO_PATTERN, NO_TREE};
use super::wire::{PageFacts, Request, View};
use super::{MAX_PIXELS, UNCROP, annotation, group, layer, pattern, typed_text};
use crate::refusal::Refusal;

/// Maximum side of a picture in pixels; the renderer counts in 16 bits and rounds up.
const MAX_SIDE: f64 = 32_000.0;

/// Runs the whole job, from the parent's bytes to the answer's.
pub(super) fn serve(input: Vec<u8>) -> Result<Vec<u8>, Refusal> {
    let (request, file) = Request::parse(input).ok_or(Refusal::Unreadable)?;
    let pdf = open_patched(file)?;
    request.fits(pdf.pages().len())?;
    match request {
        Request::Preview { short_side, pages } => draw_previews(&pdf, f64::from(short_side), pages),
        Request::Draw { views } => draw(&pdf, &views),
        Request::Page { short_side } | Request::FirstPage { short_side } => {
            draw_page(&pdf, f64::from(short_side))
        }
    }
}

/// Opens a file, without what the renderer would draw unlike other programs.
fn open_patched(mut file: Vec<u8>) -> Result<Pdf, Refusal> {
    let must_uncrop = file.starts_with(UNCROP);
    if must_uncrop {
        file.drain(..UNCROP.len());
    }
    let pdf = open(file)?;
    let (groups, forms) = (group::hiding_groups(&pdf), layer::hidden_appearances(&pdf));
    let patterns = pattern::endless_patterns(&pdf);
    let is_cropped = must_uncrop || pdf.pages().iter().any(is_cropped_to_nothing);
    if groups.is_empty() && forms.is_empty() && patterns.is_empty() && !is_cropped {
        return Ok(pdf);
    }
    let mut file = pdf.data().as_ref().to_vec();
    NO_GROUP.apply(&mut file, &groups);
    NO_FORM.apply(&mut file, &forms);
    NO_PATTERN.apply(&mut file, &patterns);
    if is_cropped && !uncrop(&pdf, &mut file) && must_uncrop {
        return Err(Refusal::NotAForm);
    }
    open(file)
}

/// Opens a file. If its tree leads to no page, or to a branch as if it were a page, its pages are searched without the tree.
fn open(file: Vec<u8>) -> Result<Pdf, Refusal> {
    let pdf = open_beside_attachments(file)?;
    let is_branch = |page: &Page<'_>| page.raw().contains_key(keys::KIDS);
    if !pdf.pages().is_empty() && !pdf.pages().iter().any(is_branch) {
        return Ok(pdf);
    }
    let mut file = pdf.data().as_ref().to_vec();
    NO_TREE.apply_everywhere(&mut file);
    let pdf = Pdf::new(file).map_err(|_| Refusal::Unreadable)?;
    if pdf.pages().is_empty() { Err(Refusal::Unreadable) } else { Ok(pdf) }
}

fn open_beside_attachments(file: Vec<u8>) -> Result<Pdf, Refusal> {
    let file = Arc::new(file);
    Pdf::new(Arc::clone(&file)).or_else(|error| {
        let LoadPdfError::Decryption(cause) = error else { return Err(Refusal::Unreadable) };
        let refusal = match cause {
            DecryptionError::InvalidEncryption => Refusal::Unreadable,
            _ => Refusal::Encrypted,
        };
        open_beside_locked_attachments(file.to_vec()).ok_or(refusal)
    })
}

/// Opens a file of which only the attachments are encrypted.
fn open_beside_locked_attachments(mut file: Vec<u8>) -> Option<Pdf> {
    NO_ENCRYPTION.apply_everywhere(&mut file);
    let pdf = Pdf::new(file).ok()?;
    let is_plain = |encryption: &Dict<'_>, key: &[u8]| {
        encryption.get::<Name<'_>>(key).is_none_or(|filter| filter.as_ref() == keys::IDENTITY)
    };
    let mut dicts = pdf.objects().into_iter().filter_map(Object::into_dict);
    let is_open = dicts.any(|dict| {
        dict.contains_key(b"EFF") && is_plain(&dict, b"StmF") && is_plain(&dict, b"StrF")
    });
    drop(dicts);
    is_open.then_some(pdf)
}

fn draw_previews(pdf: &Pdf, short_side: f64, pages: Range<usize>) -> Result<Vec<u8>, Refusal> {
    let (mut brush, mut drawing) = (Brush::new(), Drawing::default());
    drawing.facts.page_count = pdf.pages().len();
    let most_pixels = MAX_PIXELS / pdf.pages().len() as f64;
    for page in pdf.pages().iter().skip(pages.start).take(pages.len()) {
        let (width, height) = page.render_dimensions();
        let (scale, width, height) = fit((width, height), short_side, most_pixels);
        drawing.add(brush.draw(page, Affine::scale(scale), width, height), width, height);
        let annotations = page.raw().get::<Array<'_>>(keys::ANNOTS);
        let annotations = annotations.map_or(0, |all| all.raw_iter().count());
        let has_lost_text = typed_text::is_lost(page);
        drawing.facts.pages.push(PageFacts { scale, annotations, has_lost_text });
    }
    let producer = pdf.metadata().producer.as_deref().unwrap_or_default();
    drawing.facts.producer = String::from_utf8_lossy(producer).into_owned();
    drawing.answer()
}

/// Computes the scale in pixels per point, the width and the height at which a page of this size in points is drawn.
pub(super) fn fit(
    (width, height): (f32, f32),
    short_side: f64,
    most_pixels: f64,
) -> (f64, u16, u16) {
    let (width, height) = (f64::from(width), f64::from(height));
    let scale = (short_side / width.min(height))
        .min((most_pixels / (width * height)).sqrt())
        .min(MAX_SIDE / width.max(height));
    // Rounded to the nearest, not up: a page of 447.292 points must not be a row longer than one of 447.3.
    let size = |points: f64| ((points * scale).round() as u16).max(1);
    (scale, size(width), size(height))
}

fn draw(pdf: &Pdf, views: &[View]) -> Result<Vec<u8>, Refusal> {
    let (mut brush, mut drawing) = (Brush::new(), Drawing::default());
    for view in views {
        let page = pdf.pages().get(view.page).ok_or(Refusal::Unreadable)?;
        let side = |pixels: u32| u16::try_from(pixels).map_err(|_| Refusal::TooDemanding);
        let (width, height) = (side(view.width)?, side(view.height)?);
        let pixels = brush.draw(page, Affine::new(view.map), width, height);
        drawing.add_in_colour(pixels, width, height);
    }
    drawing.answer()
}

fn draw_page(pdf: &Pdf, short_side: f64) -> Result<Vec<u8>, Refusal> {
    let (mut brush, mut drawing) = (Brush::new(), Drawing::default());
    let page = pdf.pages().first().ok_or(Refusal::Unreadable)?;
    let (scale, width, height) = fit(page.render_dimensions(), short_side, MAX_PIXELS);
    let pixels = brush.draw(page, Affine::scale(scale), width, height);
    drawing.add_channels(pixels, width, height);
    drawing.answer()
}

/// Renderer with the state that is shared by pages: fonts, glyphs, buffers.
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

    /// Draws the page with its annotations on white paper, as RGBA; `map` starts at the displayed page's upper left corner.
    fn draw(&mut self, page: &'a Page<'a>, map: Affine, width: u16, height: u16) -> &[u8] {
        // Hinting shifts letters differently at every size, so that blank and filled form would not match. Without interpolation
        // strokes are ragged.
        let settings = RenderSettings {
            hinting: false,
            force_image_interpolation: true,
            ..RenderSettings::default()
        };
        let transform = map * page.initial_transform(true).to_kurbo();
        self.context.reset_and_resize(width, height);
        self.pixmap.resize(width, height);
        let (cache, context) = (&self.cache, &mut self.context);
        render_into(page, cache, &self.interpreter, &settings, context, transform);
        annotation::draw_undrawn(page, context, transform);
        if let Some(typed) = typed_text::overlay(page) {
            let (cache, page) = (RenderCache::new(), &typed.pages()[0]);
            render_into(page, &cache, &self.interpreter, &settings, context, transform);
        }
        context.flush();
        let onto_white =
            RasterizerSettings { target_init: TargetInit::Clear(WHITE), ..Default::default() };
        context.render_with(&mut self.pixmap, &mut self.resources, onto_white);
        self.pixmap.data_as_u8_slice()
    }
}
