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

use super::wire::{Facts, PageFacts, Request, View};
use super::{MOST_PAGES, MOST_PIXELS, annotation, group};
use crate::paper::colour::{Colours, HUE_BLOCK, Shade};
use crate::paper::grey::WHITE as WHITE_LUMA;
use crate::paper::refusal::Refusal;

/// Longest side of a picture; the renderer counts in 16 bits and rounds up.
const MOST_SIDE: f64 = 32_000.0;

/// The whole job, from the parent's bytes to the answer's.
pub(super) fn serve(input: Vec<u8>) -> Result<Vec<u8>, Refusal> {
    let (request, file) = Request::parse(input).ok_or(Refusal::Unreadable)?;
    let pdf = group::without_hiding_groups(file, open)?;
    if pdf.pages().len() > MOST_PAGES {
        return Err(Refusal::TooManyPages);
    }
    match request {
        Request::Look { short_side } => look(&pdf, f64::from(short_side)),
        Request::Draw { views } => draw(&pdf, &views),
    }
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

fn look(pdf: &Pdf, short_side: f64) -> Result<Vec<u8>, Refusal> {
    let mut brush = Brush::new();
    let mut pages = Vec::new();
    let most_pixels = MOST_PIXELS / pdf.pages().len() as f64;
    for page in pdf.pages().iter() {
        let (width, height) = page.render_dimensions();
        let (width, height) = (f64::from(width), f64::from(height));
        let scale = (short_side / width.min(height))
            .min((most_pixels / (width * height)).sqrt())
            .min(MOST_SIDE / width.max(height));
        // Rounded, not up: a page of 447.292 points must not be a row longer than one of 447.3.
        let size = |points: f64| ((points * scale).round() as u16).max(1);
        brush.draw(page, Affine::scale(scale), size(width), size(height));
        let annotations = page.raw().get::<Array<'_>>(keys::ANNOTS);
        let annotations = annotations.map_or(0, |all| all.raw_iter().count());
        pages.push(PageFacts { scale, annotations });
    }
    let producer = pdf.metadata().producer.as_deref().unwrap_or_default();
    brush.answer(String::from_utf8_lossy(producer).into_owned(), pages)
}

fn draw(pdf: &Pdf, views: &[View]) -> Result<Vec<u8>, Refusal> {
    let mut brush = Brush::new();
    for view in views {
        let page = pdf.pages().get(view.page).ok_or(Refusal::Unreadable)?;
        let side = |pixels: u32| u16::try_from(pixels).map_err(|_| Refusal::TooDemanding);
        let colours =
            brush.draw(page, Affine::new(view.map), side(view.width)?, side(view.height)?);
        brush.append_colours(colours);
    }
    brush.answer(String::new(), Vec::new())
}

/// What is kept from one page to the next: fonts, glyphs, buffers, and all that was drawn.
struct Brush<'a> {
    cache: RenderCache<'a>,
    interpreter: InterpreterSettings,
    context: RenderContext,
    pixmap: Pixmap,
    resources: Resources,
    sizes: Vec<(usize, usize)>,
    colours: Vec<Colours>,
    drawn: Vec<u8>,
}

impl<'a> Brush<'a> {
    fn new() -> Self {
        Self {
            cache: RenderCache::new(),
            interpreter: InterpreterSettings::default(),
            context: RenderContext::new(1, 1),
            pixmap: Pixmap::new(1, 1),
            resources: Resources::default(),
            sizes: Vec::new(),
            colours: Vec::new(),
            drawn: Vec::new(),
        }
    }

