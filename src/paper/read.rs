//! Reads a submitted file: from its bytes to boxes with handwriting and marked pegs.

use std::sync::Arc;

use crate::domain::form::{BOXES, Peg};
use crate::domain::form_code::FormCode;
use crate::worker::Worker;

use super::blank::Blank;
use super::check::{self, Check};
use super::colour::HUE_BLOCK;
use super::crop::{self, CROP_SCALE};
use super::grey::Grey;
use super::hue::Hues;
use super::ink;
use super::inked::Inked;
use super::light::Light;
use super::pegs::{self, Pen};
use super::print_tone;
use super::raster::Drawn;
use super::refusal::Refusal;
use super::search::{self, Found, Outcome};
use super::several;
use super::sheet;
use super::source::{Overview, Source};

/// Pages that are drawn at once: a large page takes 7 MB.
const DRAWN_AT_ONCE: usize = 4;

/// What was found in a file.
#[derive(Debug)]
pub struct Reading {
    /// The questionnaire's pages, in the file's order; there is at least one.
    pub pages: Vec<PageReading>,
    /// What people should look at in the file as a whole; the pages have their own.
    pub checks: Vec<Check>,
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
    /// How sure it is that the page lies where it seems to: 0 to 1, from the two figures below.
    pub confidence: f32,
    /// How much of the printed form was found where it belongs: 0 to 1.
    pub coverage: f32,
    /// How far that print is from where it belongs, in the form's pixels.
    pub residual: f32,
    /// What people should look at.
    pub checks: Vec<Check>,
}

/// One answer box with handwriting.
#[derive(Debug, PartialEq, Eq)]
pub struct BoxReading {
    /// Its place in [`BOXES`].
    pub index: usize,
    /// Pixels that are dark and not printed, in the form's own pixels.
    pub ink: usize,
    /// The handwriting as a PNG at twice the form's size, in shades of grey unless the ink is coloured.
    pub crop_png: Vec<u8>,
}

impl PageReading {
    /// Whether there is anything on it that was not printed.
    pub fn is_written(&self) -> bool {
        !self.boxes.is_empty()
            || !self.picks.is_empty()
            || self.checks.iter().any(|check| check.is_of_ink())
    }
}

impl Reading {
    /// The same reading, unless nobody has written anything.
    pub fn written(self) -> Result<Self, Refusal> {
        if self.pages.iter().any(PageReading::is_written) {
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
    let Outcome { overview, found, has_other_pages } = search::find(&source, blanks, expected)?;
    let mut pages = Vec::with_capacity(found.len());
    for found in found.chunks(DRAWN_AT_ONCE) {
        let view = |one: &Found| {
            let surplus = if one.bend().is_some() { sheet::SURPLUS } else { 0 };
            sheet::view(one.file_page, &one.to_form(&overview), CROP_SCALE, surplus)
        };
        let sheets = source.draw(&found.iter().map(view).collect::<Vec<_>>())?;
        let both = found.iter().zip(sheets);
        pages.extend(both.map(|(found, sheet)| read_page(found, &overview, sheet)));
    }
    let from_an_app = found.iter().any(|one| is_from_an_app(one, &overview));
    let checks = has_other_pages.then_some(Check::OtherPages).into_iter().collect();
    Ok(Reading { pages: several::known(pages)?, checks, from_an_app })
}

/// Whether another program than ours has written the file, or written on the page.
fn is_from_an_app(found: &Found, overview: &Overview) -> bool {
    let by_another = |producer: &String| producer != found.blank.producer();
    overview.pages[found.file_page].annotations > 0
        || overview.producer.as_ref().is_some_and(by_another)
}

/// Reads one page from its sheet, drawn large enough for the crops.
fn read_page(found: &Found, overview: &Overview, sheet: Drawn) -> PageReading {
    let Flat { page, large, tint, hues } = Flat::of(found, overview, sheet);
    let printed = &found.page().sheet;
    let as_seen = print_tone::blank_as_seen(printed, &page);
    let blank = as_seen.as_ref().unwrap_or(printed);
    let inked = Inked::of(&page, tint.as_ref());
    let areas = BOXES.map(sheet::place).into_iter().enumerate();
    let ink = areas.map(|(index, area)| (index, area, ink::in_area(&inked, blank, area)));
    let written: Vec<_> = ink.filter(|(_, _, ink)| ink.is_writing()).collect();
    let is_faint = written.iter().any(|(_, _, ink)| ink.is_faint());
    let pen = if is_faint {
        Pen::Faint
    } else if as_seen.is_some() {
        Pen::LikePrint
    } else {
        Pen::Dark
    };
    let picks = pegs::picks(&inked, blank, pen);
    let registration = found.registration();
    let mut checks: Vec<Check> = check::of_place(registration).into_iter().collect();
    checks.extend(is_faint.then_some(Check::Faint));
    checks.extend(found.has_writing_outside(overview).then_some(Check::Outside));
    checks.extend(picks.between.then_some(Check::BetweenPegs));
    checks.extend(picks.struck.then_some(Check::StruckPeg));
    let boxes = written.into_iter().map(|(index, area, ink)| BoxReading {
        index,
        ink: ink.dark,
        crop_png: crop::png(&large, printed, area, hues.as_ref()),
    });
    PageReading {
        form: found.blank.code(),
        page: found.page().number,
        file_page: found.file_page as u32 + 1,
        boxes: boxes.collect(),
        picks: picks.marked,
        confidence: registration.confidence(),
        coverage: registration.coverage,
        residual: registration.residual,
        checks,
    }
}

/// A sheet as if it had lain flat in even light.
struct Flat {
    /// In the form's own pixels.
    page: Grey,
    /// For the crops.
    large: Grey,
    /// The darkest channel in the form's own pixels, as it was drawn.
    tint: Option<Grey>,
    /// The colours of ink, where it has any.
    hues: Option<Hues>,
}

impl Flat {
    fn of(found: &Found, overview: &Overview, sheet: Drawn) -> Self {
        let Drawn { luma: mut large, mut tint, mut channels } = sheet;
        if overview.pages[found.file_page].is_inverted {
            // Colours say nothing once black is white.
            (large, tint, channels) = (large.inverted(), None, None);
        }
        if let Some(bend) = found.bend() {
            let scale = f64::from(CROP_SCALE);
            large = sheet::flattened(&large, scale, &bend);
            tint = tint.map(|tint| sheet::flattened(&tint, 1.0, &bend));
            let flat = |channel| sheet::flattened(&channel, scale / HUE_BLOCK as f64, &bend);
            channels = channels.map(|channels| channels.map(flat));
        }
        let mut page = large.halved();
        if let Some(light) = Light::on(&page) {
            page = light.taken_off(&page);
            large = light.taken_off(&large);
        }
        Self { page, large, tint, hues: channels.as_ref().map(Hues::of) }
    }
}
