//! Searches a file for the questionnaire's pages, and registers each of them.

mod by_code;
mod neighbour;
mod zoom;

use std::ops::Range;
use std::panic;
use std::sync::Arc;
use std::thread;

use rayon::prelude::*;

use domain::book::MAX_QUESTIONS;
use domain::form::{self, FIRST_QUESTION_PAGE, PAGE_WIDTH};
use domain::form_code::FormCode;
use domain::progress::Progress;

use crate::correct::illumination::Illumination;
use crate::extract::read_area;
use crate::form_template::{FormTemplate, TemplatePage};
use crate::locate::{self, QrMark};
use crate::pdf::raster::{PreviewPage, RasterizedView, View};
use crate::progress::{OnProgress, Stage};
use crate::refusal::Refusal;
use crate::register;
use crate::register::affine::AffineMap;
use crate::register::registration::Registration;
use crate::source::{PagePreviews, Source};

pub(crate) use by_code::InstructionPage;
use by_code::Search;

/// Shorter sides of previews in pixels: enough to read the codes of most files, and of all others.
const QUICK_LOOK: u32 = PAGE_WIDTH / 2;
const CLOSE_LOOK: u32 = PAGE_WIDTH;
const CLOSER: u32 = CLOSE_LOOK / QUICK_LOOK;
/// Number of pages that are previewed in one call. A longer file takes several calls, each within the limits of a child.
const LOOKED_AT_ONCE: usize = 4;
/// Maximum number of pages without codes that are drawn closely and compared with a form; a file with more is a notebook.
const MAX_GUESSED_PAGES: usize = 6;

/// Maximum number of form pages in a file: as many as the longest form has with boxes. Registration of each takes a while, and
/// each is drawn large.
const MAX_FORM_PAGES: usize = (form::pages(MAX_QUESTIONS) - (FIRST_QUESTION_PAGE - 1)) as usize;

/// Lookup of templates by the form code on the page.
pub(crate) type Templates<'a> = dyn Fn(FormCode) -> Option<Arc<FormTemplate>> + 'a;

/// Page of the questionnaire in the file, with its registration.
pub(crate) struct RegisteredPage {
    /// Index of the page in the file, counted from 0.
    pub(crate) file_page: usize,
    pub(crate) template: Arc<FormTemplate>,
    /// Index of the page in `template`.
    place: usize,
    registration: Registration,
    /// Whether the page was identified by its code; otherwise it only looks like the form.
    pub(crate) has_code: bool,
}

impl RegisteredPage {
    /// Page of the template.
    pub(crate) fn page(&self) -> &TemplatePage {
        &self.template.pages()[self.place]
    }

    /// Flat map from the page's own points to the form's pixels.
    pub(crate) fn to_form(&self, previews: &PagePreviews) -> AffineMap {
        previews.pages[self.file_page]
            .map
            .then(&self.registration.to_half)
            .then(&AffineMap::scale(2.0))
    }

    /// Bend of the page: from where a pixel of the form belongs to where `to_form` puts it; `None` if the page is flat.
    pub(crate) fn displacement(&self) -> Option<impl Fn(f64, f64) -> (f64, f64)> {
        let registration = &self.registration;
        (!registration.is_flat()).then_some(move |x: f64, y: f64| {
            let (x, y) = registration.displace(x / 2.0, y / 2.0);
            (x * 2.0, y * 2.0)
        })
    }

    /// Margin around the sheet that flattening needs, in the form's pixels.
    pub(crate) fn margin(&self) -> u32 {
        self.displacement().map_or(0, |displace| read_area::margin(&displace))
    }

    pub(crate) fn confidence(&self) -> f32 {
        self.registration.confidence()
    }

    pub(crate) fn registration(&self) -> &Registration {
        &self.registration
    }

    /// Whether there is writing outside of the boxes.
    pub(crate) fn has_writing_outside(&self, previews: &PagePreviews) -> bool {
        let preview = &previews.pages[self.file_page].image;
        self.page().margins.are_written_on(preview, &self.registration)
    }
}

/// Finds the questionnaire's pages in the file's order, at least one: by the codes in small previews, else in larger ones, else
/// by template matching.
pub(crate) fn find(
    source: &Source<'_>,
    templates: &Templates<'_>,
    expected: Option<&Arc<FormTemplate>>,
    on_progress: OnProgress<'_>,
) -> Result<SearchResult, Refusal> {
    let (mut previews, marks) = preview(source, QUICK_LOOK, on_progress)?;
    let mut search = by_code::find(&previews, marks, templates)?;
    if neighbour::may_be_hidden(&previews, &search)
        || search.is_unfinished() && may_show_more(source, &previews, &search)?
    {
        let (close, marks) = preview(source, CLOSE_LOOK, &mut |_, _| ())?;
        let closer = by_code::find(&close, marks, templates)?;
        if closer.found.len() > search.found.len() {
            (previews, search) = (close, closer);
        }
    }
    if search.found.is_empty() && !search.is_notebook() {
        search = zoom::find(source, &mut previews, search, templates)?;
    }
    if search.is_unfinished() && !search.is_notebook() {
        let template = search.found.first().map(|one| &one.template).or(expected).cloned();
        let candidates =
            template.map(|template| find_by_template(&previews, &search.unmarked, &template));
        search.found.extend(candidates.unwrap_or_default());
    }
    neighbour::add(&previews, &mut search);
    if search.found.is_empty() {
        return Err(refusal(&previews, &search, templates));
    }
    if search.found.len() > MAX_FORM_PAGES {
        return Err(Refusal::TooManyPages);
    }
    search.found.sort_by_key(|one| (one.file_page, one.page().number));
    Ok(SearchResult {
        previews,
        found: search.found,
        instructions: search.instructions,
        has_other_pages: search.other_book || search.unplaced,
    })
}