    /// The page with its annotations on white paper; `map` starts at the displayed page's upper left corner. Answers
    /// which colours there are on it.
    fn draw(&mut self, page: &'a Page<'a>, map: Affine, width: u16, height: u16) -> Colours {
        // Hinted letters would sit elsewhere at every size, and blank and filled form would not match. Pixels that are
        // not interpolated make strokes ragged.
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
        annotation::draw_without_appearance(page, context, transform);
        context.flush();
        let onto_white =
            RasterizerSettings { target_init: TargetInit::Clear(WHITE), ..Default::default() };
        context.render_with(&mut self.pixmap, &mut self.resources, onto_white);
        self.sizes.push((usize::from(width), usize::from(height)));
        append_luma(self.pixmap.data_as_u8_slice(), &mut self.drawn)
    }

    /// What the parent needs of the colours of what was drawn last.
    fn append_colours(&mut self, colours: Colours) {
        if colours.tinted {
            self.append_tint();
        }
        if colours.any {
            self.append_channels();
        }
        self.colours.push(colours);
    }

    /// The three channels, each pixel the mean of a block; blocks that are not whole are left out.
    fn append_channels(&mut self) {
        let (width, height) = (usize::from(self.pixmap.width()), usize::from(self.pixmap.height()));
        let (columns, rows) = (width / HUE_BLOCK, height / HUE_BLOCK);
        let pixels: &[[u8; 4]] = self.pixmap.data_as_u8_slice().as_chunks().0;
        for channel in 0..3 {
            for row in 0..rows {
                let mut sums = vec![0_u32; columns];
                for line in pixels[row * HUE_BLOCK * width..].chunks_exact(width).take(HUE_BLOCK) {
                    for (sum, block) in sums.iter_mut().zip(line.chunks_exact(HUE_BLOCK)) {
                        *sum += block.iter().map(|pixel| u32::from(pixel[channel])).sum::<u32>();
                    }
                }
                let mean = |sum: u32| (sum / (HUE_BLOCK * HUE_BLOCK) as u32) as u8;
                self.drawn.extend(sums.into_iter().map(mean));
            }
            self.sizes.push((columns, rows));
        }
    }

    /// The darkest channel, at half the size; an odd last row or column is left out.
    fn append_tint(&mut self) {
        let (width, height) = (usize::from(self.pixmap.width()), usize::from(self.pixmap.height()));
        let rows = self.pixmap.data_as_u8_slice().chunks_exact(4 * width.max(1));
        let rows: Vec<&[[u8; 4]]> = rows.map(|row| row.as_chunks().0).collect();
        let tint = |[red, green, blue, _]: [u8; 4]| u16::from(red.min(green).min(blue));
        for pair in rows.as_chunks::<2>().0 {
            let columns = pair[0].as_chunks::<2>().0.iter().zip(pair[1].as_chunks::<2>().0);
            self.drawn.extend(columns.map(|([a, b], [c, d])| {
                ((tint(*a) + tint(*b) + tint(*c) + tint(*d) + 2) / 4) as u8
            }));
        }
        self.sizes.push((width / 2, height / 2));
    }

    fn answer(self, producer: String, pages: Vec<PageFacts>) -> Result<Vec<u8>, Refusal> {
        let facts = Facts { producer, pages, colours: self.colours, sizes: self.sizes };
        facts.after(self.drawn).ok_or(Refusal::Unreadable)
    }
}

/// The brightness of RGBA pixels on white; answers which colours there are among them.
fn append_luma(pixels: &[u8], drawn: &mut Vec<u8>) -> Colours {
    const STEP: usize = 16;
    let start = drawn.len();
    let mut colours = Colours::default();
    drawn.resize(start + pixels.len() / 4, WHITE_LUMA);
    for (pixels, luma) in pixels.chunks(4 * STEP).zip(drawn[start..].chunks_mut(STEP)) {
        // Most of a page is white, and telling that takes a fraction of the time.
        if *pixels == [WHITE_LUMA; 4 * STEP] {
            continue;
        }
        for (pixel, luma) in pixels.as_chunks::<4>().0.iter().zip(luma) {
            let [red, green, blue, _] = *pixel;
            let shade = Shade::of([red, green, blue]);
            *luma = shade.luma;
            colours |= shade.colours();
        }
    }
    colours
}
