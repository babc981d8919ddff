//! Reads a submitted file: from its bytes to boxes with handwriting and marked pegs.

use std::sync::Arc;

use crate::domain::form::{BOXES, FIRST_QUESTION_PAGE, FormCode, PAGE_WIDTH, PageMark, Peg};
use crate::worker::Worker;

use super::blank::{Blank, BlankPage};
use super::crop::{self, CROP_SCALE};
use super::grey::Grey;
use super::ink;
use super::locate;
use super::pegs;
use super::raster::View;
use super::refusal::Refusal;
use super::register::{self, Registration};
use super::sheet;
use super::source::{Overview, Source};
use super::transform::Transform;

/// Pixels of a page's shorter side: enough to read the codes of most files, and for all others.
const QUICK_LOOK: u32 = PAGE_WIDTH / 2;
const CLOSE_LOOK: u32 = PAGE_WIDTH;
/// Pages without codes that are held against a form; more of them are a notebook.
const MOST_GUESSED_PAGES: usize = 6;

/// What was found in a file.
#[derive(Debug)]
pub struct Reading {
    /// The questionnaire's pages, in the file's order; there is at least one.
    pub pages: Vec<PageReading>,
    /// Whether an app has had the file, which may have kept the ink to itself.
    from_an_app: bool,
}

/// One page of a questionnaire.
#[derive(Debug)]
pub struct PageReading {
    pub form: FormCode,
    /// The form's page, counted from 1.
    pub page: u32,
    /// The file's page, counted from 1.
    pub file_page: u32,
    /// The boxes that somebody has written in, in reading order.
    pub boxes: Vec<BoxReading>,
    /// The marked pegs in reading order.
    pub picks: Vec<Peg>,
    /// How much of the printed form was found where it belongs: 0 to 1.
    pub confidence: f32,
}

/// One answer box with handwriting.
#[derive(Debug)]
pub struct BoxReading {
    /// Its place in [`BOXES`].
    pub index: usize,
    /// Pixels that are dark and not printed, in the form's own pixels.
    pub ink: usize,
    /// The handwriting as a greyscale PNG at twice the form's size.
    pub crop_png: Vec<u8>,
}

impl Reading {
    /// The same reading, unless nobody has written anything.
    pub fn written(self) -> Result<Self, Refusal> {
        if self.pages.iter().any(|page| !page.boxes.is_empty() || !page.picks.is_empty()) {
            Ok(self)
        } else if self.from_an_app {
            Err(Refusal::NotEmbedded)
        } else {
            Err(Refusal::BlankForm)
        }
    }
}

/// Reads a file. `blanks` knows the forms by the code on them; `expected` is the form that a page without a readable code
/// is taken for, if it looks like it.
pub fn read(
    worker: &Worker,
    file: &[u8],
    blanks: &dyn Fn(FormCode) -> Option<Arc<Blank>>,
    expected: Option<&Arc<Blank>>,
) -> Result<Reading, Refusal> {
    let source = Source::of(worker, file)?;
    let (overview, mut found) = find(&source, blanks, expected)?;
    found.sort_by_key(|one| one.file_page);
    let from_an_app = found.iter().any(|one| one.is_from_an_app(&overview));
    let views: Vec<View> = found.iter().map(|one| one.view(&overview)).collect();
    let images = source.draw(&views)?;
    let pages = found.iter().zip(images).map(|(found, image)| found.read(&image)).collect();
    Ok(Reading { pages, from_an_app })
}

type Blanks<'a> = dyn Fn(FormCode) -> Option<Arc<Blank>> + 'a;

/// The questionnaire's pages: at a quick look by their codes, else at a closer one, else by what a page looks like.
fn find(
    source: &Source<'_>,
    blanks: &Blanks<'_>,
    expected: Option<&Arc<Blank>>,
) -> Result<(Overview, Vec<Found>), Refusal> {
    let mut overview = source.look(QUICK_LOOK)?;
    let mut search = by_marks(&overview, blanks);
    if search.is_unfinished() {
        let close = source.look(CLOSE_LOOK)?;
        let closer = by_marks(&close, blanks);
        if closer.found.len() > search.found.len() {
            (overview, search) = (close, closer);
        }
    }
    if search.is_unfinished() {
        let blank = search.found.first().map(|one| &one.blank).or(expected).cloned();
        let guessed = blank.map(|blank| by_looks(&overview, &search.unmarked, &blank));
        search.found.extend(guessed.unwrap_or_default());
    }
    match search.found.is_empty() {
        false => Ok((overview, search.found)),
        true if search.other_book => Err(Refusal::OtherBook),
        true => Err(Refusal::NotAForm),
    }
}