/// Reason for which a file has no page of the questionnaire.
fn refusal(previews: &PagePreviews, search: &Search, templates: &Templates<'_>) -> Refusal {
    if is_mirrored(previews, templates) {
        Refusal::Mirrored
    } else if search.instructions.iter().any(|page| page.is_written_on(previews)) {
        Refusal::WrittenOnFirstPage
    } else if search.other_book {
        Refusal::OtherBook
    } else {
        Refusal::NotAForm
    }
}

/// Pages that were found in a file.
pub(crate) struct SearchResult {
    pub(crate) previews: PagePreviews,
    pub(crate) found: Vec<RegisteredPage>,
    /// Pages that explain the form, and should have no writing.
    pub(crate) instructions: Vec<InstructionPage>,
    /// Whether there are other pages of forms, which are unknown or could not be registered.
    pub(crate) has_other_pages: bool,
}

/// Previews all pages of a file and reads the codes on each. The next pages are drawn while the current ones are searched.
fn preview(
    source: &Source<'_>,
    short_side: u32,
    on_progress: OnProgress<'_>,
) -> Result<(PagePreviews, Vec<Vec<QrMark>>), Refusal> {
    let mut previews = source.previews(short_side, pages_from(0))?;
    let mut marks = Vec::with_capacity(previews.page_count);
    while marks.len() < previews.page_count {
        let unsearched = &mut previews.pages[marks.len()..];
        let next = marks.len() + unsearched.len();
        let following = thread::scope(|scope| {
            let draw = || source.previews(short_side, pages_from(next));
            let drawn = (next < previews.page_count).then(|| scope.spawn(draw));
            marks.par_extend(unsearched.par_iter_mut().map(marks_on));
            drawn.map(|drawn| drawn.join().unwrap_or_else(|cause| panic::resume_unwind(cause)))
        });
        let step = Progress { done: next as u64, of: previews.page_count as u64 };
        on_progress(Stage::Searching, step);
        if let Some(following) = following.transpose()? {
            previews.pages.extend(following.pages);
            // A child that leaves pages out is broken.
            let is_longer = previews.pages.len() > next;
            is_longer.then_some(()).ok_or(Refusal::Unavailable)?;
        }
    }
    Ok((previews, marks))
}

fn pages_from(first: usize) -> Range<usize> {
    first..first + LOOKED_AT_ONCE
}

/// Whether a closer look may find codes that the quick look has not. Of a notebook only the first and last pages are tried, where
/// forms are most often.
fn may_show_more(
    source: &Source<'_>,
    previews: &PagePreviews,
    search: &Search,
) -> Result<bool, Refusal> {
    if search.unplaced || !search.is_notebook() {
        return Ok(true);
    }
    let (first, rest) = search.unmarked.split_at(MAX_GUESSED_PAGES / 2);
    let last = rest.iter().rev().take(MAX_GUESSED_PAGES / 2);
    let closer = |page: &usize| {
        let PreviewPage { image, map, .. } = &previews.pages[*page];
        let map = map.then(&AffineMap::scale(f64::from(CLOSER)));
        let [width, height] = [image.width, image.height].map(|side| side as u32 * CLOSER);
        View { page: *page, map, width, height }
    };
    let views: Vec<View> = first.iter().chain(last).map(closer).collect();
    let has_code = |drawn: RasterizedView| {
        let mut preview = PreviewPage::of(drawn.luma, AffineMap::scale(1.0));
        !marks_on(&mut preview).is_empty()
    };
    Ok(source.draw(&views)?.into_par_iter().any(has_code))
}

/// Makes the light on a page even, and reads its codes. A page that is white on black is inverted.
fn marks_on(preview: &mut PreviewPage) -> Vec<QrMark> {
    if let Some(light) = Illumination::on(&preview.image) {
        light.remove_from(&mut preview.image);
    }
    let marks = locate::marks(&preview.image);
    if !marks.is_empty() || !preview.image.is_dark() {
        return marks;
    }
    let inverted = preview.image.inverted();
    let marks = locate::marks(&inverted);
    if !marks.is_empty() {
        preview.image = inverted;
        preview.is_inverted = true;
    }
    marks
}

/// Whether the mirror image is a page of a form.
fn is_mirrored(previews: &PagePreviews, templates: &Templates<'_>) -> bool {
    previews.pages.iter().take(MAX_GUESSED_PAGES).any(|preview| {
        let image = preview.image.mirrored();
        let marks = locate::marks(&image);
        let template = marks.first().and_then(|mark| templates(mark.says.form));
        template.is_some_and(|template| {
            let lies = |page| register::find_by_qr(&image, page, &marks).is_some();
            template.pages().iter().any(lies)
        })
    })
}

fn find_by_template(
    previews: &PagePreviews,
    pages: &[usize],
    template: &Arc<FormTemplate>,
) -> Vec<RegisteredPage> {
    let best_match = |file_page: usize| {
        let questions = template.pages().iter().enumerate();
        questions
            .filter_map(|(place, page)| {
                let registration =
                    register::find_by_template(&previews.pages[file_page].image, page)?;
                let (template, has_code) = (Arc::clone(template), false);
                Some(RegisteredPage { file_page, template, place, registration, has_code })
            })
            .max_by(|one, other| one.confidence().total_cmp(&other.confidence()))
    };
    pages.iter().copied().take(MAX_GUESSED_PAGES).filter_map(best_match).collect()
}
