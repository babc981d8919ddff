//! Reads a submitted file: from its bytes to boxes with handwriting and marked pegs.

use std::sync::Arc;

use crate::domain::form::{BOXES, Peg};
use crate::domain::form_code::FormCode;
use crate::worker::Worker;

use super::blank::Blank;
use super::crop::{self, CROP_SCALE};
use super::grey::Grey;
use super::ink;
use super::light::Light;
use super::pegs;
use super::refusal::Refusal;
use super::search::{self, Found};
use super::sheet;
use super::source::{Overview, Source};

/// Pages that are drawn at once: a large page takes 7 MB.
const DRAWN_AT_ONCE: usize = 4;

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
    let (overview, found) = search::find(&source, blanks, expected)?;
    let mut pages = Vec::with_capacity(found.len());
    for found in found.chunks(DRAWN_AT_ONCE) {
        let view = |one: &Found| sheet::view(one.file_page, &one.to_form(&overview), CROP_SCALE);
        let sheets = source.draw(&found.iter().map(view).collect::<Vec<_>>())?;
        pages.extend(found.iter().zip(sheets).map(|(found, sheet)| read_page(found, sheet)));
    }
    let from_an_app = found.iter().any(|one| is_from_an_app(one, &overview));
    Ok(Reading { pages, from_an_app })
}

/// Whether another program than ours has written the file, or written on the page.
fn is_from_an_app(found: &Found, overview: &Overview) -> bool {
    let by_another = |producer: &String| producer != found.blank.producer();
    overview.pages[found.file_page].annotations > 0
        || overview.producer.as_ref().is_some_and(by_another)
}

/// Reads one page from its sheet, drawn large enough for the crops.
fn read_page(found: &Found, mut large: Grey) -> PageReading {
    let blank = &found.page().sheet;
    if let Some(bend) = found.bend() {
        large = sheet::flattened(&large, CROP_SCALE, bend);
    }
    let mut page = large.halved();
    if let Some(light) = Light::on(&page) {
        page = light.taken_off(&page);
        large = light.taken_off(&large);
    }
    let boxes = BOXES.map(sheet::place).into_iter().enumerate().filter_map(|(index, area)| {
        let ink = ink::in_area(&page, blank, area);
        ink.is_writing().then(|| BoxReading {
            index,
            ink: ink.dark,
            crop_png: crop::png(&large, blank, area),
        })
    });
    PageReading {
        form: found.blank.code(),
        page: found.page().number,
        file_page: found.file_page as u32 + 1,
        boxes: boxes.collect(),
        picks: pegs::marked(&page, blank),
        confidence: found.confidence(),
    }
}
