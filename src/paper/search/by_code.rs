//! Finds the sheets of a form by their codes, several in a picture if they lie side by side.

use std::sync::Arc;

use domain::form::FIRST_QUESTION_PAGE;
use domain::form_code::PageMark;

use super::{MAX_FORM_PAGES, MAX_GUESSED_PAGES, RegisteredPage, Templates};
use crate::form_template::FormTemplate;
use crate::image::grey::Grey;
use crate::locate::QrMark;
use crate::locate::sheets;
use crate::refusal::Refusal;
use crate::register;
use crate::source::PagePreviews;

/// State of the search by codes.
#[derive(Default)]
pub(super) struct Search {
    pub(super) found: Vec<RegisteredPage>,
    /// Pages with content but without a code.
    pub(super) unmarked: Vec<usize>,
    /// Pages that explain the form, and are not filled in.
    pub(super) instructions: Vec<InstructionPage>,
    /// Pages of the file with the code of a sheet that is not among `found`.
    pub(super) with_others: Vec<usize>,
    /// Whether a page of a known form could not be registered.
    pub(super) unplaced: bool,
    /// Whether there is a form whose template is not known.
    pub(super) other_book: bool,
}

/// Page of the file that explains the form.
pub(crate) struct InstructionPage {
    file_page: usize,
    template: Arc<FormTemplate>,
    marks: Vec<QrMark>,
}

/// Sheet whose code is known.
struct SheetWithCode {
    file_page: usize,
    template: Arc<FormTemplate>,
    /// Index of the page in `template`.
    place: usize,
    marks: Vec<QrMark>,
}

impl Search {
    /// Whether a page of the questionnaire may be among those without a code.
    pub(super) fn is_unfinished(&self) -> bool {
        let first = self.found.first();
        let complete = first.is_some_and(|first| self.found.len() >= first.template.pages().len());
        !complete && (self.unplaced || !self.unmarked.is_empty())
    }

    /// Whether there are too many pages without a code to compare each of them with a form.
    pub(super) fn is_notebook(&self) -> bool {
        self.unmarked.len() > MAX_GUESSED_PAGES
    }

    /// Registers a sheet. The same sheet may have been seen as two, if its codes do not fit together: the better one is kept.
    fn add(&mut self, sheet: SheetWithCode, preview: &Grey) {
        let SheetWithCode { file_page, template, place, marks } = sheet;
        let Some(registration) = register::find_by_qr(preview, &template.pages()[place], &marks)
        else {
            self.unplaced = true;
            self.with_others.push(file_page);
            return;
        };
        let page = RegisteredPage { file_page, template, place, registration, has_code: true };
        match self.found.iter_mut().find(|other| other.overlaps(&page)) {
            Some(other) if other.confidence() >= page.confidence() => {}
            Some(other) => *other = page,
            None => self.found.push(page),
        }
    }
}

impl InstructionPage {
    /// Whether there is writing on the page.
    pub(crate) fn is_written_on(&self, previews: &PagePreviews) -> bool {
        let preview = &previews.pages[self.file_page].image;
        self.template.instructions().is_some_and(|page| {
            let registration = register::find_by_qr(preview, page, &self.marks);
            registration.is_some_and(|place| page.margins.are_written_on(preview, &place))
        })
    }
}

pub(super) fn find(
    previews: &PagePreviews,
    marks: Vec<Vec<QrMark>>,
    templates: &Templates<'_>,
) -> Result<Search, Refusal> {
    let mut search = Search::default();
    let (mut marked, mut places) = (Vec::new(), 0);
    for (file_page, (preview, marks)) in previews.pages.iter().zip(marks).enumerate() {
        if marks.is_empty() {
            search.unmarked.extend((!preview.image.is_empty()).then_some(file_page));
        }
        for (says, marks) in by_page(marks) {
            let Some(template) = templates(says.form) else {
                search.other_book = true;
                search.with_others.push(file_page);
                continue;
            };
            let mut pages = template.pages().iter();
            let Some(place) = pages.position(|one| one.number == says.page) else {
                search.with_others.push(file_page);
                if says.page < FIRST_QUESTION_PAGE {
                    search.instructions.push(InstructionPage { file_page, template, marks });
                }
                continue;
            };
            places += 1;
            let sheets = sheets::sheets(marks, &template.pages()[place].marks).into_iter();
            marked.extend(sheets.map(|marks| {
                let template = Arc::clone(&template);
                SheetWithCode { file_page, template, place, marks }
            }));
        }
        // Checked before the slow registration of any page. The two codes of a bent page may seem to be of two sheets.
        if places > MAX_FORM_PAGES {
            return Err(Refusal::TooManyPages);
        }
    }
    for sheet in marked {
        let preview = &previews.pages[sheet.file_page].image;
        search.add(sheet, preview);
    }
    Ok(search)
}

/// Groups the codes in a picture by form and page.
fn by_page(marks: Vec<QrMark>) -> Vec<(PageMark, Vec<QrMark>)> {
    let mut groups: Vec<(PageMark, Vec<QrMark>)> = Vec::new();
    for mark in marks {
        match groups.iter_mut().find(|(says, _)| *says == mark.says) {
            Some((_, group)) => group.push(mark),
            None => groups.push((mark.says, vec![mark])),
        }
    }
    groups
}
