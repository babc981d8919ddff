//! Looks closer at pages whose content is a small part of a large canvas, as endless notebooks export it.

use rayon::prelude::*;

use super::by_code::{self, Search};
use super::{CLOSE_LOOK, Templates, marks_on};
use crate::image::grey::{Area, Grey};
use crate::pdf::raster::{PreviewPage, RasterizedView, View};
use crate::refusal::Refusal;
use crate::register::affine::AffineMap;
use crate::source::{PagePreviews, Source};

/// Minimum luma of an empty canvas; fine print on it is hardly darker in a small preview.
const MIN_CANVAS_LUMA: u8 = 250;
/// Maximum share of the canvas that the content covers, in either direction.
const MAX_CONTENT: f64 = 0.6;
/// Distance from the content to the edge of the picture, as a share of its shorter side.
const MARGIN: f64 = 0.05;
/// Maximum aspect ratio of a page with its surroundings.
const MAX_ASPECT_RATIO: f64 = 3.0;

/// Searches the content of the pages without a code, drawn as large as other pages. Their previews are replaced.
pub(super) fn find(
    source: &Source<'_>,
    previews: &mut PagePreviews,
    search: Search,
    templates: &Templates<'_>,
) -> Result<Search, Refusal> {
    let view = |page: &usize| view(*page, &previews.pages[*page]);
    let views: Vec<View> = search.unmarked.iter().filter_map(view).collect();
    if views.is_empty() {
        return Ok(search);
    }
    let drawn = views.iter().zip(source.draw(&views)?);
    for (view, RasterizedView { luma, .. }) in drawn {
        let page = &mut previews.pages[view.page];
        *page = PreviewPage { image: luma, map: view.map, is_inverted: false, ..*page };
    }
    let marks = previews.pages.par_iter_mut().map(marks_on).collect();
    by_code::find(previews, marks, templates)
}

/// View of the content of a page; `None` if that is most of the page.
fn view(page: usize, preview: &PreviewPage) -> Option<View> {
    let Area { left, top, width, height } = content(&preview.image)?;
    let [width, height] = [width, height].map(|side| side as f64);
    let canvas = [preview.image.width, preview.image.height].map(|side| side as f64);
    let (short, long) = (width.min(height), width.max(height));
    if width > MAX_CONTENT * canvas[0]
        || height > MAX_CONTENT * canvas[1]
        || long > MAX_ASPECT_RATIO * short
    {
        return None;
    }
    let margin = MARGIN * short;
    let scale = f64::from(CLOSE_LOOK) / (short + 2.0 * margin);
    let map = preview
        .map
        .then(&AffineMap::shift(margin - left as f64, margin - top as f64))
        .then(&AffineMap::scale(scale));
    let [width, height] = [width, height].map(|side| ((side + 2.0 * margin) * scale) as u32);
    Some(View { page, map, width, height })
}

/// Smallest area that holds everything on a canvas.
fn content(canvas: &Grey) -> Option<Area> {
    let is_content = |luma: &u8| *luma < MIN_CANVAS_LUMA;
    let rows = || (0..canvas.height).filter(|y| canvas.row(*y).iter().any(is_content));
    let (top, bottom) = (rows().next()?, rows().next_back()?);
    let lines = || (top..=bottom).map(|y| canvas.row(y));
    let left = lines().filter_map(|row| row.iter().position(is_content)).min()?;
    let right = lines().filter_map(|row| row.iter().rposition(is_content)).max()?;
    Some(Area { left, top, width: right + 1 - left, height: bottom + 1 - top })
}
