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
use super::raster::{LookedPage, View};
use super::refusal::Refusal;
use super::register::{self, Registration};
use super::sheet;
use super::source::{Overview, Source};
use super::transform::Transform;

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
    let overview = source.look(PAGE_WIDTH / 2)?;
    let found = find(&overview, blanks, expected)?;
    let from_an_app = found.iter().any(|one| one.is_from_an_app(&overview));
    let views: Vec<View> = found.iter().map(Found::view).collect();
    let images = source.draw(&views)?;
    let pages = found.iter().zip(images).map(|(found, image)| found.read(&image)).collect();
    Ok(Reading { pages, from_an_app })
}

/// A questionnaire's page in the file.
struct Found<'a> {
    file_page: usize,
    looked: &'a LookedPage,
    blank: Arc<Blank>,
    /// The page's place in `blank`.
    place: usize,
    registration: Registration,
}

fn find<'a>(
    overview: &'a Overview,
    blanks: &dyn Fn(FormCode) -> Option<Arc<Blank>>,
    _expected: Option<&Arc<Blank>>,
) -> Result<Vec<Found<'a>>, Refusal> {
    let mut found = Vec::new();
    let mut unknown = false;
    for (file_page, looked) in overview.pages.iter().enumerate() {
        let marks = locate::marks(&looked.image);
        let Some(PageMark { form, page }) = marks.first().map(|mark| mark.says) else { continue };
        let Some(blank) = blanks(form) else {
            unknown = true;
            continue;
        };
        let place = blank.pages().iter().position(|one| one.number == page);
        let Some(place) = place.filter(|_| page >= FIRST_QUESTION_PAGE) else { continue };
        let registration = register::by_marks(&looked.image, &blank.pages()[place], &marks);
        if let Some(registration) = registration {
            found.push(Found { file_page, looked, blank, place, registration });
        }
    }
    match found.is_empty() {
        false => Ok(found),
        true if unknown => Err(Refusal::OtherBook),
        true => Err(Refusal::NotAForm),
    }
}

impl Found<'_> {
    fn page(&self) -> &BlankPage {
        &self.blank.pages()[self.place]
    }

    fn is_from_an_app(&self, overview: &Overview) -> bool {
        self.looked.annotations > 0
            || overview.producer.as_ref().is_some_and(|name| name != self.blank.producer())
    }

    /// The page's sheet, drawn again as the blank's lies, large enough for the crops.
    fn view(&self) -> View {
        let to_form = Transform::scale(self.looked.scale)
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
