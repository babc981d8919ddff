//! Picture of a page of a blank form, for screens.

use domain::form::PAGE_WIDTH;
use sandbox::Sandbox;

use crate::image::png_encoder;
use crate::pdf::raster;
use crate::refusal::Refusal;

/// Width of the picture in pixels: two thirds of the form's own.
const WIDTH: u32 = PAGE_WIDTH * 2 / 3;

/// Draws a page of a form that the server has typeset, counted from 1, as a PNG.
///
/// # Errors
/// [`Refusal`] if the child cannot draw it.
pub fn draw_form_page(sandbox: &Sandbox, pdf: &[u8], page: u32) -> Result<Vec<u8>, Refusal> {
    let index = page.saturating_sub(1) as usize;
    let drawn = raster::rasterize_previews(sandbox, pdf, WIDTH, index..index + 1)?;
    let page = drawn.pages.into_iter().next().ok_or(Refusal::Unavailable)?.image;
    let shades: Vec<u8> = page.pixels.into_iter().map(png_encoder::sixteen_shades).collect();
    Ok(png_encoder::of_shades(page.width, &shades))
}