/// What the codes in a file have led to.
#[derive(Default)]
struct Search {
    found: Vec<Found>,
    /// Pages with something on them, but no code.
    unmarked: Vec<usize>,
    /// There is a form whose blank is not known.
    other_book: bool,
}

impl Search {
    /// Whether a page of the questionnaire may be among those without a code.
    fn is_unfinished(&self) -> bool {
        let complete = self.found.first().is_some_and(|first| {
            let questions = first.blank.pages().iter().filter(|page| page.has_questions());
            self.found.len() >= questions.count()
        });
        !complete && !self.unmarked.is_empty()
    }
}

fn by_marks(overview: &Overview, blanks: &Blanks<'_>) -> Search {
    let mut search = Search::default();
    for (file_page, looked) in overview.pages.iter().enumerate() {
        let marks = locate::marks(&looked.image);
        let Some(PageMark { form, page }) = marks.first().map(|mark| mark.says) else {
            search.unmarked.extend((!looked.image.is_empty()).then_some(file_page));
            continue;
        };
        let Some(blank) = blanks(form) else {
            search.other_book = true;
            continue;
        };
        let mut pages = blank.pages().iter();
        let Some(place) = pages.position(|one| one.number == page && one.has_questions()) else {
            continue;
        };
        let registration = register::by_marks(&looked.image, &blank.pages()[place], &marks);
        let found =
            registration.map(|registration| Found { file_page, blank, place, registration });
        search.found.extend(found);
    }
    search
}

fn by_looks(overview: &Overview, pages: &[usize], blank: &Arc<Blank>) -> Vec<Found> {
    let likeliest = |file_page: usize| {
        let questions = blank.pages().iter().enumerate().filter(|(_, page)| page.has_questions());
        questions
            .filter_map(|(place, page)| {
                let registration = register::by_looks(&overview.pages[file_page].image, page)?;
                Some(Found { file_page, blank: Arc::clone(blank), place, registration })
            })
            .max_by(|one, other| {
                one.registration.confidence.total_cmp(&other.registration.confidence)
            })
    };
    pages.iter().copied().take(MOST_GUESSED_PAGES).filter_map(likeliest).collect()
}

/// A questionnaire's page in the file.
struct Found {
    file_page: usize,
    blank: Arc<Blank>,
    /// The page's place in `blank`.
    place: usize,
    registration: Registration,
}

impl Found {
    fn page(&self) -> &BlankPage {
        &self.blank.pages()[self.place]
    }

    fn is_from_an_app(&self, overview: &Overview) -> bool {
        overview.pages[self.file_page].annotations > 0
            || overview.producer.as_ref().is_some_and(|name| name != self.blank.producer())
    }

    /// The page's sheet, drawn again as the blank's lies, large enough for the crops.
    fn view(&self, overview: &Overview) -> View {
        let to_form = Transform::scale(overview.pages[self.file_page].scale)
            .then(&self.registration.to_half)
            .then(&Transform::scale(2.0));
        sheet::view(self.file_page, &to_form, CROP_SCALE)
    }

    fn read(&self, large: &Grey) -> PageReading {
        let blank = &self.page().sheet;
        let image = large.halved();
        let boxes = BOXES.map(sheet::place).into_iter().enumerate().filter_map(|(index, area)| {
            let ink = ink::in_area(&image, blank, area);
            let crop_png = ink.is_writing().then(|| crop::png(large, blank, area))??;
            Some(BoxReading { index, ink: ink.dark, crop_png })
        });
        let boxes = boxes.collect();
        let picks = match self.page().number {
            FIRST_QUESTION_PAGE => pegs::marked(&image, blank),
            _ => Vec::new(),
        };
        PageReading {
            form: self.blank.code(),
            page: self.page().number,
            file_page: self.file_page as u32 + 1,
            boxes,
            picks,
            confidence: self.registration.confidence,
        }
    }
}
