//! Blank form as printed, to which every filled page is compared.

use domain::form::{FIRST_QUESTION_PAGE, PAGE_WIDTH};
use domain::form_code::FormCode;
use sandbox::Sandbox;

use crate::extract::read_area;
use crate::extract::stray_ink::Margins;
use crate::image::grey::Grey;
use crate::locate::template_match::PageTemplate;
use crate::locate::{self, QrMark};
use crate::pdf::raster;
use crate::refusal::Refusal;
use crate::register::affine::AffineMap;
use crate::register::keypoints::{Keypoint, keypoints_of};
use crate::register::rule::{Rule, rules_of};

/// Minimum number of keypoints of a page to which filled pages can be registered.
const MIN_ANCHORS: usize = 12;

/// Blank form, drawn once and compared with every filled form.
#[derive(Debug)]
pub struct FormTemplate {
    code: FormCode,
    producer: String,
    /// Page that explains the form.
    instructions: Option<TemplatePage>,
    /// Pages with questions; the others are not filled in.
    pages: Vec<TemplatePage>,
}

/// Page of a [`FormTemplate`].
#[derive(Debug)]
pub(crate) struct TemplatePage {
    /// Page number, counted from 1.
    pub(crate) number: u32,
    /// Sheet of the page, in the form's own pixels.
    pub(crate) sheet: Grey,
    /// QR codes of the page, in the half-size picture in which pages are searched.
    pub(crate) marks: Vec<QrMark>,
    pub(crate) keypoints: Vec<Keypoint>,
    pub(crate) rules: Vec<Rule>,
    pub(crate) page_template: PageTemplate,
    pub(crate) margins: Margins,
}

impl FormTemplate {
    /// Draws a blank form. A form without QR codes gets a code from its content; a PDF without a questionnaire page is refused.
    pub fn rasterise(sandbox: &Sandbox, pdf: &[u8]) -> Result<Self, Refusal> {
        let previews =
            raster::rasterize_previews(sandbox, pdf, PAGE_WIDTH / 2, 0..raster::MAX_PAGES)?;
        let sheets = previews.pages.iter().enumerate().map(|(page, preview)| {
            let to_form = preview.map.then(&AffineMap::scale(2.0));
            read_area::view(page, &to_form, 1, 0)
        });
        let sheets = raster::draw(sandbox, pdf, &sheets.collect::<Vec<_>>())?;
        let halves = previews.pages.into_iter().map(|preview| preview.image);
        let sheets = sheets.into_iter().map(|drawn| drawn.luma);
        let pages: Vec<TemplatePage> = halves
            .zip(sheets)
            .zip(1..)
            .map(|((half, sheet), place)| TemplatePage::of(&half, sheet, place))
            .collect();
        let printed = pages.iter().find_map(|page| page.marks.first());
        let code = printed.map_or_else(|| FormCode::of(pdf), |mark| mark.says.form);
        let (pages, others): (Vec<_>, Vec<_>) = pages
            .into_iter()
            .filter(|page| page.keypoints.len() >= MIN_ANCHORS)
            .partition(TemplatePage::has_questions);
        if pages.is_empty() {
            return Err(Refusal::NotAForm);
        }
        let instructions = others.into_iter().next();
        Ok(Self { code, producer: previews.producer, instructions, pages })
    }

    /// Form code printed on the form, or derived from its content if none is printed.
    pub fn code(&self) -> FormCode {
        self.code
    }

    /// Name of the program that made the form's PDF.
    pub(crate) fn producer(&self) -> &str {
        &self.producer
    }

    /// Page that explains the form, if it has enough print for registration.
    pub(crate) fn instructions(&self) -> Option<&TemplatePage> {
        self.instructions.as_ref()
    }

    /// Pages that are filled in, at least one.
    pub(crate) fn pages(&self) -> &[TemplatePage] {
        &self.pages
    }
}

impl TemplatePage {
    /// Whether the page has answer boxes.
    fn has_questions(&self) -> bool {
        self.number >= FIRST_QUESTION_PAGE
    }

    fn of(half: &Grey, sheet: Grey, place: u32) -> Self {
        let marks = locate::marks(half);
        let number = marks.first().map_or(place, |mark| mark.says.page);
        Self {
            number,
            sheet,
            marks,
            keypoints: keypoints_of(half),
            rules: rules_of(half),
            page_template: PageTemplate::of(half),
            margins: Margins::of(half, number >= FIRST_QUESTION_PAGE),
        }
    }
}
