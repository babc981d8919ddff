//! Reads one page of a questionnaire: its boxes, its pegs, and the doubts about both.

use std::collections::BTreeSet;

use rayon::prelude::*;

use domain::form::{BOXES, Peg, Rect};
use domain::form_code::FormCode;

use crate::correct::binarize::BinarizedPage;
use crate::correct::crease;
use crate::correct::cup_ring;
use crate::correct::line_detector::InkMask;
use crate::correct::normalized::NormalizedPage;
use crate::extract::annotated;
use crate::extract::crop;
use crate::extract::ink::{self, Ink};
use crate::extract::line_removal::tone;
use crate::extract::peg_picture;
use crate::extract::pegs::{self, Pen};
use crate::extract::read_area;
use crate::image::grey::Grey;
use crate::pdf::raster::RasterizedView;
use crate::reading_warning::{ReadingWarning, registration_warning};
use crate::search::RegisteredPage;
use crate::source::PagePreviews;

/// Reading of one page of a questionnaire.
#[derive(Debug)]
pub struct PageReading {
    pub form: FormCode,
    /// Whether the code on the page was read. Without it, the page may be of another form with the same boxes.
    pub has_code: bool,
    /// Number of the page in the form, counted from 1.
    pub page: u32,
    /// Number of the page in the file, counted from 1.
    pub file_page: u32,
    /// Boxes with handwriting, in reading order.
    pub boxes: Vec<BoxReading>,
    /// Marked pegs, in reading order.
    pub picks: Vec<Peg>,
    /// Confidence of the registration, from 0 to 1: `coverage`, reduced by `residual`.
    pub confidence: f32,
    /// Share of the printed form that was found in place, weighted by its correlation: 0 to 1.
    pub coverage: f32,
    /// Root mean square distance of that print from its place, in the form's pixels.
    pub residual: f32,
    /// Doubts that people should check.
    pub checks: Vec<ReadingWarning>,
    /// Indexes of the boxes in [`BOXES`] whose ink is faint, or may be a stain or a shadow.
    pub doubtful_boxes: Vec<usize>,
    /// Diagnostic picture of the page as PNG, if it was requested.
    pub annotated_png: Option<Vec<u8>>,
    /// Picture of the prize cell, where the page has a grid.
    pub(crate) cell: Option<Grey>,
}

/// Answer box with handwriting.
#[derive(Debug, PartialEq, Eq)]
pub struct BoxReading {
    /// Index of the box in [`BOXES`].
    pub index: usize,
    /// Number of pixels that are dark and not printed, in the form's own pixels.
    pub ink: usize,
    /// PNG of the handwriting at twice the form's size, in shades of grey unless the ink is coloured.
    pub crop_png: Vec<u8>,
}

impl PageReading {
    /// Whether the page has any ink, read or not.
    pub fn is_written(&self) -> bool {
        !self.boxes.is_empty()
            || !self.picks.is_empty()
            || self.checks.iter().any(|check| check.is_of_ink())
    }

    /// Whether the page has typed text or a stamp that cannot be seen.
    pub(crate) fn has_unseen_text(&self) -> bool {
        self.checks.contains(&ReadingWarning::UnseenText)
    }

    /// Whether the page has the grid of pegs.
    pub fn has_grid(&self) -> bool {
        self.cell.is_some()
    }

    /// Draws the prize cell with a ring around the entry and crosses over the disregarded pegs, as PNG; [`peg_words`] describes
    /// it. `None` where the page has no grid.
    ///
    /// [`peg_words`]: super::peg_words
    pub fn peg_picture(&self) -> Option<Vec<u8>> {
        self.cell.as_ref().map(|cell| peg_picture::draw(cell, &self.picks))
    }
}

