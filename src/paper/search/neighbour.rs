//! Finds sheets without a readable code beside those with one, in the same picture.

use std::sync::Arc;

use domain::form::{PAGE_HEIGHT, PAGE_WIDTH};

use super::by_code::Search;
use super::{MAX_FORM_PAGES, RegisteredPage};
use crate::image::grey::{Grey, WHITE};
use crate::register::affine::AffineMap;
use crate::register::{self, MIN_CONFIDENCE};
use crate::source::PagePreviews;

/// Minimum width of the room beside a sheet in which another one may lie, partly outside of the picture, as a share of a page's
/// width.
const MIN_ROOM: f64 = 0.5;
/// Minimum width in pixels of a sheet whose code is readable in any case: beside it, no larger picture shows more codes.
const MIN_READABLE_WIDTH: f64 = 600.0;
/// Minimum confidence of a sheet that is there, but may be out of the picture for the greater part.
const MIN_SEEN_CONFIDENCE: f32 = 0.2;
/// Distance in half-size pixels around a known sheet that belongs to its edge.
const EDGE: f64 = 12.0;

/// Middle of the half-size page, from its edges.
const HALF: (f64, f64) = (PAGE_WIDTH as f64 / 4.0, PAGE_HEIGHT as f64 / 4.0);

impl RegisteredPage {
    /// Whether two sheets cannot both lie where they were found.
    pub(super) fn overlaps(&self, other: &Self) -> bool {
        let centre = other.registration.to_half.inverse().map(|back| back.apply(HALF.0, HALF.1));
        let is_inside = |(x, y): (f64, f64)| {
            let (x, y) = self.registration.to_half.apply(x, y);
            (x - HALF.0).abs() < HALF.0 && (y - HALF.1).abs() < HALF.1
        };
        self.file_page == other.file_page && centre.is_some_and(is_inside)
    }

    /// Width of the sheet in its picture.
    fn seen_width(&self) -> f64 {
        2.0 * HALF.0 / self.registration.to_half.magnification()
    }
}

/// Whether a larger preview may show the codes of small sheets beside those that were found.
pub(super) fn may_be_hidden(previews: &PagePreviews, search: &Search) -> bool {
    let mut found = search.found.iter();
    !search.is_notebook()
        && found.any(|one| one.seen_width() < MIN_READABLE_WIDTH && has_room(previews, search, one))
}

/// Adds the sheets without a readable code beside those that were found. A picture with other sheets is left out: an unknown form
/// has the same boxes.
pub(super) fn add(previews: &PagePreviews, search: &mut Search) {
    let mut pictures: Vec<usize> = search.found.iter().map(|one| one.file_page).collect();
    pictures.dedup();
    pictures.retain(|picture| !search.with_others.contains(picture));
    for picture in pictures {
        while search.found.len() <= MAX_FORM_PAGES {
            let known = search.found.iter().find(|one| one.file_page == picture);
            let room = known.filter(|known| has_room(previews, search, known));
            let Some(sheet) = room.and_then(|known| beside(previews, search, known)) else { break };
            if sheet.confidence() < MIN_CONFIDENCE {
                search.unplaced = true;
                break;
            }
            search.found.push(sheet);
        }
    }
}

/// Finds the likeliest sheet beside those that are known in the picture of `known`, which it resembles.
fn beside(
    previews: &PagePreviews,
    search: &Search,
    known: &RegisteredPage,
) -> Option<RegisteredPage> {
    let file_page = known.file_page;
    let mut rest = previews.pages[file_page].image.clone();
    for sheet in search.found.iter().filter(|one| one.file_page == file_page) {
        erase(&mut rest, &sheet.registration.to_half);
    }
    let scale = known.registration.to_half.magnification();
    let candidates = known.page().page_template.candidates_beside(&rest, scale);
    let registered = known.template.pages().iter().enumerate().filter_map(|(place, page)| {
        let registration = register::find_at(&rest, page, &candidates)?;
        let template = Arc::clone(&known.template);
        Some(RegisteredPage { file_page, template, place, registration, has_code: false })
    });
    let best = registered.max_by(|one, other| one.confidence().total_cmp(&other.confidence()))?;
    let is_apart = search.found.iter().all(|one| !one.overlaps(&best));
    (is_apart && best.confidence() >= MIN_SEEN_CONFIDENCE).then_some(best)
}

/// Whether the picture of a sheet has room for another one beside all that are known there.
fn has_room(previews: &PagePreviews, search: &Search, sheet: &RegisteredPage) -> bool {
    let sheets = search.found.iter().filter(|one| one.file_page == sheet.file_page);
    let corners = sheets.filter_map(|one| one.registration.to_half.inverse()).flat_map(|back| {
        [(0.0, 0.0), (2.0, 0.0), (2.0, 2.0), (0.0, 2.0)]
            .map(|(x, y)| back.apply(x * HALF.0, y * HALF.1))
    });
    let Grey { width, height, .. } = previews.pages[sheet.file_page].image;
    let free = corners.fold([f64::INFINITY; 4], |[left, top, right, bottom], (x, y)| {
        [left.min(x), top.min(y), right.min(width as f64 - x), bottom.min(height as f64 - y)]
    });
    free.into_iter().any(|room| room >= MIN_ROOM * sheet.seen_width())
}

/// Paints a sheet white.
fn erase(picture: &mut Grey, to_half: &AffineMap) {
    for (row, y) in picture.pixels.chunks_exact_mut(picture.width).zip(0_u32..) {
        for (pixel, x) in row.iter_mut().zip(0_u32..) {
            let (x, y) = to_half.apply(f64::from(x) + 0.5, f64::from(y) + 0.5);
            let off = ((x - HALF.0).abs() - HALF.0).max((y - HALF.1).abs() - HALF.1);
            if off < EDGE {
                *pixel = WHITE;
            }
        }
    }
}
