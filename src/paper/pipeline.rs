//! Reads a submitted file, from its bytes to boxes with handwriting and marked pegs.

use std::sync::Arc;

use domain::progress::Progress;
use sandbox::Sandbox;

use crate::extract::crop::CROP_SCALE;
use crate::extract::read_area;
use crate::form_template::FormTemplate;
use crate::merge_pages;
use crate::page::{self, PageReading};
use crate::pdf::raster;
use crate::progress::{OnProgress, Stage};
use crate::reading_warning::ReadingWarning;
use crate::refusal::Refusal;
use crate::search::{self, InstructionPage, RegisteredPage, SearchResult, Templates};
use crate::source::{PagePreviews, Source};

/// Number of pages that are drawn at once: a large page takes 7 MB.
const DRAWN_AT_ONCE: usize = 4;

/// Reader of filled forms.
pub struct Reader<'a> {
    pub sandbox: &'a Sandbox,
    /// Lookup of templates by the form code on the page.
    pub templates: &'a Templates<'a>,
    /// Form to which pages without a readable code are compared.
    pub expected: Option<&'a Arc<FormTemplate>>,
    /// Whether a diagnostic picture of each page is drawn.
    pub annotates: bool,
}

/// Result of reading a file.
#[derive(Debug)]
pub struct Reading {
    /// Pages of the questionnaire in the file's order, at least one.
    pub pages: Vec<PageReading>,
    /// Doubts about the file as a whole; each page has its own.
    pub checks: Vec<ReadingWarning>,
    /// Whether another app has processed the file, and may not have embedded the ink.
    from_an_app: bool,
}

impl Reading {
    /// Returns the reading if any page has ink, else [`Refusal::BlankForm`], [`Refusal::UnseenText`] if there is text
    /// that is not shown, [`Refusal::TooFaint`] if there may be ink, or [`Refusal::NotEmbedded`] after another app.
    pub fn require_ink(self) -> Result<Self, Refusal> {
        if self.pages.iter().any(PageReading::is_written) {
            Ok(self)
        } else if self.pages.iter().any(PageReading::has_unseen_text) {
            Err(Refusal::UnseenText)
        } else if self.pages.iter().any(|page| !page.doubtful_boxes.is_empty()) {
            Err(Refusal::TooFaint)
        } else if self.from_an_app {
            Err(Refusal::NotEmbedded)
        } else {
            Err(Refusal::BlankForm)
        }
    }
}

impl Reader<'_> {
    /// Reads a file.
    ///
    /// # Errors
    /// [`Refusal`] if the file is no form, or is ambiguous; its message says what to do.
    pub fn read(&self, file: &[u8], on_progress: OnProgress<'_>) -> Result<Reading, Refusal> {
        let as_shown = self.read_as_shown(file, on_progress);
        // Readers that crop the margins cut off codes and marks, which are still in the file.
        let uncropped = matches!(as_shown, Err(Refusal::NotAForm)).then(|| raster::uncropped(file));
        match uncropped.flatten() {
            Some(uncropped) => self.read_as_shown(&uncropped, on_progress),
            None => as_shown,
        }
    }

    fn read_as_shown(&self, file: &[u8], on_progress: OnProgress<'_>) -> Result<Reading, Refusal> {
        let source = Source::of(self.sandbox, file)?;
        let SearchResult { previews, found, instructions, has_other_pages } =
            search::find(&source, self.templates, self.expected, on_progress)?;
        let mut pages = Vec::with_capacity(found.len());
        for some in found.chunks(DRAWN_AT_ONCE) {
            let view = |one: &RegisteredPage| {
                read_area::view(one.file_page, &one.to_form(&previews), CROP_SCALE, one.margin())
            };
            let sheets = source.draw(&some.iter().map(view).collect::<Vec<_>>())?;
            let both = some.iter().zip(sheets);
            pages.extend(
                both.map(|(found, sheet)| page::read(found, &previews, sheet, self.annotates)),
            );
            let step = Progress { done: pages.len() as u64, of: found.len() as u64 };
            on_progress(Stage::Reading, step);
        }
        let is_written = |page: &InstructionPage| page.is_written_on(&previews);
        if !pages.iter().any(PageReading::is_written) && instructions.iter().any(is_written) {
            return Err(Refusal::WrittenOnFirstPage);
        }
        let from_an_app = found.iter().any(|one| is_from_an_app(one, &previews));
        let checks = has_other_pages.then_some(ReadingWarning::OtherPages).into_iter().collect();
        Ok(Reading { pages: merge_pages::merge(pages)?, checks, from_an_app })
    }
}

/// Whether the file was written by another program than the template was, or the page was annotated.
fn is_from_an_app(found: &RegisteredPage, previews: &PagePreviews) -> bool {
    let by_another = |producer: &String| producer != found.template.producer();
    previews.pages[found.file_page].annotations > 0
        || previews.producer.as_ref().is_some_and(by_another)
}