/// Reads one page from its sheet, drawn large enough for the crops.
pub(crate) fn read(
    found: &RegisteredPage,
    previews: &PagePreviews,
    sheet: RasterizedView,
    annotates: bool,
) -> PageReading {
    let NormalizedPage { page, large, tint, hues } = NormalizedPage::of(found, previews, sheet);
    let printed = &found.page().sheet;
    let as_seen = tone::blank_as_seen(printed, &page);
    let blank = as_seen.as_ref().unwrap_or(printed);
    let mut inked = BinarizedPage::of(&page, tint.as_ref());
    let mut sketch = InkMask::of(&inked, blank);
    let is_ringed = cup_ring::remove(&mut inked, &sketch, &page, blank);
    if is_ringed {
        sketch = InkMask::of(&inked, blank);
    }
    let is_flat = found.registration().warp.is_none();
    let creases = crease::remove(&mut inked, &sketch, &page, blank, is_flat);
    let areas = BOXES.map(read_area::to_sheet).into_par_iter().enumerate();
    let ink = areas.map(|(index, area)| (index, area, ink::in_area(&inked, blank, area)));
    let is_shadow =
        |area, ink: Ink| ink.is_faint() && ink::is_soft(&inked, &page, blank, area, ink.pen);
    let is_answer = |(index, area, ink): &(usize, Rect, Ink)| {
        ink.is_writing() && creases.allow(*index, *ink) && !is_shadow(*area, *ink)
    };
    let (ink, is_outside) =
        rayon::join(|| ink.collect::<Vec<_>>(), || found.has_writing_outside(previews));
    let is_stained = is_ringed || ink.iter().any(|(_, _, ink)| ink.is_doubtful());
    let (written, rest): (Vec<_>, Vec<_>) = ink.into_iter().partition(is_answer);
    let faint = written.iter().filter(|(_, _, ink)| ink.is_faint()).map(|one| one.0);
    let faint: Vec<usize> = faint.collect();
    let too_light = rest.iter().filter(|(index, _, ink)| ink.is_writing() || creases.light[*index]);
    let too_light: Vec<usize> = too_light.map(|one| one.0).collect();
    let blots = rest.iter().filter(|(_, _, ink)| ink.is_doubtful()).map(|one| one.0);
    let doubtful_boxes: BTreeSet<usize> =
        faint.iter().chain(&too_light).copied().chain(blots).collect();
    // Beside dark ink, faint ink may show through from the back of the paper, and pegs are marked with the dark pen.
    let pen = if !faint.is_empty() && faint.len() == written.len() {
        Pen::Faint
    } else if as_seen.is_some() || written.iter().any(|(_, _, ink)| ink.is_light()) {
        Pen::LikePrint
    } else {
        Pen::Dark
    };
    let registration = found.registration();
    let mut picks = pegs::picks(&inked, blank, pen, creases.limits.lightest_mark);
    if as_seen.is_some() {
        picks = pegs::with_cut_marks(picks, &page, blank);
    }
    if picks.is_empty() {
        picks = pegs::light_picks(&inked, &page, blank, &creases);
    }
    if !registration.has_grid {
        picks = picks.doubtful();
    }
    let mut checks: Vec<ReadingWarning> = registration_warning(registration).into_iter().collect();
    let is_faint = !faint.is_empty() || !too_light.is_empty() || picks.light;
    checks.extend(is_faint.then_some(ReadingWarning::Faint));
    checks.extend(is_stained.then_some(ReadingWarning::Stained));
    checks.extend(is_outside.then_some(ReadingWarning::Outside));
    let is_lost = previews.pages[found.file_page].has_lost_text;
    checks.extend(is_lost.then_some(ReadingWarning::UnseenText));
    checks.extend(picks.between.then_some(ReadingWarning::BetweenPegs));
    checks.extend(picks.struck.then_some(ReadingWarning::StruckPeg));
    let boxes = written.into_par_iter().map(|(index, area, ink)| BoxReading {
        index,
        ink: ink.dark,
        crop_png: crop::png(&large, printed, area, hues.as_ref()),
    });
    let cell = pegs::are_printed(blank).then(|| peg_picture::cell_of(&large));
    let mut reading = PageReading {
        form: found.template.code(),
        has_code: found.has_code,
        page: found.page().number,
        file_page: found.file_page as u32 + 1,
        boxes: boxes.collect(),
        picks: picks.marked,
        confidence: registration.confidence(),
        coverage: registration.coverage,
        residual: registration.residual,
        checks,
        doubtful_boxes: doubtful_boxes.into_iter().collect(),
        annotated_png: None,
        cell,
    };
    if annotates {
        reading.annotated_png = Some(annotated::draw(&page, &inked, found.page(), &reading));
    }
    reading
}
