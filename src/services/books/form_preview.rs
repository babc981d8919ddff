//! Preview of a form's page with questions that are not saved yet.

use std::num::NonZeroUsize;
use std::sync::Arc;

use lru::LruCache;
use parking_lot::Mutex;

use crate::context::Context;
use crate::domain::book::Question;
use crate::domain::form;
use crate::domain::form_code::FormCode;
use crate::domain::id::BookId;
use crate::domain::item::Item;
use crate::domain::policy::{self, Actor};
use crate::error::{Error, Result};
use crate::paper::draw_form_page;
use crate::platform::bounded_semaphore::BoundedSemaphore;
use crate::press::form::{Form, typeset};

use super::edit::keys;
use super::find;

/// Concurrent previews: forms of members are typeset and read on the same processors.
const MAX_CONCURRENT: usize = 1;
const MAX_QUEUED: usize = 8;
/// Number of cached forms, for turning their pages. A form takes at most a few hundred kilobytes.
const MAX_CACHED: NonZeroUsize = NonZeroUsize::new(4).unwrap();

/// Page of a form.
#[derive(Debug)]
pub struct FormPreview {
    /// Number of the page, counted from 1.
    pub page: u32,
    /// Number of pages of the form.
    pub pages: u32,
    pub png: Vec<u8>,
}

/// Slots and cache of the previews.
struct Previews {
    slots: BoundedSemaphore,
    forms: Mutex<LruCache<FormCode, Arc<Vec<u8>>>>,
}

impl Default for Previews {
    fn default() -> Self {
        Self {
            slots: BoundedSemaphore::new(MAX_CONCURRENT, MAX_QUEUED),
            forms: Mutex::new(LruCache::new(MAX_CACHED)),
        }
    }
}

/// Draws a page of the form that the book would have with these questions, the last page for a higher number. Issues and stores
/// nothing: a filled copy would not be recognised.
///
/// # Errors
/// [`Error::NotFound`] if the book does not exist or there are no questions, [`Error::Busy`] while too many previews wait.
pub fn preview_form(
    context: &Context,
    actor: &Actor,
    book: BookId,
    questions: Vec<Question>,
    page: u32,
) -> Result<FormPreview> {
    policy::may_keep(actor, book)?;
    keys(&questions)?;
    let name = find(&*context.read()?, book)?.name;
    if questions.is_empty() {
        return Err(Error::NotFound(Item::BookWithoutQuestions));
    }
    let pages = form::pages(questions.len());
    let page = page.clamp(1, pages);
    let form = Form::new(&book.to_string(), name, questions, context.config().prize.enabled);
    let previews = context.state::<Previews>();
    let png = previews.slots.run(|| -> Result<Vec<u8>> {
        let pdf = previews.typeset(context, &form)?;
        Ok(draw_form_page(&context.sandbox, &pdf, page)?)
    })??;
    Ok(FormPreview { page, pages, png })
}

impl Previews {
    fn typeset(&self, context: &Context, form: &Form) -> Result<Arc<Vec<u8>>> {
        if let Some(pdf) = self.forms.lock().get(&form.code) {
            return Ok(Arc::clone(pdf));
        }
        let pdf = Arc::new(typeset(&context.sandbox, form)?);
        self.forms.lock().put(form.code, Arc::clone(&pdf));
        Ok(pdf)
    }
}
