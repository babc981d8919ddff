//! Rasterises typeset pages, for tests.

use hayro::hayro_interpret::InterpreterSettings;
use hayro::hayro_syntax::Pdf;
use hayro::vello_cpu::color::palette::css::WHITE;
use hayro::{PixmapSettings, RenderCache, RenderSettings, render};

/// Page as grey pixels.
#[derive(PartialEq)]
pub(super) struct Picture {
    pub(super) width: u32,
    pub(super) height: u32,
    luma: Vec<u8>,
}

impl Picture {
    pub(super) fn at(&self, x: u32, y: u32) -> u8 {
        self.luma[(y * self.width + x) as usize]
    }
}

/// Rasterises every page, `width` pixels wide.
pub(super) fn pages(pdf: Vec<u8>, width: u32) -> Vec<Picture> {
    let pdf = Pdf::new(pdf).unwrap();
    let cache = RenderCache::new();
    let picture = |page| picture(page, &cache, width);
    pdf.pages().iter().map(picture).collect()
}

fn picture<'a>(
    page: &'a hayro::hayro_syntax::page::Page<'a>,
    cache: &RenderCache<'a>,
    width: u32,
) -> Picture {
    let scale = width as f32 / page.render_dimensions().0;
    let size = PixmapSettings { x_scale: scale, y_scale: scale, bg_color: WHITE };
    let pixels =
        render(page, cache, &InterpreterSettings::default(), &RenderSettings::default(), &size);
    let luma = pixels.data().iter().map(|pixel| {
        let [r, g, b] = [pixel.r, pixel.g, pixel.b].map(u32::from);
        ((r * 299 + g * 587 + b * 114 + 500) / 1000) as u8
    });
    Picture { width: pixels.width().into(), height: pixels.height().into(), luma: luma.collect() }
}
