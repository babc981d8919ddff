//! Looks closer at pages whose content is a small part of a large canvas, as endless notebooks export it.

use std::ops::RangeInclusive;

use rayon::prelude::*;

use super::by_code::{self, Search};
use super::{CLOSE_LOOK, Templates, marks_on};
use crate::extract::ink;
use crate::image::grey::{Area, Grey};
use crate::pdf::raster::{PreviewPage, RasterizedView, View};
use crate::refusal::Refusal;
use crate::register::affine::AffineMap;
use crate::source::{PagePreviews, Source};

/// Minimum difference in luma between content and the empty canvas: fine print hardly differs in a small preview.
const MIN_CONTRAST: u8 = 6;
/// Maximum share of the canvas that the content covers, in either direction.
const MAX_CONTENT: f64 = 0.6;
/// Distance from the content to the edge of the picture, as a share of its shorter side.
const MARGIN: f64 = 0.05;
/// Maximum aspect ratio of a page with its surroundings.
const MAX_ASPECT_RATIO: f64 = 3.0;
/// Side in pixels of the cells in which parts of a canvas are told apart, and maximum distance in cells within a part.
const CELL: usize = 8;
const MAX_GAP: usize = 3;
/// Aspect ratios of a part that may be the page beside other notes, its minimum size in pixels, and maximum number of such parts.
const PAGE_ASPECT_RATIOS: RangeInclusive<f64> = 1.1..=1.7;
const MIN_PAGE_SIDE: f64 = 40.0;
const MAX_PARTS: usize = 3;

/// Searches the content of the pages without a code, drawn as large as other pages: its parts, then all of it. Previews are replaced by
/// those of the part with a code, or of all the content, which may look like the form without any code.
pub(super) fn find(
    source: &Source<'_>,
    previews: &mut PagePreviews,
    search: Search,
    templates: &Templates<'_>,
) -> Result<Search, Refusal> {
    let pages = search.unmarked.iter().map(|page| (*page, &previews.pages[*page]));
    let parts: Vec<Vec<View>> =
        pages.clone().map(|(page, preview)| parts_of(page, preview)).collect();
    let contents =
        pages.filter_map(|(page, preview)| view(page, preview, content(&preview.image)?));
    let contents: Vec<View> = contents.collect();
    for place in 0..MAX_PARTS {
        let views: Vec<View> = parts.iter().filter_map(|views| views.get(place)).copied().collect();
        if views.is_empty() {
            break;
        }
        let mut close = previews.clone();
        let search = find_in(&views, source, &mut close, templates)?;
        if !search.found.is_empty() {
            *previews = close;
            return Ok(search);
        }
    }
    if contents.is_empty() { Ok(search) } else { find_in(&contents, source, previews, templates) }
}

/// Replaces previews of pages by some views of them, and searches all.
fn find_in(
    views: &[View],
    source: &Source<'_>,
    previews: &mut PagePreviews,
    templates: &Templates<'_>,
) -> Result<Search, Refusal> {
    for (view, RasterizedView { luma, .. }) in views.iter().zip(source.draw(views)?) {
        let page = &mut previews.pages[view.page];
        *page = PreviewPage { image: luma, map: view.map, is_inverted: false, ..*page };
    }
    let marks = previews.pages.par_iter_mut().map(marks_on).collect();
    by_code::find(previews, marks, templates)
}

/// Views of the parts of a page that may be a form beside other notes, the largest first.
fn parts_of(page: usize, preview: &PreviewPage) -> Vec<View> {
    let parts = parts(&preview.image);
    let is_one_of_several = |part: &Area| parts.len() > 1 && may_be_page(part);
    let of_page = parts.iter().copied().filter(is_one_of_several).take(MAX_PARTS);
    of_page.filter_map(|area| view(page, preview, area)).collect()
}

fn may_be_page(part: &Area) -> bool {
    let [width, height] = [part.width, part.height].map(|side| side as f64);
    let (short, long) = (width.min(height), width.max(height));
    short >= MIN_PAGE_SIDE && PAGE_ASPECT_RATIOS.contains(&(long / short))
}

/// View of an area of a page; `None` if that is most of the page.
fn view(page: usize, preview: &PreviewPage, area: Area) -> Option<View> {
    let Area { left, top, width, height } = area;
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

/// Luma of an empty canvas, which may be dark: the median along its edges.
fn ground(canvas: &Grey) -> u8 {
    let sides =
        (0..canvas.height).flat_map(|y| [canvas.row(y)[0], canvas.row(y)[canvas.width - 1]]);
    let ends = [0, canvas.height - 1].into_iter().flat_map(|y| canvas.row(y)).copied();
    let mut edges: Vec<u8> = sides.chain(ends).collect();
    let middle = edges.len() / 2;
    *edges.select_nth_unstable(middle).1
}

/// Areas of the parts of a canvas that lie apart, the largest first.
fn parts(canvas: &Grey) -> Vec<Area> {
    let (columns, rows) = (canvas.width.div_ceil(CELL), canvas.height.div_ceil(CELL));
    let mut cells = vec![false; columns * rows];
    let ground = ground(canvas);
    for (y, row) in (0..canvas.height).map(|y| (y, canvas.row(y))) {
        for (x, _) in
            row.iter().enumerate().filter(|(_, luma)| luma.abs_diff(ground) >= MIN_CONTRAST)
        {
            cells[y / CELL * columns + x / CELL] = true;
        }
    }
    let area = |part: Vec<usize>| {
        let span = |of: fn(usize, usize) -> usize| {
            let places = part.iter().map(|at| of(*at, columns));
            let (first, last) = (places.clone().min().unwrap_or(0), places.max().unwrap_or(0));
            (first * CELL, (last + 1 - first) * CELL)
        };
        let ((left, width), (top, height)) =
            (span(|at, columns| at % columns), span(|at, columns| at / columns));
        Area { left, top, width, height }
    };
    let mut parts: Vec<Area> = ink::parts(&mut cells, columns, MAX_GAP).map(area).collect();
    parts.sort_by_key(|part| std::cmp::Reverse(part.width * part.height));
    parts
}

/// Smallest area that holds everything on a canvas.
fn content(canvas: &Grey) -> Option<Area> {
    let ground = ground(canvas);
    let is_content = |luma: &u8| luma.abs_diff(ground) >= MIN_CONTRAST;
    let rows = || (0..canvas.height).filter(|y| canvas.row(*y).iter().any(is_content));
    let (top, bottom) = (rows().next()?, rows().next_back()?);
    let lines = || (top..=bottom).map(|y| canvas.row(y));
    let left = lines().filter_map(|row| row.iter().position(is_content)).min()?;
    let right = lines().filter_map(|row| row.iter().rposition(is_content)).max()?;
    Some(Area { left, top, width: right + 1 - left, height: bottom + 1 - top })
}
